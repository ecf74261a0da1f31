// `npm run dev`: installs missing packages, then serves the portals from their sources.
import { spawn } from 'node:child_process'
import { environment, installPackages, nodeBinary, root } from './install.mjs'

installPackages()
const child = spawn(nodeBinary(), ['scripts/dev/dev.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: environment({ NODE_ENV: 'development' }),
})
// a terminal sends Ctrl-C to both processes; this one waits until the child has ended
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
// without a code, a signal has ended it
child.on('exit', (code) => process.exit(code ?? 0))

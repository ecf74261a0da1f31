// `npm start` installs missing packages, builds the portals if their sources have changed, and runs the server.
import { spawn } from 'node:child_process'
import { buildWeb } from './build.mjs'
import { environment, installPackages, nodeBinary, root } from './install.mjs'

installPackages()
if (!buildWeb()) process.exit(1)
const child = spawn(nodeBinary(), ['cli/rungs.ts', 'serve'], { cwd: root, stdio: 'inherit', env: environment() })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
// without a code, a signal has ended it, which is no error
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 0 : 1)))

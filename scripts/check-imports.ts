// Holds the import directions, and sees that the tool really read them: without its parser it finds no import and no fault.
import { spawnSync } from 'node:child_process'

const folders = ['contract', 'domain', 'server', 'web', 'db', 'cli']
const cruise = (output: string) =>
  spawnSync('node_modules/.bin/depcruise', ['--output-type', output, ...folders], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })

const report = JSON.parse(cruise('json').stdout) as {
  summary: { totalCruised: number; totalDependenciesCruised: number }
}
const { totalCruised, totalDependenciesCruised } = report.summary
if (totalDependenciesCruised < totalCruised) {
  process.stderr.write(
    `only ${totalDependenciesCruised} imports seen in ${totalCruised} modules: the parser does not work\n`,
  )
  process.exit(1)
}
const told = cruise('err')
process.stdout.write(told.stdout)
process.exit(told.status ?? 1)

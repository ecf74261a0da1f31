// `npm test` runs all checks in order, also after one has failed, and ends with the line `N passed, N failed`.
// Arguments are the names of checks to run alone.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build.mjs'
import { environment, installPackages, nodeBinary, root } from './install.mjs'

installPackages()
installChromium()

const node = nodeBinary()
/** The folder of vitest's reports. */
const reports = mkdtempSync(join(tmpdir(), 'rungs-report-'))
/** The names of the checks to run; all when it is empty. */
const only = process.argv.slice(2)
let passed = 0
let failed = 0
/** How long each suite took, printed before the last line. */
const times = []

/**
 * Runs a check, which counts as one test. `args` are arguments of Node, or a function that returns whether all is well.
 */
function check(name, args) {
  if (only.length > 0 && !only.includes(name)) return
  const began = Date.now()
  const ok = typeof args === 'function' ? args() : run(args)
  if (ok) passed++
  else failed++
  console.log(`${ok ? '✓' : '✗'} ${name} (${secondsSince(began)} s)\n`)
}

function secondsSince(began) {
  return ((Date.now() - began) / 1000).toFixed(1)
}

/** Runs a script with Node; returns whether it ended without an error. */
function run(args, env = {}) {
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environment(env) }).status === 0
}

/** Runs the tests of a vitest project, or only those in `files`, and counts each test. */
function suite(name, project, env = {}, files = []) {
  if (only.length > 0 && !only.includes(name)) return
  console.log(`── ${name}`)
  const began = Date.now()
  const report = join(reports, `${name}.json`)
  const ok = run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    { NO_COLOR: '1', ...env },
  )
  count(name, ok, existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : null)
  times.push(`${name}: ${secondsSince(began)} s`)
}

/** Adds a report of vitest to the counts. A suite that ran no test, or failed outside its tests, has failed. */
function count(name, ok, report) {
  const { numPassedTests = 0, numFailedTests = 0 } = report ?? {}
  passed += numPassedTests
  failed += numFailedTests
  if (numFailedTests > 0 || (ok && numPassedTests > 0)) return
  failed++
  console.log(`✗ ${name}: failed outside its tests, as said above\n`)
}

/**
 * Installs Debian's headless shell of Chromium. Elsewhere any Chromium will do; its tests take longer
 * (`e2e/browser.ts`).
 */
function installChromium() {
  if (process.env.CHROMIUM || existsSync('/usr/bin/chromium-headless-shell')) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …')
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    if (apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium-headless-shell')) return
  }
  const otherChromiums = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  if (otherChromiums.some((path) => existsSync(path))) return
  console.error(
    'The browser tests need Chromium: `apt-get install chromium-headless-shell` as root, or set CHROMIUM to its path.',
  )
  process.exit(1)
}

/** The oldest supported PostgreSQL that Debian has installed; null where there is none. */
function debianPostgres() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const version = readdirSync(base)
    .filter((name) => Number(name) >= 15 && existsSync(`${base}/${name}/bin/postgres`))
    .sort((a, b) => a - b)[0]
  return version ? { version, bin: `${base}/${version}/bin` } : null
}

check('format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.'])
check('lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings'])
check('types', () =>
  ['domain', 'tsconfig.json', 'web', 'web/worker']
    .map((project) => run(['node_modules/typescript/bin/tsc', '-p', project]))
    .every(Boolean),
)
check('unused', ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'])
check('imports', ['scripts/check-imports.ts'])
check('words', ['scripts/check-words.ts'])
check('structure', ['scripts/draw-structure.ts', '--check'])
check('permissions', ['scripts/permissions.ts', '--check'])
const debian = debianPostgres()
check('statements', () => run(['scripts/statements.ts', '--check'], debian ? { TEST_POSTGRES_BIN: debian.bin } : {}))
check('routes', ['scripts/routes.ts', '--check'])
check('commits', ['scripts/check-commits.ts'])
check('coverage', ['scripts/check-coverage.ts'])
check('docs', ['scripts/check-docs.ts'])
suite('unit', 'unit')
// All integration tests run on the oldest supported PostgreSQL, if it is installed: a statement that only newer
// versions know fails there. The embedded PostgreSQL, which browser tests use, too, then runs only the tests that
// depend on the version. Backups, and the doctor who looks for them,
// need the programs of PostgreSQL's own version, which the embedded one does not bring.
const withoutPrograms = ['--exclude', 'db/{backup,doctor}/**']
if (debian) {
  console.log(`The integration tests run on Debian's PostgreSQL ${debian.version}.`)
  suite('integration', 'integration', { TEST_POSTGRES_BIN: debian.bin })
  suite('embedded', 'integration', {}, ['db/', 'server/platform/events', 'server/platform/tenancy', ...withoutPrograms])
} else {
  console.log('No PostgreSQL of Debian is installed: the integration tests run on the embedded one, without backups.')
  suite('integration', 'integration', {}, withoutPrograms)
}
check('build', buildWeb)
suite('browser', 'e2e')
const writtenReports = readdirSync(reports).map((file) => join(reports, file))
// of the suites that ran, every test that docs/coverage.md cites must have passed
if (writtenReports.length > 0) {
  const citedPassed = run(['scripts/check-cited.ts', ...writtenReports])
  if (citedPassed) passed++
  else failed++
  console.log(`${citedPassed ? '✓' : '✗'} cited tests\n`)
}

rmSync(reports, { recursive: true, force: true })
for (const time of times) console.log(time)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

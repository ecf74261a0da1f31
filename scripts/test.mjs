// `npm test` runs all checks in order, also after one has failed, and ends with the line `N passed, N failed`.
// Arguments
// are the names of checks to run alone.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from './build.mjs'
import { environment, installPackages, nodeBinary, root } from './install.mjs'

installPackages()
installChromium()

const node = nodeBinary()
const reports = mkdtempSync(join(tmpdir(), 'rungs-report-'))
const only = process.argv.slice(2)
let passed = 0
let failed = 0
/** Printed before the last line. */
const notes = []
/** When more browser files than this fail, the cause is not a busy machine, and they are not run again. */
const MOST_RERUNS = 3

/** Runs a check, which counts as one test. */
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

function run(args, env = {}) {
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environment(env) }).status === 0
}

/** Runs a vitest project, or some of its files, and returns its report; null when it wrote none. */
function vitest(name, project, env, ...more) {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const ok = run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...more,
    ],
    { NO_COLOR: '1', ...env },
  )
  if (!existsSync(report)) return null
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // a suite that ran no test, or failed outside its tests, has failed
  const outside = (!ok && numFailedTests === 0) || numPassedTests + numFailedTests === 0
  return { passed: numPassedTests, failed: numFailedTests, outside, files: testResults }
}

function count(name, result) {
  passed += result?.passed ?? 0
  failed += (result?.failed ?? 0) + (result === null || result.outside ? 1 : 0)
  if (result === null || result.outside) console.log(`✗ ${name}: failed outside its tests, as said above\n`)
}

/** Counts each test of a vitest project, or of those of its files that are named. */
function suite(name, project, env = {}, files = []) {
  timed(name, () => count(name, vitest(name, project, env, ...files)))
}

/** Runs a suite unless others were asked for, and notes how long it took. */
function timed(name, work) {
  if (only.length > 0 && !only.includes(name)) return
  console.log(`── ${name}`)
  const began = Date.now()
  work()
  notes.push(`${name}: ${secondsSince(began)} s`)
}

/**
 * Runs the browser tests. Two browsers and two servers share two cores, so a file that fails beside another one is run
 * again alone, and the second result counts. The file is named at the end
 * (docs/decisions/0048-rerun-failed-browser-tests-alone.md).
 */
function browserSuite() {
  const first = vitest('browser', 'e2e', {})
  const files = first?.files.filter(({ status }) => status !== 'passed').map(({ name }) => name) ?? []
  if (first === null || files.length === 0 || files.length > MOST_RERUNS) return count('browser', first)
  console.log(`── browser, once more and alone: ${files.join(', ')}`)
  const second = vitest('browser again', 'e2e', {}, '--maxWorkers=1', ...files)
  const passedFiles = first.files.filter(({ status }) => status === 'passed')
  passed += passedFiles.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed').length
  count('browser', second)
  notes.push(`Failed beside another browser test, and was run again alone: ${files.join(', ')}`)
}

function installChromium() {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  if (process.env.CHROMIUM || places.some((place) => existsSync(place))) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …')
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    if (apt('update', '-qq') && apt('install', '-y', '-qq', 'chromium')) return
  }
  console.error('The browser tests need Chromium: `apt-get install chromium` as root, or set CHROMIUM to its path.')
  process.exit(1)
}

/** The oldest supported PostgreSQL that Debian has installed; null where there is none. */
function debianPostgres() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const version = readdirSync(base)
    .filter((v) => Number(v) >= 15 && existsSync(`${base}/${v}/bin/postgres`))
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
check('structure', ['scripts/draw-structure.ts', '--check'])
check('commits', ['scripts/check-commits.ts'])
check('coverage', ['scripts/check-coverage.ts'])
check('docs', ['scripts/check-docs.ts'])
suite('unit', 'unit')
// A statement that only a newer PostgreSQL knows fails on the oldest one that is supported, so all integration tests run
// there where it is installed; the embedded one, which the browser tests run on too, gets what depends on its version.
const debian = debianPostgres()
if (debian) {
  console.log(`The integration tests run on Debian's PostgreSQL ${debian.version}.`)
  suite('integration', 'integration', { TEST_POSTGRES_BIN: debian.bin })
  suite('embedded', 'integration', {}, ['db/', 'demo/', 'server/platform/events', 'server/platform/tenancy'])
} else {
  console.log('No PostgreSQL of Debian is installed: the integration tests run on the embedded one.')
  suite('integration', 'integration')
}
check('build', buildWeb)
timed('browser', browserSuite)
const written = readdirSync(reports).map((file) => join(reports, file))
// of the suites that ran, every test that docs/coverage.md cites must have passed
if (written.length > 0) {
  const cited = run(['scripts/check-cited.ts', ...written])
  if (cited) passed++
  else failed++
  console.log(`${cited ? '✓' : '✗'} cited tests\n`)
}

rmSync(reports, { recursive: true, force: true })
for (const note of notes) console.log(note)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

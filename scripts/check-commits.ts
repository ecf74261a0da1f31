// Commit titles are read in lists of one line each, so CONTRIBUTING.md says their form. This checks those since BASE.
import { spawnSync } from 'node:child_process'

/** The last commit that was made before the titles were checked. */
const BASE = 'bcc3bab74b28f008f4acc7bc1e8983a6d1f4ac97'
const MAX_TITLE_LENGTH = 72
const FORM = /^(?:feat|fix|refactor|perf|test|docs|build|ci|chore)\([a-z0-9-]+\): \S.*[^.]$/

function git(...args: string[]): { ok: boolean; lines: string[] } {
  // a continuous integration may run as another user than the owner of the files
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], { encoding: 'utf8' })
  return { ok: status === 0, lines: (stdout ?? '').split('\n').filter((line) => line !== '') }
}

if (!git('merge-base', '--is-ancestor', BASE, 'HEAD').ok) {
  console.log(`Commit titles were not checked: the history here does not reach back to ${BASE.slice(0, 7)}.`)
  process.exit(0)
}
const { lines } = git('log', '--no-merges', '--format=%h %s', `${BASE}..HEAD`)
const wrong = lines.filter((line) => {
  const title = line.slice(line.indexOf(' ') + 1)
  return title.length > MAX_TITLE_LENGTH || !FORM.test(title)
})
for (const line of wrong)
  console.error(`${line}\n  is not \`type(scope): imperative\` of at most ${MAX_TITLE_LENGTH} characters`)
console.log(`${lines.length} commit titles, ${wrong.length} wrong`)
if (wrong.length > 0) process.exit(1)

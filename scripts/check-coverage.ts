// Every statement of the specification stands in docs/coverage.md once, and every test named there exists. What the
// specification leaves open, no test can show: then the decision record that rules on it stands in the row, linked.
import { existsSync, readFileSync } from 'node:fs'

/** How many statements each section of the specification has. */
const statements = { 1: 7, 2: 49, 3: 21, 4: 33, 5: 21, 6: 26, 7: 43, 8: 21, 9: 27 }

const rows = readFileSync('docs/coverage.md', 'utf8').matchAll(/^\| (\d+)\.(\d+) \| (.*) \|$/gm)
const problems: string[] = []
const seen = new Set<string>()
let shown = 0
let ruled = 0
for (const [, section = '', number = '', tests = ''] of rows) {
  const id = `${section}.${number}`
  if (seen.has(id)) problems.push(`${id} stands twice`)
  seen.add(id)
  if (tests.trim() === '–') continue
  const [, record] = /^\[decision \d+\]\((decisions\/[\w-]+\.md)\)$/.exec(tests.trim()) ?? []
  if (record !== undefined) {
    ruled++
    if (!existsSync(`docs/${record}`)) problems.push(`${id}: no file docs/${record}`)
    continue
  }
  shown++
  for (const one of tests.split('<br>')) {
    const [file = '', title = ''] = one.split(' › ').map((part) => part.trim().replaceAll('`', ''))
    if (!existsSync(file)) problems.push(`${id}: no file ${file}`)
    else if (title === '' || !readFileSync(file, 'utf8').includes(title))
      problems.push(`${id}: ${file} has no test "${title}"`)
  }
}
for (const [section, count] of Object.entries(statements)) {
  for (let number = 1; number <= count; number++)
    if (!seen.has(`${section}.${number}`)) problems.push(`${section}.${number} is missing`)
}
for (const problem of problems) console.error(`docs/coverage.md: ${problem}`)
console.log(`${shown} of ${seen.size} statements are shown by a test, ${ruled} ruled on by a decision`)
process.exit(problems.length === 0 ? 0 : 1)

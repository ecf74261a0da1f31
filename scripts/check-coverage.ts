// Checks that docs/coverage.md has every statement of the specification once, and that every test named there exists. A
// statement that no test can show has a link to the decision record that rules on it instead.
import { existsSync, readFileSync } from 'node:fs'
import { hasTest, readRows } from './cited.ts'

/** How many statements each section of the specification has. */
const statementCounts = { 1: 7, 2: 49, 3: 21, 4: 33, 5: 21, 6: 26, 7: 43, 8: 21, 9: 27 }

const problems: string[] = []
const seen = new Set<string>()
/** How many statements a test shows, and on how many a decision rules. */
let shownCount = 0
let ruledCount = 0
for (const { id, record, cited } of readRows(readFileSync('docs/coverage.md', 'utf8'))) {
  if (seen.has(id)) problems.push(`${id} stands twice`)
  seen.add(id)
  if (record !== null) {
    ruledCount++
    if (!existsSync(`docs/${record}`)) problems.push(`${id}: no file docs/${record}`)
    continue
  }
  shownCount++
  for (const { file, title } of cited) {
    if (title === '') problems.push(`${id}: neither a test nor a decision: ${file}`)
    else if (!existsSync(file)) problems.push(`${id}: no file ${file}`)
    else if (!hasTest(readFileSync(file, 'utf8'), title)) problems.push(`${id}: ${file} has no test "${title}"`)
  }
}
for (const [section, count] of Object.entries(statementCounts)) {
  for (let number = 1; number <= count; number++)
    if (!seen.has(`${section}.${number}`)) problems.push(`${section}.${number} is missing`)
}
for (const problem of problems) console.error(`docs/coverage.md: ${problem}`)
console.log(`${shownCount} of ${seen.size} statements are shown by a test, ${ruledCount} ruled on by a decision`)
process.exit(problems.length === 0 ? 0 : 1)

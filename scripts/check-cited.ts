// Checks that every test that docs/coverage.md cites has passed. The arguments are vitest's JSON reports; a test of a
// project without a report is not checked.
import { readFileSync } from 'node:fs'
import { notPassed, readRows, type Report } from './cited.ts'

const cited = readRows(readFileSync('docs/coverage.md', 'utf8')).flatMap((row) => row.cited)
const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report)
const problems = notPassed(cited, reports, process.cwd())
for (const line of problems) console.error(`docs/coverage.md: ${line}`)
process.exit(problems.length === 0 ? 0 : 1)

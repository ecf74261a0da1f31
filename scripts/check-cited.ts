// Checks that every test that docs/coverage.md cites has passed in these reports of vitest, if its project ran.
import { readFileSync } from 'node:fs'
import { notPassed, readRows, type Report } from './cited.ts'

const cited = readRows(readFileSync('docs/coverage.md', 'utf8')).flatMap((row) => row.cited)
const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report)
const missing = notPassed(cited, reports, process.cwd())
for (const line of missing) console.error(`docs/coverage.md: ${line}`)
process.exit(missing.length === 0 ? 0 : 1)

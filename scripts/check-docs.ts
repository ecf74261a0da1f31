// Checks that docs/statements.md or docs/rules.md has each statement and rule that is cited, and that each link, path,
// page and function that the documentation names exists.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import {
  anchorsIn,
  citationsIn,
  linksIn,
  namesIn,
  namesInFiles,
  numbersIn,
  pagesIn,
  pathsIn,
  type Mention,
} from './docs-text.ts'

const FOLDERS = ['bench', 'cli', 'contract', 'db', 'demo', 'docs', 'domain', 'e2e', 'scripts', 'server', 'web']
const files = globSync(['*.md', ...FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,mjs,css,sql,md}`)], {
  exclude: ['**/node_modules/**', '**/dist/**'],
}).toSorted()
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const textOf = (file: string) => texts.get(file) ?? ''

const problems: string[] = []
/** The numbers of all statements and rules, each as often as it is defined. */
const definitions = [...numbersIn(textOf('docs/statements.md')), ...numbersIn(textOf('docs/rules.md'))]
const numbers = new Set(definitions)
for (const number of numbers)
  if (definitions.filter((other) => other === number).length > 1) problems.push(`${number} is defined twice`)

/** Whether the file of a link exists, and its anchor in that file. */
function linkTargetExists(file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : normalize(join(dirname(file), path))
  return existsSync(target) && (anchor === undefined || anchorsIn(textOf(target)).includes(anchor))
}

let citationCount = 0
for (const [file, text] of texts) {
  // the test of this check has examples that do not exist
  if (file === 'scripts/docs-text.test.ts') continue
  const report = (wrong: readonly Mention[], problem: string) =>
    problems.push(...wrong.map(({ text: mentioned, line }) => `${file}:${line}: ${problem} ${mentioned}`))
  const isPage = file.endsWith('.md')
  const citations = citationsIn(text, !isPage)
  citationCount += citations.length
  report(
    citations.filter(({ text: number }) => !numbers.has(number)),
    'no statement or rule',
  )
  report(
    pagesIn(text).filter(({ text: page }) => !existsSync(page)),
    'no page',
  )
  if (!isPage) continue
  report(
    linksIn(text).filter(({ text: link }) => !linkTargetExists(file, link)),
    'dead link',
  )
  report(
    pathsIn(text, FOLDERS).filter(({ text: path }) => !existsSync(path)),
    'no path',
  )
  report(
    namesInFiles(text).filter(({ text: name, file: source }) => !new RegExp(`\\b${name}\\b`).test(textOf(source))),
    'not in the file named before it:',
  )
  // the pages of a folder of the documentation are found from its README
  if (/^docs\/.+\/README\.md$/.test(file)) {
    const linked = linksIn(text).map(({ text: link }) => normalize(join(dirname(file), link.split('#')[0] ?? '')))
    const pages = files.filter((page) => dirname(page) === dirname(file) && page !== file)
    problems.push(...pages.filter((page) => !linked.includes(page)).map((page) => `${file}: no link to ${page}`))
  }
  // the README of a folder names files from there, or from the root
  if (/^(?!docs\/).+\/README\.md$/.test(file))
    report(
      namesIn(text).filter(({ text: name }) => !existsSync(join(dirname(file), name)) && !existsSync(name)),
      'no file',
    )
}
// a pattern that no longer matches would find no problem
if (citationCount === 0) problems.push('no citation was found')
for (const problem of problems) console.error(problem)
console.log(`${citationCount} citations of ${numbers.size} statements and rules, ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)

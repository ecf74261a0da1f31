import { relative } from 'node:path'

/** A test that a statement of docs/coverage.md cites: by its title, or by that of tests that stand together. */
interface Citation {
  id: string
  file: string
  title: string
}

/** Rows of docs/coverage.md: what each cites, and the decision record that rules where no test can show anything. */
export function readRows(markdown: string): { id: string; record: string | null; cited: Citation[] }[] {
  return [...markdown.matchAll(/^\| (\d+\.\d+) \| (.*) \|$/gm)].map(([, id = '', tests = '']) => {
    const [, record] = /^\[decision \d+\]\((decisions\/[\w-]+\.md)\)$/.exec(tests.trim()) ?? []
    if (record !== undefined) return { id, record, cited: [] }
    const cited = tests.split('<br>').map((one): Citation => {
      const [file = '', title = ''] = one.split(' › ').map((part) => part.trim().replaceAll('`', ''))
      return { id, file, title }
    })
    return { id, record: null, cited }
  })
}

/** The project of vitest.config.ts that a test file belongs to. */
export function projectOf(file: string): 'unit' | 'integration' | 'e2e' {
  if (file.startsWith('e2e/')) return 'e2e'
  return /^(server|db)\//.test(file) || file === 'demo/load.test.ts' ? 'integration' : 'unit'
}

/** What of vitest's JSON report is looked at. */
export interface Report {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[]
}

/** The citations of the projects that ran whose test is not among the passed ones, one line each. */
export function notPassed(cited: readonly Citation[], reports: readonly Report[], root: string): string[] {
  const files = reports.flatMap((report) => report.testResults)
  const ran = new Set(files.map(({ name }) => projectOf(relative(root, name))))
  const passed = new Map<string, Set<string>>()
  for (const { name, assertionResults } of files) {
    const file = relative(root, name)
    const titles = passed.get(file) ?? new Set()
    passed.set(file, titles)
    for (const { ancestorTitles, title, status } of assertionResults)
      if (status === 'passed') for (const one of [...ancestorTitles, title]) titles.add(one)
  }
  return cited
    .filter(({ file }) => ran.has(projectOf(file)))
    .filter(({ file, title }) => {
      const wanted = patternOf(title)
      return ![...(passed.get(file) ?? [])].some((one) => wanted.test(one))
    })
    .map(({ id, file, title }) => `${id}: did not pass: ${file} › ${title}`)
}

/** A title as it is run: of one with parameters (`%s`, `$name`) each stands for any text. */
function patternOf(title: string): RegExp {
  const parts = title.split(/%[sdifjoOc#]|\$\{[^}]*\}|\$[\w.]+/)
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`, 's')
}

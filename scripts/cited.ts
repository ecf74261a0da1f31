import { relative } from 'node:path'

/** A test that docs/coverage.md cites for a statement, by its title or by that of its `describe`. */
interface Citation {
  /** The number of the statement. */
  id: string
  file: string
  title: string
}

/**
 * The rows of docs/coverage.md. Each has the number of its statement (`id`) and the tests that it cites, or the path of
 * the decision record (`record`) when no test can show the statement.
 */
export function readRows(markdown: string): { id: string; record: string | null; cited: Citation[] }[] {
  return [...markdown.matchAll(/^\| (\d+\.\d+) \| (.*) \|$/gm)].map(([, id = '', tests = '']) => {
    const [, record] = /^\[decision \d+\]\((decisions\/[\w-]+\.md)\)$/.exec(tests.trim()) ?? []
    if (record !== undefined) return { id, record, cited: [] }
    const cited = tests.split('<br>').map((citation): Citation => {
      const [file = '', title = ''] = citation.split(' › ').map((part) => part.trim().replaceAll('`', ''))
      return { id, file, title }
    })
    return { id, record: null, cited }
  })
}

/** Whether the source text of a test file has a test, or a `describe`, with exactly this title. */
export function hasTest(source: string, title: string): boolean {
  // a title is the first argument of a call: of `test` and `describe`, or of what `test.each(…)` returns
  return new RegExp(`\\(\\s*(['"\`])${escapePattern(title)}\\1`).test(source)
}

/** The project of vitest.config.ts that a test file belongs to. */
export function projectOf(file: string): 'unit' | 'integration' | 'e2e' {
  if (file.startsWith('e2e/')) return 'e2e'
  return /^(server|db)\//.test(file) || file === 'demo/load.test.ts' ? 'integration' : 'unit'
}

/** The part of vitest's JSON report that is read. */
export interface Report {
  testResults: { name: string; assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[]
}

/** One line for each citation whose project ran but whose test did not pass. */
export function notPassed(cited: readonly Citation[], reports: readonly Report[], root: string): string[] {
  const files = reports.flatMap((report) => report.testResults)
  const projectsThatRan = new Set(files.map(({ name }) => projectOf(relative(root, name))))
  /** The titles of passed tests, and of `describe` blocks with a passed test, by file. */
  const passed = new Map<string, Set<string>>()
  for (const { name, assertionResults } of files) {
    const file = relative(root, name)
    const titles = passed.get(file) ?? new Set()
    passed.set(file, titles)
    for (const { ancestorTitles, title, status } of assertionResults)
      if (status === 'passed') for (const passedTitle of [...ancestorTitles, title]) titles.add(passedTitle)
  }
  return cited
    .filter(({ file }) => projectsThatRan.has(projectOf(file)))
    .filter(({ file, title }) => {
      const pattern = patternOf(title)
      return ![...(passed.get(file) ?? [])].some((passedTitle) => pattern.test(passedTitle))
    })
    .map(({ id, file, title }) => `${id}: did not pass: ${file} › ${title}`)
}

/** A pattern for a title in a report, in which parameters such as `%s` and `$name` are replaced by any text. */
function patternOf(title: string): RegExp {
  const fixedParts = title.split(/%[sdifjoOc#]|\$\{[^}]*\}|\$[\w.]+/)
  return new RegExp(`^${fixedParts.map(escapePattern).join('.*')}$`, 's')
}

/** A text as a part of a regular expression that matches it. */
function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

import { describe, expect, test } from 'vitest'
import { hasTest, notPassed, projectOf, readRows, type Report } from './cited.ts'

/** A report of vitest about the tests of one file. */
const report = (file: string, ...tests: [ancestor: string, title: string, status: string][]): Report => ({
  testResults: [
    {
      name: `/here/${file}`,
      assertionResults: tests.map(([ancestor, title, status]) => ({ ancestorTitles: [ancestor], title, status })),
    },
  ],
})
const cite = (file: string, title: string) => ({ id: '1.1', file, title })

describe('a row of docs/coverage.md', () => {
  test('cites tests or one decision; a dash is read as a citation without a title', () => {
    const rows = readRows(
      '| 1.1 | a.test.ts › one, two<br>b.test.ts › three |\n| 1.2 | [decision 16](decisions/0016-x.md) |\n| 1.3 | – |\n',
    )
    expect(rows).toEqual([
      {
        id: '1.1',
        record: null,
        cited: [
          { id: '1.1', file: 'a.test.ts', title: 'one, two' },
          { id: '1.1', file: 'b.test.ts', title: 'three' },
        ],
      },
      { id: '1.2', record: 'decisions/0016-x.md', cited: [] },
      { id: '1.3', record: null, cited: [{ id: '1.3', file: '–', title: '' }] },
    ])
  })
})

describe('a cited test', () => {
  test('is in a file that has its whole title, not a part of it', () => {
    const source = [
      `describe('a mark (or two)', () => {`,
      `  test('is kept', async () => {})`,
      `  test.each(marks)(`,
      `    '$name is lost',`,
      `    () => {},`,
      `  )`,
      '  test(`is ${word}`, () => {})',
    ].join('\n')
    for (const title of ['a mark (or two)', 'is kept', '$name is lost', 'is ${word}'])
      expect([title, hasTest(source, title)]).toEqual([title, true])
    for (const title of ['a mark', 'kept', 'is', 'is lost', 'marks', '() => {}', 'is kept, async'])
      expect([title, hasTest(source, title)]).toEqual([title, false])
  })

  test('is reported when it failed, was skipped, does not exist, or passed only in another file', () => {
    const reports = [
      report('server/a.test.ts', ['a mark', 'passes', 'passed'], ['a mark', 'fails', 'failed']),
      report('server/b.test.ts', ['a mark', 'waits', 'skipped'], ['a mark', 'elsewhere', 'passed']),
    ]
    const cited = ['passes', 'fails', 'waits', 'gone', 'elsewhere'].map((title) => cite('server/a.test.ts', title))
    expect(notPassed([...cited, cite('server/b.test.ts', 'waits')], reports, '/here')).toEqual(
      ['a.test.ts › fails', 'a.test.ts › waits', 'a.test.ts › gone', 'a.test.ts › elsewhere', 'b.test.ts › waits'].map(
        (fileAndTitle) => `1.1: did not pass: server/${fileAndTitle}`,
      ),
    )
  })

  test('with parameters in its title has passed when one of its runs has, and a cited describe when one of its tests has', () => {
    const reports = [report('domain/a.test.ts', ['a name', 'CAN_EDIT opens (it) at coach', 'passed'])]
    const problemsOf = (title: string) => notPassed([cite('domain/a.test.ts', title)], reports, '/here')
    expect(problemsOf('$flag opens (it) at $the.portal')).toEqual([])
    expect(problemsOf('%s opens (it) at ${portal}')).toEqual([])
    expect(problemsOf('a name')).toEqual([])
    // only a part of the title
    expect(problemsOf('opens (it)')).toHaveLength(1)
  })

  test('of a vitest project that did not run is not reported', () => {
    const reports = [report('domain/a.test.ts', ['', 'one', 'passed'])]
    expect(notPassed([cite('server/a.test.ts', 'x'), cite('e2e/a.test.ts', 'x')], reports, '/here')).toEqual([])
    expect(['db/a.test.ts', 'demo/load.test.ts', 'demo/plan.test.ts', 'e2e/a.test.ts'].map(projectOf)).toEqual([
      'integration',
      'integration',
      'unit',
      'e2e',
    ])
  })
})

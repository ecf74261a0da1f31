import { expect, test } from 'vitest'
import { termProblems } from './term-entry.ts'

const entry = { name: { en: 'Autumn' }, first_date: '2026-09-07', last_date: '2026-12-18' }

test.each([
  [{}, []],
  [{ name: { en: ' ' } }, ['name required']],
  [{ name: { cy: 'Hydref' } }, []],
  [{ name: { en: 'x'.repeat(51) } }, ['name too-long']],
  [{ first_date: '2026-02-30' }, ['first_date not-a-date']],
  [{ last_date: 'soon' }, ['last_date not-a-date']],
  [{ last_date: '2026-09-06' }, ['last_date before-first']],
  [{ last_date: '2062-12-18' }, ['last_date too-late']],
] as const)('a term with %j has the problems %j', (change, problems) => {
  expect(termProblems({ ...entry, ...change }).map(({ field, problem }) => `${field} ${problem}`)).toEqual(problems)
})

import { expect, test } from 'vitest'
import { termBody, termFormProblems, termValues } from './term-values.ts'

const term = {
  id: 't',
  revision: 'r',
  kind: 'holiday' as const,
  name: { en: 'Half term', fr: 'Vacances' },
  first_date: '2026-10-26',
  last_date: '2026-10-30',
}

test('an unchanged form saves the term as it was, also the names that the form does not show', () => {
  const values = termValues(term, ['en', 'cy'])
  expect(values.names.map(({ text }) => text)).toEqual(['Half term', ''])
  const { id: _id, revision: _revision, ...body } = term
  expect(termBody(values, term)).toEqual(body)
})

test('an empty form names the missing fields by its own names', () => {
  expect([...termFormProblems(termValues(null, ['en', 'cy']))]).toEqual([
    ['names.0.text', 'required'],
    ['first_date', 'not-a-date'],
    ['last_date', 'not-a-date'],
  ])
})

import { expect, test } from 'vitest'
import { flatWords, isMissing, placeholdersInRow, wordRows } from './word-rows.ts'

const map = (words: object) => new Map(flatWords(words))
const english = map({
  a: { title: 'Members', count_one: '{{count}} of {{name}}', count_other: '{{count}} of {{name}}' },
})

test('words stand beside the English ones; a plural that English lacks beside its last form', () => {
  const rows = wordRows(
    english,
    map({ a: { title: 'Aelodau', count_two: '{{count}} o {{name}}' } }),
    map({ 'a.title': 'Disgyblion' }),
  )
  expect(rows.map((row) => row.key)).toEqual(['a.title', 'a.count_one', 'a.count_other', 'a.count_two'])
  expect(rows[0]).toEqual({ key: 'a.title', english: 'Members', built: 'Aelodau', own: 'Disgyblion' })
  expect(rows[3]?.english).toBe('{{count}} of {{name}}')
})

test('what neither the language nor the client has words for is missing', () => {
  const rows = wordRows(english, new Map(), map({ 'a.title': 'Membres', 'b.else': 'x' }))
  expect(rows.filter(isMissing).map((row) => row.key)).toEqual(['a.count_one', 'a.count_other'])
})

test('a plural knows its count even where it does not say it', () => {
  expect(placeholdersInRow({ key: 'a_one', english: 'One of {{name}}', built: null, own: null })).toEqual([
    'name',
    'count',
  ])
})

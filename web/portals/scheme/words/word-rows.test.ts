import { expect, test } from 'vitest'
import { flatWords, isMissing, placeholdersInRow, sortedWords, wordRows } from './word-rows.ts'

const wordMap = (words: object) => new Map(flatWords(words))
const english = wordMap({
  a: { title: 'Members', count_one: '{{count}} of {{name}}', count_other: '{{count}} of {{name}}' },
})

test('texts are listed beside the English ones, and a plural form that English lacks beside its `other` form', () => {
  const rows = wordRows(
    english,
    wordMap({ a: { title: 'Aelodau', count_two: '{{count}} o {{name}}' } }),
    wordMap({ 'a.title': 'Disgyblion' }),
  )
  expect(rows.map((row) => row.key)).toEqual(['a.title', 'a.count_one', 'a.count_other', 'a.count_two'])
  expect(rows[0]).toEqual({ key: 'a.title', english: 'Members', built: 'Aelodau', own: 'Disgyblion' })
  expect(rows[3]?.english).toBe('{{count}} of {{name}}')
})

test('a text is missing when neither the product nor the client has it in the language', () => {
  // `b.else` is a text that the client has and the product does not
  const rows = wordRows(english, new Map(), wordMap({ 'a.title': 'Membres', 'b.else': 'x' }))
  expect(rows.filter(isMissing).map((row) => row.key)).toEqual(['a.count_one', 'a.count_other'])
})

test('a plural may contain its count, even if the English text does not', () => {
  expect(placeholdersInRow({ key: 'a_one', english: 'One of {{name}}', built: null, own: null })).toEqual([
    'name',
    'count',
  ])
})

test('texts are in the order of the files until the column of the English ones is sorted', () => {
  const rows = wordRows(wordMap({ c: 'menu', a: 'Zoom', b: 'Close', d: 'Édit' }), new Map(), wordMap({ 'e.own': 'x' }))
  const order = (sort: 'akey' | 'aenglish' | 'denglish') =>
    sortedWords(rows, sort).map(({ english, key }) => english || key)
  expect(order('akey')).toEqual(['menu', 'Zoom', 'Close', 'Édit', 'e.own'])
  expect(order('aenglish')).toEqual(['Close', 'e.own', 'Édit', 'menu', 'Zoom'])
  expect(order('denglish')).toEqual(['Zoom', 'menu', 'Édit', 'e.own', 'Close'])
})

import { expect, test } from 'vitest'
import { scriptRuns } from './script-runs.ts'

const NBSP = '\u00A0'
/** The letters of a theme's font. */
const hasAll = (letters: string) => /^[\p{ASCII}â·]*$/u.test(letters)
const runsOf = (text: string) => scriptRuns(text, hasAll).map(({ family, run }) => [family, run])

test('a text with letters of the theme only is one run, and one with another letter is all of another font', () => {
  expect(runsOf('')).toEqual([])
  expect(runsOf('Siân Hughes')).toEqual([[null, 'Siân Hughes']])
  expect(runsOf('Sia\u0302n')).toEqual([[null, 'Siân']])
  expect(runsOf('Anna Nguyễn')).toEqual([['latin', 'Anna Nguyễn']])
})

test('words from right to left that follow each other are one run, without a space that the library could divide', () => {
  expect(runsOf('יוסי בן-דוד')).toEqual([['hebrew', `יוסי${NBSP}בן-דוד`]])
  expect(runsOf('שָׁרָה Smith')).toEqual([
    ['hebrew', 'שָׁרָה'.normalize('NFC')],
    [null, ' Smith'],
  ])
  expect(runsOf('8 years · شهد العلي · Олена')).toEqual([
    ['latin', '8 years · '],
    ['arabic', `شهد${NBSP}العلي`],
    ['latin', ' · Олена'],
  ])
})

test('a number after a word from right to left stands on its left, as it is read', () => {
  expect(runsOf('المستوى 3')).toEqual([
    [null, '3'],
    ['arabic', `المستوى${NBSP}`],
  ])
  expect(runsOf('has passed שלב 12 of Swim')).toEqual([
    [null, 'has passed 12'],
    ['hebrew', `שלב${NBSP}`],
    [null, ' of Swim'],
  ])
  expect(runsOf('شهد 12/05/2025 علي')).toEqual([
    ['arabic', `${NBSP}علي`],
    [null, '12/05/2025'],
    ['arabic', `شهد${NBSP}`],
  ])
  // a number with a letter is a word, and one of another fact has its place
  expect(runsOf('שלב 3a')).toEqual([
    ['hebrew', 'שלב'],
    [null, ' 3a'],
  ])
  expect(runsOf('8 years · شهد · 204')).toEqual([
    [null, '8 years · '],
    ['arabic', 'شهد'],
    [null, ' · 204'],
  ])
})

test('brackets among words from right to left are those that close what they open', () => {
  expect(runsOf('שלב (3)')).toEqual([
    [null, '(3'],
    ['hebrew', `שלב${NBSP})`],
  ])
  expect(runsOf('יוסי (בן) דוד')).toEqual([['hebrew', `יוסי${NBSP})בן(${NBSP}דוד`]])
  expect(runsOf('Stage (שלב)')).toEqual([
    [null, 'Stage ('],
    ['hebrew', 'שלב'],
    [null, ')'],
  ])
})

test('Arabic digits and lengthened words are written in the font that has them', () => {
  expect(runsOf('Stage ٣')).toEqual([
    [null, 'Stage '],
    ['arabic', '٣'],
  ])
  // the library turns these digits around, as it does letters
  expect(runsOf('المستوى ١٢')).toEqual([
    ['arabic', '٢١'],
    ['arabic', `المستوى${NBSP}`],
  ])
  expect(runsOf('سطح ۱۲')).toEqual([
    ['arabic', '۲۱'],
    ['arabic', `سطح${NBSP}`],
  ])
  expect(runsOf('محمـد')).toEqual([['arabic', 'محمـد']])
})

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

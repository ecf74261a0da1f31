import { expect, test } from 'vitest'
import { joinNames } from './join-names.ts'

test.each([
  [[], ''],
  [['Siân'], 'Siân'],
  [['Siân', 'Beca'], 'Siân a Beca'],
  [['Siân', 'Anna'], 'Siân ac Anna'],
  [['Siân', 'Élodie'], 'Siân ac Élodie'],
  [['Siân', 'Ŵyn'], 'Siân ac Ŵyn'],
  [['Siân', 'Wren'], 'Siân a Wren'],
  [['Anna', 'Dewi', 'Ifan'], 'Anna, Dewi ac Ifan'],
])('%j are “%s” in Welsh', (names, text) => {
  expect(joinNames(names, 'cy-GB')).toBe(text)
})

test('names in English have “and” before the last', () => {
  expect(joinNames(['Anna', 'Dewi', 'Siân'], 'en-GB')).toBe('Anna, Dewi and Siân')
})

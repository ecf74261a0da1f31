import { expect, it } from 'vitest'
import { columnsByCells } from './guess-by-cells.ts'

it('columns without headings are known by their cells', () => {
  const guess = (...rows: string[]) => columnsByCells(rows.map((row) => row.split('|')))
  expect(guess('1. Ann Lee|25/4/2013|jo@x.example|07700 900123', '2. Bo van Kay|3 Apr 2014||029 2087 4000')).toEqual([
    'name',
    'dob',
    'guardian_email',
    'phones',
  ])
  expect(guess('7|Ann|Lee|25.4.13|A', '8|Bo|O’Neil|26.4.13|B')).toEqual([null, null, null, 'dob', null])
  expect(guess('Ann|9', 'Bo|10')).toEqual([null, null])
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toCsvCell, fromCsvCell } from './csv-cell.ts'

it('a cell is what a spreadsheet does not run, and its text comes back', () => {
  const sign = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', 'a', ' ')
  fc.assert(
    fc.property(fc.tuple(fc.array(sign, { maxLength: 5 }), fc.string()), ([signs, rest]) => {
      const text = signs.join('') + rest
      expect(toCsvCell(text)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
      expect(fromCsvCell(toCsvCell(text))).toBe(text)
    }),
  )
})

it('leaves names as they are', () => {
  for (const name of ["O'Connor", "'t Hooft", 'ap Rhys']) expect(toCsvCell(name)).toBe(name)
  expect(toCsvCell('=cmd')).toBe("'=cmd")
})

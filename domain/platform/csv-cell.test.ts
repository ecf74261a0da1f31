import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toCsvCell, fromCsvCell } from './csv-cell.ts'

it('a cell of any text does not begin like a formula, and is read back as the same text', () => {
  const sign = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', 'a', ' ')
  fc.assert(
    fc.property(fc.tuple(fc.array(sign, { maxLength: 5 }), fc.string()), ([signs, rest]) => {
      const text = signs.join('') + rest
      expect(toCsvCell(text)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
      expect(fromCsvCell(toCsvCell(text))).toBe(text)
    }),
  )
})

it('a cell of a name is the name itself, also with an apostrophe, and a formula gets an apostrophe before it', () => {
  for (const name of ["O'Connor", "'t Hooft", 'ap Rhys']) expect(toCsvCell(name)).toBe(name)
  expect(toCsvCell('=cmd')).toBe("'=cmd")
})

import { expect, it } from 'vitest'
import { withInfixes } from './name-infix.ts'

it('a last name has its small words, which Dutch lists have in a column of their own', () => {
  const names = (header: string, ...rows: string[]) =>
    withInfixes(
      header.split('|'),
      rows.map((row) => row.split('|')),
    ).map((cells) => cells[2])
  expect(names('Voornaam|Tussenvoegsel|Achternaam', 'Sanne|van der|Berg', 'Jan||Visser', 'Piet|de|de Wit')).toEqual([
    'van der Berg',
    'Visser',
    'de Wit',
  ])
  expect(names('First name|Middle name|Surname', 'Ann|Mary|Lee')).toEqual(['Lee'])
})

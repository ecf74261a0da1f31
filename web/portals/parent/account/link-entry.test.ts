import { describe, expect, test } from 'vitest'
import { splitName, fieldsThatCannotMatch } from './link-entry.ts'

describe('the name on the card', () => {
  test('is split into a first and a last name, with any spaces between', () => {
    expect(splitName(' Siân  Mair O’Connor ')).toEqual(['Siân Mair', 'O’Connor'])
    expect(splitName('Tomos')).toEqual(['', 'Tomos'])
    expect(splitName('')).toEqual(['', ''])
  })
})

describe('a membership to link', () => {
  const validEntry = { number: 'AQ-1', name: 'Tomos Prŷs', dob: '2018-02-03' }
  test('is sent when all three fields are filled in', () => {
    expect(fieldsThatCannotMatch(validEntry, '2026-11-21')).toEqual([])
  })
  test('names every field that cannot match', () => {
    expect(fieldsThatCannotMatch({ number: ' ', name: 'Tomos', dob: '' }, '2026-11-21')).toEqual([
      'number',
      'name',
      'dob',
    ])
    expect(fieldsThatCannotMatch({ ...validEntry, dob: '2026-11-22' }, '2026-11-21')).toEqual(['dob'])
    expect(fieldsThatCannotMatch({ ...validEntry, name: 'Tomos <b>' }, '2026-11-21')).toEqual(['name'])
  })
})

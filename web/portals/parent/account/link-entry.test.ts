import { describe, expect, test } from 'vitest'
import { fieldsThatCannotMatch } from './link-entry.ts'

describe('a membership to link', () => {
  const validEntry = { number: 'AQ-1', firstname: ' Tomos ', lastname: 'Prŷs', dob: '2018-02-03' }
  test('is sent when all fields are filled in', () => {
    expect(fieldsThatCannotMatch(validEntry, '2026-11-21')).toEqual([])
  })
  test('names every field that cannot match', () => {
    expect(fieldsThatCannotMatch({ number: ' -', firstname: '', lastname: ' ', dob: '' }, '2026-11-21')).toEqual([
      'number',
      'firstname',
      'lastname',
      'dob',
    ])
    expect(fieldsThatCannotMatch({ ...validEntry, dob: '2026-11-22' }, '2026-11-21')).toEqual(['dob'])
    expect(fieldsThatCannotMatch({ ...validEntry, firstname: 'Tomos <b>' }, '2026-11-21')).toEqual(['firstname'])
  })
})

import { expect, it } from 'vitest'
import { emailProblem, nameProblem } from '#domain/identity/person.ts'
import { phoneProblem } from '#domain/members/member-entry.ts'
import { readRow } from '#domain/members/member-import.ts'
import { tooLongFrom } from './entry-limits.ts'

it('each field has the length from which its rule calls it too long', () => {
  expect(nameProblem('x'.repeat(tooLongFrom('firstname') - 1))).toBe(null)
  expect(nameProblem('x'.repeat(tooLongFrom('firstname')))).toBe('too-long')
  expect(phoneProblem('1'.repeat(tooLongFrom('phones') - 1))).toBe(null)
  expect(phoneProblem('1'.repeat(tooLongFrom('phones')))).toBe('too-long')
  // these texts are no addresses, but the length is checked first
  for (const field of ['email', 'guardians.0.guardian_email', 'guardian_2_email'])
    expect(emailProblem('x'.repeat(tooLongFrom(field))), field).toBe('too-long')
  const membershipNumberProblems = (length: number) =>
    readRow(['Siân', 'Rees', '2018-03-04', '1'.repeat(length)], ['firstname', 'lastname', 'dob', 'ngo_id'], {
      today: '2026-09-07',
      memberTypes: [],
      dateOrder: null,
      levels: new Set<string>(),
      skills: new Map(),
      hasGrades: false,
      placeOf: () => null,
      coaches: new Set<string>(),
      zeros: { phones: false, numberDigits: 0 },
      groupsByComma: false,
    }).problems
  expect(membershipNumberProblems(tooLongFrom('ngo_id') - 1)).toEqual([])
  expect(membershipNumberProblems(tooLongFrom('ngo_id'))).toEqual([{ field: 'ngo_id', problem: 'too-long' }])
})

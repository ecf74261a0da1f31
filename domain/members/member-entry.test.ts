import { describe, expect, test } from 'vitest'
import { memberProblems, type MemberEntry } from './member-entry.ts'
import { emptyValue, memberFieldsOf } from './member-fields.ts'

const today = '2026-11-21'
const entry: MemberEntry = {
  ...memberFieldsOf((_name, field) => emptyValue(field)),
  firstname: 'Siân',
  lastname: "O'Connor",
  dob: '2017-05-06',
  phones: ['+44 (0)29 2087-4000'],
  tags: ['Squad'],
  guardians: [{ guardian_firstname: 'Ffion', guardian_lastname: "O'Connor", guardian_email: 'ffion@example.com' }],
}
const problemsOf = (change: Partial<MemberEntry>) => memberProblems({ ...entry, ...change }, today)

describe('an entry of a member', () => {
  test('without mistakes has no problem', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ phones: [], tags: [], guardians: [] })).toEqual([])
  })

  test('names every field that is wrong', () => {
    expect(
      problemsOf({ firstname: '', lastname: 'X2', dob: '2030-01-01', phones: ['call me'], tags: ['x'.repeat(51)] }),
    ).toEqual([
      { field: 'firstname', problem: 'required' },
      { field: 'lastname', problem: 'letters' },
      { field: 'dob', problem: 'future' },
      { field: 'phones/0', problem: 'not-a-phone' },
      { field: 'tags/0', problem: 'too-long' },
    ])
  })

  test('has each guardian once, by e-mail address or else by name, and each address must be valid', () => {
    const [ffion] = entry.guardians
    if (!ffion) throw new Error('no guardian')
    const withSameEmail = { ...ffion, guardian_firstname: 'F', guardian_email: 'FFION@example.com' }
    expect(problemsOf({ guardians: [ffion, withSameEmail] })).toEqual([
      { field: 'guardians/1/guardian_lastname', problem: 'twice' },
    ])
    const withoutEmail = { ...ffion, guardian_email: null }
    expect(problemsOf({ guardians: [withoutEmail, withoutEmail] })).toHaveLength(1)
    expect(problemsOf({ guardians: [ffion, { ...ffion, guardian_email: 'work@example.com' }] })).toEqual([])
    expect(problemsOf({ guardians: [{ ...ffion, guardian_email: 'ffion@example' }] })).toEqual([
      { field: 'guardians/0/guardian_email', problem: 'not-an-email' },
    ])
  })
})

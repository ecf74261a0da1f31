import { describe, expect, it } from 'vitest'
import { memberFieldsOf, emptyValue } from './member-fields.ts'
import type { MemberEntry } from './member-entry.ts'
import { joinRows } from './same-child.ts'

const entry = (fields: Partial<MemberEntry>): MemberEntry => ({
  ...memberFieldsOf((_name, field) => emptyValue(field)),
  firstname: 'Ann',
  lastname: 'Lee',
  dob: '2013-04-03',
  guardians: [],
  ...fields,
})
const guardian = (name: string, email: string | null) => {
  const [guardian_firstname = '', guardian_lastname = ''] = name.split(' ')
  return { guardian_firstname, guardian_lastname, guardian_email: email }
}
const join = (one: Partial<MemberEntry>, other: Partial<MemberEntry>) => joinRows(entry(one), entry(other))

describe('two rows of one child', () => {
  it('fill what the other leaves empty; several numbers and notes are kept', () => {
    const { member, contradicts } = join(
      { ngo_id: '7', phones: ['1111111'], medical: 'Asthma', firstname: 'ANN' },
      { category: 'pre-school', phones: ['2222222', '1111111'], medical: 'Asthma\nNuts', note: 'shy' },
    )
    expect(contradicts).toEqual([])
    expect(member).toMatchObject({
      firstname: 'ANN',
      ngo_id: '7',
      category: 'pre-school',
      phones: ['1111111', '2222222'],
      medical: 'Asthma\nNuts',
      note: 'shy',
    })
  })

  it('contradict each other by a number, a state, too many numbers, or guardians of whom none is the same', () => {
    expect(join({ ngo_id: '7' }, { ngo_id: '8' }).contradicts).toEqual(['ngo_id'])
    expect(join({ ngo_id: '7' }, { ngo_id: '8' }).member.ngo_id).toBe('7')
    expect(join({ status: 'active' }, { status: 'inactive' }).contradicts).toEqual(['status'])
    expect(join({ phones: ['1', '2', '3'] }, { phones: ['4', '5', '6'] }).contradicts).toEqual(['phones'])
    const [jo, al] = [guardian('Jo Lee', 'jo@x.example'), guardian('Al Lee', 'al@x.example')]
    expect(join({ guardians: [jo] }, { guardians: [al] }).contradicts).toContain('guardian_email')
  })

  it('have each guardian once, by the address or else by the name', () => {
    const [jo, al] = [guardian('Jo Lee', 'jo@x.example'), guardian('Al Lee', 'al@x.example')]
    const guardiansOf = (one: (typeof jo)[], other: (typeof jo)[]) => join({ guardians: one }, { guardians: other })
    expect(guardiansOf([jo], [guardian('Joanne Lee', 'JO@x.example'), al]).member.guardians).toEqual([jo, al])
    expect(guardiansOf([guardian('Jo Lee', null)], [jo]).member.guardians).toEqual([jo])
    expect(guardiansOf([], [al]).member.guardians).toEqual([al])
    // one name with two addresses may be two persons
    expect(guardiansOf([jo], [guardian('Jo Lee', 'other@x.example')]).contradicts).not.toEqual([])
  })
})

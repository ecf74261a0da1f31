import { describe, expect, it } from 'vitest'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { emptyValue, memberField, memberFieldsOf, MEMBER_FIELDS } from '#domain/members/member-fields.ts'
import cy from '../locales/cy.json' with { type: 'json' }
import en from '../locales/en.json' with { type: 'json' }
import laterCy from '../locales/later/cy.json' with { type: 'json' }
import laterEn from '../locales/later/en.json' with { type: 'json' }
import { FORM_FIELDS, formName, newMember, patchOf, problemsOf, valuesOf } from './member-form-values.ts'

const detail: MemberDetail = {
  ...memberFieldsOf((_name, field) => emptyValue(field)),
  uuid: 'm',
  firstname: 'Siân',
  lastname: "O'Connor",
  dob: '2017-05-06',
  age: 9,
  ngo_id: 'AQ-1',
  member_type: null,
  category: null,
  status: 'active',
  tags: ['Squad', 'Tuesday'],
  medical: 'Asthma',
  phones: ['029 2087'],
  note: null,
  current_remote_node_id: null,
  note_by: null,
  note_at: null,
  guardians: [{ guardian_firstname: 'Ffion', guardian_lastname: "O'Connor", guardian_email: null }],
  groups: [],
  links: [],
  owners: [],
  revision: 'r',
}

describe('a form filled from a member', () => {
  it('changes nothing by itself', () => {
    expect(patchOf(valuesOf(detail), detail)).toEqual({})
  })

  it('sends only what was changed', () => {
    const values = { ...valuesOf(detail), medical: ' ', tags: 'Squad, Friday,, Squad', ngo_id: 'AQ-1 ' }
    expect(patchOf(values, detail)).toEqual({ medical: null, tags: ['Squad', 'Friday'] })
  })

  it('names its invalid fields by the form’s names', () => {
    const values = { ...valuesOf(detail), firstname: '', phones: '029, x' }
    const [guardian] = values.guardians
    if (!guardian) throw new Error('no guardian')
    values.guardians = [{ ...guardian, guardian_email: 'ffion@' }]
    expect([...problemsOf(values, detail, '2026-11-21')]).toEqual([
      ['firstname', 'required'],
      ['phones', 'not-a-phone'],
      ['guardians.0.guardian_email', 'not-an-email'],
    ])
    expect(formName('tags/3')).toBe('tags')
  })

  it('takes an ability group once in any spelling, and none with a separator in it', () => {
    expect(patchOf({ ...valuesOf(detail), tags: 'Squad, SQUAD , friday' }, detail)).toEqual({
      tags: ['Squad', 'friday'],
    })
    const withSeparator = { ...valuesOf(detail), firstname: '', tags: 'Squad; Tuesday' }
    expect([...problemsOf(withSeparator, detail, '2026-11-21')]).toEqual([
      ['firstname', 'required'],
      ['tags', 'separator'],
    ])
    // the name belongs to the course provider
    expect([...problemsOf(withSeparator, detail, '2026-11-21', { ownsRecords: false })]).toEqual([
      ['tags', 'separator'],
    ])
  })

  it('keeps an old ability group with a separator in it, and removes it when it is removed', () => {
    const withOldGroups = { ...detail, tags: ['A, B', 'C; D'] }
    const withTags = (tags: string) => ({ ...valuesOf(withOldGroups), tags })
    expect(patchOf({ ...valuesOf(withOldGroups), medical: '' }, withOldGroups)).toEqual({ medical: null })
    expect(patchOf(withTags('A, B, C; D, Friday'), withOldGroups)).toEqual({ tags: ['A, B', 'C; D', 'Friday'] })
    expect(problemsOf(withTags('A, B, C; D, Friday'), withOldGroups, '2026-11-21').size).toBe(0)
    expect(patchOf(withTags('A, C; D'), withOldGroups)).toEqual({ tags: ['A', 'C; D'] })
    expect([...problemsOf(withTags('A, B; C'), withOldGroups, '2026-11-21')]).toEqual([['tags', 'separator']])
  })

  it('names the fields with too many entries', () => {
    // numbers of at least three digits, which are valid as telephone numbers and as ability groups
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => `10${index}`).join(', ')
    // a member may have 20 ability groups and 5 telephone numbers
    expect(problemsOf({ ...valuesOf(detail), tags: numbers(20), phones: numbers(5) }, detail, '2026-11-21').size).toBe(
      0,
    )
    expect([
      ...problemsOf({ ...valuesOf(detail), tags: numbers(21), phones: numbers(6) }, detail, '2026-11-21'),
    ]).toEqual([
      ['phones', 'too-many'],
      ['tags', 'too-many'],
    ])
  })
})

it('a new member has null where nothing was entered', () => {
  expect(newMember({ ...valuesOf(null), firstname: 'A', lastname: 'B', dob: '2020-01-01' })).toMatchObject({
    firstname: 'A',
    ngo_id: null,
    category: null,
    phones: [],
    guardians: [],
  })
})

it.each([
  ['English', en, laterEn],
  ['Welsh', cy, laterCy],
])('each field and each of its choices has a word in %s', (_language, words, laterWords) => {
  const fieldWords = { ...words.club.field, ...laterWords.club.field }
  expect(Object.keys(fieldWords)).toEqual(expect.arrayContaining([...MEMBER_FIELDS]))
  for (const name of FORM_FIELDS) {
    const field = memberField(name)
    if (field.kind !== 'choice') continue
    const choiceWords = Object.entries({ ...words.club, ...laterWords.club }).find(([key]) => key === name)?.[1]
    expect(Object.keys(choiceWords ?? {}), name).toEqual(expect.arrayContaining([...field.choices]))
  }
})

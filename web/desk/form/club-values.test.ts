import { expect, test } from 'vitest'
import type { ClubSettings } from '#contract/tenants/clubs.ts'
import cy from '#web/locales/desk/cy.json' with { type: 'json' }
import en from '#web/locales/desk/en.json' with { type: 'json' }
import { bodyOf, problemsOf, valuesOf } from './club-values.ts'

/** What is sent to the server. */
const body = {
  name: 'Harbour',
  ngo_id: null,
  org_portal: 1,
  time_zone: 'Europe/London',
  parent_portal: 1,
  member_types: ['Squad', 'Beginner'],
  language_ids: [1, 2],
} as const
/** The same club as the server returns it. */
const settings: ClubSettings = {
  ...body,
  member_types: [...body.member_types],
  language_ids: [...body.language_ids],
  id: 'a',
  logo_file_id: null,
  members: 2,
  users: 1,
  revision: 'r',
}

test('an untouched form sends the values that it was opened with', () => {
  expect(bodyOf(valuesOf(settings))).toEqual(body)
})

test('each line is one type of member; empty lines and spaces around it are ignored', () => {
  expect(bodyOf({ ...valuesOf(settings), member_types: ' Squad \n\n Beginner\n' }).member_types).toEqual([
    'Squad',
    'Beginner',
  ])
})

// a type has at most 50 characters, and a club at most 20 types
test.each([
  [{ name: ' ' }, 'name', 'required'],
  [{ member_types: 'Squad\nsquad' }, 'member_types', 'twice'],
  [{ member_types: 'x'.repeat(51) }, 'member_types', 'tooLong'],
  [{ member_types: Array.from({ length: 21 }, (_, k) => `T${k}`).join('\n') }, 'member_types', 'tooMany'],
  [{ language_ids: [] }, 'language_ids', 'language'],
])('a form with %j has at %s the problem %s', (change, field, problem) => {
  expect([...problemsOf({ ...valuesOf(settings), ...change })]).toEqual([[field, problem]])
})

test('a type of member may have 50 characters of any script, and the message about a longer one names 51 [5.10]', () => {
  // letters of Adlam, of which each is two units of a JavaScript text
  for (const letter of ['x', '\u{1E922}']) {
    const problemOf = (length: number) =>
      problemsOf({ ...valuesOf(settings), member_types: letter.repeat(length) }).get('member_types')
    expect([problemOf(50), problemOf(51)]).toEqual([undefined, 'tooLong'])
  }
  for (const { desk } of [en, cy]) expect(desk.club.problem.tooLong).toContain(' 51 ')
})

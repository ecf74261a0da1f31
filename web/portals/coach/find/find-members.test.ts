import { expect, test } from 'vitest'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { findMembers } from './find-members.ts'

const member = (uuid: string, firstname: string, lastname: string, status = 'active') =>
  [uuid, { uuid, firstname, lastname, status }] as const
const link = (groupId: string, memberUuid: string, change = {}) => ({
  groupId,
  memberUuid,
  from: '2026-01-01',
  to: null,
  ...change,
})

// only the fields that the search reads
const snapshot = {
  groups: [
    { id: 'd', name: 'Dolphins' },
    { id: 's', name: 'Seals' },
  ],
  members: new Map([
    member('1', 'Siân', "O'Connor"),
    member('2', 'Beca', 'O’Connor'),
    member('3', 'Idris', 'Patel-Jones'),
    member('4', 'Sioned', 'Jones', 'inactive'),
    member('5', 'Sion', 'Rees'),
  ]),
  groupMembers: [
    link('s', '1'),
    link('s', '1', { from: '2026-02-01' }),
    link('d', '1'),
    link('d', '2'),
    link('d', '3'),
    link('d', '4'),
    link('d', '5', { to: '2026-11-01' }),
    link('other', '3'),
  ],
} as unknown as CoachSnapshot

const found = (text: string) =>
  findMembers(snapshot, text, '2026-11-26')?.map(({ member: { firstname }, groups }) =>
    [firstname, ...groups.map(({ name }) => name)].join(', '),
  )

test('a member is found once, with each of their groups, by the beginnings of names, whatever the accents, case and apostrophe', () => {
  expect(found('SIAN')).toEqual(['Siân, Dolphins, Seals'])
  for (const text of ["o'connor", 'O’CONNOR', 'oconnor'])
    expect(found(text)).toEqual(['Beca, Dolphins', 'Siân, Dolphins, Seals'])
  expect(found('oconn bec')).toEqual(['Beca, Dolphins'])
  expect(found('jones')).toEqual(['Idris, Dolphins'])
})

test('inactive members and former members of a group are not found, and a text that cannot be searched for finds nothing', () => {
  expect(found('sioned')).toEqual([])
  expect(found('rees')).toEqual([])
  expect([found(''), found('s'), found('si%')]).toEqual([undefined, undefined, undefined])
})

import { expect, test } from 'vitest'
import { paperClub } from './paper-club.ts'

const [harbour, lakeside] = [{ id: 'h' }, { id: 'l' }]
const group = (club_id: string) => ({ club_id })

test('a child’s paper is headed by the club of its groups, else by the only club that holds it', () => {
  expect(paperClub({ owners: [harbour, lakeside], groups: [group('l'), group('l')] })).toBe(lakeside)
  expect(paperClub({ owners: [harbour], groups: [] })).toBe(harbour)
})

test('a child of several clubs, or of none, has none', () => {
  expect(paperClub({ owners: [harbour, lakeside], groups: [group('h'), group('l')] })).toBeNull()
  expect(paperClub({ owners: [harbour, lakeside] })).toBeNull()
  expect(paperClub({})).toBeNull()
})

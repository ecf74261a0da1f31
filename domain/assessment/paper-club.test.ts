import { expect, test } from 'vitest'
import { paperClub } from './paper-club.ts'

const [harbour, lakeside] = [{ id: 'h' }, { id: 'l' }]
const group = (club_id: string) => ({ club_id })

test('certificates of a child are headed by the club of all its groups, else by its only club', () => {
  expect(paperClub({ owners: [harbour, lakeside], groups: [group('l'), group('l')] })).toBe(lakeside)
  expect(paperClub({ owners: [harbour], groups: [] })).toBe(harbour)
})

test('certificates of a child with groups or records at several clubs, or at none, are headed by no club', () => {
  expect(paperClub({ owners: [harbour, lakeside], groups: [group('h'), group('l')] })).toBeNull()
  expect(paperClub({ owners: [harbour, lakeside] })).toBeNull()
  expect(paperClub({})).toBeNull()
})

import { expect, test } from 'vitest'
import type { TermMember } from '#contract/flows/term-board.ts'
import { groupsFirst, readyFirst, type BoardEntry } from './term-data.ts'

const entry = (firstname: string, why: TermMember['why']) => ({ member: { firstname, why } }) as unknown as BoardEntry

test('children who are ready stand before those whom only a coach wants to move, each in the order of the names', () => {
  const entries = [entry('Ana', 'open'), entry('Ben', 'complete'), entry('Cai', 'open'), entry('Dee', 'passed')]
  expect(readyFirst(entries).map(({ member }) => member.firstname)).toEqual(['Ben', 'Dee', 'Ana', 'Cai'])
})

test('groups with somebody to show stand before the others, each in its order', () => {
  const columns = ['a', 'b', 'c', 'd'].map((id) => ({ group: { id } }))
  expect(groupsFirst(columns, new Set(['d', 'b'])).map(({ group }) => group.id)).toEqual(['b', 'd', 'a', 'c'])
})

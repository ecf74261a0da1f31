import { expect, test } from 'vitest'
import type { TermMember } from '#contract/flows/term-board.ts'
import { readyFirst, type BoardEntry } from './term-data.ts'

const entry = (firstname: string, why: TermMember['why']) => ({ member: { firstname, why } }) as unknown as BoardEntry

test('children who are ready stand before those whom only a coach wants to move, each in the order of the names', () => {
  const entries = [entry('Ana', 'open'), entry('Ben', 'complete'), entry('Cai', 'open'), entry('Dee', 'passed')]
  expect(readyFirst(entries).map(({ member }) => member.firstname)).toEqual(['Ben', 'Dee', 'Ana', 'Cai'])
})

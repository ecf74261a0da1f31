import { expect, it } from 'vitest'
import type { Member } from '#contract/assessment/linked-member.ts'
import { childOf } from './coming-groups.ts'

it('a group to come is none of today’s groups, by which levels are chosen', () => {
  const groups = ['2026-11-23', '2026-11-24'].map((first_date) => ({ first_date }))
  const child = childOf({ groups } as Member, '2026-11-23')
  expect([child.groups, child.comingGroups]).toEqual([[groups[0]], [groups[1]]])
})

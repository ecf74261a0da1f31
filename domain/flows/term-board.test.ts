import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProgressState } from '#domain/assessment/engine.ts'
import {
  isReady,
  moveObstacle,
  overfullGroups,
  readiness,
  sizesAfter,
  type BoardGroup,
  type BoardMember,
} from './term-board.ts'

const order = ['/1', '/2', '/3', '/4']
const states = (of: Record<string, ProgressState>) => (id: string) => of[id]

describe('readiness to leave a group', () => {
  test.each([
    ['nothing marked', ['/2'], {}, { why: 'open', level: '/2', wanted: '/2' }],
    ['passed', ['/2'], { '/2': 'passed' }, { why: 'passed', level: '/2', wanted: '/3' }],
    ['complete, waiting for its pass', ['/2'], { '/2': 'completed' }, { why: 'complete', level: '/2', wanted: '/3' }],
    ['one of two passed', ['/1', '/2'], { '/1': 'passed' }, { why: 'open', level: '/2', wanted: '/2' }],
    [
      'the next one passed too',
      ['/1'],
      { '/1': 'passed', '/2': 'passed' },
      { why: 'passed', level: '/1', wanted: '/3' },
    ],
    ['the last level', ['/4'], { '/4': 'passed' }, { why: 'passed', level: '/4', wanted: null }],
    ['a group about no level', [], {}, { why: 'no-levels', level: null, wanted: null }],
    ['a group about levels that are gone', ['/9'], {}, { why: 'no-levels', level: null, wanted: null }],
  ] as const)('%s', (_what, levels, of, expected) => {
    expect(readiness(order, levels, states(of), null)).toEqual(expected)
  })

  test('a member is ready only when every level of the group that counts is complete', () => {
    const state = fc.constantFrom<ProgressState>('available', 'started', 'completed', 'passed')
    fc.assert(
      fc.property(fc.array(state, { minLength: 4, maxLength: 4 }), fc.subarray(order), (all, levels) => {
        const stateOf = (id: string) => all[order.indexOf(id)]
        const found = readiness(order, levels, stateOf, null)
        const done = levels.every((id) => ['completed', 'passed'].includes(stateOf(id) ?? ''))
        expect(isReady(found)).toBe(levels.length > 0 && done)
        // who is ready is never sent to a level that is done or was before
        if (isReady(found) && found.wanted !== null) {
          expect(levels).not.toContain(found.wanted)
          expect(order.indexOf(found.wanted)).toBeGreaterThan(Math.max(...levels.map((id) => order.indexOf(id))))
        }
      }),
    )
  })
})

const group = (id: string, more: Partial<BoardGroup> = {}): BoardGroup => ({
  id,
  scheme_slug: 'swim',
  levels: ['/2'],
  max_size: 2,
  age_from: null,
  age_to: null,
  size: 2,
  over: false,
  ...more,
})
const member: BoardMember = {
  member_uuid: 'm',
  age: 7,
  group: { id: 'a', scheme_slug: 'swim' },
  wanted: '/2',
  elsewhere: ['c'],
}

test.each([
  ['fits', group('b'), null],
  ['about nothing in particular', group('b', { levels: [] }), null],
  ['the own one', group('a'), 'here'],
  ['one the member is in already', group('c'), 'here'],
  ['another scheme', group('b', { scheme_slug: 'dance' }), 'scheme'],
  ['another level', group('b', { levels: ['/3'] }), 'level'],
  ['for older ones', group('b', { age_from: 8 }), 'age'],
  ['for just this age', group('b', { age_from: 7, age_to: 8 }), null],
  ['for younger ones', group('b', { age_to: 7 }), 'age'],
])('a group that is %s', (_what, target, expected) => {
  expect(moveObstacle(target, member)).toBe(expected)
})

test('two full groups can change places, and no third one enters', () => {
  const groups = [group('a'), group('b')]
  const swap = [
    { group_id: 'a', member_uuid: '1', to_group_id: 'b' },
    { group_id: 'b', member_uuid: '2', to_group_id: 'a' },
  ]
  expect(overfullGroups(groups, swap)).toEqual([])
  expect(overfullGroups(groups, [...swap, { group_id: 'a', member_uuid: '3', to_group_id: 'b' }])).toEqual(['b'])
})

test('moves keep the number of members of all groups together, and decisions to stay change no group', () => {
  const ids = ['a', 'b', 'c']
  const decision = fc.record({
    group_id: fc.constantFrom(...ids),
    member_uuid: fc.uuid(),
    to_group_id: fc.option(fc.constantFrom(...ids)),
  })
  fc.assert(
    fc.property(fc.array(decision), (decisions) => {
      const groups = ids.map((id) => group(id))
      const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((a, b) => a + b, 0)
      expect(sum(sizesAfter(groups, decisions))).toBe(6)
      const stays = decisions.map((each) => ({ ...each, to_group_id: null }))
      expect([...sizesAfter(groups, stays).values()]).toEqual([2, 2, 2])
    }),
  )
})

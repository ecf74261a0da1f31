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

/** The levels of the scheme, in tree order. */
const order = ['/1', '/2', '/3', '/4']

describe('readiness to leave a group', () => {
  test.each([
    ['no level is marked', ['/2'], {}, { why: 'open', level: '/2', wanted: '/2' }],
    ['the level is passed', ['/2'], { '/2': 'passed' }, { why: 'passed', level: '/2', wanted: '/3' }],
    [
      'the level is complete and waits for its pass',
      ['/2'],
      { '/2': 'completed' },
      { why: 'complete', level: '/2', wanted: '/3' },
    ],
    ['one of two levels is passed', ['/1', '/2'], { '/1': 'passed' }, { why: 'open', level: '/2', wanted: '/2' }],
    [
      'the level after the group’s is passed too',
      ['/1'],
      { '/1': 'passed', '/2': 'passed' },
      { why: 'passed', level: '/1', wanted: '/3' },
    ],
    [
      'the last level of the scheme is passed',
      ['/4'],
      { '/4': 'passed' },
      { why: 'passed', level: '/4', wanted: null },
    ],
    ['the group is about no level', [], {}, { why: 'no-levels', level: null, wanted: null }],
    ['the group is about a level that is gone', ['/9'], {}, { why: 'no-levels', level: null, wanted: null }],
  ] as const)('is decided when %s', (_case, levels, states: Record<string, ProgressState>, expected) => {
    expect(readiness(order, levels, (id) => states[id], null)).toEqual(expected)
  })

  test('makes a member ready only when every level of the group is complete', () => {
    const state = fc.constantFrom<ProgressState>('available', 'started', 'completed', 'passed')
    fc.assert(
      fc.property(fc.array(state, { minLength: 4, maxLength: 4 }), fc.subarray(order), (states, levels) => {
        const stateOf = (id: string) => states[order.indexOf(id)]
        const result = readiness(order, levels, stateOf, null)
        const isComplete = levels.every((id) => ['completed', 'passed'].includes(stateOf(id) ?? ''))
        expect(isReady(result)).toBe(levels.length > 0 && isComplete)
        // the next level of a ready member comes after all levels of the group
        if (isReady(result) && result.wanted !== null) {
          expect(levels).not.toContain(result.wanted)
          expect(order.indexOf(result.wanted)).toBeGreaterThan(Math.max(...levels.map((id) => order.indexOf(id))))
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
  ['a group about the level that the member needs', group('b'), null],
  ['a group about no level', group('b', { levels: [] }), null],
  ['the member’s own group', group('a'), 'here'],
  ['another group that the member is in already', group('c'), 'here'],
  ['a group of another scheme', group('b', { scheme_slug: 'dance' }), 'scheme'],
  ['a group about another level', group('b', { levels: ['/3'] }), 'level'],
  ['a group for older members', group('b', { age_from: 8 }), 'age'],
  ['a group for just this age', group('b', { age_from: 7, age_to: 8 }), null],
  ['a group for younger members', group('b', { age_to: 7 }), 'age'],
])('the obstacle to moving a member is found for %s', (_case, target, expected) => {
  expect(moveObstacle(target, member)).toBe(expected)
})

test('two full groups can exchange members, and then neither has room for a third one', () => {
  const groups = [group('a'), group('b')]
  const swap = [
    { group_id: 'a', member_uuid: '1', to_group_id: 'b' },
    { group_id: 'b', member_uuid: '2', to_group_id: 'a' },
  ]
  expect(overfullGroups(groups, swap)).toEqual([])
  expect(overfullGroups(groups, [...swap, { group_id: 'a', member_uuid: '3', to_group_id: 'b' }])).toEqual(['b'])
})

test('moves leave the sum of all groups’ members as it is, and decisions to stay change no group', () => {
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
      // three groups of two members
      expect(sum(sizesAfter(groups, decisions))).toBe(6)
      const stays = decisions.map((move) => ({ ...move, to_group_id: null }))
      expect([...sizesAfter(groups, stays).values()]).toEqual([2, 2, 2])
    }),
  )
})

import { expect, test } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { compileCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { levelNode, swimming } from '#web/features/progress-view/testing/curriculum.ts'
import { sheetParts } from './sheet-parts.ts'

const compiled = compileCurriculum(
  swimming([levelNode('/one', ['a', 'b']), levelNode('/two', ['a']), levelNode('/three', ['a'])]),
)
const members = ['m', 'n', 'o'].map((uuid) => ({ uuid, current_remote_node_id: null }) as CoachMember)
const pass = { grade: 3, pass: 3, ts: 1, since: 1 }
const snapshot = {
  results: new Map([
    [
      'n/swim',
      new Map([
        ['/one/a', pass],
        ['/one/b', pass],
      ]),
    ],
  ]),
} as unknown as CoachSnapshot
/** Level, skills and members of each part. */
const partsFor = (assessment_levels: string[]) =>
  sheetParts(snapshot, compiled, { assessment_levels } as Group, members).map(({ level, skills, members: listed }) => [
    level?.id ?? null,
    skills.map(({ id }) => id),
    listed.map(({ uuid }) => uuid),
  ])

test('a blank sheet has a part for each level that members are at, with each member once', () => {
  expect(partsFor(['/one', '/two', '/three'])).toEqual([
    ['/one', ['/one/a', '/one/b'], ['m', 'o']],
    ['/two', ['/two/a'], ['n']],
  ])
})

test('a blank sheet of a group without levels has one part with all members', () => {
  expect(partsFor([])).toEqual([[null, [], ['m', 'n', 'o']]])
})

import { expect, test } from 'vitest'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { compileCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { levelNode, swimming } from '#web/features/progress-view/testing/curriculum.ts'
import { badgesOf } from './badges.ts'

const curriculum = swimming([
  levelNode('/one', ['s']),
  levelNode('/two', ['s']),
  levelNode('/three', ['s']),
  levelNode('/four', ['s', 'u']),
  levelNode('/secret', ['s'], { hidden: true }),
])
const pass = { grade: 3, pass: 3, ts: 7, since: 7 }
/** A coach's entry that a badge was handed over, or that this was taken back. */
const handoverEntry = (value: boolean) => ({ value, ts: 9, authorUuid: 'u', authorName: 'Anna' })
const member = (uuid: string) => ({ uuid, firstname: uuid, lastname: 'X' }) as CoachMember

test('visible passed levels have badges, which wait until they are handed over; a revoked level has none', () => {
  const snapshot = {
    results: new Map([
      [
        'a/swim',
        new Map([
          ['/one/s', pass],
          ['/two/s', pass],
          ['/secret/s', pass],
          ['/three/s', pass],
          // a coach revoked this level
          ['/three/manual', { ...pass, grade: -1 }],
        ]),
      ],
      [
        'b/swim',
        new Map([
          ['/one/s', pass],
          ['/two/manual', { ...pass, pass: 1 }],
          ['/three/s', pass],
          ['/four/s', pass],
          ['/four/u', pass],
        ]),
      ],
    ]),
    // b passed the second level and the skills of the third one elsewhere, and of the fourth one only a skill
    brought: new Set(['b/swim/two', 'b/swim/three/s', 'b/swim/four/s']),
    registers: new Map([
      ['badge/a/swim/one', handoverEntry(true)],
      ['badge/b/swim/one', handoverEntry(false)],
      ['badge/a/swim/three', handoverEntry(true)],
    ]),
  } as unknown as CoachSnapshot
  const badges = badgesOf(snapshot, compileCurriculum(curriculum), [member('a'), member('b'), member('c')])
  expect(badges.map(({ key, passedTs, handover }) => [key, passedTs, handover?.authorName ?? null])).toEqual([
    ['badge/a/swim/one', 7, 'Anna'],
    ['badge/a/swim/two', 7, null],
    ['badge/b/swim/one', 7, null],
    ['badge/b/swim/four', 7, null],
  ])
})

test('a coach who marks a level from elsewhere again earns no badge; who passes what was missing there does', () => {
  const [long, day, now] = [0, 500, 900]
  const marked = (since: number, ts = since) => ({ grade: 3, pass: 3, ts, since })
  const snapshot = {
    results: new Map([
      [
        'c/swim',
        new Map([
          // both skills from elsewhere, one of them marked again
          ['/four/s', marked(day)],
          ['/four/u', marked(day, now)],
          // its only skill from long ago, marked again
          ['/one/s', marked(long, now)],
        ]),
      ],
      [
        'd/swim',
        new Map([
          ['/four/s', marked(day)],
          ['/four/u', marked(now)],
          // the coach passed the level whose skill is from elsewhere
          ['/one/s', marked(day)],
          ['/one/manual', { ...marked(now), grade: 1, pass: 1 }],
        ]),
      ],
    ]),
    brought: new Set(['c/swim/four/s', 'd/swim/four/s', 'd/swim/one/s']),
    registers: new Map(),
  } as unknown as CoachSnapshot
  const badges = badgesOf(snapshot, compileCurriculum(curriculum), [member('c'), member('d')])
  expect(badges.map(({ key }) => key)).toEqual(['badge/d/swim/one', 'badge/d/swim/four'])
})

import { describe, expect, test } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Result } from '#domain/assessment/engine.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { compileCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { levelNode, swimming } from '#web/features/progress-view/testing/curriculum.ts'
import { nextStep, skillsMarkedOn } from './handover.ts'

const compiled = compileCurriculum(
  swimming([levelNode('/one', ['a', 'b']), levelNode('/two', ['a'], { completion_type: 'manual' })]),
)
const group = { assessment_levels: ['/one', '/two'] } as Group
const member = (uuid: string) => ({ uuid, current_remote_node_id: null }) as CoachMember
const noonTs = (day: string) => Date.parse(`${day}T12:00Z`) / 1000
const pass = (day = '2026-11-14'): Result => ({ grade: 3, pass: 3, ts: noonTs(day), since: noonTs(day) })
const snapshotWith = (...results: [string, Result][]) =>
  ({ results: new Map([['m/swim', new Map(results)]]) }) as unknown as CoachSnapshot
/** Level, skill and state of the next step; null without a step. */
const nextFor = (snapshot: CoachSnapshot, coveredGroup: Group = group) => {
  const step = nextStep(snapshot, compiled, coveredGroup, member('m'))
  return step && [step.level.id, step.skill, step.state]
}

describe('what a covering coach does next with a child', () => {
  test.each<[string, [string, Result][], ReturnType<typeof nextFor>]>([
    ['nothing is marked', [], ['/one', 'a', 'open']],
    ['the first skill is passed', [['/one/a', pass()]], ['/one', 'b', 'open']],
    ['only the second skill is passed', [['/one/b', pass()]], ['/one', 'a', 'open']],
    [
      'a manual level is complete',
      [
        ['/one/a', pass()],
        ['/one/b', pass()],
        ['/two/a', pass()],
      ],
      ['/two', null, 'awaits-pass'],
    ],
  ])('is found when %s', (_, results, expected) => {
    expect(nextFor(snapshotWith(...results))).toEqual(expected)
  })

  test('is no skill when the level is passed', () => {
    const oneLevelGroup = { assessment_levels: ['/one'] } as Group
    expect(nextFor(snapshotWith(['/one/a', pass()], ['/one/b', pass()]), oneLevelGroup)).toEqual([
      '/one',
      null,
      'passed',
    ])
  })

  test('is null in a group without levels', () => {
    expect(nextFor(snapshotWith(), { assessment_levels: [] as string[] } as Group)).toBeNull()
  })
})

test('the skills of a session are those marked on its day in the club’s time zone, in tree order', () => {
  const snapshot = snapshotWith(
    ['/two/a', pass()],
    ['/one/b', pass()],
    ['/one/a', pass('2026-11-07')],
    ['/two/manual', pass()],
  )
  const skills = skillsMarkedOn(snapshot, compiled, [member('m'), member('n')], '2026-11-14', 'Europe/London')
  expect(skills.map(({ id }) => id)).toEqual(['/one/b', '/two/a'])
})

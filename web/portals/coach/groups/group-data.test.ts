import { describe, expect, test } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Result } from '#domain/assessment/engine.ts'
import {
  compileCurriculum,
  currentLevelId,
  levelsOf,
  membersOf,
  skillsOf,
  evaluationOf,
  visibleCurriculum,
} from './group-data.ts'
import { levelView, passGrade, revokeGrade } from '#web/portals/coach/assess/level/level-view.ts'

const node = (id: string, t: SchemeNode['t'], change: Partial<SchemeNode> = {}): SchemeNode => ({
  id,
  parentId: null,
  title: id.slice(1),
  t,
  is_owner: true,
  content: [],
  videos: [],
  children: [],
  ...change,
})
const skill = (id: string, change: Partial<SchemeNode> = {}) =>
  node(id, 's', { parentId: id.slice(0, id.lastIndexOf('/')), grade: 3, ...change })
const level = (id: string, children: SchemeNode[], change: Partial<SchemeNode> = {}) =>
  node(id, 'l', { children, ...change })

const curriculum: Curriculum = {
  slug: 'swim',
  uuid: 'u',
  name: 'Swim',
  revision: 1,
  language: 'en-GB',
  grades: [{ grade: 3, label: 'three', pass: 3, labels: ['N/A', 'Fair', 'Good', 'Pass'], versions: [] }],
  tree: [
    level('/one', [
      skill('/one/a'),
      skill('/one/b'),
      skill('/one/c', { hidden: true }),
      skill('/one/d', { skipped: true }),
    ]),
    level('/two', [skill('/two/a'), skill('/two/b'), skill('/two/c')], {
      completion: [['/two/a', '/two/b', '/two/c'], 2],
      completion_type: 'manual',
    }),
    level('/gone', [skill('/gone/a')], { skipped: true }),
    level('/secret', [skill('/secret/a')], { hidden: true }),
  ],
}
const compiled = compileCurriculum(curriculum)
const group = { assessment_levels: ['/two', '/one', '/gone', '/secret', '/unknown'] } as Group
const member = { current_remote_node_id: null } as CoachMember
const pass: Result = { grade: 3, pass: 3, ts: 1, since: 1 }
const results = (...entries: [string, Result][]) => new Map(entries)
const viewOf = (memberResults: Map<string, Result>, levelId: string) =>
  levelView(compiled, evaluationOf(compiled, memberResults), memberResults, levelId)

describe('what a coach may mark', () => {
  test('is in the group’s levels that exist and are neither skipped nor hidden, in tree order', () => {
    expect(levelsOf(compiled, group).map(({ id }) => id)).toEqual(['/one', '/two'])
  })
  test('is every skill that is neither skipped nor hidden', () => {
    expect(skillsOf(compiled, '/one').map(({ id }) => id)).toEqual(['/one/a', '/one/b'])
  })
  test('starts at the member’s current level, which is null when the group has no levels', () => {
    const evaluation = evaluationOf(compiled, results(['/two/a', pass]))
    expect(currentLevelId(compiled, evaluation, group, member)).toBe('/two')
    expect(currentLevelId(compiled, evaluation, { ...group, assessment_levels: [] }, member)).toBeNull()
  })
  test('is shown in a curriculum without its hidden and skipped nodes', () => {
    const { tree } = visibleCurriculum(curriculum)
    expect(tree.map((n) => [n.id, n.children.map((c) => c.id)])).toEqual([
      ['/one', ['/one/a', '/one/b']],
      ['/two', ['/two/a', '/two/b', '/two/c']],
    ])
  })
})

describe('a level of one member', () => {
  test('is computed only once for the same results', () => {
    const memberResults = results(['/two/a', pass])
    expect(viewOf(memberResults, '/two')).toBe(viewOf(memberResults, '/two'))
  })
  test('says how many skills are needed and missing, hidden ones included', () => {
    expect(viewOf(results(['/two/a', pass]), '/two')).toMatchObject({ need: 2, toGo: 1, state: 'started' })
    expect(viewOf(results(['/one/a', pass], ['/one/b', pass]), '/one')).toMatchObject({
      toGo: 1,
      marks: ['done', 'done'],
    })
  })
  test('that is manual waits for its pass, is passed by grade 1 and revoked by grade -1', () => {
    const eligible = viewOf(results(['/two/a', pass], ['/two/b', pass]), '/two')
    expect(eligible).toMatchObject({ state: 'completed', eligible: true, manual: true })
    expect(eligible && passGrade(eligible)).toBe(1)
    const passed = viewOf(
      results(['/two/a', pass], ['/two/b', pass], ['/two/manual', { ...pass, grade: 1, pass: 1 }]),
      '/two',
    )
    expect(passed).toMatchObject({ state: 'passed', forced: false })
    expect(passed && revokeGrade(passed)).toBe(-1)
  })
  test('that was forced is taken back by clearing the manual grade', () => {
    const forced = viewOf(results(['/one/manual', { ...pass, grade: 1, pass: 1 }]), '/one')
    expect(forced).toMatchObject({ state: 'passed', forced: true })
    expect(forced && revokeGrade(forced)).toBe(0)
  })
  test('that is automated and was revoked is passed again by clearing the manual grade', () => {
    const allPassed = ['a', 'b', 'c'].map((name): [string, Result] => [`/one/${name}`, pass])
    expect(viewOf(results(...allPassed), '/one')).toMatchObject({ state: 'passed' })
    const revoked = viewOf(results(...allPassed, ['/one/manual', { ...pass, grade: -1, pass: 1 }]), '/one')
    expect(revoked).toMatchObject({ state: 'completed', eligible: true })
    expect(revoked && passGrade(revoked)).toBe(0)
  })
})

test('members of a group are the active ones of that day, by first name', () => {
  const person = (uuid: string, firstname: string, status: CoachMember['status'] = 'active') =>
    ({ uuid, firstname, lastname: 'X', status }) as CoachMember
  const people = [person('1', 'Zoe'), person('2', 'Amara'), person('3', 'Left'), person('4', 'Lapsed', 'inactive')]
  /** The time during which a member is in the group. */
  const period = (memberUuid: string, from: string, to: string | null) => ({ groupId: 'g', memberUuid, from, to })
  const groupMembers = [
    period('1', '2026-01-01', null),
    period('2', '2026-11-21', '2026-11-21'),
    period('3', '2026-01-01', '2026-11-20'),
    period('4', '2026-01-01', null),
    // a member who is not on the device
    period('5', '2026-01-01', null),
  ]
  const members = new Map(people.map((p) => [p.uuid, p]))
  expect(membersOf({ groupMembers, members }, 'g', '2026-11-21').map((m) => m.firstname)).toEqual(['Amara', 'Zoe'])
})

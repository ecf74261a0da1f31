import { describe, expect, test } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import type { Curriculum, SchemeNode } from '#contract/curriculum/schemes.ts'
import type { Result } from '#domain/assessment/engine.ts'
import { additionalSkills, findAdditionalSkills, MAX_FOUND } from './assess/level/additional.ts'
import {
  compileCurriculum,
  levelAbove,
  markableSkills,
  nodeOf,
  groupAssesses,
  sectionsOf,
  evaluationOf,
} from './groups/group-data.ts'
import { openSkills } from './assess/level/open-skills.ts'
import { missingForPass } from './assess/level/missing-for-pass.ts'

// Which skills a page shows, passes and finds, and what a level lacks for its pass.

const node = (
  id: string,
  t: SchemeNode['t'],
  children: SchemeNode[] = [],
  change: Partial<SchemeNode> = {},
): SchemeNode => ({
  id,
  parentId: id.lastIndexOf('/') > 0 ? id.slice(0, id.lastIndexOf('/')) : null,
  title: `Title ${id.slice(id.lastIndexOf('/') + 1)}`,
  t,
  ...(t === 's' ? { grade: 3 } : {}),
  is_owner: true,
  content: [],
  videos: [],
  children,
  ...change,
})

const curriculum: Curriculum = {
  slug: 'swim',
  uuid: 'u',
  name: 'Swim',
  revision: 1,
  language: 'en-GB',
  grades: [
    { grade: 1, label: 'one', pass: 1, labels: ['Not awarded', 'Awarded'], versions: [] },
    { grade: 3, label: 'three', pass: 3, labels: ['N/A', 'Fair', 'Good', 'Pass'], versions: [] },
  ],
  tree: [
    node('/one', 'l', [
      node('/one/a', 's'),
      node(
        '/one/turns',
        'sg',
        [node('/one/turns/b', 's', [], { grade: 1 }), node('/one/turns/c', 's', [], { hidden: true })],
        {
          completion_type: 'manual',
        },
      ),
      node('/one/d', 's', [], { skipped: true }),
      node('/one/e', 's'),
    ]),
    node('/two', 'l', [node('/two/f', 's'), node('/two/g', 's', [], { title: 'Back crawl, 10 m' })], {
      required: ['/two/f'],
    }),
    node('/secret', 'l', [node('/secret/h', 's')], { hidden: true }),
  ],
}
// coaches see a skill without a scale, but cannot assess it
const [firstLevel] = curriculum.tree
const unscaled = node('/one/z', 's')
delete unscaled.grade
firstLevel?.children.push(unscaled)

const compiled = compileCurriculum(curriculum)
const pass: Result = { grade: 3, pass: 3, ts: 1, since: 1 }
const passedResults = (...ids: string[]) => new Map(ids.map((id) => [id, pass]))
const titlesOf = (nodes: readonly { title: string }[] | undefined) => nodes?.map(({ title }) => title)

describe('a level’s page', () => {
  test('has skills and groups in tree order, also those that are not assessable, but no hidden or skipped ones', () => {
    expect(
      sectionsOf(compiled, '/one').map(({ group, skills }) => [group?.id ?? null, skills.map(({ id }) => id)]),
    ).toEqual([
      [null, ['/one/a']],
      ['/one/turns', ['/one/turns/b']],
      [null, ['/one/e', '/one/z']],
    ])
    expect(sectionsOf(compiled, '/nowhere')).toEqual([])
  })

  test('passes every open skill with its pass point, but none that is passed, hidden or not assessable', () => {
    expect(openSkills(compiled, passedResults('/one/a'), '/one')).toEqual([
      { id: '/one/turns/b', pass: 1 },
      { id: '/one/e', pass: 3 },
    ])
    // grade -1 is a mark that was taken back
    expect(openSkills(compiled, new Map([['/one/e', { ...pass, grade: -1 }]]), '/one').map(({ id }) => id)).toContain(
      '/one/e',
    )
  })
})

describe('what a level lacks for its pass', () => {
  const missing = (results: ReadonlyMap<string, Result>, id: string) =>
    missingForPass(compiled, evaluationOf(compiled, results), id)

  test('names the skills, hidden ones too, and the groups that wait for a coach’s pass', () => {
    const missingParts = missing(passedResults('/one/a'), '/one')
    expect(missingParts).toMatchObject({ have: 1, need: 3, revoked: false, awaitsPass: false })
    expect(missingParts?.skills.map(({ id, hidden }) => [id, hidden])).toEqual([
      ['/one/turns/b', false],
      ['/one/turns/c', true],
      ['/one/e', false],
    ])
    expect(missingParts?.passes.map(({ id }) => id)).toEqual(['/one/turns'])
  })

  test('says that only the coach’s pass is missing, or that it was revoked', () => {
    const allSkillsPassed = new Map([
      ...passedResults('/one/turns/c'),
      ['/one/turns/b', { ...pass, grade: 1, pass: 1 }] as const,
    ])
    expect(missing(allSkillsPassed, '/one/turns')).toMatchObject({ awaitsPass: true, skills: [] })
    // grade -1 of a manual pass revokes it
    const passRevoked = new Map([
      ...passedResults('/two/f', '/two/g'),
      ['/two/manual', { ...pass, grade: -1, pass: 1 }] as const,
    ])
    expect(missing(passRevoked, '/two')).toMatchObject({ revoked: true })
  })

  test('names the required parts, and is null for a passed level and for a skill', () => {
    expect(titlesOf(missing(passedResults('/two/g'), '/two')?.required)).toEqual(['Title f'])
    expect(missing(passedResults('/two/f', '/two/g'), '/two')).toBeNull()
    expect(missing(passedResults(), '/two/f')).toBeNull()
  })
})

describe('additional skills', () => {
  test('are any that coaches may mark', () => {
    expect(markableSkills(compiled).map(({ id }) => id)).toEqual([
      '/one/a',
      '/one/turns/b',
      '/one/e',
      '/two/f',
      '/two/g',
    ])
  })

  test('come in tree order, without deleted, hidden and already shown ones', () => {
    const ids = ['/two/g', '/one/a', '/gone', '/secret/h', '/one/e']
    expect(additionalSkills(compiled, ids, new Set(['/one/e'])).map(({ id }) => id)).toEqual(['/one/a', '/two/g'])
  })

  test('are found by all words of the search, and not searched for an empty, too short or forbidden text', () => {
    expect(titlesOf(findAdditionalSkills(compiled, 'CRAWL back', new Set()) ?? undefined)).toEqual(['Back crawl, 10 m'])
    expect(titlesOf(findAdditionalSkills(compiled, 'crâwl', new Set()) ?? undefined)).toEqual(['Back crawl, 10 m'])
    expect(titlesOf(findAdditionalSkills(compiled, 'crawl, 10', new Set()) ?? undefined)).toEqual(['Back crawl, 10 m'])
    expect(findAdditionalSkills(compiled, 'nothing like it', new Set())).toEqual([])
    expect(findAdditionalSkills(compiled, 'crawl', new Set(['/two/g']))).toEqual([])
    expect([
      findAdditionalSkills(compiled, '', new Set()),
      findAdditionalSkills(compiled, 'b', new Set()),
      findAdditionalSkills(compiled, '50%', new Set()),
    ]).toEqual([null, null, null])
  })

  test('of a large curriculum are searched only until enough are found', () => {
    // many more than the dialog shows
    const matchingSkills = Array.from({ length: 500 }, (_, k) => node(`/l/s${k}`, 's', [], { title: 'Roll' }))
    const large = compileCurriculum({ ...curriculum, tree: [node('/l', 'l', matchingSkills)] })
    expect(findAdditionalSkills(large, 'roll', new Set())?.length).toBe(MAX_FOUND + 1)
  })
})

test('a group offers everything in its assessment levels, at any depth, and their manual passes', () => {
  const group = { assessment_levels: ['/one'] } as Group
  const offered = [
    '/one/a',
    '/one/turns/b',
    '/one/turns/manual',
    '/one/manual',
    '/two/f',
    '/two/manual',
    '/gone',
  ].filter((id) => groupAssesses(compiled, group, id))
  expect(offered).toEqual(['/one/a', '/one/turns/b', '/one/turns/manual', '/one/manual'])
})

test('the level of a skill is the nearest one above it', () => {
  const levelIdAbove = (id: string) => {
    const skill = nodeOf(compiled, id)
    return skill && levelAbove(compiled, skill)?.id
  }
  expect([levelIdAbove('/one/turns/b'), levelIdAbove('/two/f')]).toEqual(['/one', '/two'])
})

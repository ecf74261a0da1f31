import { beforeAll, describe, expect, test } from 'vitest'
import { evaluate, type Evaluation, type Result } from '#domain/assessment/engine.ts'
import { explainEvaluation } from '#domain/assessment/explain.ts'
import { demoClient, demoClients, loginsOf } from './content/clients.ts'
import { planDemo } from './plan.ts'
import type { DemoPlan } from './planned.ts'
import { compileDemoScheme } from './testing/compile-demo-scheme.ts'

// in winter, in summer just after midnight at the clubs, and on a leap day
const planTimes = ['2025-11-20T15:00:00Z', '2026-07-01T23:30:00Z', '2028-02-29T12:00:00Z']
const cases = demoClients.flatMap(({ id }) => planTimes.map((time) => [id, time] as const))

/** What somebody who tries the demo must find at each login. The engine evaluates the planned marks. */
describe.each(cases)('in the demo of %s at %s', (id, time) => {
  let plan: DemoPlan
  /** What the engine computes from each member's marks, by member key and scheme slug. */
  const evaluations = new Map<string, Evaluation>()
  beforeAll(() => {
    plan = planDemo(id, new Date(time))
    const results = new Map<string, Map<string, Result>>()
    for (const { memberKey, schemeSlug, nodeId, grade, pass, at } of plan.marks) {
      const key = `${memberKey} ${schemeSlug}`
      const resultsByNode = results.get(key) ?? new Map<string, Result>()
      const ts = at.getTime() / 1000
      results.set(key, resultsByNode.set(nodeId, { grade, pass, ts, since: grade >= pass ? ts : null }))
    }
    const schemes = new Map(plan.schemes.map((scheme) => [scheme.slug, compileDemoScheme(scheme)]))
    for (const [key, resultsByNode] of results) {
      const [, schemeSlug = ''] = key.split(' ')
      const scheme = schemes.get(schemeSlug)
      if (scheme) evaluations.set(key, evaluate(scheme, resultsByNode))
    }
  })

  const childrenOf = (parentKey: string) =>
    plan.links.filter(({ userKey }) => userKey === parentKey).map(({ memberKey }) => memberKey)
  const groupsOf = (memberKey: string) => plan.groups.filter(({ memberKeys }) => memberKeys.includes(memberKey))
  const groupsCoachedBy = (coachKey: string) => plan.groups.filter(({ coachKeys }) => coachKeys.includes(coachKey))
  /** The levels of one child in one scheme, each with its state and the skills that are missing. */
  const levelsOf = (memberKey: string, slug: string) => {
    const evaluation = evaluations.get(`${memberKey} ${slug}`)
    const roots = plan.schemes.find((scheme) => scheme.slug === slug)?.roots ?? []
    return roots.flatMap((root) => {
      const levelId = `/${root.slug}`
      const explanation = evaluation ? explainEvaluation(evaluation, levelId) : null
      return explanation && evaluation ? [{ levelId, ...explanation, state: evaluation.node(levelId)?.state }] : []
    })
  }
  /** The levels of a child that one more skill would pass. `passes` are nodes that also need a coach's pass. */
  const levelsOneShort = (memberKey: string) =>
    groupsOf(memberKey).flatMap(({ schemeSlug }) =>
      levelsOf(memberKey, schemeSlug).filter(({ missing, passes }) => missing.length === 1 && passes.length === 0),
    )

  test('the start page shows eight logins, and the administrator has two clubs', () => {
    const users = loginsOf(demoClient(id))
    expect(users.map(({ key, type }) => `${key} ${type}`)).toEqual([
      'parent parent',
      'parent2 parent',
      'newparent parent',
      'coach coach',
      'coach2 coach',
      'admin admin',
      'scheme ngo',
      'api api',
    ])
    expect(users.find(({ key }) => key === 'admin')?.clubKeys).toHaveLength(2)
    for (const { key, email, username } of users) {
      expect(email).toBe(`${key}@${id}.example`)
      expect(username).toBe(id === 'tideway' ? key : null)
    }
  })

  test('parent@ has three children, one of them in two schemes, all with awards', () => {
    const memberKeys = childrenOf('parent')
    expect(memberKeys).toHaveLength(3)
    const slugs = memberKeys.map((key) => new Set(groupsOf(key).map(({ schemeSlug }) => schemeSlug)))
    expect(slugs.map((set) => set.size).sort()).toEqual([1, 1, 2])
    const [inTwoSchemes] = memberKeys.filter((_, index) => slugs[index]?.size === 2)
    for (const slug of slugs.find((set) => set.size === 2) ?? [])
      expect(evaluations.has(`${inTwoSchemes} ${slug}`), slug).toBe(true)
    for (const key of memberKeys) {
      const passed = groupsOf(key).flatMap(({ schemeSlug }) =>
        levelsOf(key, schemeSlug).filter(({ state }) => state === 'passed'),
      )
      expect(passed.length, key).toBeGreaterThan(0)
    }
  })

  test('two children of parent@ lack the same one skill for a level, and nobody else in the first group lacks just one', () => {
    const oneShort = childrenOf('parent').filter((key) => levelsOneShort(key).length > 0)
    expect(oneShort).toHaveLength(2)
    expect(new Set(oneShort.flatMap((key) => levelsOneShort(key).map(({ missing }) => missing[0]))).size).toBe(1)
    const [allDay] = plan.groups
    expect(allDay?.memberKeys.filter((key) => levelsOneShort(key).length > 0).sort()).toEqual(oneShort.sort())
  })

  test('parent2@ has two children, one of whom is also a child of parent@', () => {
    const memberKeys = childrenOf('parent2')
    expect(memberKeys).toHaveLength(2)
    expect(memberKeys.filter((key) => childrenOf('parent').includes(key))).toHaveLength(1)
  })

  test('newparent@ has no linked child, and can link a child whom no parent has linked', () => {
    expect(childrenOf('newparent')).toEqual([])
    const { ngoId, firstname, lastname, dob, userKey } = plan.unlinked
    expect(userKey).toBe('newparent')
    const child = plan.members.find((member) => member.ngoId === ngoId)
    expect(child).toMatchObject({ firstname, lastname, dob })
    expect(child?.guardian.email).toBe(`newparent@${id}.example`)
    expect(plan.links.map(({ memberKey }) => memberKey)).not.toContain(child?.key)
  })

  test('coach@ leads two groups that run every day, one of them all day, and shares one group with coach2@ of the same club', () => {
    const daily = plan.groups.filter((group) => group.daily)
    expect(daily.map(({ start, durationMin, weekdays }) => [start, durationMin, weekdays.length])).toEqual([
      ['00:00', 1440, 7],
      ['16:30', 45, 7],
    ])
    for (const group of daily) expect(group.coachKeys[0]).toBe('coach')
    expect(groupsCoachedBy('coach').filter(({ coachKeys }) => coachKeys.includes('coach2'))).toHaveLength(1)
    expect(
      new Set([...groupsCoachedBy('coach'), ...groupsCoachedBy('coach2')].map(({ clubKey }) => clubKey)).size,
    ).toBe(1)
  })

  test('every child has passed all levels that it has begun, except the last of them', () => {
    const skippedLevels = plan.groups.flatMap(({ schemeSlug, memberKeys }) =>
      memberKeys.flatMap((key) => {
        const begun = levelsOf(key, schemeSlug).filter(({ state }) => state !== 'available')
        return begun
          .slice(0, -1)
          .filter(({ state }) => state !== 'passed')
          .map(({ levelId }) => `${key} ${levelId}`)
      }),
    )
    expect(skippedLevels).toEqual([])
  })
})

test('at Aquila, parent@’s children Siân and Beca of the Dolphins lack the backstroke of Stage 4', () => {
  const plan = planDemo('aquila', new Date('2025-11-20T15:00:00Z'))
  const dolphins = plan.groups.find(({ key }) => key === 'harbour/Dolphins')
  const hasPassed = (memberKey: string) =>
    plan.marks.some(
      (mark) => mark.memberKey === memberKey && mark.nodeId === '/stage-4/backstroke-10-m' && mark.grade >= mark.pass,
    )
  const names = plan.links
    .filter(({ userKey }) => userKey === 'parent')
    .filter(({ memberKey }) => dolphins?.memberKeys.includes(memberKey) && !hasPassed(memberKey))
    .map(({ memberKey }) => plan.members.find(({ key }) => key === memberKey))
    .map((member) => `${member?.firstname} ${member?.lastname}`)
  expect(names).toEqual(["Siân O'Connor", "Beca O'Connor"])
  expect(plan.groups.slice(0, 2).map(({ name }) => name)).toEqual(['Dolphins', 'Marlins'])
})

test('at Vault, more than ten members have passed eight skills of Level 1, and some eight or more of Level 8', () => {
  const plan = planDemo('vault', new Date('2025-11-20T15:00:00Z'))
  /** The skills that a member passed in a level, by the keys of member and level. Eight of ten skills pass a level. */
  const passedSkills = new Map<string, Set<string>>()
  for (const { memberKey, schemeSlug, nodeId, grade, pass } of plan.marks) {
    if (schemeSlug !== 'gym' || grade < pass) continue
    const key = `${memberKey} ${nodeId.split('/')[1]}`
    passedSkills.set(key, (passedSkills.get(key) ?? new Set()).add(nodeId))
  }
  /** For each member the number of passed skills in this level. */
  const passedCounts = (level: string) =>
    [...passedSkills].filter(([key]) => key.endsWith(` ${level}`)).map(([, skills]) => skills.size)
  expect(passedCounts('level-1').filter((count) => count === 8).length).toBeGreaterThan(10)
  expect(passedCounts('level-8').filter((count) => count >= 8).length).toBeGreaterThan(0)
})

import { beforeAll, describe, expect, test } from 'vitest'
import { localDate, weekday } from '#domain/club-time.ts'
import { demoClient } from './content/clients.ts'
import { flattenScheme, type FlatNode } from './content/scheme.ts'
import { planDemo } from './plan.ts'
import type { DemoPlan, PlannedMark } from './planned.ts'

// winter and summer time, the day the clocks change, a leap day, just after midnight
const moments = ['2025-11-20T15:00:00Z', '2026-07-01T23:30:00Z', '2026-03-29T01:30:00Z', '2028-02-29T12:00:00Z']

describe.each(moments)('the plan of Aquila Swim at %s', (moment) => {
  const now = new Date(moment)
  let plan: DemoPlan
  /** Last mark of each skill: member, then scheme and node. */
  const results = new Map<string, Map<string, PlannedMark>>()
  const skills = new Map<string, FlatNode[]>()
  beforeAll(() => {
    plan = planDemo('aquila', now)
    for (const mark of plan.marks) {
      const own = results.get(mark.memberKey) ?? new Map<string, PlannedMark>()
      results.set(mark.memberKey, own.set(mark.schemeSlug + mark.nodeId, mark))
    }
    for (const scheme of plan.schemes)
      for (const node of flattenScheme(scheme)) {
        const level = `${scheme.slug}/${node.id.split('/')[1]}`
        if (node.t === 's') skills.set(level, [...(skills.get(level) ?? []), node])
      }
  })

  const groupOf = (key: string) => {
    const group = plan.groups.find((g) => g.key === key)
    if (!group) throw new Error(`no group ${key}`)
    return group
  }
  const member = (name: string) => {
    const found = plan.members.find((m) => `${m.firstname} ${m.lastname}` === name)
    if (!found) throw new Error(`no member ${name}`)
    return found
  }
  const passes = (mark: PlannedMark | undefined) => mark !== undefined && mark.grade >= mark.pass
  const skillsOf = (slug: string, levelId: string) => skills.get(slug + levelId) ?? []
  const toGo = (memberKey: string, slug: string, levelId: string) =>
    skillsOf(slug, levelId).filter((skill) => !passes(results.get(memberKey)?.get(slug + skill.id)))

  test('is the same when it is made again', () => {
    expect(planDemo('aquila', new Date(moment))).toEqual(plan)
  })

  test('has the sizes of the contract', () => {
    expect([plan.clubs.length, plan.groups.length, plan.members.length]).toEqual([3, 40, 400])
    expect(plan.clubs[0]?.name).toBe('Harbour')
    expect(plan.marks.length).toBeGreaterThan(8_000)
    expect(plan.marks.length).toBeLessThan(15_000)
    const ill = plan.members.filter((m) => m.medical !== null).length
    expect(ill).toBeGreaterThan(400 * 0.04)
    expect(ill).toBeLessThan(400 * 0.13)
  })

  test('gives nothing an id or a number twice', () => {
    for (const all of [
      plan.members.map((m) => m.id),
      plan.members.map((m) => m.ngoId),
      plan.groups.map((g) => g.id),
      plan.groups.map((g) => `${g.clubKey} ${g.name}`),
      plan.groups.flatMap((g) => g.memberKeys.map((m) => `${g.key} ${m}`)),
    ])
      expect(new Set(all).size).toBe(all.length)
  })

  test('puts every child in a group of its club that has room, led by a coach of that club', () => {
    const inGroups = new Set(plan.groups.flatMap((g) => g.memberKeys))
    expect(plan.members.filter((m) => !inGroups.has(m.key))).toEqual([])
    const members = new Map(plan.members.map((m) => [m.key, m]))
    const users = demoClient('aquila').users
    for (const group of plan.groups) {
      expect(group.memberKeys.length, group.key).toBeGreaterThan(0)
      expect(group.memberKeys.length, group.key).toBeLessThanOrEqual(group.maxSize)
      for (const key of group.memberKeys) expect(members.get(key)?.clubKeys).toContain(group.clubKey)
      for (const key of group.coachKeys) expect(users.find((u) => u.key === key)?.clubKeys).toContain(group.clubKey)
      const scheme = plan.schemes.find((s) => s.slug === group.schemeSlug)
      const roots = scheme?.roots.map((root) => `/${root.slug}`) ?? []
      expect(group.levelIds.length).toBeGreaterThan(0)
      for (const id of group.levelIds) expect(roots).toContain(id)
    }
  })

  test('names people as the rules want', () => {
    for (const { firstname, lastname, dob } of plan.members) {
      expect(firstname).toMatch(/^[\p{L}\p{M} .'-]{1,50}$/u)
      expect(lastname).toMatch(/^[\p{L}\p{M} .'-]{1,50}$/u)
      expect(new Date(`${dob}T00:00Z`).toISOString().slice(0, 10)).toBe(dob)
      expect(dob < localDate(now.getTime(), 'Europe/London')).toBe(true)
    }
  })

  test('marks only skills that exist, of members of the group, by its coaches', () => {
    const known = new Set([...skills].flatMap(([level, nodes]) => nodes.map((n) => level.split('/')[0] + n.id)))
    const wrong = plan.marks.filter((mark) => {
      const group = groupOf(mark.groupKey)
      const { schemeSlug, nodeId, memberKey, coachKey, grade, pass } = mark
      const fits = group.schemeSlug === schemeSlug && known.has(schemeSlug + nodeId) && grade > 0 && grade <= pass
      return !fits || !group.memberKeys.includes(memberKey) || !group.coachKeys.includes(coachKey)
    })
    expect(wrong).toEqual([])
  })

  test('marks on days when the group meets, in order, never in the future nor long ago', () => {
    const today = localDate(now.getTime(), 'Europe/London')
    const times = plan.marks.map((mark) => mark.at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const wrong = plan.marks.filter(({ at, date, groupKey }) => {
      const { weekdays, firstDate } = groupOf(groupKey)
      const meets = weekdays.includes(weekday(date)) && date >= firstDate && date <= today
      return !meets || localDate(at.getTime(), 'Europe/London') !== date
    })
    expect(wrong).toEqual([])
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
    expect(times.at(-1)).toBeGreaterThan(now.getTime() - 8 * 86_400_000)
  })

  test('never lets a grade fall, so that a passed stage stays passed', () => {
    const grades = new Map<string, number>()
    const falling = plan.marks.filter((mark) => {
      const key = `${mark.memberKey} ${mark.schemeSlug}${mark.nodeId}`
      const before = grades.get(key) ?? 0
      grades.set(key, mark.grade)
      return mark.grade <= before
    })
    expect(falling).toEqual([])
  })

  test('has passed the stages below the one that a child is on', () => {
    for (const group of plan.groups.filter((g) => g.schemeSlug === 'swim')) {
      const roots = plan.schemes[0]?.roots.map((root) => `/${root.slug}`) ?? []
      for (const key of group.memberKeys) {
        const begun = roots.filter((id) => toGo(key, 'swim', id).length < skillsOf('swim', id).length)
        expect(begun.slice(0, -1).flatMap((id) => toGo(key, 'swim', id).map((skill) => `${key} ${skill.id}`))).toEqual(
          [],
        )
      }
    }
  })

  test('lets exactly Siân and Beca of the Dolphins lack one skill of Stage 4, the same one', () => {
    const dolphins = groupOf('harbour/Dolphins')
    expect(dolphins.coachKeys[0]).toBe('coach')
    const short = dolphins.memberKeys.filter((key) => toGo(key, 'swim', '/stage-4').length === 1)
    expect(short.sort()).toEqual([member("Siân O'Connor").key, member("Beca O'Connor").key].sort())
    for (const key of short) expect(toGo(key, 'swim', '/stage-4').map((s) => s.title.en)).toEqual(['Backstroke, 10 m'])
  })

  test('has the families of the logins', () => {
    const children = (user: string) => plan.links.filter((l) => l.userKey === user).map((l) => l.memberKey)
    const [sian, llyr, beca] = ['Siân', 'Llŷr', 'Beca'].map((name) => member(`${name} O'Connor`).key)
    expect(children('parent').sort()).toEqual([sian, llyr, beca].sort())
    expect(children('parent2')).toHaveLength(2)
    expect(children('parent2').filter((key) => children('parent').includes(key))).toEqual([beca])
    expect(children('newparent')).toEqual([])
    const schemesOfLlyr = plan.groups.filter((g) => g.memberKeys.includes(llyr ?? '')).map((g) => g.schemeSlug)
    expect(schemesOfLlyr.sort()).toEqual(['swim', 'water-safety'])
    const nel = plan.members.find((m) => m.ngoId === plan.unlinked.ngoId)
    expect(plan.links.map((l) => l.memberKey)).not.toContain(nel?.key)
    expect(nel).toMatchObject({
      firstname: plan.unlinked.firstname,
      lastname: plan.unlinked.lastname,
      dob: plan.unlinked.dob,
    })
  })

  test('lets coach@ lead two groups every day, one of them all day, and share one with coach2@', () => {
    const daily = plan.groups.filter((g) => g.daily)
    expect(daily.map((g) => [g.name, g.start, g.durationMin, g.weekdays.length])).toEqual([
      ['Dolphins', '00:00', 1440, 7],
      ['Marlins', '16:30', 45, 7],
    ])
    for (const group of daily) expect(group.coachKeys).toContain('coach')
    const shared = plan.groups.filter((g) => ['coach', 'coach2'].every((key) => g.coachKeys.includes(key)))
    expect(shared).toHaveLength(1)
  })
})

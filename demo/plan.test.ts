import { beforeAll, describe, expect, test } from 'vitest'
import { localDate, weekday } from '#domain/platform/club-time.ts'
import { demoClient, type DemoClient } from './content/clients.ts'
import { flattenScheme } from './content/scheme.ts'
import { planDemo } from './plan.ts'
import type { DemoPlan } from './planned.ts'

// in winter, in summer just after midnight at the clubs, on the day the clocks change, and on a leap day
const planTimes = ['2025-11-20T15:00:00Z', '2026-07-01T23:30:00Z', '2026-03-29T01:30:00Z', '2028-02-29T12:00:00Z']
/** The numbers of clubs, groups and members of each demo client, and the name of its first club. */
const sizes: Record<DemoClient['id'], { clubs: number; groups: number; members: number; firstClub: string }> = {
  aquila: { clubs: 3, groups: 40, members: 400, firstClub: 'Harbour' },
  vault: { clubs: 12, groups: 60, members: 600, firstClub: 'Cardiff Central' },
  tideway: { clubs: 2, groups: 20, members: 160, firstClub: 'Riverside Centre' },
}
/** The slugs of the schemes of each demo client, with the subscribed one. */
const schemes: Record<DemoClient['id'], string[]> = {
  aquila: ['swim', 'water-safety', 'library'],
  vault: ['gym', 'pre-school'],
  tideway: ['leisure', 'gym'],
}
const DAY_MS = 86_400_000
const cases = (['aquila', 'vault', 'tideway'] as const).flatMap((id) => planTimes.map((time) => [id, time] as const))

describe.each(cases)('the plan of %s at %s', (id, time) => {
  const now = new Date(time)
  const today = localDate(now.getTime(), 'Europe/London')
  let plan: DemoPlan
  beforeAll(() => {
    plan = planDemo(id, now)
  })
  const groupOf = (key: string) => {
    const group = plan.groups.find((candidate) => candidate.key === key)
    if (!group) throw new Error(`no group ${key}`)
    return group
  }

  test('is the same when it is planned again', () => {
    expect(planDemo(id, new Date(time))).toEqual(plan)
  })

  test('has the expected clubs, groups, members and schemes, and plausible numbers of marks and medical notes', () => {
    const { clubs, groups, members, firstClub } = sizes[id]
    expect([plan.clubs.length, plan.groups.length, plan.members.length]).toEqual([clubs, groups, members])
    expect(plan.clubs[0]?.name).toBe(firstClub)
    expect(plan.schemes.map((scheme) => scheme.slug)).toEqual(schemes[id])
    // about two dozen marks for each member, and a medical note for one in twelve; the limits are wide around that
    expect(plan.marks.length).toBeGreaterThan(members * 12)
    expect(plan.marks.length).toBeLessThan(members * 38)
    const withMedicalNote = plan.members.filter(({ medical }) => medical !== null).length
    expect(withMedicalNote).toBeGreaterThan(members * 0.04)
    expect(withMedicalNote).toBeLessThan(members * 0.13)
  })

  test('has two terms with holidays between them, and marks in both terms but not in the holidays', () => {
    const [last, current] = plan.terms
    const [holidays] = plan.holidays
    if (!last || !current || !holidays) throw new Error('no terms')
    expect(plan.terms).toHaveLength(2)
    expect(last.lastDate < holidays.firstDate && holidays.lastDate < current.firstDate).toBe(true)
    expect(current.firstDate < today && today < current.lastDate).toBe(true)
    for (const { firstDate, lastDate } of plan.terms)
      expect(plan.marks.filter(({ date }) => date >= firstDate && date <= lastDate).length).toBeGreaterThan(
        sizes[id].members * 4,
      )
    expect(plan.marks.filter(({ date }) => date > last.lastDate && date < current.firstDate)).toEqual([])
  })

  test('gives no id, membership number or group name of a club twice, and has no member twice in a group', () => {
    for (const values of [
      plan.clubs.map(({ id: clubId }) => clubId),
      plan.members.map(({ id: memberId }) => memberId),
      plan.members.map(({ ngoId }) => ngoId),
      plan.groups.map(({ id: groupId }) => groupId),
      plan.groups.map(({ clubKey, name }) => `${clubKey} ${name}`),
      plan.groups.flatMap(({ key, memberKeys }) => memberKeys.map((memberKey) => `${key} ${memberKey}`)),
    ])
      expect(new Set(values).size).toBe(values.length)
  })

  test('puts every child in a group of its clubs, and gives every group members, coaches of its club and existing levels', () => {
    const inGroups = new Set(plan.groups.flatMap(({ memberKeys }) => memberKeys))
    expect(plan.members.filter(({ key }) => !inGroups.has(key))).toEqual([])
    const members = new Map(plan.members.map((member) => [member.key, member]))
    const users = demoClient(id).users
    for (const group of plan.groups) {
      expect(group.memberKeys.length, group.key).toBeGreaterThan(0)
      expect(group.memberKeys.length, group.key).toBeLessThanOrEqual(group.maxSize)
      for (const key of group.memberKeys) expect(members.get(key)?.clubKeys).toContain(group.clubKey)
      for (const key of group.coachKeys)
        expect(users.find((user) => user.key === key)?.clubKeys).toContain(group.clubKey)
      const scheme = plan.schemes.find(({ slug }) => slug === group.schemeSlug)
      const roots = scheme?.roots.map((root) => `/${root.slug}`) ?? []
      expect(group.levelIds.length).toBeGreaterThan(0)
      for (const level of group.levelIds) expect(roots).toContain(level)
    }
    for (const { key } of plan.clubs)
      expect(plan.groups.filter(({ clubKey }) => clubKey === key).length).toBeGreaterThan(3)
  })

  test('has children who each belong to two clubs of the client', () => {
    const keys = plan.clubs.map((club) => club.key)
    const guests = plan.members.filter(({ clubKeys }) => clubKeys.length === 2)
    expect(guests.length).toBeGreaterThan(1)
    for (const { clubKeys } of guests) {
      expect(new Set(clubKeys).size).toBe(2)
      for (const key of clubKeys) expect(keys).toContain(key)
    }
  })

  test('gives members valid names, dates of birth in the past and a type that their club has', () => {
    const memberTypesByClub = new Map(demoClient(id).clubs.map((club) => [club.key, club.memberTypes]))
    for (const { firstname, lastname, dob, memberType, clubKeys } of plan.members) {
      expect(firstname).toMatch(/^[\p{L}\p{M} .'-]{1,50}$/u)
      expect(lastname).toMatch(/^[\p{L}\p{M} .'-]{1,50}$/u)
      expect(new Date(`${dob}T00:00Z`).toISOString().slice(0, 10)).toBe(dob)
      expect(dob < today).toBe(true)
      expect(memberTypesByClub.get(clubKeys[0] ?? '')).toContain(memberType)
    }
  })

  test('has marks only for existing skills of the group’s scheme, of the group’s members and by its coaches', () => {
    const skills = new Set(
      plan.schemes.flatMap((scheme) =>
        flattenScheme(scheme).flatMap((node) => (node.t === 's' ? [scheme.slug + node.id] : [])),
      ),
    )
    const wrongMarks = plan.marks.filter((mark) => {
      const group = groupOf(mark.groupKey)
      const { schemeSlug, nodeId, memberKey, coachKey, grade, pass } = mark
      const fits = group.schemeSlug === schemeSlug && skills.has(schemeSlug + nodeId) && grade > 0 && grade <= pass
      return !fits || !group.memberKeys.includes(memberKey) || !group.coachKeys.includes(coachKey)
    })
    expect(wrongMarks).toEqual([])
  })

  test('has marks in order of time on days when the group meets, the last one within the last eight days', () => {
    const times = plan.marks.map((mark) => mark.at.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const wrongMarks = plan.marks.filter(({ at, date, groupKey }) => {
      const { weekdays, firstDate } = groupOf(groupKey)
      const meets = weekdays.includes(weekday(date)) && date >= firstDate && date <= today
      return !meets || localDate(at.getTime(), 'Europe/London') !== date
    })
    expect(wrongMarks).toEqual([])
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime())
    expect(times.at(-1)).toBeGreaterThan(now.getTime() - 8 * DAY_MS)
  })

  test('raises the grade of a skill with every mark, so that a passed level stays passed', () => {
    const grades = new Map<string, number>()
    const notRaising = plan.marks.filter((mark) => {
      const key = `${mark.memberKey} ${mark.schemeSlug}${mark.nodeId}`
      const before = grades.get(key) ?? 0
      grades.set(key, mark.grade)
      return mark.grade <= before
    })
    expect(notRaising).toEqual([])
  })
})

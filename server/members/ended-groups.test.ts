import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import type { ClubMember, MemberCounts, MemberDetail } from '#contract/members/club-members.ts'
import type { Report, ReportMember } from '#contract/reports/reports.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const get = async <T>(path: string) => {
  const reply = await world.request({ url: `/v1/${path}`, host: one.host('club'), token })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<T>()
}

test('a group that has ended has nobody any more: not in lists, counts, files and reports, nor for families [R6.10]', async () => {
  const [child] = one.members
  const today = world.today()
  const endOn = async (date: string) => {
    const { revision } = await get<{ revision: string }>(`groups/${one.group}`)
    const reply = await world.request({
      method: 'PATCH',
      url: `/v1/groups/${one.group}`,
      host: one.host('club'),
      token,
      headers: { 'if-match': `"${revision}"` },
      payload: { last_date: date },
    })
    expect(reply.statusCode, reply.body).toBe(200)
  }
  const read = async () => {
    const file = await world.request({
      method: 'POST',
      url: '/v1/members/file',
      host: one.host('club'),
      token,
      payload: { member_uuids: [child] },
    })
    const family = await world.request({
      url: `/v1/users/${one.parent}/members?with_groups=1`,
      host: one.host('parent'),
      token: (await world.logIn(one, 'parent')).token,
    })
    const coach = (await world.logIn(one, 'coach')).token
    const reportOfCoach = async (kind: string) => {
      const reply = await world.request({ url: `/v1/reports/${kind}`, host: one.host('coach'), token: coach })
      return reply.json<Report>().whole
    }
    const schemes = await world.request({
      url: '/v1/schemes?with_facts=1',
      host: one.host('scheme'),
      token: (await world.logIn(one, 'scheme')).token,
    })
    return {
      ofScheme: schemes.json<Scheme[]>().map(({ facts }) => facts?.members),
      ofFamily: family.json<Member[]>().flatMap(({ groups }) => groups ?? []).length,
      inNone: (await get<ClubMember[]>('members?group=none')).length,
      counted: (await get<MemberCounts>('members/counts')).no_group,
      listed: (await get<ClubMember[]>('members?with_groups=1')).flatMap(({ groups }) => groups ?? []).length,
      shown: (await get<MemberDetail>(`members/${child}`)).groups.length,
      isInFile: file.body.includes('Dolphins'),
      unassessed: (await get<Report>('reports/unassessed')).rows.map(({ name, whole }) => [name, whole]),
      passed: await reportOfCoach('awards'),
      learning: [await reportOfCoach('levels'), (await get<Report>('reports/levels')).whole],
      named: (await get<ReportMember[]>('reports/percentage/members?per_page=10')).flatMap(({ groups }) => groups),
    }
  }
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(...SKILLS.map((skill) => device.mark(child, `/stage-1/${skill}`, 3)))
  await endOn(today)
  expect(await read()).toEqual({
    ofScheme: [2],
    ofFamily: 2,
    inNone: 0,
    counted: 0,
    listed: 2,
    shown: 1,
    isInFile: true,
    unassessed: [['Dolphins', 2]],
    passed: 1,
    learning: [2, 2],
    named: ['Dolphins', 'Dolphins'],
  })
  await endOn(addDays(today, -1))
  expect(await read()).toEqual({
    ofScheme: [0],
    ofFamily: 0,
    inNone: 2,
    counted: 2,
    listed: 0,
    shown: 0,
    isInFile: false,
    unassessed: [],
    passed: 0,
    // one has marks in the scheme
    learning: [0, 1],
    named: [],
  })
  // who was in it until its end is still found by it
  expect(await get<ClubMember[]>(`members?group=${one.group}`)).toHaveLength(2)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report, ReportMember } from '#contract/reports/reports.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { defaultFields } from '#domain/testing/author.ts'
import { createScheme } from '#server/curriculum/schemes/commands.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { enterMembers } from '#server/testing/enter-members.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** The second group of the coach, which follows the scheme `dive`; the first follows `swim`. */
const divers = crypto.randomUUID()
/** A child who is in that group only. */
const gwen = crypto.randomUUID()
const GROUP = { start_at: '17:30', weekdays: [1], first_date: '2020-01-01', max_size: 8 }

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  await inTenant(world.db, one.id, 'write', async (tx) => {
    const node = { ...defaultFields, grade: 3 }
    await createScheme(tx, one.id, null, {
      id: crypto.randomUUID(),
      slug: 'dive',
      name: { en: 'Dive' },
      languages: ['en-GB'],
      grades: [{ grade: 3, pass: 3 }],
      sections: [],
      videos: [],
      nodes: [
        { ...node, id: '/pike', parentId: null, t: 'l', title: { en: 'Pike' }, grade: null },
        { ...node, id: '/pike/jump', parentId: '/pike', t: 's', title: { en: 'Jump' } },
      ],
    })
    await releaseScheme(tx, 'dive')
    const name = { firstname: 'Gwen', lastname: 'Hughes', dob: '2016-02-03' }
    await enterMembers(tx, one.id, [{ ...name, id: gwen, clubIds: [one.club] }])
    const diving = { ...GROUP, clubId: one.club, scheme_slug: 'dive', levels: ['/pike'] }
    const coaches = [{ uuid: one.coach }]
    await addGroup(tx, { ...diving, id: divers, name: 'Divers', coaches, memberIds: [one.members[0], gwen] })
  })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function readReport(portal: 'club' | 'coach', path: string): Promise<Report> {
  const { token } = await world.logIn(one, portal)
  const reply = await world.request({ url: `/v1/${path}`, host: one.host(portal), token })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<Report>()
}

test('is that of the groups that the report is about', async () => {
  const { token } = await world.logIn(one, 'coach')
  const device = new Device(world, one, token)
  const payload = { groupId: divers, schemeSlug: 'dive' }
  expect((await device.push(device.mark(one.members[0], '/pike/jump', 3, { payload }))).outcomes).toMatchObject([
    { outcome: 'applied' },
  ])
  for (const portal of ['coach', 'club'] as const) {
    const report = await readReport(portal, `reports/percentage?group=${divers}`)
    expect([report.scheme, report.part, report.whole]).toEqual(['dive', 100, 200])
    expect((await readReport(portal, `reports/levels?group=${one.group}`)).scheme).toBe('swim')
  }
})

test('tells which children of several groups count: those who learn by it', async () => {
  for (const portal of ['coach', 'club'] as const) {
    const { token } = await world.logIn(one, portal)
    for (const [scheme, learners] of [
      ['swim', [...one.members]],
      ['dive', [one.members[0], gwen]],
    ] as const)
      for (const kind of ['percentage', 'levels']) {
        const url = `/v1/reports/${kind}/members?scheme=${scheme}`
        const members = (await world.request({ url, host: one.host(portal), token })).json<ReportMember[]>()
        expect(members.map(({ uuid }) => uuid).toSorted(), `${portal} ${url}`).toEqual([...learners].toSorted())
      }
  }
})

test('tells who of a club learns by it: children with marks in it, however they entered their groups', async () => {
  const { token } = await world.logIn(one, 'club')
  const enter = await world.request({
    method: 'POST',
    url: `/v1/groups/${one.group}/members`,
    host: one.host('club'),
    token,
    payload: { member_uuids: [gwen] },
  })
  expect(enter.statusCode, enter.body).toBe(200)
  const { undo } = enter.json<{ undo: string }>()
  await world.request({ method: 'POST', url: `/v1/change-sets/${undo}/undo`, host: one.host('club'), token })
  expect((await readReport('club', 'reports/percentage?scheme=swim')).whole / 100).toBe(2 * one.members.length)
  const author = (await world.logIn(one, 'scheme')).token
  const url = '/v1/client-reports/levels?scheme=dive'
  const levels = (await world.request({ url, host: one.host('scheme'), token: author })).json<Report>()
  // only the first child has a mark
  expect([levels.part, levels.whole]).toEqual([1, 1])
})

test('is that of the groups which go on, and not of those that have ended', async () => {
  await inTenant(world.db, one.id, 'write', async (tx) => {
    const ended = {
      ...GROUP,
      clubId: one.club,
      scheme_slug: 'dive',
      levels: ['/pike'],
      last_date: world.today(-1),
    }
    for (const name of ['Autumn', 'Winter', 'Spring'])
      await addGroup(tx, { ...ended, id: crypto.randomUUID(), name, coaches: [] })
    const swimming = { ...GROUP, clubId: one.club, scheme_slug: 'swim', levels: ['/stage-1'] }
    await addGroup(tx, { ...swimming, id: crypto.randomUUID(), name: 'Seals', coaches: [] })
  })
  expect((await readReport('club', 'reports/levels')).scheme).toBe('swim')
})

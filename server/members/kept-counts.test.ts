import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MemberCounts } from '#contract/members/club-members.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { beginEpoch } from '#server/assessment/sync/begin-epoch.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''
let device: Device

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  token = (await world.logIn(one, 'club')).token
  device = new Device(world, one, (await world.logIn(one, 'coach')).token)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, revision?: string) => {
  const headers = revision === undefined ? {} : { 'if-match': revision }
  const options = { method, url: `/v1/${path}`, host: one.host('club'), token, headers }
  const reply = await world.request(payload === undefined ? options : { ...options, payload })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply
}

/** The counts by plain SQL, which shares nothing with that of the product. */
async function recount(): Promise<MemberCounts> {
  const active = `SELECT member_id FROM club_members WHERE club_id = '${one.club}' AND status = 'active'`
  const { rows } = await world.owner.query<MemberCounts>(
    `SELECT (SELECT count(*)::int FROM (${active}) a) AS active,
       (SELECT count(*)::int FROM club_members WHERE club_id = $1 AND status = 'inactive') AS inactive,
       (SELECT count(*)::int FROM (${active}) a WHERE member_id NOT IN (SELECT m.member_id FROM group_members m
          JOIN groups g ON g.id = m.group_id WHERE g.club_id = $1 AND m.from_date <= $2
            AND (m.to_date IS NULL OR m.to_date >= $2))) AS no_group,
       (SELECT count(*)::int FROM (${active}) a
          WHERE member_id NOT IN (SELECT member_id FROM guardians WHERE email IS NOT NULL)) AS no_guardian_email,
       (SELECT count(*)::int FROM (${active}) a WHERE member_id IN (SELECT p.member_id FROM progress p
          JOIN scheme_nodes n ON n.scheme_id = p.scheme_id AND n.id = p.node_id
          WHERE p.state = 'completed' AND n.t = 'l')) AS ready,
       (SELECT coalesce(array_agg(DISTINCT tag ORDER BY tag), '{}') FROM club_members, unnest(tags) tag
          WHERE club_id = $1) AS tags`,
    [one.club, world.today()],
  )
  return rows[0] as MemberCounts
}

test('kept counts equal a recount after each kind of write that can change them', async () => {
  const child = { firstname: 'Cai', lastname: 'Morgan', dob: '2018-02-03' }
  const added = (await ask('POST', 'members', { ...child, guardians: [] })).json<{ uuid: string; revision: string }>()
  const bulk = (change: object) => ask('POST', 'members/bulk', { ...change, member_uuids: [added.uuid] })
  const patch = async (change: object) => {
    const { headers } = await ask('GET', `members/${added.uuid}`)
    return ask('PATCH', `members/${added.uuid}`, change, String(headers.etag))
  }
  const guardian = { guardian_firstname: 'Eira', guardian_lastname: 'Morgan', guardian_email: 'eira@one.example' }
  const writes: (() => Promise<unknown>)[] = [
    () => patch({ guardians: [guardian] }),
    () => patch({ guardians: [{ ...guardian, guardian_email: null }] }),
    () => patch({ tags: ['Squad'] }),
    () => ask('POST', `groups/${one.group}/members`, { member_uuids: [added.uuid] }),
    () => device.push(device.mark(added.uuid, '/stage-2/turn', 3)),
    () => device.push(device.mark(added.uuid, '/stage-2/turn', 0)),
    () => ask('DELETE', `groups/${one.group}/members/${added.uuid}`),
    () => bulk({ action: 'status', status: 'inactive' }),
    () => bulk({ action: 'status', status: 'active' }),
    () => ask('DELETE', `members/${added.uuid}`, { name: 'Cai Morgan' }),
  ]
  const seen = [await recount()]
  for (const write of writes) {
    // read before, so that the answer to the club as it was is kept
    expect((await ask('GET', 'members/counts')).json()).toEqual(seen.at(-1))
    await write()
    world.clock.now += 1_000
    const counted = await recount()
    expect(counted).not.toEqual(seen.at(-1))
    expect((await ask('GET', 'members/counts')).json()).toEqual(counted)
    seen.push(counted)
  }
})

test('counts that a database has lost are not kept over a new epoch', async () => {
  const enter = (firstname: string) =>
    ask('POST', 'members', { firstname, lastname: 'Morgan', dob: '2018-02-03', guardians: [] })
  await enter('Cai')
  const before = await recount()
  await enter('Lost')
  expect((await ask('GET', 'members/counts')).json()).not.toEqual(before)
  // a standby took over that lacks the last child, and another change gets its number
  await world.owner.query(
    `WITH lost AS (SELECT id FROM members WHERE firstname = 'Lost')
     DELETE FROM club_members WHERE member_id IN (SELECT id FROM lost)`,
  )
  await inTenant(world.db, one.id, 'write', beginEpoch)
  expect((await ask('GET', 'members/counts')).json()).toEqual(before)
})

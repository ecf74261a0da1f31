import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

// Here are also the tests of other folders' routes that concern many members or many groups at once.
let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let adminToken = ''
let coachToken = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  adminToken = (await world.logIn(one, 'club')).token
  coachToken = (await world.logIn(one, 'coach')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const asAdmin = (options: Parameters<World['request']>[0]) =>
  world.request({ host: one.host('club'), token: adminToken, ...options })
const changeMany = (payload: object) => asAdmin({ method: 'POST', url: '/v1/members/bulk', payload })
const readMember = async (id: string) => (await asAdmin({ url: `/v1/members/${id}` })).json<MemberDetail>()
const bothMembers = () => ({ member_uuids: one.members })

test('an ability group is added to many members at once, and removed from them', async () => {
  expect((await changeMany({ action: 'tag', tag: ' Squad ', on: 1, ...bothMembers() })).statusCode).toBe(200)
  // a member who has the group already is not changed
  expect((await changeMany({ action: 'tag', tag: 'Squad', on: 1, member_uuids: [one.members[0]] })).statusCode).toBe(
    200,
  )
  for (const id of one.members) expect((await readMember(id)).tags).toEqual(['Squad'])
  expect((await changeMany({ action: 'tag', tag: 'Squad', on: 0, ...bothMembers() })).statusCode).toBe(200)
  for (const id of one.members) expect((await readMember(id)).tags).toEqual([])
  const { rows } = await world.owner.query(
    `SELECT entity_id FROM audit_log WHERE action = 'change' AND after ->> 'fields' = '["tags"]'`,
  )
  // two members got the group, and two lost it
  expect(rows).toHaveLength(4)
})

test('spellings of one ability group are the same group, and an old name with a separator can be removed', async () => {
  const [first, second] = one.members
  await changeMany({ action: 'tag', tag: 'Squad', on: 1, member_uuids: [first] })
  expect((await changeMany({ action: 'tag', tag: ' SQUAD ', on: 1, ...bothMembers() })).statusCode).toBe(200)
  for (const id of one.members) expect((await readMember(id)).tags).toEqual(['Squad'])
  // a name from before separators were refused
  await world.owner.query(`UPDATE club_members SET tags = '{Squad,"A, B"}' WHERE member_id = $1`, [second])
  expect((await changeMany({ action: 'tag', tag: 'a, b', on: 0, ...bothMembers() })).statusCode).toBe(200)
  expect((await changeMany({ action: 'tag', tag: 'squad', on: 0, ...bothMembers() })).statusCode).toBe(200)
  for (const id of one.members) expect((await readMember(id)).tags).toEqual([])
})

test('a request with a member or group of another client, or with a wrong field, is refused as a whole and the reply names the field', async () => {
  for (const [payload, status, field] of [
    [{ action: 'tag', tag: 'X', on: 1, member_uuids: [one.members[0], two.members[0]] }, 404, 'member_uuids'],
    [{ action: 'status', status: 'inactive', member_uuids: [one.members[0], two.members[0]] }, 404, 'member_uuids'],
    [{ action: 'enter', group_id: two.group, ...bothMembers() }, 404, 'group_id'],
    [{ action: 'tag', tag: '  ', on: 1, ...bothMembers() }, 400, 'tag'],
    [{ action: 'tag', tag: 'A, B', on: 1, ...bothMembers() }, 400, 'tag'],
    [{ action: 'tag', tag: 'A; B', on: 1, ...bothMembers() }, 400, 'tag'],
  ] as const) {
    const reply = await changeMany(payload)
    expect([reply.statusCode, reply.json<{ field: string }>().field], JSON.stringify(payload)).toEqual([status, field])
  }
  for (const payload of [
    { action: 'erase', ...bothMembers() },
    { action: 'status', status: 'inactive', member_uuids: [] },
  ])
    expect((await changeMany(payload)).statusCode).toBe(400)
  expect(await readMember(one.members[0])).toMatchObject({ status: 'active', tags: [] })
})

test('many members become inactive and active again, and enter a group, in one request each', async () => {
  const pull = async () => (await world.request({ url: '/v1/sync/changes', token: coachToken })).json<ChangesReply>()
  expect((await changeMany({ action: 'status', status: 'inactive', ...bothMembers() })).statusCode).toBe(200)
  expect(await readMember(one.members[0])).toMatchObject({ status: 'inactive', groups: [] })
  expect((await changeMany({ action: 'enter', group_id: one.group, ...bothMembers() })).json()).toMatchObject({
    error: 'MEMBER_INACTIVE',
  })
  await changeMany({ action: 'status', status: 'active', ...bothMembers() })
  expect((await changeMany({ action: 'enter', group_id: one.group, ...bothMembers() })).statusCode).toBe(200)
  for (const id of one.members) expect((await readMember(id)).groups).toHaveLength(1)
  expect((await pull()).changes.filter((change) => change.kind === 'group_member').length).toBeGreaterThanOrEqual(2)
})

test('all members that the filters find are changed at once, and an undo changes all of them back', async () => {
  const reply = await changeMany({ action: 'tag', tag: 'Matched', on: 1, matching: { search: 'Siân' } })
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await readMember(one.members[0])).tags).toEqual(['Matched'])
  expect((await readMember(one.members[1])).tags).toEqual([])
  const { undo } = reply.json<{ undo: string }>()
  expect((await asAdmin({ method: 'POST', url: `/v1/change-sets/${undo}/undo` })).statusCode).toBe(200)
  expect((await readMember(one.members[0])).tags).toEqual([])
  for (const payload of [
    { action: 'tag', tag: 'Matched', on: 1 },
    { action: 'tag', tag: 'Matched', on: 1, matching: {}, ...bothMembers() },
  ])
    expect((await changeMany(payload)).json()).toMatchObject({ status: 400, field: 'member_uuids' })
})

test('many members are moved out of one group, or of all their groups, into another', async () => {
  const newGroup = async (name: string) =>
    (
      await asAdmin({
        method: 'POST',
        url: '/v1/groups',
        payload: {
          name,
          scheme_slug: null,
          levels: [],
          assessment_level_limit: false,
          is_slot: false,
          start_at: '16:00',
          duration_minutes: 30,
          weekdays: [1],
          first_date: '2020-01-06',
          last_date: null,
          place: null,
          max_size: null,
          age_from: null,
          age_to: null,
          coaches: [],
        },
      })
    ).json<Group>().id
  const [seals, whales] = [await newGroup('Seals'), await newGroup('Whales')]
  const groupsOf = async (id: string) => (await readMember(id)).groups.map((group) => group.name).sort()
  const move = (from_group_id: string | null, group_id: string) =>
    changeMany({ action: 'move', from_group_id, group_id, ...bothMembers() })
  await changeMany({ action: 'enter', group_id: seals, ...bothMembers() })
  const before = await groupsOf(one.members[0])
  expect(before).toContain('Seals')

  const first = await move(seals, whales)
  expect(first.statusCode, first.body).toBe(200)
  for (const id of one.members) expect(await groupsOf(id)).toEqual(['Dolphins', 'Whales'])
  expect((await move(null, whales)).statusCode).toBe(200)
  for (const id of one.members) expect(await groupsOf(id)).toEqual(['Whales'])

  const reply = await move(null, one.group)
  for (const id of one.members) expect(await groupsOf(id)).toEqual(['Dolphins'])
  const { undo } = reply.json<{ undo: string }>()
  await asAdmin({ method: 'POST', url: `/v1/change-sets/${undo}/undo` })
  for (const id of one.members) expect(await groupsOf(id)).toEqual(['Whales'])
  await move(null, one.group)
  expect((await move(null, two.group)).json()).toMatchObject({ status: 404, field: 'group_id' })
  expect((await move(two.group, seals)).json()).toMatchObject({ status: 404, field: 'from_group_id' })
})

test('only guardians of the named members are invited', async () => {
  await world.owner.query(
    `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email)
     SELECT 'one', member, 1, 'Gwen', 'Parry', 'g' || member || '@example.com' FROM unnest($1::uuid[]) member`,
    [one.members],
  )
  const reply = await asAdmin({
    method: 'POST',
    url: '/v1/members/invites',
    payload: { member_uuids: [one.members[0]] },
  })
  expect(reply.json()).toMatchObject({ invited: 1 })
})

test('many groups are deleted at once: members and coaches leave them, and they are listed as ended', async () => {
  const deleteGroups = (group_ids: string[]) =>
    asAdmin({ method: 'POST', url: '/v1/groups/delete', payload: { group_ids } })
  const groupIds = async (status: string) =>
    (await asAdmin({ url: `/v1/groups?status=${status}` })).json<Group[]>().map((group) => group.id)
  expect((await deleteGroups([one.group, two.group])).json()).toMatchObject({ status: 404, field: 'group_ids' })
  expect(await groupIds('current')).toContain(one.group)
  const reply = await deleteGroups([one.group])
  expect(reply.statusCode, reply.body).toBe(204)
  expect(await groupIds('current')).not.toContain(one.group)
  expect(await groupIds('ended')).toContain(one.group)
  expect((await readMember(one.members[0])).groups).toEqual([])
  const { rows } = await world.owner.query(
    `SELECT user_id FROM audit_log WHERE action = 'delete' AND entity = 'group' AND entity_id = $1`,
    [one.group],
  )
  expect(rows).toEqual([{ user_id: one.admin }])
  const { rows: coaches } = await world.owner.query(
    'SELECT FROM group_coaches WHERE group_id = $1 AND (to_date IS NULL OR to_date >= $2)',
    [one.group, world.today()],
  )
  expect(coaches).toEqual([])
  expect(
    (
      await asAdmin({
        method: 'POST',
        url: '/v1/groups/delete',
        host: one.host('coach'),
        token: coachToken,
        payload: { group_ids: [one.group] },
      })
    ).statusCode,
  ).toBe(403)
})

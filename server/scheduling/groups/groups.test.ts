import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import type { Group, GroupDetail, MovedGroup } from '#contract/scheduling/groups.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import type { ListedUser } from '#contract/identity/user-list.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let adminToken = ''
let coachToken = ''
let today = ''
/** The ids of four more members of the club, Noaha to Noahd, and of its second coach. */
const extraMembers = Array.from({ length: 4 }, () => crypto.randomUUID())
const dewi = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  adminToken = (await world.logIn(one, 'club')).token
  coachToken = (await world.logIn(one, 'coach')).token
  today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(world.clock.now)
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await enterMembers(
      tx,
      one.id,
      extraMembers.map((id, index) => ({
        id,
        clubIds: [one.club],
        firstname: `Noah${'abcd'[index]}`,
        lastname: 'Evans',
        dob: '2018-02-03',
      })),
    )
    await createUser(tx, null, {
      id: dewi,
      type: 'coach',
      email: 'second@one.example',
      username: null,
      firstname: 'Dewi',
      lastname: 'Lloyd',
      passwordHash: null,
      clubIds: [one.club],
    })
  })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const asAdmin = (options: Parameters<World['request']>[0]) =>
  world.request({ host: one.host('club'), token: adminToken, ...options })
const newGroup = () => ({
  name: 'Seals',
  scheme_slug: 'swim',
  levels: ['/stage-1'],
  assessment_level_limit: false,
  is_slot: false,
  start_at: '17:00',
  duration_minutes: 45,
  weekdays: [3, 1],
  first_date: '2020-01-01',
  last_date: null,
  place: 'Pool 2',
  max_size: 3,
  age_from: null,
  age_to: null,
  coaches: [{ uuid: one.coach, from: '2020-01-01', to: null }],
})
const postGroup = (payload: object) => asAdmin({ method: 'POST', url: '/v1/groups', payload })
const createGroup = async (fields: object = {}) => (await postGroup({ ...newGroup(), ...fields })).json<GroupDetail>()
const readGroup = async (id: string) => (await asAdmin({ url: `/v1/groups/${id}` })).json<GroupDetail>()
const patchGroup = (id: string, revision: string, payload: object) =>
  asAdmin({ method: 'PATCH', url: `/v1/groups/${id}`, payload, headers: { 'if-match': `"${revision}"` } })
const addMembers = (id: string, member_uuids: string[]) =>
  asAdmin({ method: 'POST', url: `/v1/groups/${id}/members`, payload: { member_uuids } })
const pull = async (cursor = '') =>
  (
    await world.request({ url: `/v1/sync/changes${cursor && `?cursor=${cursor}`}`, token: coachToken })
  ).json<ChangesReply>()

/** Pulls the changes since the cursor, or all data when the reply asks for that, as a coach's device does. */
async function pullAsDevice(cursor: string): Promise<ChangesReply> {
  const reply = await pull(cursor)
  return reply.reload ? pull() : reply
}

describe('a new group', () => {
  test('is stored with all its fields, and is in the list and on its coach’s device', async () => {
    const { cursor } = await pull()
    const reply = await postGroup(newGroup())
    expect(reply.statusCode, reply.body).toBe(201)
    const group = reply.json<GroupDetail>()
    expect(group).toMatchObject({
      name: 'Seals',
      // in the order of the week
      weekdays: [1, 3],
      start_at: '17:00',
      coaches: [{ firstname: 'Anna', from: '2020-01-01', to: null }],
      members: [],
    })
    expect(reply.headers.etag).toBe(`"${group.revision}"`)
    const listReply = await asAdmin({ url: '/v1/groups?search=seal&status=current' })
    expect(listReply.json<Group[]>()).toMatchObject([{ id: group.id, total_members: 0, max_size: 3 }])
    expect(listReply.headers['x-total-count']).toBe('1')
    const pulledPage = await pullAsDevice(cursor)
    const pulledGroup = pulledPage.changes.find((change) => change.kind === 'group' && change.key === group.id)
    expect(pulledGroup?.data).toMatchObject({ name: 'Seals' })
  })

  test('with a wrong field is refused, and the reply names the field', async () => {
    for (const [payload, field, status] of [
      [{ ...newGroup(), name: '' }, 'name', 400],
      [{ ...newGroup(), name: 'x'.repeat(51) }, 'name', 400],
      [{ ...newGroup(), weekdays: [] }, 'weekdays', 400],
      [{ ...newGroup(), weekdays: [7] }, 'weekdays/0', 400],
      [{ ...newGroup(), start_at: '24:10' }, 'start_at', 400],
      [{ ...newGroup(), first_date: '2026-02-30' }, 'first_date', 400],
      [{ ...newGroup(), last_date: '2019-01-01' }, 'last_date', 400],
      [{ ...newGroup(), max_size: 0 }, 'max_size', 400],
      [{ ...newGroup(), age_from: 9, age_to: 9 }, 'age_to', 400],
      [{ ...newGroup(), scheme_slug: 'nothing' }, 'scheme_slug', 404],
      [{ ...newGroup(), levels: ['/stage-1/float'] }, 'levels', 404],
      [{ ...newGroup(), assessment_levels: [] }, 'assessment_levels', 400],
      [{ ...newGroup(), assessment_levels: ['/stage-9'] }, 'assessment_levels', 404],
      [{ ...newGroup(), scheme_slug: null, levels: [], assessment_levels: ['/stage-1'] }, 'assessment_levels', 400],
      [{ ...newGroup(), coaches: [{ uuid: two.coach, from: '2020-01-01', to: null }] }, 'coaches/0/uuid', 404],
      [{ ...newGroup(), coaches: [{ uuid: one.parent, from: '2020-01-01', to: null }] }, 'coaches/0/uuid', 404],
      [{ ...newGroup(), club_id: two.club }, 'club_id', 400],
    ] as const) {
      const reply = await postGroup(payload)
      expect([reply.statusCode, reply.json<{ field: string }>().field], JSON.stringify(payload)).toEqual([
        status,
        field,
      ])
    }
  })
})

test('a coach who has left the club cannot be entered into its groups, but does not hinder changes of a group', async () => {
  const { id, revision } = await createGroup({ coaches: [{ uuid: dewi, from: today, to: null }] })
  const setLastDay = (date: string | null) =>
    world.owner.query('UPDATE user_clubs SET to_date = $2 WHERE user_id = $1', [dewi, date])
  await setLastDay(addDays(today, -1))
  const refused = await postGroup({ ...newGroup(), coaches: [{ uuid: dewi, from: today, to: null }] })
  const renamed = await patchGroup(id, revision, { name: 'Shags' })
  await setLastDay(null)
  expect(refused.json(), refused.body).toMatchObject({ status: 404, field: 'coaches/0/uuid' })
  expect(renamed.json(), renamed.body).toMatchObject({ name: 'Shags' })
})

describe('a change of a group', () => {
  test('reaches the device, and is refused with an older revision', async () => {
    const { id, revision } = await createGroup({ name: 'Otters' })
    const { cursor } = await pull()
    const reply = await patchGroup(id, revision, { start_at: '18:15', last_date: '2099-01-01' })
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await pull(cursor)).changes).toMatchObject([{ kind: 'group', key: id, data: { start_at: '18:15' } }])
    expect((await patchGroup(id, revision, { name: 'Late' })).json()).toMatchObject({
      status: 412,
      error: 'EDIT_CONFLICT',
    })
    expect((await readGroup(id)).name).toBe('Otters')
  })

  test('is told to the parents of its children, as a moved session is; one that changes nothing to nobody', async () => {
    const { id } = await createGroup({ name: 'Terns' })
    await addMembers(id, [one.members[0]])
    const { revision } = await readGroup(id)
    world.announced.length = 0
    expect((await patchGroup(id, revision, { start_at: '17:00' })).statusCode).toBe(200)
    expect(world.announced).toEqual([])
    expect((await patchGroup(id, revision, { start_at: '18:15' })).statusCode).toBe(200)
    expect(world.announced.map(({ parents }) => parents)).toEqual([[[one.parent, one.members[0]]]])
  })

  test('of the assessment levels reaches the device; a group without assessment levels uses its own levels', async () => {
    const { id, revision, ...group } = await createGroup({ name: 'Newts' })
    expect(group.assessment_levels).toBeNull()
    const { cursor } = await pull()
    const groupOnDevice = async () => (await pull(cursor)).changes.find((change) => change.key === id)?.data as Group
    const changedOnce = (await patchGroup(id, revision, { assessment_levels: ['/stage-2'] })).json<GroupDetail>()
    expect(changedOnce).toMatchObject({ levels: ['/stage-1'], assessment_levels: ['/stage-2'] })
    expect(await groupOnDevice()).toMatchObject({ levels: ['/stage-1'], assessment_levels: ['/stage-2'] })
    // what is not named stays as it is
    const changedTwice = (
      await patchGroup(id, changedOnce.revision, { levels: ['/stage-1', '/stage-2'] })
    ).json<GroupDetail>()
    expect(changedTwice.assessment_levels).toEqual(['/stage-2'])
    // the group's own levels, in any order, are stored as no assessment levels
    const sameLevels = await patchGroup(id, changedTwice.revision, { assessment_levels: ['/stage-2', '/stage-1'] })
    expect(sameLevels.json<GroupDetail>().assessment_levels).toBeNull()
    expect(await groupOnDevice()).toMatchObject({ assessment_levels: ['/stage-1', '/stage-2'] })
    const changedAgain = (
      await patchGroup(id, sameLevels.json<GroupDetail>().revision, { assessment_levels: ['/stage-2'] })
    ).json<GroupDetail>()
    const withoutScheme = await patchGroup(id, changedAgain.revision, { scheme_slug: null, levels: [] })
    expect(withoutScheme.json<GroupDetail>().assessment_levels, withoutScheme.body).toBeNull()
  })

  test('of its coaches is shown at once: the new coach is there, and the former one is not', async () => {
    const { id, revision } = await createGroup({ name: 'Herons' })
    const reply = await patchGroup(id, revision, { coaches: [{ uuid: dewi, from: today, to: null }] })
    // a coach who is taken off has left as of yesterday, as members do
    expect(reply.json<GroupDetail>().coaches).toMatchObject([{ firstname: 'Dewi', from: today, to: null }])
  })

  test('is not hindered by a level or scheme that an author has deleted since', async () => {
    const { id, revision } = await createGroup({ levels: ['/stage-1', '/stage-2'], assessment_levels: ['/stage-2'] })
    const setDeleted = async (table: 'scheme_nodes' | 'schemes', condition: string, deleted: boolean) => {
      const at = deleted ? 'now()' : 'NULL'
      await world.owner.query(`UPDATE ${table} SET deleted_at = ${at} WHERE client_id = 'one' AND ${condition}`)
    }
    await setDeleted('scheme_nodes', "id = '/stage-2'", true)
    const moved = await patchGroup(id, revision, { start_at: '18:00' })
    expect(moved.statusCode, moved.body).toBe(200)
    // without the deleted level it cannot be chosen again
    const rest = { levels: ['/stage-1'], assessment_levels: null }
    const { revision: withoutIt } = (await patchGroup(id, moved.json<GroupDetail>().revision, rest)).json<GroupDetail>()
    const chosenAgain = await patchGroup(id, withoutIt, { levels: ['/stage-1', '/stage-2'] })
    expect(chosenAgain.json()).toMatchObject({ status: 404, field: 'levels' })
    await setDeleted('scheme_nodes', "id = '/stage-2'", false)
    await setDeleted('schemes', "slug = 'swim'", true)
    const renamed = await patchGroup(id, withoutIt, { name: 'Otters' })
    await setDeleted('schemes', "slug = 'swim'", false)
    expect(renamed.json()).toMatchObject({ name: 'Otters', scheme_slug: 'swim', levels: ['/stage-1'] })
  })

  test('to a smaller capacity than it has members is refused', async () => {
    const { id, revision } = await createGroup({ name: 'Puffins' })
    await addMembers(id, extraMembers.slice(0, 2))
    expect((await patchGroup(id, revision, { max_size: 1 })).json()).toMatchObject({
      status: 409,
      error: 'GROUP_FULL',
      field: 'max_size',
    })
    expect((await patchGroup(id, revision, { max_size: 2 })).statusCode).toBe(200)
  })
})

describe('members of a group', () => {
  test('who enter it are on the coach’s device with their marks, and leave it again', async () => {
    const device = new Device(world, one, coachToken)
    await device.push(device.mark(one.members[0], '/stage-1/float', 2))
    const { id } = await createGroup({ name: 'Marlins' })
    const { cursor } = await pull()
    expect((await addMembers(id, [one.members[0], extraMembers[0] ?? ''])).json<GroupDetail>().members).toMatchObject([
      { firstname: 'Noaha', from: today, to: null },
      { firstname: 'Siân' },
    ])
    expect((await addMembers(id, [extraMembers[0] ?? ''])).json<GroupDetail>().members).toHaveLength(2)
    const { changes } = await pull(cursor)
    const kinds = changes.map(({ kind, key }) => `${kind} ${key}`)
    expect(kinds).toContain(`group_member ${id}/${extraMembers[0]}`)
    expect(kinds).toContain(`member ${extraMembers[0]}`)
    expect(changes.find((change) => change.kind === 'result' && change.key.startsWith(one.members[0]))).toBeDefined()

    const { cursor: cursorBefore } = await pull()
    const removal = await asAdmin({
      method: 'DELETE',
      url: `/v1/groups/${id}/members/${extraMembers[0]}`,
      // the portals send this header with every call, even without a body [7.1]
      headers: { 'content-type': 'application/json' },
    })
    expect(removal.json<GroupDetail>().members).toHaveLength(1)
    const pulledAfter = await pull(cursorBefore)
    const endedMembership = pulledAfter.changes.find((change) => change.kind === 'group_member')?.data as { to: string }
    expect(endedMembership.to < today).toBe(true)
    expect((await asAdmin({ method: 'DELETE', url: `/v1/groups/${id}/members/${extraMembers[0]}` })).statusCode).toBe(
      404,
    )
    // the member may come back on the same day
    expect((await addMembers(id, [extraMembers[0] ?? ''])).json<GroupDetail>().members).toHaveLength(2)
  })

  test('are never more than its capacity, however many enter at the same time', async () => {
    const { id } = await createGroup({ name: 'Kelp', max_size: 2 })
    const replies = await Promise.all(extraMembers.map((member) => addMembers(id, [member])))
    expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 200, 409, 409])
    expect(replies.find((reply) => reply.statusCode === 409)?.json()).toMatchObject({ error: 'GROUP_FULL' })
    const { id: other } = await createGroup({ name: 'Reef', max_size: 2 })
    expect((await addMembers(other, extraMembers.slice(0, 3))).statusCode).toBe(409)
    expect((await readGroup(other)).members).toEqual([])
  })

  test('must be active members of this club', async () => {
    const { id } = await createGroup({ name: 'Sails' })
    await world.owner.query(
      `UPDATE club_members SET status = 'inactive', inactive_since = now() WHERE client_id = 'one' AND member_id = $1`,
      [extraMembers[3]],
    )
    expect((await addMembers(id, [extraMembers[3] ?? ''])).json()).toMatchObject({
      status: 409,
      error: 'MEMBER_INACTIVE',
    })
    expect((await addMembers(id, [two.members[0]])).statusCode).toBe(404)
    expect((await addMembers(id, [])).statusCode).toBe(400)
  })

  test('are moved to another group in one request, or stay when that is refused', async () => {
    const formerGroup = await createGroup({ name: 'Shells' })
    const nextGroup = await createGroup({ name: 'Waves', max_size: 1 })
    await addMembers(formerGroup.id, extraMembers.slice(0, 2))
    const move = (member: string | undefined, group_id: string) =>
      asAdmin({ method: 'POST', url: `/v1/groups/${formerGroup.id}/members/${member}/move`, payload: { group_id } })
    expect((await move(extraMembers[0], nextGroup.id)).json<GroupDetail>().members).toMatchObject([
      { firstname: 'Noahb' },
    ])
    expect((await readGroup(nextGroup.id)).members).toMatchObject([{ firstname: 'Noaha', from: today }])
    expect((await move(extraMembers[1], nextGroup.id)).json()).toMatchObject({ status: 409, error: 'GROUP_FULL' })
    expect((await readGroup(formerGroup.id)).members).toHaveLength(1)
    expect((await move(extraMembers[1], crypto.randomUUID())).json()).toMatchObject({ status: 404, field: 'group_id' })
    expect((await move(extraMembers[2], nextGroup.id)).json()).toMatchObject({ status: 404, field: 'uuid' })
  })

  test('who enter and leave are in the audit log', async () => {
    // the entries of the tests above
    const { rows } = await world.owner.query<{ action: string; user_id: string }>(
      `SELECT action, user_id FROM audit_log WHERE client_id = 'one' AND action IN ('enter-group', 'leave-group')`,
    )
    expect(new Set(rows.map((row) => row.action))).toEqual(new Set(['enter-group', 'leave-group']))
    expect(rows.every((row) => row.user_id === one.admin)).toBe(true)
  })
})

describe('the list of groups', () => {
  test('is paged, searched, sorted, and filtered by whether a group has ended', async () => {
    await createGroup({ name: 'Ended', last_date: '2021-01-01' })
    const ended = (await asAdmin({ url: '/v1/groups?status=ended' })).json<Group[]>()
    expect(ended.map(({ name }) => name)).toEqual(['Ended'])
    const names = async (query: string) =>
      (await asAdmin({ url: `/v1/groups?per_page=3&${query}` })).json<Group[]>().map(({ name }) => name)
    expect(await names('sort=aname')).toEqual(['Dolphins', 'Ended', 'Herons'])
    expect(await names('sort=dname&page=1')).toHaveLength(3)
    // a group that meets every day begins on Monday like the others, and at an earlier time
    expect((await names('sort=astart'))[0]).toBe('Dolphins')
    // which group has the most members depends on the tests above, so only the query is checked
    expect((await names('sort=dmembers'))[0]).toMatch(/\w/)
    expect((await asAdmin({ url: '/v1/groups?sort=name' })).json()).toMatchObject({ status: 400, field: 'sort' })
  })
})

describe('the users of a club', () => {
  test('are its administrators and coaches by last name, with their clubs on request', async () => {
    const all = await asAdmin({ url: '/v1/users?with_clubs=1' })
    expect(all.json<ListedUser[]>().map(({ lastname, type }) => `${lastname} ${type}`)).toEqual([
      'Lloyd coach',
      'Price admin',
      'Pritchard coach',
    ])
    expect(all.json<ListedUser[]>()[0]?.clubs).toMatchObject([{ name: 'Harbour' }])
    expect(all.headers['x-total-count']).toBe('3')
    const coaches = await asAdmin({ url: '/v1/users?type[]=coach&type[]=parent&search=lloy' })
    expect(coaches.json<ListedUser[]>()).toMatchObject([{ firstname: 'Dewi' }])
    expect((await asAdmin({ url: '/v1/users?type[]=boss' })).statusCode).toBe(400)
  })
})

describe('access to a group', () => {
  test('of another client is answered exactly like access to a missing one', async () => {
    const member = one.members[0]
    for (const [method, path, payload] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'X' }],
      ['POST', '/members', { member_uuids: [member] }],
      ['DELETE', `/members/${member}`, undefined],
      ['POST', `/members/${member}/move`, { group_id: one.group }],
    ] as const) {
      const replies = await Promise.all(
        [two.group, crypto.randomUUID()].map((id) =>
          asAdmin({
            method,
            url: `/v1/groups/${id}${path}`,
            // only PATCH reads it
            headers: { 'if-match': 'x' },
            ...(payload ? { payload } : {}),
          }),
        ),
      )
      expect(
        replies.map((reply) => reply.statusCode),
        method + path,
      ).toEqual([404, 404])
      expect(replies[0]?.body).toBe(replies[1]?.body)
    }
  })

  test('is refused to everybody but administrators', async () => {
    for (const portal of ['coach', 'parent', 'scheme'] as const) {
      const asUser = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
      const groupUrl = `/v1/groups/${one.group}`
      const replies = await Promise.all([
        world.request({ ...asUser, url: '/v1/groups' }),
        // authors may list users too
        ...(portal === 'scheme' ? [] : [world.request({ ...asUser, url: '/v1/users' })]),
        world.request({ ...asUser, url: groupUrl }),
        world.request({ ...asUser, method: 'POST', url: '/v1/groups', payload: newGroup() }),
        world.request({
          ...asUser,
          method: 'PATCH',
          url: groupUrl,
          payload: { name: 'X' },
          headers: { 'if-match': 'x' },
        }),
        world.request({
          ...asUser,
          method: 'POST',
          url: `${groupUrl}/members`,
          payload: { member_uuids: [extraMembers[0]] },
        }),
        world.request({ ...asUser, method: 'DELETE', url: `${groupUrl}/members/${one.members[0]}` }),
        world.request({
          ...asUser,
          method: 'POST',
          url: `${groupUrl}/members/${one.members[0]}/move`,
          payload: { group_id: one.group },
        }),
      ])
      expect(
        replies.map((reply) => reply.statusCode),
        portal,
      ).toEqual(replies.map(() => 403))
    }
  })
})

describe('the file of groups', () => {
  test('has the filtered rows of the list, and no cell is a formula', async () => {
    await createGroup({ name: '=Formula Fish', place: '+44', age_from: 5, age_to: 8 })
    await createGroup({ name: 'Formula Over', last_date: '2020-06-01' })
    const reply = await asAdmin({ url: '/v1/groups/file?search=formula&status=current' })
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="groups-\d{4}-\d\d-\d\d\.csv"$/)
    const filed = {
      name: "'=Formula Fish",
      place: "'+44",
      weekdays: 'mon, wed',
      start_at: '17:00',
      duration_minutes: '45',
    }
    const taught = { max_size: '3', age_from: '5', age_to: '8', scheme: 'Swim', levels: 'stage-1' }
    expect(parse(reply.body, { columns: true, bom: true })).toEqual([
      expect.objectContaining({
        ...filed,
        ...taught,
        first_date: '2020-01-01',
        coaches: 'Anna Pritchard',
        members: '0',
      }),
    ])
    expect((await asAdmin({ url: '/v1/groups/file?status=ended&search=formula' })).body).toContain('Formula Over')
    const { rows } = await world.owner.query(`SELECT after FROM audit_log WHERE entity = 'groups' ORDER BY id LIMIT 1`)
    expect(rows).toMatchObject([{ after: { rows: 1, filters: { search: '…' } } }])
  })

  test('can be downloaded only by administrators of the club', async () => {
    expect((await asAdmin({ url: '/v1/groups/file', host: one.host('coach'), token: coachToken })).statusCode).toBe(403)
    expect((await world.request({ url: '/v1/groups/file', host: one.host('club') })).statusCode).toBe(401)
    expect((await asAdmin({ url: '/v1/groups/file?per_page=1' })).statusCode).toBe(400)
    const otherLogin = await world.logIn(two, 'club')
    const reply = await asAdmin({ url: '/v1/groups/file', host: two.host('club'), token: otherLogin.token })
    expect(reply.body).not.toContain('Formula')
  })
})

test('a member leaves all groups of the club on becoming inactive, and enters none until active again [4.26]', async () => {
  const member = extraMembers[2] ?? ''
  const groups = [
    await createGroup({ name: 'Seals' }),
    await createGroup({ name: 'Crabs' }),
    await createGroup({ name: 'Gulls' }),
  ]
  for (const { id } of groups) await addMembers(id, [member])
  const setStatus = async (status: string) => {
    const { revision } = (await asAdmin({ url: `/v1/members/${member}` })).json<MemberDetail>()
    const headers = { 'if-match': `"${revision}"` }
    const reply = await asAdmin({ method: 'PATCH', url: `/v1/members/${member}`, payload: { status }, headers })
    return reply.json<MemberDetail>()
  }
  expect((await asAdmin({ url: `/v1/members/${member}` })).json<MemberDetail>().groups.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Seals', 'Crabs', 'Gulls']),
  )
  expect(await setStatus('inactive')).toMatchObject({ status: 'inactive', groups: [] })
  for (const { id } of groups) {
    expect((await readGroup(id)).members).toEqual([])
    expect((await addMembers(id, [member])).json()).toMatchObject({ status: 409, error: 'MEMBER_INACTIVE' })
    expect((await readGroup(id)).members).toEqual([])
  }
  expect(await setStatus('active')).toMatchObject({ status: 'active', groups: [] })
  for (const { id } of groups) expect((await addMembers(id, [member])).json<GroupDetail>().members).toHaveLength(1)
})

test('a member who is moved to a group that they were to leave stays in it, if it has room, until that is undone', async () => {
  const [from, to] = [await createGroup({ name: 'Ebb' }), await createGroup({ name: 'Flow', max_size: 1 })]
  const [child = '', other = ''] = extraMembers
  await addMembers(from.id, [child])
  await addMembers(to.id, [child])
  const lastDay = addDays(today, 5)
  const endPlace = (group: string, member: string) =>
    world.owner.query('UPDATE group_members SET to_date = $3 WHERE group_id = $1 AND member_id = $2', [
      group,
      member,
      lastDay,
    ])
  await endPlace(to.id, child)
  const placesIn = async (group: string) => (await readGroup(group)).members.map(({ uuid, to: last }) => [uuid, last])
  const url = `/v1/groups/${from.id}/members/${child}/move`
  const moveChild = () => asAdmin({ method: 'POST', url, payload: { group_id: to.id } })
  // another child has the place from the day after
  await world.owner.query(
    `INSERT INTO group_members (client_id, group_id, member_id, from_date) VALUES ('one', $1, $2, $3)`,
    [to.id, other, addDays(lastDay, 1)],
  )
  expect((await moveChild()).json()).toMatchObject({ error: 'GROUP_FULL', field: 'group_id' })
  expect(await placesIn(from.id)).toEqual([[child, null]])
  await world.owner.query('DELETE FROM group_members WHERE group_id = $1 AND member_id = $2', [to.id, other])
  const moved = await moveChild()
  expect(moved.statusCode, moved.body).toBe(200)
  expect([await placesIn(from.id), await placesIn(to.id)]).toEqual([[], [[child, null]]])
  const undoUrl = `/v1/change-sets/${moved.json<MovedGroup>().undo}/undo`
  expect((await asAdmin({ method: 'POST', url: undoUrl })).statusCode).toBe(200)
  expect([await placesIn(from.id), await placesIn(to.id)]).toEqual([[[child, null]], [[child, lastDay]]])
})

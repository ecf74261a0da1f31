import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangedMember, MemberLogEntry, MemberDetail } from '#contract/members/club-members.ts'
import type { GroupDetail, MovedGroup } from '#contract/scheduling/groups.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

const DAY_MS = 86_400_000

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** The token of the club's administrator. */
let token = ''
let coachToken = ''
/** The date at the club, as YYYY-MM-DD. */
let today = ''
/** A group that has not begun: an undo has to restore its memberships too. */
let futureGroup = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'club')).token
  coachToken = (await world.logIn(one, 'coach')).token
  // Swedish dates are written YYYY-MM-DD
  today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' }).format(world.clock.now)
  futureGroup = await createGroup({ name: 'Pool', first_date: daysFromToday(20) })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const daysFromToday = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)
const call = (options: Parameters<World['request']>[0]) => world.request({ host: one.host('club'), token, ...options })
const groupFields = {
  name: '',
  scheme_slug: null,
  levels: [],
  assessment_level_limit: false,
  is_slot: false,
  start_at: '16:00',
  duration_minutes: 30,
  weekdays: [1],
  first_date: '2020-01-01',
  last_date: null,
  place: null,
  max_size: null,
  age_from: null,
  age_to: null,
  coaches: [],
}
const createGroup = async (fields: Partial<Record<keyof typeof groupFields, unknown>>) =>
  (await call({ method: 'POST', url: '/v1/groups', payload: { ...groupFields, ...fields } })).json<GroupDetail>().id
const enterGroup = (group: string, ...member_uuids: string[]) =>
  call({ method: 'POST', url: `/v1/groups/${group}/members`, payload: { member_uuids } })
const changeMany = (payload: object) => call({ method: 'POST', url: '/v1/members/bulk', payload })
const undoIdOf = (reply: { json: <T>() => T }) => reply.json<{ undo: string }>().undo
const undo = (id: string) => call({ method: 'POST', url: `/v1/change-sets/${id}/undo` })
const readMember = async (id: string) => (await call({ url: `/v1/members/${id}` })).json<MemberDetail>()
const readMemberships = async () =>
  (
    await world.owner.query(
      'SELECT group_id, member_id, from_date, to_date FROM group_members ORDER BY group_id, member_id, from_date',
    )
  ).rows
const makeInactive = { action: 'status', status: 'inactive' }

test('many members become inactive, and one undo gives all of them their group memberships back', async () => {
  await enterGroup(futureGroup, one.members[0])
  const before = await readMemberships()
  const reply = await changeMany({ ...makeInactive, member_uuids: one.members })
  expect(await readMemberships()).not.toEqual(before)
  for (const id of one.members) expect(await readMember(id)).toMatchObject({ status: 'inactive', groups: [] })
  const readChanges = async (query = '') =>
    (
      await world.request({ url: `/v1/sync/changes${query}`, host: one.host('coach'), token: coachToken })
    ).json<ChangesReply>()
  const { cursor } = await readChanges()
  expect((await undo(undoIdOf(reply))).statusCode).toBe(200)
  expect(await readMemberships()).toEqual(before)
  for (const id of one.members) expect((await readMember(id)).status).toBe('active')
  // the undo is delivered to the tablet
  const { changes } = await readChanges(`?cursor=${encodeURIComponent(cursor)}`)
  const changedMemberships = changes.filter((change) => change.kind === 'group_member').map((change) => change.key)
  for (const id of one.members) expect(changedMemberships).toContain(`${one.group}/${id}`)
})

test('a member who was inactive before stays inactive: only the changes of the set are undone', async () => {
  const [first, second] = one.members
  const earlier = await changeMany({ ...makeInactive, member_uuids: [first] })
  const changeSet = undoIdOf(await changeMany({ ...makeInactive, member_uuids: [first, second] }))
  expect((await undo(changeSet)).statusCode).toBe(200)
  expect([(await readMember(first)).status, (await readMember(second)).status]).toEqual(['inactive', 'active'])
  expect((await undo(undoIdOf(earlier))).statusCode).toBe(200)
  // both are active already: nothing changes, so there is nothing to undo
  expect((await changeMany({ action: 'status', status: 'active', member_uuids: one.members })).json()).toEqual({
    undo: null,
  })
})

test('a member made inactive in the detail gets the groups back by an undo, which the log offers once', async () => {
  const [member] = one.members
  const before = await readMemberships()
  const changed = await call({
    method: 'PATCH',
    url: `/v1/members/${member}`,
    headers: { 'if-match': `"${(await readMember(member)).revision}"` },
    payload: { status: 'inactive' },
  })
  const changeSet = changed.json<ChangedMember>().undo ?? ''
  // The two newest lines of the log. One change set both changed the status and ended the membership of the group.
  const readLog = async () => (await call({ url: `/v1/members/${member}/log?per_page=2` })).json<MemberLogEntry[]>()
  expect((await readLog()).map((line) => line.undo)).toEqual([changeSet, changeSet])
  expect((await undo(changeSet)).statusCode).toBe(200)
  expect(await readMemberships()).toEqual(before)
  expect(await readLog()).toMatchObject([
    { action: 'undo-change-set', undo: null },
    { action: 'change', undo: null },
  ])
  // a repeat changes nothing
  expect((await undo(changeSet)).json()).toMatchObject({ repeated: true, by: 'Owain Price', kept: [] })
  expect(await readLog()).toHaveLength(2)
})

test('entering, leaving and moving between groups are undone row by row', async () => {
  const [member] = one.members
  const otherGroup = await createGroup({ name: 'Other' })
  const before = await readMemberships()
  const move = { method: 'POST', url: `/v1/groups/${one.group}/members/${member}/move` } as const
  for (const write of [
    () => enterGroup(otherGroup, member),
    () => call({ method: 'DELETE', url: `/v1/groups/${one.group}/members/${member}` }),
    () => call({ ...move, payload: { group_id: otherGroup } }),
  ]) {
    const reply = await write()
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await readMemberships()).not.toEqual(before)
    expect((await undo(reply.json<MovedGroup>().undo ?? '')).statusCode).toBe(200)
    expect(await readMemberships()).toEqual(before)
  }
})

test('an ability group that many members got or lost is undone for exactly those members', async () => {
  const [first] = one.members
  const readTags = async () => (await Promise.all(one.members.map(readMember))).map((member) => member.tags)
  // only the first member has the tag; each change below adds it to both or removes it from both
  await changeMany({ action: 'tag', tag: 'Squad', on: 1, member_uuids: [first] })
  for (const on of [0, 1]) {
    const reply = await changeMany({ action: 'tag', tag: 'Squad', on, member_uuids: one.members })
    expect(await readTags()).toEqual(on === 1 ? [['Squad'], ['Squad']] : [[], []])
    await undo(undoIdOf(reply))
    expect(await readTags()).toEqual([['Squad'], []])
  }
})

test('an undo is refused as a whole when a member was changed since, or a group has no room', async () => {
  const [first, second] = one.members
  const small = await createGroup({ name: 'Small', max_size: 1 })
  const endingGroup = await createGroup({ name: 'Ending' })
  await enterGroup(small, first)
  await enterGroup(endingGroup, first)
  const before = await readMemberships()
  const changeSet = undoIdOf(await changeMany({ ...makeInactive, member_uuids: [first] }))
  const expectRefusal = async (obstacle: object) => {
    const now = await readMemberships()
    expect((await undo(changeSet)).json()).toMatchObject({ status: 409, error: 'UNDO_STATE', obstacles: [obstacle] })
    expect(await readMemberships()).toEqual(now)
  }

  // another member has taken the only place of a group since
  const filled = undoIdOf(await enterGroup(small, second))
  await expectRefusal({ why: 'group-full', id: small, name: 'Small', by: 'Owain Price' })
  await undo(filled)
  // the member's status was changed since
  const reactivation = undoIdOf(await changeMany({ action: 'status', status: 'active', member_uuids: [first] }))
  await expectRefusal({ why: 'changed', id: first, name: "Siân O'Connor", by: 'Owain Price' })
  await undo(reactivation)
  // a group has ended since
  const setLastDate = (date: string | null) =>
    world.owner.query('UPDATE groups SET last_date = $2 WHERE id = $1', [endingGroup, date])
  await setLastDate(daysFromToday(-1))
  await expectRefusal({ why: 'group-over', id: endingGroup, name: 'Ending' })
  await setLastDate(null)
  // the days within which an undo is possible have passed; the token has expired too
  const tooLateMs = (UNDO_DAYS + 1) * DAY_MS
  world.clock.now += tooLateMs
  token = (await world.logIn(one, 'club')).token
  await expectRefusal({ why: 'late', id: null, name: null, by: null, at: null })
  world.clock.now -= tooLateMs
  token = (await world.logIn(one, 'club')).token
  expect((await undo(changeSet)).statusCode).toBe(200)
  expect(await readMemberships()).toEqual(before)
})

test('a member who has become active and is in a group since does not become inactive by an undo', async () => {
  const [member] = one.members
  const group = await createGroup({ name: 'Since' })
  const earlier = undoIdOf(await changeMany({ ...makeInactive, member_uuids: [member] }))
  const activated = undoIdOf(await changeMany({ action: 'status', status: 'active', member_uuids: [member] }))
  const entered = undoIdOf(await enterGroup(group, member))
  expect((await undo(activated)).json()).toMatchObject({
    status: 409,
    error: 'UNDO_STATE',
    obstacles: [{ why: 'group', id: member, name: "Siân O'Connor", by: 'Owain Price' }],
  })
  expect(await readMember(member)).toMatchObject({ status: 'active', groups: [{ id: group }] })
  for (const id of [entered, activated, earlier]) expect((await undo(id)).statusCode).toBe(200)
})

test('an undo is possible when another member enters the full group only after the restored membership has ended', async () => {
  const [first, second] = one.members
  const small = await createGroup({ name: 'One by one', max_size: 1 })
  const insertMembership = (member: string, fromDate: string, toDate: string | null) =>
    world.owner.query(
      `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date) VALUES ('one', $1, $2, $3, $4)`,
      [small, member, fromDate, toDate],
    )
  await insertMembership(first, '2020-01-01', daysFromToday(10))
  await insertMembership(second, daysFromToday(20), null)
  const before = await readMemberships()
  const changeSet = undoIdOf(await changeMany({ ...makeInactive, member_uuids: [first] }))
  const reply = await undo(changeSet)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await readMemberships()).toEqual(before)
  // the undo is refused while the second member enters on the last day of the first, and possible a day later
  const secondUndoId = undoIdOf(await changeMany({ ...makeInactive, member_uuids: [first] }))
  const setFirstDay = (date: string) =>
    world.owner.query('UPDATE group_members SET from_date = $3 WHERE group_id = $1 AND member_id = $2', [
      small,
      second,
      date,
    ])
  await setFirstDay(daysFromToday(10))
  expect((await undo(secondUndoId)).json()).toMatchObject({ status: 409, error: 'UNDO_STATE', ids: [small] })
  await setFirstDay(daysFromToday(11))
  expect((await undo(secondUndoId)).statusCode).toBe(200)
})

test('an undo is refused when the member was marked present in the new group', async () => {
  const [member] = one.members
  const fresh = await createGroup({ name: 'Fresh' })
  const changeSet = undoIdOf(await enterGroup(fresh, member))
  await world.owner.query(
    `INSERT INTO registers (client_id, lane, kind, club_id, member_id, group_id, date, value, author_id, ts)
     VALUES ('one', $1, 'attendance', $2, $3, $4, $5, '"present"', $6, $7)`,
    [
      `attendance/${fresh}/${today}/${member}`,
      one.club,
      member,
      fresh,
      today,
      one.coach,
      Math.floor(world.clock.now / 1000),
    ],
  )
  expect((await undo(changeSet)).json()).toMatchObject({
    status: 409,
    error: 'UNDO_STATE',
    ids: [member],
    obstacles: [{ why: 'marks', id: member, name: "Siân O'Connor", by: 'Anna Pritchard' }],
  })
})

test('a group that has ended takes no members', async () => {
  const [member] = one.members
  const endedGroup = await createGroup({ name: 'Last year', last_date: daysFromToday(-1) })
  const ended = { status: 409, error: 'GROUP_ENDED' }
  expect((await enterGroup(endedGroup, member)).json()).toMatchObject({ ...ended, field: 'id' })
  expect((await changeMany({ action: 'enter', group_id: endedGroup, member_uuids: [member] })).json()).toMatchObject(
    ended,
  )
  const move = await call({
    method: 'POST',
    url: `/v1/groups/${one.group}/members/${member}/move`,
    payload: { group_id: endedGroup },
  })
  expect(move.json()).toMatchObject({ ...ended, field: 'group_id' })
  expect((await readMember(member)).groups.map((group) => group.id)).toContain(one.group)
})

test('a change set of another client is not found; only administrators may undo one', async () => {
  const changeSet = undoIdOf(await changeMany({ ...makeInactive, member_uuids: [one.members[1]] }))
  const otherClientsReply = await world.request({
    method: 'POST',
    url: `/v1/change-sets/${changeSet}/undo`,
    host: two.host('club'),
    token: (await world.logIn(two, 'club')).token,
  })
  expect(otherClientsReply.statusCode).toBe(404)
  expect((await undo(crypto.randomUUID())).statusCode).toBe(404)
  expect((await undo('x')).statusCode).toBe(400)
  const byCoach = {
    method: 'POST',
    url: `/v1/change-sets/${changeSet}/undo`,
    host: one.host('coach'),
    token: coachToken,
  } as const
  expect((await world.request(byCoach)).statusCode).toBe(403)
  expect((await undo(changeSet)).statusCode).toBe(200)
})

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ClubUsers } from '#contract/identity/auth.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import type { Club } from '#contract/tenants/clubs.ts'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import type { Portal } from '#domain/tenants/pages.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** The date at the club, which is not the date in UTC, the zone of the database. */
let today = ''

/** A time zone in which the date is not that of UTC: it is tomorrow there, or still yesterday. */
const zoneOfAnotherDay = (ms: number) => (new Date(ms).getUTCHours() >= 11 ? 'Pacific/Kiritimati' : 'Etc/GMT+12')

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  const timeZone = zoneOfAnotherDay(world.clock.now)
  today = localDate(world.clock.now, timeZone)
  expect(today).not.toBe(localDate(world.clock.now, 'UTC'))
  await world.owner.query(`UPDATE clubs SET time_zone = $1 WHERE client_id = 'one'`, [timeZone])
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
// whatever has a first and a last day has today alone
beforeEach(async () => {
  for (const table of ['user_clubs', 'group_members', 'group_coaches']) await setDays(table, today, today)
})

/** Sets the first and last day of all rows of a table. */
async function setDays(table: string, from: string, to: string | null): Promise<void> {
  await world.owner.query(`UPDATE ${table} SET from_date = $1, to_date = $2 WHERE client_id = 'one'`, [from, to])
}

async function read<T>(portal: Portal, url: string, options: InjectOptions = {}): Promise<T> {
  const { token } = await world.logIn(one, portal)
  const reply = await world.request({ host: one.host(portal), token, url, ...options })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json<T>()
}

test('an administrator works at a club on its day', async () => {
  const login = await world.logIn(one, 'club')
  expect(login.clubs.map(({ id }) => id)).toEqual([one.club])
  expect((await read<{ club_ids: string[] }>('club', '/v1/me')).club_ids).toEqual([one.club])
  expect((await read<Club[]>('scheme', '/v1/clubs?with_counts=1'))[0]).toMatchObject({ users: 2 })
})

test('an administrator invites parents of the club’s members on its day', async () => {
  await read('club', `/v1/members/${one.members[0]}/invites`, {
    method: 'POST',
    payload: { firstname: 'Mari', lastname: 'Lewis', email: 'mari@one.example' },
  })
})

test('a coach can be switched to on the club’s day, and an administrator clears the coach’s PIN', async () => {
  await world.owner.query(`UPDATE clients SET features = features || '{"SWITCH_USER": true}' WHERE client_id = 'one'`)
  expect((await read<ClubUsers>('coach', '/v1/auth/club-users')).map(({ uuid }) => uuid)).toEqual([one.coach])
  const { token } = await world.logIn(one, 'club')
  const cleared = await world.request({
    method: 'DELETE',
    url: `/v1/users/${one.coach}/pin`,
    host: one.host('club'),
    token,
  })
  expect(cleared.statusCode, cleared.body).toBe(204)
})

test('the lists of groups count members and name coaches of the club’s day', async () => {
  for (const sort of ['aname', 'dmembers'])
    expect(await read<Group[]>('club', `/v1/groups?sort=${sort}`)).toMatchObject([
      { total_members: 2, coaches: [{ uuid: one.coach }] },
    ])
  const { token } = await world.logIn(one, 'club')
  const file = await world.request({ host: one.host('club'), token, url: '/v1/groups/file' })
  expect(file.body).toMatch(/Anna Pritchard,2$/m)
})

test('a parent sees the groups of the child on the club’s day, also when the day changes', async () => {
  const groupsOfChild = async () =>
    (await read<Member[]>('parent', `/v1/users/${one.parent}/members?with_groups=1`))[0]?.groups?.map(({ id }) => id)
  const setZone = (timeZone: string) =>
    world.owner.query(`UPDATE clubs SET time_zone = $1 WHERE client_id = 'one'`, [timeZone])
  try {
    await setZone('Etc/GMT+12')
    const day = localDate(world.clock.now, 'Etc/GMT+12')
    await setDays('group_members', day, day)
    expect(await groupsOfChild()).toEqual([one.group])
    // the answer is cached by the day at the child's clubs, and in this zone the day is over
    await setZone('Pacific/Kiritimati')
    expect(await groupsOfChild()).toEqual([])
  } finally {
    await setZone(zoneOfAnotherDay(world.clock.now))
  }
})

test('a child is a year older in the parent’s overview from the birthday at the club on', async () => {
  // the first child has its eighth birthday today at the club, the second one tomorrow
  const births = [today, addDays(today, 1)].map((day) => `${Number(day.slice(0, 4)) - 8}${day.slice(4)}`)
  for (const [index, birth] of births.entries())
    await world.owner.query('UPDATE members SET dob = $1 WHERE id = $2', [birth, one.members[index]])
  const children = await read<Member[]>('parent', `/v1/users/${one.parent}/members`)
  expect(children.map(({ age }) => age)).toEqual([8, 7])
})

test('a coach reads the marks of children from a week before a group begins until 30 days after it has ended', async () => {
  const url = `/v1/members/${one.members[0]}/assessments`
  const { token } = await world.logIn(one, 'coach')
  const statusOn = async (from: string, to: string | null) => {
    await setDays('group_coaches', from, to)
    return (await world.request({ host: one.host('coach'), token, url })).statusCode
  }
  await setDays('group_members', '2020-01-01', null)
  expect(await statusOn(addDays(today, 7), null)).toBe(200)
  expect(await statusOn(addDays(today, 8), null)).toBe(404)
  expect(await statusOn('2020-01-01', addDays(today, -30))).toBe(200)
  expect(await statusOn('2020-01-01', addDays(today, -31))).toBe(404)
})

test('a coach’s tablet holds a group from a week before it begins until 30 days after it has ended', async () => {
  const groupsOn = async (from: string, to: string | null) => {
    await setDays('group_coaches', from, to)
    const { changes } = await read<ChangesReply>('coach', '/v1/sync/changes')
    return changes.flatMap(({ kind, key }) => (kind === 'group' ? [key] : []))
  }
  expect(await groupsOn(addDays(today, 7), null)).toEqual([one.group])
  expect(await groupsOn(addDays(today, 8), null)).toEqual([])
  expect(await groupsOn('2020-01-01', addDays(today, -30))).toEqual([one.group])
  expect(await groupsOn('2020-01-01', addDays(today, -31))).toEqual([])
})

test('an author hears that a club has no administrator, and which documents are unread, by the day of the club', async () => {
  const document = crypto.randomUUID()
  await world.owner.query(
    `UPDATE clients SET features = features || '{"DOCUMENTS_PAGE": true}' WHERE client_id = 'one'`,
  )
  await world.owner.query(
    `INSERT INTO documents (client_id, id, folder, description, version, updated_at)
     VALUES ('one', $1, 'document-policy', 'Safety', 1, now() - interval '8 days')`,
    [document],
  )
  await world.owner.query(`INSERT INTO document_clubs (client_id, document_id, club_id) VALUES ('one', $1, $2)`, [
    document,
    one.club,
  ])
  expect(await read('scheme', '/v1/attention')).toMatchObject({ clubs_without_admin: 0, unread_documents: 1 })
  expect(await read('scheme', '/v1/clubs?only=unadministered')).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Change, ChangesReply } from '#contract/assessment/sync.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** A member of Seals, a group without a coach at the coach's club. Beca, of the coach's group, is in Seals too. */
const gwen = crypto.randomUUID()
const seals = crypto.randomUUID()
/** Another club of the client, with the member Idris in the group Whales. */
const quay = crypto.randomUUID()
const idris = crypto.randomUUID()
const whales = crypto.randomUUID()

/** Permits coaches to load all groups of the club, or forbids it; each login gets the flag in its access token. */
const permitAllGroups = (on: boolean) =>
  world.owner.query(`UPDATE clients SET features = features || '{"IMPORT_ALL_CLASSES": ${on}}' WHERE client_id = 'one'`)

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  const group = {
    scheme_slug: 'swim',
    levels: ['/stage-1'],
    start_at: '17:30',
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    first_date: '2020-01-01',
    max_size: 8,
  }
  const member = { lastname: 'Hughes', dob: '2016-02-03', medical: 'Grommets' }
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, null, {
      id: quay,
      name: 'Quay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    })
    await enterMembers(tx, one.id, [
      { ...member, id: gwen, clubIds: [one.club], firstname: 'Gwen', ngo_id: 'AQ-8', note: 'Shy' },
      { ...member, id: idris, clubIds: [quay], firstname: 'Idris', ngo_id: 'AQ-9' },
    ])
    await addGroup(tx, {
      ...group,
      id: seals,
      clubId: one.club,
      name: 'Seals',
      memberIds: [gwen, one.members[1]],
    })
    await addGroup(tx, {
      ...group,
      id: whales,
      clubId: quay,
      name: 'Whales',
      memberIds: [idris],
    })
  })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function changesSince(cursor: string, all: boolean): Promise<ChangesReply> {
  const { token } = await world.logIn(one, 'coach')
  const query = new URLSearchParams({ club_id: one.club, cursor, ...(all ? { all: '1' } : {}) })
  const reply = await world.request({ url: `/v1/sync/changes?${query.toString()}`, token })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<ChangesReply>()
}

/** The data of the changes of one kind; the compiler cannot see that the kind decides its type, so it is cast. */
function dataOf<K extends Change['kind']>(reply: ChangesReply, kind: K): Extract<Change, { kind: K }>['data'][] {
  return reply.changes.flatMap((change) => (change.kind === kind ? [change.data] : [])) as never
}
const groupNames = (reply: ChangesReply) =>
  dataOf(reply, 'group')
    .map((group) => group?.name)
    .sort()

test('a coach without the permission gets only their own groups, even when asking for all', async () => {
  await permitAllGroups(false)
  const [ownOnly, askedForAll] = [await changesSince('', false), await changesSince('', true)]
  expect(groupNames(ownOnly)).toEqual(['Dolphins'])
  expect(askedForAll.changes).toEqual(ownOnly.changes)
})

test('a coach with the permission gets all groups of the club, without medical notes, notes and phones of members of other groups', async () => {
  await world.owner.query(`UPDATE members SET phones = '{029 2087 4000}' WHERE client_id = 'one'`)
  await permitAllGroups(true)
  const reply = await changesSince('', true)
  expect(groupNames(reply)).toEqual(['Dolphins', 'Seals'])
  expect(dataOf(reply, 'group').map((group) => [group?.name, group?.imported])).toEqual(
    expect.arrayContaining([
      ['Dolphins', undefined],
      ['Seals', true],
    ]),
  )
  const members = new Map(dataOf(reply, 'member').map((member) => [member?.firstname, member]))
  expect([...members.keys()].sort()).toEqual(['Beca', 'Gwen', 'Siân'])
  expect(members.get('Siân')).toMatchObject({ medical: 'Asthma', phones: ['029 2087 4000'] })
  expect(members.get('Gwen')).toMatchObject({ medical: null, note: null, phones: [] })
  expect(groupNames(await changesSince('', false))).toEqual(['Dolphins'])
})

test('a switch from own groups to all groups starts a full load, and so does the end of the permission', async () => {
  await permitAllGroups(true)
  const ownGroups = await changesSince('', false)
  expect((await changesSince(ownGroups.cursor, true)).reload).toBe(true)
  const allGroups = await changesSince('', true)
  expect((await changesSince(allGroups.cursor, true)).reload).toBe(false)
  await permitAllGroups(false)
  expect((await changesSince(allGroups.cursor, true)).reload).toBe(true)
  expect(groupNames(await changesSince('', true))).toEqual(['Dolphins'])
})

test('at each club of a coach its own flags decide, at whichever the coach is logged in [R1.4]', async () => {
  await permitAllGroups(true)
  await world.owner.query(`UPDATE clubs SET features = '{"IMPORT_ALL_CLASSES": false}' WHERE id = $1`, [quay])
  const work = 'INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ($1, $2, $3, $4)'
  await world.owner.query(work, [one.id, one.coach, quay, '2020-01-01'])
  const { token, refresh_token } = await world.logIn(one, 'coach')
  const groupsAt = async (club: string, ofToken: string) => {
    const reply = await world.request({ url: `/v1/sync/changes?club_id=${club}&cursor=&all=1`, token: ofToken })
    return groupNames(reply.json<ChangesReply>())
  }
  expect([await groupsAt(one.club, token), await groupsAt(quay, token)]).toEqual([['Dolphins', 'Seals'], []])
  const payload = { refresh_token, club_id: quay }
  const changed = await world.request({ method: 'POST', url: '/v1/auth/change-club', payload })
  const atQuay = changed.json<{ token: string }>().token
  expect([await groupsAt(one.club, atQuay), await groupsAt(quay, atQuay)]).toEqual([['Dolphins', 'Seals'], []])
})

test('a coach cannot mark in an imported group', async () => {
  await permitAllGroups(true)
  const { token } = await world.logIn(one, 'coach')
  const device = new Device(world, one, token)
  const mark = device.mark(gwen, '/stage-1/float', 3, { payload: { groupId: seals } })
  expect((await device.push(mark)).outcomes).toMatchObject([{ outcome: 'rejected', code: 'NOT_ASSIGNED' }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Change, ChangesReply } from '#contract/assessment/sync.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { createGroup } from '#server/scheduling/groups/commands.ts'
import { createMembers } from '#server/members/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
const gwen = crypto.randomUUID()
const idris = crypto.randomUUID()
const quay = crypto.randomUUID()
const seals = crypto.randomUUID()
const whales = crypto.randomUUID()

const permit = (on: boolean) =>
  world.owner.query(`UPDATE clients SET features = features || '{"IMPORT_ALL_CLASSES": ${on}}' WHERE client_id = 'one'`)

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  const group = {
    schemeSlug: 'swim',
    levels: ['/stage-1'],
    startAt: '17:30',
    durationMinutes: 30,
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    firstDate: '2020-01-01',
    lastDate: null,
    place: null,
    maxSize: 8,
    isSlot: false,
    coachIds: [],
  }
  const member = { lastname: 'Hughes', dob: '2016-02-03', memberType: null, guardian: null, medical: 'Grommets' }
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, one.id, null, {
      id: quay,
      name: 'Quay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    })
    await createMembers(tx, one.id, null, [
      { ...member, id: gwen, clubId: one.club, firstname: 'Gwen', ngoId: 'AQ-8', note: 'Shy' },
      { ...member, id: idris, clubId: quay, firstname: 'Idris', ngoId: 'AQ-9', note: null },
    ])
    await createGroup(tx, one.id, null, {
      ...group,
      id: seals,
      clubId: one.club,
      name: 'Seals',
      memberIds: [gwen, one.members[1]],
    })
    await createGroup(tx, one.id, null, {
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

async function changes(cursor: string, all: boolean): Promise<ChangesReply> {
  const { token } = await world.logIn(one, 'coach')
  const query = new URLSearchParams({ club_id: one.club, cursor, ...(all ? { all: '1' } : {}) })
  const reply = await world.request({ url: `/v1/sync/changes?${query.toString()}`, token })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<ChangesReply>()
}

function of<K extends Change['kind']>(reply: ChangesReply, kind: K): Extract<Change, { kind: K }>['data'][] {
  return reply.changes.flatMap((change) => (change.kind === kind ? [change.data] : [])) as never
}
const groups = (reply: ChangesReply) =>
  of(reply, 'group')
    .map((group) => group?.name)
    .sort()

test('a coach without the permission gets only the own groups, even when asking for all', async () => {
  await permit(false)
  const [ownOnly, askedForAll] = [await changes('', false), await changes('', true)]
  expect(groups(ownOnly)).toEqual(['Dolphins'])
  expect(askedForAll.changes).toEqual(ownOnly.changes)
})

test('a coach with the permission gets all groups of the club, without medical notes, notes and phones of other members', async () => {
  await world.owner.query(`UPDATE members SET phones = '{029 2087 4000}' WHERE client_id = 'one'`)
  await permit(true)
  const reply = await changes('', true)
  expect(groups(reply)).toEqual(['Dolphins', 'Seals'])
  expect(of(reply, 'group').map((group) => [group?.name, group?.imported])).toEqual(
    expect.arrayContaining([
      ['Dolphins', undefined],
      ['Seals', true],
    ]),
  )
  const members = new Map(of(reply, 'member').map((member) => [member?.firstname, member]))
  expect([...members.keys()].sort()).toEqual(['Beca', 'Gwen', 'Siân'])
  expect(members.get('Siân')).toMatchObject({ medical: 'Asthma', phones: ['029 2087 4000'] })
  expect(members.get('Gwen')).toMatchObject({ medical: null, note: null, phones: [] })
  expect(groups(await changes('', false))).toEqual(['Dolphins'])
})

test('a change between own groups and all groups, and the end of the permission, each start a full load', async () => {
  await permit(true)
  const ownGroups = await changes('', false)
  expect((await changes(ownGroups.cursor, true)).reload).toBe(true)
  const allGroups = await changes('', true)
  expect((await changes(allGroups.cursor, true)).reload).toBe(false)
  await permit(false)
  expect((await changes(allGroups.cursor, true)).reload).toBe(true)
  expect(groups(await changes('', true))).toEqual(['Dolphins'])
})

test('a coach cannot mark in an imported group', async () => {
  await permit(true)
  const { token } = await world.logIn(one, 'coach')
  const device = new Device(world, one, token)
  const mark = device.mark(gwen, '/stage-1/float', 3, { payload: { groupId: seals } })
  expect((await device.push(mark)).outcomes).toMatchObject([{ outcome: 'rejected', code: 'NOT_ASSIGNED' }])
})

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientMember, ClientMemberDetail } from '#contract/members/client-members.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'
import { joinClubs } from './commands.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
/** The first client of `createWorld`; its children are Siân and Beca O'Connor (AQ-1, AQ-2). */
let one: Tenant
let two: Tenant
let token = ''
const otherClub = crypto.randomUUID()
const noah = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await world.owner.query(`UPDATE clients SET features = features || '{"ADVANCED_MODE": true}'`)
  await inTenant(world.db, one.id, 'write', async (tx) => {
    const bay = { id: otherClub, name: 'Bay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }
    await createClub(tx, null, bay)
    const guardian = {
      guardian_firstname: 'Ngozi',
      guardian_lastname: 'Okafor',
      guardian_email: 'ngozi@example.com',
    }
    await enterMembers(tx, one.id, [
      {
        id: noah,
        clubIds: [otherClub],
        firstname: 'Noah',
        lastname: 'Évans',
        dob: '2014-01-02',
        ngo_id: 'AQ-9',
        medical: 'Peanuts',
        note: 'Shy',
        guardians: [guardian],
      },
    ])
    await joinClubs(tx, [{ clubId: one.club, memberId: noah, fields: { status: 'inactive' } }], Date.now())
  })
  token = (await world.logIn(one, 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions) => world.request({ host: one.host('scheme'), token, ...options })
const list = async (query = '') => (await call({ url: `/v1/client-members?${query}` })).json<ClientMember[]>()
const names = async (query: string) => (await list(query)).map((member) => member.firstname)

test('members of all clubs are listed once each, by last name, with their clubs and without medical notes', async () => {
  const reply = await call({ url: '/v1/client-members' })
  expect(reply.headers['x-total-count']).toBe('3')
  expect(reply.json<ClientMember[]>()[0]).toEqual({
    uuid: noah,
    firstname: 'Noah',
    lastname: 'Évans',
    dob: '2014-01-02',
    age: expect.any(Number) as number,
    ngo_id: 'AQ-9',
    clubs: [
      { id: otherClub, name: 'Bay', status: 'active' },
      { id: one.club, name: 'Harbour', status: 'inactive' },
    ],
  })
  expect(reply.body).not.toMatch(/Peanuts|Asthma|Ngozi|Shy/)
})

test('members of all clubs are found by words, club and status, and sorted either way', async () => {
  expect(await names('search=evans')).toEqual(['Noah'])
  expect(await names('search=aq-9')).toEqual(['Noah'])
  expect(await names('search=okafor')).toEqual(['Noah'])
  expect(await names('search=nobody')).toEqual([])
  expect(await names(`club=${otherClub}`)).toEqual(['Noah'])
  expect(await names(`club=${one.club}&status=inactive`)).toEqual(['Noah'])
  expect(await names(`club=${two.club}`)).toEqual([])
  expect((await names('sort=dlastname'))[2]).toBe('Noah')
  expect((await names('sort=adob'))[0]).toBe('Noah')
  for (const [query, field] of [
    ['club=x', 'club'],
    ['status=merged', 'status'],
    ['sort=dob', 'sort'],
    ['tag=x', 'tag'],
  ])
    expect((await call({ url: `/v1/client-members?${query}` })).json(), query).toMatchObject({ status: 400, field })
})

test('a member is shown with clubs, groups and levels, and without medical notes', async () => {
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  await device.push(...SKILLS.map((skill) => device.mark(one.members[0], `/stage-1/${skill}`, 3)))
  const reply = await call({ url: `/v1/client-members/${one.members[0]}` })
  expect(reply.json<ClientMemberDetail>()).toMatchObject({
    groups: [{ name: 'Dolphins', club_id: one.club, club: 'Harbour' }],
    levels: [
      {
        scheme_uuid: expect.any(String) as string,
        scheme: 'Swim',
        node_id: '/stage-1',
        title: 'stage-1',
        state: 'passed',
        percent: 100,
        completed_ts: expect.any(Number) as number,
      },
    ],
  })
  expect(reply.body).not.toContain('Asthma')
  // a scheme has its name in the language that there is
  await world.owner.query(`UPDATE schemes SET name = '{"cy": "Nofio"}' WHERE client_id = $1`, [one.id])
  const welsh = await call({ url: `/v1/client-members/${one.members[0]}` })
  expect(welsh.json<ClientMemberDetail>().levels).toMatchObject([{ scheme: 'Nofio' }])
})

test('only authors in advanced mode may read members of all clubs, and only those of their client', async () => {
  const urls = ['/v1/client-members', `/v1/client-members/${noah}`]
  for (const portal of ['parent', 'coach', 'club'] as const) {
    const { token: portalToken } = await world.logIn(one, portal)
    for (const url of urls)
      expect((await world.request({ host: one.host(portal), token: portalToken, url })).statusCode, portal).toBe(403)
  }
  for (const uuid of [two.members[0], crypto.randomUUID()])
    expect((await call({ url: `/v1/client-members/${uuid}` })).statusCode).toBe(404)
  expect(JSON.stringify(await list('per_page=1000'))).not.toContain(two.members[0])
  for (const url of urls) expect((await world.request({ host: one.host('scheme'), url })).statusCode).toBe(401)
  await world.owner.query(`UPDATE clients SET features = features - 'ADVANCED_MODE' WHERE client_id = 'two'`)
  const otherAuthor = { host: two.host('scheme'), token: (await world.logIn(two, 'scheme')).token }
  expect((await world.request({ ...otherAuthor, url: '/v1/client-members' })).statusCode).toBe(403)
})

test('ten thousand members are searched and paged by indexes', async () => {
  await inTenant(world.db, one.id, 'write', (tx) =>
    enterMembers(
      tx,
      one.id,
      Array.from({ length: 10_000 }, (_, index) => ({
        id: crypto.randomUUID(),
        clubIds: [index % 2 === 0 ? otherClub : one.club],
        firstname: 'Carys',
        lastname: `Zz ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}`,
        dob: '2015-05-05',
      })),
    ),
  )
  const reply = await call({ url: '/v1/client-members?search=zz&page=99&per_page=100' })
  expect(reply.headers['x-total-count']).toBe('10000')
  expect(reply.json<ClientMember[]>()).toHaveLength(100)
  await world.owner.query('ANALYZE members')
  const { rows } = await world.owner.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT * FROM members WHERE client_id = 'one' ORDER BY sort_name, id LIMIT 10`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('members_by_name')
})

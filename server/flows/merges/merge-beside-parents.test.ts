import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LightMyRequestResponse } from 'fastify'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import { enterTwoRecords, type TwoRecords } from '#server/testing/two-records.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** Two records of one child. */
let kept = ''
let merged = ''
let lastname = ''
let mergeRecords: TwoRecords['mergeRecords']
/** Of the administrator. */
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
beforeEach(async () => {
  ;({ kept, merged, lastname, mergeRecords } = await enterTwoRecords(world, one, { inGroup: false }))
})

const invite = (memberId: string, email: string) =>
  world.request({
    method: 'POST',
    url: `/v1/members/${memberId}/invites`,
    host: one.host('club'),
    token,
    payload: { email, firstname: 'Gwen', lastname: 'Griffiths' },
  })

/** The ids of the two records that the parent sees. */
async function childrenOf(session: { token: string }, parent: string): Promise<string[]> {
  const url = `/v1/users/${parent}/members`
  const reply = await world.request({ url, host: one.host('parent'), token: session.token })
  return reply
    .json<Member[]>()
    .map(({ uuid }) => uuid)
    .filter((uuid) => [kept, merged].includes(uuid))
}

/** Sends the request when the merge is written and waits with its commit; the request ends at once, or after it. */
async function whileMerging(request: () => Promise<LightMyRequestResponse>): Promise<LightMyRequestResponse> {
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
  const merging = mergeRecords()
  await untilWaiting(world, 1)
  const requesting = request()
  await Promise.race([requesting, untilWaiting(world, 2)])
  await world.owner.query('COMMIT')
  await merging
  return requesting
}

test('a record that was merged takes no parent', async () => {
  await mergeRecords()
  const replies = await Promise.all([merged, crypto.randomUUID()].map((id) => invite(id, 'parent@one.example')))
  for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[1]?.body])
})

test('a parent who is invited for a record that is being merged is not linked with it', async () => {
  const reply = await whileMerging(() => invite(merged, 'parent@one.example'))
  expect(reply.statusCode, reply.body).toBe(404)
  expect(await childrenOf(await world.logIn(one, 'parent'), one.parent)).toEqual([])
})

test('a parent who links a child by number while its record is being merged is linked with the kept one', async () => {
  await world.owner.query('UPDATE members SET ngo_id = $2 WHERE id = $1', [merged, 'AQ-77'])
  const session = await world.logIn(one, 'parent')
  const link = (firstname: string) =>
    world.request({
      method: 'POST',
      url: `/v1/users/${one.parent}/members`,
      host: one.host('parent'),
      token: session.token,
      payload: { ngo_id: 'AQ-77', firstname, lastname, dob: '2017-01-02' },
    })
  const reply = await whileMerging(() => link('Sam'))
  expect(reply.json()).toMatchObject({ error: 'NO_MEMBERSHIP_MATCH' })
  expect((await link('Samuel')).statusCode).toBe(201)
  expect(await childrenOf(session, one.parent)).toEqual([kept])
})

test('a guardian who accepts an invitation for a record while it is being merged is linked with the kept one', async () => {
  const email = `gran-${merged}@one.example`
  const invited = (await invite(merged, email)).json<{ user_uuid: string }>()
  const mail = (await world.mails(one)).find(({ to }) => to.address === email)
  const link = /set-password#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const payload = { token: link, password: PASSWORD }
  const accept = { method: 'POST', url: '/v1/auth/set-password', host: one.host('parent'), payload } as const
  const reply = await whileMerging(() => world.request(accept))
  expect(reply.statusCode, reply.body).toBe(200)
  expect(await childrenOf(reply.json<LoginReply>(), invited.user_uuid)).toEqual([kept])
})

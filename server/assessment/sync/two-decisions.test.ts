import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Operation } from '#contract/assessment/sync.ts'
import { addUser } from '#server/testing/add-user.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

/** Work of Anna's closed account, about which two administrators decide at the same time. */
let database: TestDatabase
let world: World
let one: Tenant
/** Anna's tablet. */
let device: Device
let brynsToken = ''
let adminToken = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  await addUser(world, one, { type: 'coach', firstname: 'Bryn', lastname: 'Hughes', email: 'bryn@one.example' })
  device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const login = { client_id: one.id, type: 'coach', email: 'bryn@one.example', password: PASSWORD }
  brynsToken = (await world.request({ method: 'POST', url: '/v1/auth/login', payload: login })).json<{
    token: string
  }>().token
  adminToken = (await world.logIn(one, 'club')).token
  await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE id = $1`, [one.coach])
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(() => {
  world.clock.now += 1000
})

async function submit(operation: Operation): Promise<void> {
  const payload = { deviceId: device.id, operations: [operation] }
  const reply = await world.request({ method: 'POST', url: '/v1/sync/submitted-work', token: brynsToken, payload })
  expect(reply.json()).toMatchObject({ outcomes: [{ outcome: 'submitted' }] })
}

const decide = (decision: 'accept' | 'decline', { opId }: Operation) =>
  world.request({
    method: 'POST',
    url: '/v1/submitted-work/decision',
    host: one.host('club'),
    token: adminToken,
    payload: { decision, ops: [opId] },
  })

/** The decision that is stored, and whether the mark was made. */
async function readDecision({ opId }: Operation) {
  const { rows } = await world.owner.query<{ state: string; marked: boolean }>(
    `SELECT state, EXISTS (SELECT FROM assessments WHERE assessments.op_id = work.op_id) AS marked
     FROM submitted_work work WHERE op_id = $1`,
    [opId],
  )
  return rows[0]
}

test('work that is declined while it is being accepted is accepted, and the decline says that it waits no more', async () => {
  const mark = device.mark(one.members[0], '/stage-1/float', 3)
  await submit(mark)
  // the mark is written, and waits with its commit
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
  const accepting = decide('accept', mark)
  await untilWaiting(world, 1)
  const declining = decide('decline', mark)
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  expect((await accepting).statusCode).toBe(200)
  expect((await declining).statusCode).toBe(404)
  expect(await readDecision(mark)).toEqual({ state: 'accepted', marked: true })
})

test('work that is declined just before it is applied makes no mark', async () => {
  const mark = device.mark(one.members[0], '/stage-1/glide', 3)
  await submit(mark)
  // who accepts has read that the work waits, and waits for the child's record
  await world.owner.query('BEGIN')
  await world.owner.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `${one.id} record ${one.members[0]}`,
  ])
  const accepting = decide('accept', mark)
  await untilWaiting(world, 1)
  expect((await decide('decline', mark)).statusCode).toBe(200)
  await world.owner.query('COMMIT')
  expect((await accepting).statusCode).toBe(200)
  expect(await readDecision(mark)).toEqual({ state: 'declined', marked: false })
})

test('work whose acceptance broke off after it was applied is not declined, and can be accepted', async () => {
  const mark = device.mark(one.members[0], '/stage-1/kick', 3)
  await submit(mark)
  expect((await decide('accept', mark)).statusCode).toBe(200)
  // as if the server had stopped between the two transactions
  await world.owner.query(`UPDATE submitted_work SET state = 'waiting' WHERE op_id = $1`, [mark.opId])
  expect((await decide('decline', mark)).statusCode).toBe(404)
  expect((await decide('accept', mark)).statusCode).toBe(200)
  expect(await readDecision(mark)).toEqual({ state: 'accepted', marked: true })
})

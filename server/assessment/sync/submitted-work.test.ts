import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ClosedAuthors, SubmittedWork, SubmitWorkReply } from '#contract/assessment/submitted-work.ts'
import type { Operation } from '#contract/assessment/sync.ts'
import { storedAndEngine } from '#server/testing/progress.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { addUser } from '#server/testing/add-user.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

/** Anna's account is closed, but her tablet holds marks and notes. Bryn submits them, and the administrator decides. */
let database: TestDatabase
let world: World
/** The first client of `createWorld`; its children are Siân and Beca O'Connor. */
let one: Tenant
let two: Tenant
/** Anna's tablet. */
let device: Device
let brynsToken = ''
let adminToken = ''
/** Anna's key for texts that wait on a tablet: 32 bytes in base64, as the server gave them to her. */
let annasKey = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await addUser(world, one, { type: 'coach', firstname: 'Bryn', lastname: 'Hughes', email: 'bryn@one.example' })
  const annasToken = (await world.logIn(one, 'coach')).token
  annasKey = (await world.request({ method: 'POST', url: '/v1/sync/key', token: annasToken })).json<{ key: string }>()
    .key
  const login = { client_id: one.id, type: 'coach', email: 'bryn@one.example', password: PASSWORD }
  const brynsLogin = await world.request({ method: 'POST', url: '/v1/auth/login', payload: login })
  brynsToken = brynsLogin.json<{ token: string }>().token
  adminToken = (await world.logIn(one, 'club')).token
  device = new Device(world, one, annasToken)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Sets the status of Anna's account. */
const setStatus = (status: string) =>
  world.owner.query(`UPDATE users SET status = $2 WHERE client_id = 'one' AND id = $1`, [one.coach, status])

async function submit(...operations: Operation[]): Promise<SubmitWorkReply['outcomes']> {
  const payload = { deviceId: device.id, operations }
  const reply = await world.request({ method: 'POST', url: '/v1/sync/submitted-work', token: brynsToken, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<SubmitWorkReply>().outcomes
}
const asAdmin = (options: InjectOptions) => world.request({ host: one.host('club'), token: adminToken, ...options })
const listWaiting = async () => (await asAdmin({ url: '/v1/submitted-work' })).json<SubmittedWork[]>()
const decide = (decision: 'accept' | 'decline', ...ops: string[]) =>
  asAdmin({ method: 'POST', url: '/v1/submitted-work/decision', payload: { decision, ops } })

/** Encrypts the payload as a tablet does with texts that wait. */
async function seal(op: Operation): Promise<Operation> {
  const secret = await crypto.subtle.importKey('raw', Buffer.from(annasKey, 'base64'), 'AES-GCM', false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(op.payload))
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, secret, plain)
  const base64 = (binary: Uint8Array) => Buffer.from(binary).toString('base64')
  return { ...op, payload: { sealed: base64(new Uint8Array(bytes)), iv: base64(iv) } }
}

const readResults = async () =>
  (
    await world.owner.query<{ node_id: string; grade: number; author_id: string }>(
      `SELECT node_id, grade, author_id FROM results WHERE client_id = 'one' ORDER BY node_id`,
    )
  ).rows

test('a colleague cannot submit the work of an open account, and the account is not listed as closed', async () => {
  const op = device.mark(one.members[0], '/stage-1/float', 3)
  expect(await submit(op)).toEqual([{ opId: op.opId, outcome: 'rejected', code: 'WRONG_AUTHOR' }])
  const reply = await world.request({ url: `/v1/sync/closed-authors?author[]=${one.coach}`, token: brynsToken })
  expect(reply.json<ClosedAuthors>()).toEqual([])
  expect(await listWaiting()).toEqual([])
})

test('submitted work of a closed account is stored once without being applied, and listed to the administrator with names', async () => {
  await setStatus('lapsed')
  const reply = await world.request({
    url: `/v1/sync/closed-authors?author[]=${one.coach}&author[]=${two.coach}`,
    token: brynsToken,
  })
  // not the coach of another client
  expect(reply.json<ClosedAuthors>()).toEqual([{ uuid: one.coach, firstname: 'Anna' }])
  const mark = device.mark(one.members[0], '/stage-1/float', 3)
  const note = await seal(device.registerEntry({ kind: 'note', memberUuid: one.members[1] }, 'Likes to dive'))
  const submitted = [mark, note].map(({ opId }) => ({ opId, outcome: 'submitted' }))
  expect(await submit(mark, note)).toEqual(submitted)
  expect(await submit(mark, note)).toEqual(submitted)
  expect(await readResults()).toEqual([])
  expect(await listWaiting()).toMatchObject([
    {
      op_id: mark.opId,
      author: { uuid: one.coach, name: 'Anna Pritchard' },
      submitted_by: 'Bryn Hughes',
      kind: 'mark',
      member: "Siân O'Connor",
      group: 'Dolphins',
      node: 'float',
      value: 3,
      code: null,
    },
    { op_id: note.opId, kind: 'note', member: "Beca O'Connor", value: 'Likes to dive' },
  ])
  // another payload under the same id
  expect(await submit({ ...mark, payloadHash: 'f'.repeat(64) })).toMatchObject([{ code: 'OP_ID_REUSED' }])
})

test('accepted work is applied once in its author’s name, and the log names the administrator', async () => {
  const ops = (await listWaiting()).map((work) => work.op_id)
  // the second decision finds nothing left to do
  for (const _ of [1, 2]) {
    const reply = await decide('accept', ...ops)
    expect([reply.statusCode, reply.json()]).toEqual([200, []])
  }
  expect(await readResults()).toEqual([{ node_id: '/stage-1/float', grade: 3, author_id: one.coach }])
  const [stored, engine] = await inTenant(world.db, one.id, 'read', (tx) => storedAndEngine(tx, one.id, 'swim'))
  expect(stored).toEqual(engine)
  expect(stored).not.toEqual([])
  const note = await world.owner.query(
    `SELECT note, note_by FROM club_members WHERE client_id = 'one' AND member_id = $1`,
    [one.members[1]],
  )
  expect(note.rows).toEqual([{ note: 'Likes to dive', note_by: one.coach }])
  const log = await world.owner.query(
    `SELECT action, user_id, acting_as FROM audit_entries WHERE client_id = 'one' AND action IN ('mark', 'note')
      ORDER BY action`,
  )
  expect(log.rows).toEqual([
    { action: 'mark', user_id: one.coach, acting_as: one.admin },
    { action: 'note', user_id: one.coach, acting_as: one.admin },
  ])
})

test('work that is refused when it is accepted goes on waiting with the code, until the administrator declines it for good', async () => {
  const markOfUnknownChild = device.mark(crypto.randomUUID(), '/stage-1/glide', 3)
  await submit(markOfUnknownChild)
  expect((await decide('accept', markOfUnknownChild.opId)).json()).toMatchObject([
    { op_id: markOfUnknownChild.opId, code: 'UNKNOWN_MEMBER_OR_GROUP', member: null },
  ])
  expect((await decide('decline', markOfUnknownChild.opId)).json()).toEqual([])
  expect((await decide('decline', markOfUnknownChild.opId)).statusCode).toBe(404)
  // declined work that is submitted again is answered as before, but does not wait again
  expect(await submit(markOfUnknownChild)).toMatchObject([{ outcome: 'submitted' }])
  expect(await listWaiting()).toEqual([])
})

test('work that is accepted weeks later is judged as on the day when it was submitted', async () => {
  const mark = device.mark(one.members[1], '/stage-1/kick', 2)
  await submit(mark)
  // longer than the 30 days that a mark may wait on a tablet (MAX_WAIT_DAYS); access tokens have expired
  world.clock.now += 40 * 86_400_000
  adminToken = (await world.logIn(one, 'club')).token
  expect((await decide('accept', mark.opId)).json()).toEqual([])
  expect((await readResults()).find((result) => result.node_id === '/stage-1/kick')?.grade).toBe(2)
})

test('work that the server had applied before the account was closed gets its old outcome and is not stored', async () => {
  await setStatus('current')
  const annasDevice = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const mark = annasDevice.mark(one.members[0], '/stage-1/dive', 1)
  await annasDevice.push(mark)
  await setStatus('anonymised')
  // Bryn's token has expired since the test above moved the clock
  brynsToken = (
    await world.request({
      method: 'POST',
      url: '/v1/auth/login',
      payload: { client_id: one.id, type: 'coach', email: 'bryn@one.example', password: PASSWORD },
    })
  ).json<{ token: string }>().token
  expect(await submit(mark)).toEqual([{ opId: mark.opId, outcome: 'applied' }])
  expect(await listWaiting()).toEqual([])
})

test('only coaches of the club submit work, and only its administrators read it and decide', async () => {
  const op = device.mark(one.members[0], '/stage-1/float', 3)
  const payload = { deviceId: device.id, operations: [op] }
  const submitAs = (token: string | undefined, host: string, body: object = payload) =>
    world.request({
      method: 'POST',
      url: '/v1/sync/submitted-work',
      host,
      payload: body,
      ...(token === undefined ? {} : { token }),
    })
  expect((await submitAs(undefined, one.host('coach'))).statusCode).toBe(401)
  expect((await submitAs(adminToken, one.host('club'))).statusCode).toBe(403)
  expect((await submitAs(brynsToken, one.host('coach'), { deviceId: device.id, operations: [] })).statusCode).toBe(400)
  // Cerys is the coach of the client `two`
  const cerysToken = (await world.logIn(two, 'coach')).token
  expect((await submitAs(cerysToken, two.host('coach'))).json()).toMatchObject({
    outcomes: [{ code: 'AUTH_CLUB_NOT_FOUND' }],
  })
  const foreign = await submitAs(cerysToken, two.host('coach'), {
    deviceId: device.id,
    operations: [{ ...op, club: two.club }],
  })
  expect(foreign.json()).toMatchObject({ outcomes: [{ code: 'WRONG_AUTHOR' }] })
  expect((await world.request({ url: '/v1/submitted-work', token: brynsToken })).statusCode).toBe(403)
  const otherAdmin = (await world.logIn(two, 'club')).token
  await submit(op)
  const declined = await world.request({
    method: 'POST',
    url: '/v1/submitted-work/decision',
    host: two.host('club'),
    token: otherAdmin,
    payload: { decision: 'decline', ops: [op.opId] },
  })
  expect(declined.statusCode).toBe(404)
  expect((await listWaiting()).map((work) => work.op_id)).toEqual([op.opId])
})

test('work with a sealed text that the database does not store is listed without it, and refused', async () => {
  const op = device.mark(one.members[0], '/stage-1/kick', 2)
  const sealed = await seal({ ...op, payload: { ...(op.payload as object), schemeSlug: 'swi\0m' } })
  expect(await submit(sealed)).toMatchObject([{ outcome: 'submitted' }])
  const find = async () => (await listWaiting()).find(({ op_id }) => op_id === op.opId)
  expect(await find()).toMatchObject({ scheme_slug: null, code: null })
  expect((await decide('accept', op.opId)).statusCode).toBeLessThan(300)
  expect(await find()).toMatchObject({ code: 'INVALID_PAYLOAD' })
})

test('work with numbers that no device makes is listed, and can be declined', async () => {
  await setStatus('lapsed')
  const op = device.mark(one.members[0], '/stage-1/kick', 2, { payload: { timestamp: 1e300 } })
  const { stamp } = op
  const ops = [
    { ...op, stamp: { ...stamp, ms: 1e300 } },
    { ...op, opId: crypto.randomUUID(), stamp: { ...stamp, deviceSeq: 2 ** 70 } },
  ]
  const ids = ops.map(({ opId }) => opId)
  expect((await submit(...ops)).map(({ outcome }) => outcome)).toEqual(['submitted', 'submitted'])
  const list = await asAdmin({ url: '/v1/submitted-work' })
  expect(list.statusCode, list.body).toBe(200)
  const listed = list.json<SubmittedWork[]>().filter(({ op_id }) => ids.includes(op_id))
  expect(listed.map(({ entered_ts }) => entered_ts)).toEqual([null, null])
  expect((await decide('accept', ...ids)).statusCode).toBeLessThan(300)
  // the first one is taken, because a stamp from the future is set back
  const refused = (await listWaiting()).filter(({ op_id }) => ids.includes(op_id))
  expect(refused.map(({ code }) => code)).toEqual(['INVALID_PAYLOAD'])
  expect((await decide('decline', ...ids)).statusCode).toBeLessThan(300)
})

test('a guest whom a closed account entered is listed with the name, and so are the guest’s mark and attendance', async () => {
  await setStatus('lapsed')
  const guest = crypto.randomUUID()
  const entry = device.guest(guest, { firstname: 'Lily', lastname: 'Marsh' })
  const mark = device.mark(guest, '/stage-1/float', 3)
  await submit(entry, mark)
  const named = async () =>
    (await listWaiting()).flatMap(({ kind, op_id, member }) =>
      [entry.opId, mark.opId].includes(op_id) ? [[kind, member]] : [],
    )
  expect(await named()).toEqual([
    ['guest', 'Lily Marsh'],
    ['mark', 'Lily Marsh'],
  ])
  await decide('accept', entry.opId)
  expect(await named()).toEqual([['mark', 'Lily Marsh']])
  await decide('decline', mark.opId)
})

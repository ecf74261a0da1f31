import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { createWorker } from '#server/flows/jobs/create-worker.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let sian: string
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  ;[sian] = one.members
  await world.owner.query('UPDATE users SET award_mail = true')
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

beforeEach(async () => {
  token = (await world.logIn(one, 'club')).token
})

const startAt = (uuid: string, level: string, as = token) =>
  world.request({
    host: one.host('club'),
    token: as,
    method: 'POST',
    url: `/v1/members/${uuid}/starts-at`,
    payload: { level },
  })
async function enterMember(firstname: string): Promise<string> {
  const payload = { firstname, lastname: 'Pugh', dob: '2017-01-02' }
  const reply = await world.request({
    host: one.host('club'),
    token,
    method: 'POST',
    url: '/v1/members',
    payload,
  })
  return reply.json<MemberDetail>().uuid
}
/** An author makes stage 1 a group or a level, and the progress of all members is recalculated. */
async function recalculateAs(kind: 'sg' | 'l'): Promise<void> {
  const { rows } = await world.owner.query<{ id: string }>(
    `UPDATE schemes SET revision = revision + 1 WHERE client_id = 'one' RETURNING id`,
  )
  await world.owner.query(`UPDATE scheme_nodes SET t = $1 WHERE client_id = 'one' AND id = '/stage-1'`, [kind])
  const errors: unknown[] = []
  const nowMs = world.clock.now
  await inTenant(world.db, one.id, 'write', (tx) =>
    enqueueTask(tx, { kind: 'recalculate', subject: rows[0]?.id ?? '', dueMs: nowMs, nowMs, by: null }),
  )
  const worker = createWorker({
    files: world.files,
    providers: new Providers(world.db, world.secrets, { demo: true, now: Date.now }),
    db: world.db,
    curricula: world.curricula,
    now: () => world.clock.now,
    announce: () => {},
    onError: (error) => errors.push(error),
  })
  await worker.runDue(one.id)
  expect(errors).toEqual([])
}
const progressOf = async (uuid: string) =>
  (await world.request({ host: one.host('club'), token, url: `/v1/members/${uuid}/progress` })).json<MemberProgress>()

describe('a member who starts at a level', () => {
  test('has passed those before it elsewhere: the tablet is told, parents see progress but no award, and get no mail', async () => {
    world.announced.length = 0
    expect((await startAt(sian, 'swim/stage-2')).statusCode).toBe(204)
    // open pages of parents are told as of any other mark
    expect(world.announced).toMatchObject([{ parents: [[one.parent, sian]] }])
    expect((await progressOf(sian)).awards).toMatchObject([{ node_id: '/stage-1', brought: true, completed_ts: 0 }])
    expect((await progressOf(sian)).progress['swim']?.['/stage-1']).toMatchObject({ state: 'passed', percent: 100 })
    const parent = (await world.logIn(one, 'parent')).token
    const children = await world.request({
      host: one.host('parent'),
      token: parent,
      url: `/v1/users/${one.parent}/members?with_progress=1&with_awards=1`,
    })
    const child = children.json<Member[]>().find(({ uuid }) => uuid === sian)
    expect(child?.awards ?? {}).toEqual({})
    expect(child?.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'passed' })
    world.clock.now += 60 * 60_000
    expect(await world.mails(one)).toEqual([])
    const pulled = await world.request({
      host: one.host('coach'),
      token: (await world.logIn(one, 'coach')).token,
      url: '/v1/sync/changes',
    })
    expect(pulled.body).toContain('/stage-1/manual')
    // once more changes nothing
    token = (await world.logIn(one, 'club')).token
    expect((await startAt(sian, 'swim/stage-2')).statusCode).toBe(204)
    const { rows } = await world.owner.query('SELECT FROM assessments WHERE brought_by IS NOT NULL')
    expect(rows).toHaveLength(1)
  })

  test('goes on from there: a coach may take the level back, and what the coach says counts', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    await device.push(device.mark(sian, '/stage-1/manual', -1, { ms: ++world.clock.now }))
    expect((await progressOf(sian)).progress['swim']?.['/stage-1']?.state).not.toBe('passed')
  })

  test('is no news to parents whom a mail of the level was to tell before it was taken back', async () => {
    const [, beca] = one.members
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    // the coach means another child
    await device.push(...SKILLS.map((skill) => device.mark(beca, `/stage-1/${skill}`, 3, { ms: ++world.clock.now })))
    await device.push(device.mark(beca, '/stage-1/dive', 0, { ms: ++world.clock.now }))
    expect((await startAt(beca, 'swim/stage-2')).statusCode).toBe(204)
    token = (await world.logIn(one, 'club')).token
    const standing = (await progressOf(beca)).awards.filter(({ ended_ts }) => ended_ts === null)
    expect(standing).toMatchObject([{ node_id: '/stage-1', brought: true }])
    world.clock.now += 60 * 60_000
    expect(await world.mails(one)).toEqual([])
  })

  test('has the level from elsewhere again once an author has made it a group for a while', async () => {
    const child = await enterMember('Nia')
    expect((await startAt(child, 'swim/stage-2')).statusCode).toBe(204)
    await recalculateAs('sg')
    expect((await progressOf(child)).awards).toMatchObject([{ node_id: '/stage-1', ended_ts: expect.any(Number) }])
    await recalculateAs('l')
    const [standing] = (await progressOf(child)).awards
    expect(standing).toMatchObject({ node_id: '/stage-1', ended_ts: null, brought: true })
  })

  test('must be one of the club, and the level one of the client; only an administrator says so', async () => {
    expect((await startAt(two.members[0], 'swim/stage-2')).statusCode).toBe(404)
    expect((await startAt(sian, 'swim/stage-9')).json()).toMatchObject({ status: 400, field: 'level' })
    expect((await startAt(sian, 'stage 9')).statusCode).toBe(400)
    expect((await startAt(sian, 'swim/stage-2', 'x')).statusCode).toBe(401)
    const coach = (await world.logIn(one, 'coach')).token
    const refused = await world.request({
      host: one.host('coach'),
      token: coach,
      method: 'POST',
      url: `/v1/members/${sian}/starts-at`,
      payload: { level: 'swim/stage-2' },
    })
    expect(refused.statusCode).toBe(403)
  })
})

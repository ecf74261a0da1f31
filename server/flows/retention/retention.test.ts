import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '#contract/platform/fields.ts'
import type { Retention, RetentionPeriods } from '#contract/flows/retention.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { updateFields } from '#server/members/commands.ts'
import type { WorkerDeps } from '#server/platform/jobs/batch.ts'
import { AWAITED_TASKS, type Task } from '#server/platform/jobs/tasks.ts'
import { noteLostWork, takeTurn } from '#server/platform/jobs/due-work.ts'
import { claimDueMail, enqueueMail } from '#server/platform/mail/queue.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { deleteRecords, dueIds, readCutoff } from './due.ts'
import { planRetention } from './periods.ts'
import { retainBatch } from './retain.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let author = ''
let worker: Worker

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  author = (await world.logIn(one, 'scheme')).token
  worker = createJobWorker(world, (error) => void Promise.reject(error))
})
afterAll(async () => {
  await worker.close()
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions, token = author) => world.request({ host: one.host('scheme'), token, ...options })
const readRetention = async (query = '') => (await call({ url: `/v1/retention${query}` })).json<Retention>()
const NO_PERIODS: RetentionPeriods = { members: null, guests: null, accounts: null, records: null }
/** Sets the periods, by default on the present revision of the settings. */
async function setPeriods(periods: object, revision?: string) {
  const headers = { 'if-match': `"${revision ?? (await readRetention()).revision}"` }
  const reply = await call({ method: 'PUT', url: '/v1/retention', payload: periods, headers })
  return { status: reply.statusCode, body: reply.json<Retention & Problem>() }
}
/** Counts the rows of a table; `sql` is its name, with a condition if needed. */
const count = async (sql: string, values: unknown[] = []) =>
  (await world.owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, values)).rows[0]?.n
/** SQL of a moment some months ago. */
const monthsAgo = (months: number) => `now() - interval '${months} months'`
/** Runs the task of the next night now. */
async function runNight(): Promise<void> {
  await world.owner.query(`UPDATE tasks SET due_at = to_timestamp(0) WHERE kind = 'retention' AND state = 'queued'`)
  await worker.runDue(one.id)
}
/** Makes a member inactive as of some months ago. */
const makeInactive = (member: string, months: number, tenant = one) =>
  world.owner.query(
    `UPDATE club_members SET status = 'inactive', inactive_since = ${monthsAgo(months)}
     WHERE client_id = $1 AND member_id = $2`,
    [tenant.id, member],
  )

describe('retention', () => {
  test('of guests is 12 months at a new client; those who exist and other data have none', async () => {
    expect(await readRetention()).toMatchObject({ periods: { ...NO_PERIODS, guests: 12 }, due: { guests: 0 } })
    await setPeriods(NO_PERIODS)
  })

  test('deletes nothing until a period is set, and shows beforehand how much it would delete', async () => {
    await makeInactive(one.members[0], 13)
    await makeInactive(two.members[0], 200, two)
    expect(await readRetention()).toMatchObject({ periods: NO_PERIODS, due: {}, next_ts: null, shut: [] })
    expect((await readRetention('?members=12')).due).toEqual({ members: 1 })
    expect((await readRetention('?members=24&accounts=6&records=3')).due).toEqual({
      members: 0,
      accounts: 0,
      records: 0,
    })
    await runNight()
    expect(await count('members WHERE client_id = $1', [one.id])).toBe(2)
  })

  test('goes on each night although the clock was a year ahead, and a server was killed then', async () => {
    const { now } = world.clock
    const ahead = now + 365 * 86_400_000
    await setPeriods({ ...NO_PERIODS, records: 120 })
    await world.owner.query(`DELETE FROM tasks WHERE kind = 'retention'; DELETE FROM due_work`)
    await inTenant(world.db, one.id, 'write', async (tx) => {
      await planRetention(tx, one.id, ahead)
      await enqueueMail(tx, new Date(ahead), { userId: one.parent, kind: 'password-changed' })
    })
    await noteLostWork(world.db, AWAITED_TASKS, ahead)
    for (const queue of ['upkeep', 'background', 'mails'] as const) await takeTurn(world.db, queue, ahead + 86_400_000)
    const server = createJobWorker(world, (error) => void Promise.reject(error))
    server.start()
    await expect.poll(async () => (await readRetention()).next_ts).toBeLessThanOrEqual(now / 1_000 + 86_400)
    // as after an hour
    await noteLostWork(world.db, AWAITED_TASKS, now)
    await server.close()
    expect(await takeTurn(world.db, 'mails', now)).toMatchObject({ clientId: one.id })
    await inTenant(world.db, one.id, 'write', async (tx) => {
      expect(await claimDueMail(tx, new Date(now))).toMatchObject({ kind: 'password-changed' })
    })
    await world.owner.query('DELETE FROM mails; DELETE FROM tasks; DELETE FROM due_work')
    await setPeriods(NO_PERIODS)
  })

  test('erases at night a child who left, with all its data and an entry in the audit log', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    await device.push(device.mark(one.members[1], '/stage-1/float', 3))
    // the other child was made inactive by the test before; this one is not due after 11 months
    await makeInactive(one.members[1], 11)
    const { body } = await setPeriods({ ...NO_PERIODS, members: 12 })
    expect(body).toMatchObject({ periods: { members: 12 }, due: { members: 1 }, next_ts: expect.any(Number) as number })
    // at half past two in the clubs' time zone
    expect(new Date((body.next_ts ?? 0) * 1000).toLocaleTimeString('en-GB', { timeZone: 'Europe/London' })).toBe(
      '02:30:00',
    )
    world.announced.length = 0
    await runNight()
    expect(await count('members WHERE client_id = $1', [one.id])).toBe(1)
    expect(await count('members WHERE client_id = $1', [two.id])).toBe(2)
    expect(world.announced.flatMap(({ parents }) => parents)).toContainEqual([one.parent, one.members[0]])
    expect(await count(`changes WHERE kind = 'erasure' AND key = $1`, [one.members[0]])).toBe(1)
    expect(
      await count(`audit_log WHERE action = 'erase' AND entity_id = $1 AND user_id IS NULL`, [one.members[0]]),
    ).toBe(1)
    expect((await readRetention()).due).toEqual({ members: 0 })
    // a longer period spares the other child, whose mark stays
    await makeInactive(one.members[1], 13)
    await setPeriods({ ...NO_PERIODS, members: 24 })
    await runNight()
    expect(await count('assessments WHERE client_id = $1', [one.id])).toBe(1)
  })

  test('erases guests about whom no office has decided, so long after they were last there', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const [gone, comes] = [crypto.randomUUID(), crypto.randomUUID()]
    await device.push(
      device.guest(gone, { firstname: 'Lily' }),
      device.guest(comes, { firstname: 'Tom' }, { value: 'trial' }),
    )
    await device.push(device.mark(gone, '/stage-1/float', 3), device.mark(comes, '/stage-1/float', 3))
    await world.owner.query(`UPDATE guests SET entered_at = ${monthsAgo(13)}`)
    await world.owner.query(`UPDATE assessments SET ts = extract(epoch FROM ${monthsAgo(13)}) WHERE member_id = $1`, [
      gone,
    ])
    await world.owner.query(`UPDATE registers SET ts = extract(epoch FROM ${monthsAgo(13)}) WHERE member_id = $1`, [
      gone,
    ])
    expect((await readRetention('?guests=24')).due).toMatchObject({ guests: 0 })
    await setPeriods({ ...NO_PERIODS, guests: 12 })
    // a page from before guests had a period does not name it
    const { guests: _, ...others } = NO_PERIODS
    await setPeriods(others)
    expect((await readRetention()).due).toEqual({ guests: 1 })
    await runNight()
    const left = await world.owner.query<{ id: string }>('SELECT member_id AS id FROM guests')
    expect(left.rows).toEqual([{ id: comes }])
    expect(await count('members WHERE id = $1', [gone])).toBe(0)
    expect(await count(`changes WHERE kind = 'erasure' AND key = $1`, [gone])).toBe(1)
    await setPeriods({ ...NO_PERIODS, members: 24 })
  })

  test('closes unused accounts without a child or club, and no others', async () => {
    const setUnused = `UPDATE users SET last_login = ${monthsAgo(30)}, made_at = ${monthsAgo(40)} WHERE client_id = 'one'`
    await world.owner.query(setUnused)
    await world.owner.query(`UPDATE refresh_sessions SET expires_at = ${monthsAgo(29)} WHERE client_id = 'one'`)
    // an account with a child or a club is not due
    expect((await readRetention('?accounts=24')).due).toEqual({ members: 0, accounts: 0 })
    await world.owner.query(`DELETE FROM member_links WHERE client_id = 'one'`)
    await world.owner.query(
      `UPDATE user_clubs SET to_date = ${monthsAgo(25)} WHERE client_id = 'one' AND user_id = $1`,
      [one.coach],
    )
    expect((await readRetention('?accounts=36')).due).toMatchObject({ accounts: 0 })
    await setPeriods({ ...NO_PERIODS, accounts: 24 })
    // the parent without a child and the coach without a club
    expect((await readRetention()).due).toEqual({ accounts: 2 })
    // an account with a session that was used lately stays
    await world.owner.query(`UPDATE refresh_sessions SET expires_at = now() WHERE user_id = $1`, [one.coach])
    await runNight()
    const { rows } = await world.owner.query<{ type: string }>(
      `SELECT type FROM users WHERE client_id = 'one' AND status = 'anonymised'`,
    )
    expect(rows).toEqual([{ type: 'parent' }])
    expect(await count(`audit_log WHERE action = 'close-account' AND entity_id = $1`, [one.parent])).toBe(1)
  })

  test('deletes old mails, page views and tasks, but not mails without whose row they would be sent again', async () => {
    await world.owner.query(`DELETE FROM mails WHERE client_id = 'one'`)
    await world.owner.query(
      `INSERT INTO mails (client_id, user_id, kind, created_at, due_at, state, ended_at)
       SELECT 'one', $1, kind, ${monthsAgo(9)}, ${monthsAgo(9)}, 'sent', ended FROM (VALUES ('reset', ${monthsAgo(9)}), ('award', ${monthsAgo(9)}), ('linked', ${monthsAgo(2)})) t (kind, ended)`,
      [one.coach],
    )
    await world.owner.query(
      `INSERT INTO page_views (client_id, portal, page, day, views) VALUES ('one', 'parent', 'about', ${monthsAgo(9)}, 3), ('one', 'parent', 'about', now(), 2)`,
    )
    const tasks = await count(`tasks WHERE client_id = 'one' AND ended_at IS NOT NULL`)
    expect(tasks).toBeGreaterThan(0)
    await world.owner.query(
      `UPDATE tasks SET ended_at = ${monthsAgo(9)} WHERE client_id = 'one' AND ended_at IS NOT NULL`,
    )
    // the mail `reset`, one day of page views, and the tasks
    expect((await readRetention('?records=6')).due).toMatchObject({ records: 2 + (tasks ?? 0) })
    await setPeriods({ ...NO_PERIODS, records: 6 })
    await runNight()
    const { rows } = await world.owner.query(`SELECT kind FROM mails WHERE client_id = 'one' ORDER BY kind`)
    expect(rows).toEqual([{ kind: 'award' }, { kind: 'linked' }])
    expect(await count('page_views')).toBe(1)
    // only the task of this night is left
    expect(await count(`tasks WHERE client_id = 'one' AND ended_at IS NOT NULL`)).toBe(1)
    expect(await count(`audit_log WHERE action = 'forget-records'`)).toBe(1)
  })

  test('judges the days of page views, which are of UTC, whatever the time zone of the database is', async () => {
    await world.owner.query('DELETE FROM page_views')
    await world.owner.query(
      `INSERT INTO page_views (client_id, portal, page, day, views) VALUES ('one', 'parent', 'about', '2020-05-31', 1), ('one', 'parent', 'about', '2020-06-01', 1)`,
    )
    await inTenant(world.db, 'one', 'write', async (tx) => {
      // there it is the second of June already
      await tx.query(`SET LOCAL TimeZone = 'Pacific/Kiritimati'`)
      await deleteRecords(tx, new Date('2020-06-01T12:00Z'), /* limit */ 10)
    })
    const { rows } = await world.owner.query<{ day: string }>('SELECT day FROM page_views')
    expect(rows).toEqual([{ day: '2020-06-01' }])
  })

  test('counts months, and days of work at a club, in UTC, whatever the time zone of the database is', async () => {
    await world.owner.query(`UPDATE users SET made_at = '2019-01-01', last_login = NULL WHERE id = $1`, [two.coach])
    await world.owner.query('DELETE FROM refresh_sessions WHERE user_id = $1', [two.coach])
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-02-29' WHERE user_id = $1`, [two.coach])
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
      await inTenant(world.db, two.id, 'write', async (tx) => {
        await tx.query(`SET LOCAL TimeZone = '${zone}'`)
        // three months before the 30th and before the 31st of May are the 29th of February, but at different hours
        const before = await readCutoff(tx, Date.parse('2020-05-30T12:00Z'), 3)
        expect(before.toISOString(), zone).toBe('2020-02-29T12:00:00.000Z')
        // the coach worked there on the day of the cutoff, which ends at different hours too
        expect(await dueIds(tx, 'accounts', before, /* limit */ 10), zone).toEqual([])
        const dayLater = new Date(before.getTime() + 86_400_000)
        expect(await dueIds(tx, 'accounts', dayLater, /* limit */ 10), zone).toEqual([two.coach])
      })
    await world.owner.query('UPDATE user_clubs SET to_date = NULL WHERE user_id = $1', [two.coach])
  })

  test('is queued for every night while a period is set', async () => {
    // a period is set by the test before, whose task has queued the next one when it ended
    const queued = `tasks WHERE client_id = 'one' AND kind = 'retention' AND state = 'queued'`
    const countQueued = () => count(queued)
    expect(await countQueued()).toBe(1)
    // the daily upkeep finds that one is missing
    await world.owner.query(`DELETE FROM ${queued}`)
    worker.start()
    await expect.poll(countQueued).toBe(1)
  })
})

test('a child who becomes active again has a new period', async () => {
  const readInactiveSince = async () =>
    (
      await world.owner.query<{ inactive_since: Date | null }>(
        'SELECT inactive_since FROM club_members WHERE client_id = $1 AND member_id = $2',
        [two.id, two.members[0]],
      )
    ).rows[0]?.inactive_since
  const since = Date.now()
  const setStatus = (status: 'active' | 'inactive', nowMs = since) =>
    inTenant(world.db, two.id, 'write', (tx) =>
      updateFields(tx, { clubId: two.club, nowMs }, ['status'], [{ id: two.members[0], status }]),
    )
  // an earlier test made the child inactive long ago
  await setStatus('active')
  expect(await readInactiveSince()).toBeNull()
  await setStatus('inactive')
  expect(Number(await readInactiveSince())).toBe(since)
  // the same status again begins nothing
  await setStatus('inactive', since + 1_000)
  expect(Number(await readInactiveSince())).toBe(since)
  // and no writer can forget it
  await expect(
    world.owner.query(`UPDATE club_members SET status = 'active' WHERE client_id = $1 AND member_id = $2`, [
      two.id,
      two.members[0],
    ]),
  ).rejects.toThrow(/club_members_inactive_since/)
})

test('a child who becomes active while the batch of a night waits, or a guest who is taken, is not erased', async () => {
  const guest = crypto.randomUUID()
  await makeInactive(two.members[1], 30, two)
  await world.owner.query(`INSERT INTO members (client_id, id, firstname, lastname) VALUES ('two', $1, 'Mali', '')`, [
    guest,
  ])
  await world.owner.query(
    `INSERT INTO guests (client_id, author_id, member_id, club_id, group_id, from_date, to_date, entered_at)
     VALUES ('two', $1, $2, $3, $4, '2020-01-01', '2020-01-01', ${monthsAgo(30)})`,
    [two.coach, guest, two.club, two.group],
  )
  await world.owner.query(`UPDATE clients SET retention = '{"members": 24, "guests": 24}' WHERE client_id = 'two'`)
  const decisions = [
    [
      'members',
      two.members[1],
      `UPDATE club_members SET status = 'active', inactive_since = NULL WHERE member_id = $1`,
    ],
    ['guests', guest, 'DELETE FROM guests WHERE member_id = $1'],
  ] as const
  for (const [kind, id, decide] of decisions) {
    await world.owner.query('BEGIN')
    await world.owner.query(decide, [id])
    const deps = { now: () => world.clock.now } as WorkerDeps
    const erase = await retainBatch(deps, two.id, { position: kind, done: 0 } as unknown as Task)
    const erasing = inTenant(world.db, two.id, 'write', erase)
    await untilWaiting(world, 1)
    await world.owner.query('COMMIT')
    await erasing
    expect(await count('members WHERE id = $1', [id]), kind).toBe(1)
  }
  await world.owner.query(`UPDATE clients SET retention = '{}' WHERE client_id = 'two'`)
})

test('a guest whom a tablet’s mark reaches while the batch of a night begins is not erased', async () => {
  const device = new Device(world, two, (await world.logIn(two, 'coach')).token)
  const guest = crypto.randomUUID()
  await device.push(device.guest(guest, { firstname: 'Nest' }))
  await world.owner.query(`UPDATE guests SET entered_at = ${monthsAgo(30)} WHERE member_id = $1`, [guest])
  await world.owner.query(`UPDATE clients SET retention = '{"guests": 24}' WHERE client_id = 'two'`)
  // the mark is written, and waits with its commit
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [two.club])
  const pushing = device.push(device.mark(guest, '/stage-1/float', 3))
  await untilWaiting(world, 1)
  const deps = { now: () => world.clock.now } as WorkerDeps
  const erase = await retainBatch(deps, two.id, { position: 'guests', done: 0 } as unknown as Task)
  const erasing = inTenant(world.db, two.id, 'write', erase)
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  expect((await pushing).outcomes).toMatchObject([{ outcome: 'applied' }])
  await erasing
  expect(await count('assessments WHERE member_id = $1', [guest])).toBe(1)
  await world.owner.query(`UPDATE clients SET retention = '{}' WHERE client_id = 'two'`)
})

test('periods are set by scheme authors only, within limits, and not for members and accounts of a course provider', async () => {
  const headers = { 'if-match': '"x"' }
  const calls: InjectOptions[] = [
    { url: '/v1/retention' },
    { method: 'PUT', url: '/v1/retention', payload: NO_PERIODS, headers },
  ]
  for (const options of calls) {
    expect((await world.request({ host: two.host('scheme'), ...options })).statusCode).toBe(401)
    for (const portal of ['parent', 'coach', 'club'] as const) {
      const { token } = await world.logIn(two, portal)
      expect((await world.request({ host: two.host(portal), token, ...options })).statusCode, portal).toBe(403)
    }
  }
  expect((await setPeriods(NO_PERIODS, 'x')).body.error).toBe('EDIT_CONFLICT')
  // a period has 3 to 240 months; every kind must be named, and no other
  for (const [periods, field] of [
    [{ ...NO_PERIODS, members: 2 }, 'members'],
    [{ ...NO_PERIODS, accounts: 241 }, 'accounts'],
    [{ members: 12, guests: 12, accounts: 12 }, 'records'],
    [{ ...NO_PERIODS, guests: 2 }, 'guests'],
    [{ ...NO_PERIODS, marks: 12 }, 'marks'],
  ] as const)
    expect((await setPeriods(periods)).body).toMatchObject({ status: 400, field })
  expect((await call({ url: '/v1/retention?members=1' })).json()).toMatchObject({ status: 400, field: 'members' })
  await world.owner.query(`UPDATE clients SET auth_provider = 'coursepro' WHERE client_id = 'one'`)
  expect((await readRetention()).shut).toEqual(['members', 'accounts'])
  expect((await setPeriods({ ...NO_PERIODS, members: 12 })).body).toMatchObject({
    error: 'PROVIDER_OWNS',
    field: 'members',
  })
  expect((await setPeriods({ ...NO_PERIODS, guests: 12, records: 12 })).status).toBe(200)
  await world.owner.query(`UPDATE clients SET auth_provider = 'local' WHERE client_id = 'one'`)
})

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListedTask, TaskCounts, TaskDetail } from '#contract/platform/tasks.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import {
  endTask,
  enqueueTask,
  failTask,
  saveTaskProgress,
  claimTask,
  type Task,
  type TaskKind,
} from '#server/platform/jobs/tasks.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** The token of a scheme author of the first client. */
let token = ''

/** Longer than the lease of a task, so that another worker may take the task over. */
const AFTER_LEASE_MS = 31_000

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await world.owner.query(`UPDATE clients SET features = features || '{"ADVANCED_MODE": true}'`)
  token = (await world.logIn(one, 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions & { token?: string }) =>
  world.request({ host: one.host('scheme'), token, ...options })
const listTasks = async (query = '') => (await call({ url: `/v1/tasks?${query}` })).json<ListedTask[]>()
const readTask = async (id: string) => (await call({ url: `/v1/tasks/${id}` })).json<TaskDetail>()
const changeTask = (id: string, action: 'cancel' | 'retry') =>
  call({ method: 'POST', url: `/v1/tasks/${id}/${action}` })
const inOne = <T>(work: (tx: Tx) => Promise<T>) => inTenant(world.db, one.id, 'write', work)

async function enqueue(kind: TaskKind, subject: string): Promise<string> {
  return inOne(async (tx) => {
    const nowMs = world.clock.now
    await enqueueTask(tx, { kind, subject, dueMs: nowMs, nowMs, by: one.author })
    const { rows } = await tx.query<{ id: string }>(`SELECT id FROM tasks WHERE subject = $1 AND state = 'queued'`, [
      subject,
    ])
    return rows[0]?.id ?? ''
  })
}
const claim = () => inOne((tx) => claimTask(tx, 'background', world.clock.now))
async function claimAndFail(): Promise<void> {
  const task = await claim()
  if (task) await inOne((tx) => failTask(tx, task, world.clock.now, 'the disk is full'))
}
const readSchemeId = async () =>
  (await world.owner.query<{ id: string }>(`SELECT id FROM schemes WHERE client_id = 'one'`)).rows[0]?.id ?? ''

describe('the tasks of a client', () => {
  test('show their subject, who queued them, their progress and the outcome of each try', async () => {
    const id = await enqueue('recalculate', await readSchemeId())
    expect(await listTasks('search=swim')).toMatchObject([
      { id, kind: 'recalculate', about: 'Swim', state: 'queued', by: 'Greta Lind', ended: null },
    ])
    // in the language that the scheme has
    const setName = (name: object) =>
      world.owner.query('UPDATE schemes SET name = $1 WHERE client_id = $2', [name, one.id])
    await setName({ cy: 'Nofio' })
    expect(await listTasks('search=nofio')).toMatchObject([{ id, about: 'Nofio' }])
    await setName({ en: 'Swim', cy: 'Nofio' })
    // the fifth failed try is the last one
    for (let tries = 1; tries <= 5; tries++) {
      await claimAndFail()
      // the next try is due at once, without the pause
      await world.owner.query(`UPDATE tasks SET due_at = now() - interval '1 day' WHERE id = $1`, [id])
    }
    const detail = await readTask(id)
    expect(detail).toMatchObject({ state: 'failed', error: 'the disk is full', can_cancel: false, can_retry: true })
    // `again`: the try failed, and the next one is queued
    const twoFailedTries = ['begun', 'again', 'begun', 'again']
    expect(detail.log.map(({ event }) => event)).toEqual([...twoFailedTries, ...twoFailedTries, 'begun', 'failed'])
    expect(detail.log.at(-1)).toMatchObject({ detail: 'the disk is full' })
    expect((await call({ url: '/v1/tasks/counts' })).json<TaskCounts>()).toEqual({ queued: 0, running: 0, failed: 1 })
    expect((await listTasks('state=failed')).map((task) => task.id)).toEqual([id])
  })

  test('that failed run again after a retry, which is logged with its user', async () => {
    // the task of the test before
    const [failed] = await listTasks('state=failed')
    const id = failed?.id ?? ''
    const reply = await changeTask(id, 'retry')
    expect(reply.json(), reply.body).toMatchObject({ state: 'queued', tries: 0, error: null, can_cancel: true })
    expect((await changeTask(id, 'retry')).json()).toMatchObject({ status: 409, error: 'TASK_STATE' })
    const task = await claim()
    expect(task?.id).toBe(id)
    if (task) await inOne((tx) => endTask(tx, task, world.clock.now))
    expect((await readTask(id)).log.slice(-3)).toMatchObject([
      { event: 'retried', by: 'Greta Lind' },
      { event: 'begun' },
      { event: 'done' },
    ])
    expect((await changeTask(id, 'cancel')).json()).toMatchObject({ status: 409, error: 'TASK_STATE' })
    const { rows } = await world.owner.query(`SELECT user_id FROM audit_log WHERE entity = 'task' AND entity_id = $1`, [
      id,
    ])
    expect(rows).toEqual([{ user_id: one.author }])
  })

  test('that are queued or running can be cancelled, and then queued again unless another task waits for the same subject', async () => {
    const id = await enqueue('recalculate', await readSchemeId())
    const task = await claim()
    expect((await changeTask(id, 'cancel')).json()).toMatchObject({ state: 'cancelled', can_retry: true })
    // a worker that still runs the cancelled task cannot change its state any more
    if (task) await inOne((tx) => failTask(tx, task, world.clock.now, 'late'))
    expect(await readTask(id)).toMatchObject({ state: 'cancelled', error: null })
    const laterTaskId = await enqueue('recalculate', await readSchemeId())
    expect((await changeTask(id, 'retry')).json()).toMatchObject({ detail: 'another task waits for the same' })
    expect((await changeTask(laterTaskId, 'cancel')).statusCode).toBe(200)
    expect((await changeTask(id, 'retry')).json()).toMatchObject({ state: 'queued' })
    await changeTask(id, 'cancel')
  })

  test('that fail because another one waits for the same subject have ended then', async () => {
    const schemeId = await readSchemeId()
    const id = await enqueue('recalculate', schemeId)
    const task = await claim()
    expect(task?.id).toBe(id)
    const laterTaskId = await enqueue('recalculate', schemeId)
    if (task) await inOne((tx) => failTask(tx, task, world.clock.now, 'the disk is full'))
    expect(await readTask(id)).toMatchObject({ state: 'failed', ended: expect.any(Number) as number })
    expect(await readTask(laterTaskId)).toMatchObject({ state: 'queued', ended: null })
    await changeTask(laterTaskId, 'cancel')
  })

  test('cannot be cancelled when they are upkeep', async () => {
    const id = await enqueue('sweep-files', one.id)
    expect(await readTask(id)).toMatchObject({ can_cancel: false })
    expect((await changeTask(id, 'cancel')).json()).toMatchObject({ error: 'TASK_STATE' })
  })
})

test('a worker that is killed costs no try, but a task that kills every worker fails in the end', async () => {
  const readState = async (id: string) =>
    (await world.owner.query<{ state: string; tries: number }>('SELECT state, tries FROM tasks WHERE id = $1', [id]))
      .rows[0]
  await world.owner.query(`UPDATE tasks SET state = 'done' WHERE client_id = 'one'`)
  const began = world.clock.now
  // any kind would do, because no batch is run
  const [killed, killing] = [await enqueue('follow', 'killed'), await enqueue('follow', 'killing')]
  // until the second part of the test, workers do not get this task
  await world.owner.query(`UPDATE tasks SET due_at = now() + interval '1 year' WHERE id = $1`, [killing])
  // the worker is killed ten times, then the task fails: that is its first try
  for (let turn = 0; turn < 10; turn++) {
    expect((await claim())?.id).toBe(killed)
    world.clock.now += AFTER_LEASE_MS
  }
  await claimAndFail()
  expect(await readState(killed)).toEqual({ state: 'queued', tries: 1 })
  await world.owner.query(`UPDATE tasks SET state = 'done' WHERE id = $1`, [killed])
  await world.owner.query('UPDATE tasks SET due_at = to_timestamp(0) WHERE id = $1', [killing])
  // the first worker and twenty more, which is the limit of workers that may die without progress
  for (let turn = 0; turn <= 20; turn++) {
    expect((await claim())?.id, `turn ${turn}`).toBe(killing)
    world.clock.now += AFTER_LEASE_MS
  }
  expect(await claim()).toBeNull()
  expect(await readState(killing)).toEqual({ state: 'failed', tries: 1 })
  // an author retries the task (the clock is set back, because the session would have expired)
  world.clock.now = began
  expect((await changeTask(killing, 'retry')).statusCode).toBe(200)
  expect((await claim())?.id).toBe(killing)
  // progress resets the count of killed workers
  await inOne(async (tx) => {
    await tx.query(`UPDATE tasks SET abandoned = 20 WHERE id = $1`, [killing])
    const { rows } = await tx.query<Task>('SELECT * FROM tasks WHERE id = $1', [killing])
    if (rows[0]) await saveTaskProgress(tx, { ...rows[0], position: 1 })
  })
  world.clock.now += AFTER_LEASE_MS
  expect((await claim())?.id).toBe(killing)
  await world.owner.query(`UPDATE tasks SET state = 'done' WHERE id = $1`, [killing])
  world.clock.now = began
})

test('tasks are shown to scheme authors in advanced mode only, and only those of their client', async () => {
  const id = await enqueue('recalculate', await readSchemeId())
  const routes = [
    ['GET', '/v1/tasks'],
    ['GET', '/v1/tasks/counts'],
    ['GET', `/v1/tasks/${id}`],
    ['POST', `/v1/tasks/${id}/cancel`],
    ['POST', `/v1/tasks/${id}/retry`],
  ] as const
  for (const portal of ['parent', 'coach', 'club'] as const) {
    const asUser = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
    for (const [method, url] of routes)
      expect((await world.request({ ...asUser, method, url })).statusCode, `${portal} ${url}`).toBe(403)
  }
  const asOtherAuthor = { host: two.host('scheme'), token: (await world.logIn(two, 'scheme')).token }
  for (const [method, url] of routes.slice(2))
    expect((await world.request({ ...asOtherAuthor, method, url })).statusCode, url).toBe(404)
  expect((await world.request({ ...asOtherAuthor, url: '/v1/tasks' })).headers['x-total-count']).toBe('0')
  for (const [method, url] of routes)
    expect((await world.request({ host: one.host('scheme'), method, url })).statusCode).toBe(401)
  await world.owner.query(`UPDATE clients SET features = features - 'ADVANCED_MODE' WHERE client_id = 'one'`)
  const withoutAdvancedMode = (await world.logIn(one, 'scheme')).token
  for (const [method, url] of routes)
    expect((await call({ method, url, token: withoutAdvancedMode })).statusCode, url).toBe(403)
})

test('ten thousand tasks are paged, filtered and searched', async () => {
  await world.owner.query(
    `INSERT INTO tasks (client_id, kind, subject, state, due_at, created_at, ended_at)
     SELECT 'one', 'recalculate', 'many-' || k, CASE WHEN k % 100 = 0 THEN 'failed' ELSE 'done' END, now(), now() - k * interval '1 minute', now()
     FROM generate_series(1, 10000) k`,
  )
  // every hundredth task has failed; pages are counted from 0
  const reply = await call({ url: '/v1/tasks?state=failed&page=3&per_page=25' })
  expect(reply.headers['x-total-count']).toBe('100')
  expect(reply.json<ListedTask[]>()).toHaveLength(25)
  expect(await listTasks('search=nothing%20such')).toEqual([])
  // an unknown state, an unknown order, too many tasks for a page, and too short a text
  for (const [query, field] of [
    ['state=x', 'state'],
    ['sort=created', 'sort'],
    ['per_page=1001', 'per_page'],
    ['search=x', 'search'],
  ])
    expect((await call({ url: `/v1/tasks?${query}` })).json(), query).toMatchObject({ status: 400, field })
})

import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { Hub } from '#server/platform/events/hub.ts'
import { Relay } from '#server/platform/events/relay.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import type { RunBatch } from './batch.ts'
import { LEASE_MS, noteLostWork, takeTurn } from './due-work.ts'
import { claimTask, AWAITED_TASKS, enqueueTask, TASK_KINDS, type TaskKind } from './tasks.ts'
import { Worker } from './worker.ts'

const CLIENTS = ['one', 'two', 'three', 'four'] as const
type Client = (typeof CLIENTS)[number]

let database: TestDatabase
let world: World
/** What was opened by a test, to be closed after it. */
const opened: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  await world.add('three')
  await world.add('four')
})
beforeEach(async () => {
  world.clock.now = Date.now()
  await world.owner.query('DELETE FROM task_events; DELETE FROM tasks; DELETE FROM due_work')
})
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const enqueue = (client: Client, subject: string, more: { kind?: TaskKind; dueMs?: number } = {}) =>
  inTenant(world.db, client, 'write', async (tx) => {
    const { now: nowMs } = world.clock
    await enqueueTask(tx, { kind: 'recalculate', subject, dueMs: nowMs, ...more, nowMs, by: null })
  })
const states = async () =>
  (await world.owner.query<{ state: string }>('SELECT state FROM tasks ORDER BY created_at, id')).rows.map(
    ({ state }) => state,
  )

/**
 * A worker as in a process of its own: with its own connections, and woken by what its own relay hears. Each task is
 * `run` in one batch.
 */
async function startProcess(
  run: (client: Client, subject: string) => Promise<void>,
  { hears = true, clock = () => world.clock.now }: { hears?: boolean; clock?: () => number } = {},
): Promise<Worker> {
  const db = openDatabase(database.appUrl, /* connections */ 8)
  const batch: RunBatch = async (_deps, clientId, task) => {
    await run(clientId as Client, task.subject)
    return async () => ({ finished: true, announcement: null })
  }
  const worker = new Worker(
    {
      db,
      files: world.files,
      now: clock,
      announce: () => {},
      onError: (error) => void Promise.reject(error),
    },
    {
      batches: Object.fromEntries(TASK_KINDS.map((kind) => [kind, batch])) as Record<TaskKind, RunBatch>,
      plan: async () => {},
      planAfter: {},
    },
  )
  const relay = new Relay(db, database.appUrl, new Hub(), world.tokens, [], (queue) => worker.wake(queue))
  if (hears) await relay.open()
  opened.push(async () => {
    await worker.close()
    await relay.close()
    await db.pool.end()
  })
  return worker
}

describe('the queues of two servers on one database', () => {
  test('run each task once, and at most one of a client at a time, whatever is enqueued when', async () => {
    const plan = fc.array(fc.record({ client: fc.constantFrom(...CLIENTS), count: fc.integer({ min: 1, max: 8 }) }), {
      minLength: 1,
      maxLength: 8,
    })
    const done: string[] = []
    const running = new Set<string>()
    const overlaps: string[] = []
    const run = async (client: Client, subject: string) => {
      if (running.has(client)) overlaps.push(subject)
      running.add(client)
      await world.owner.query('SELECT')
      running.delete(client)
      done.push(subject)
    }
    for (const worker of [await startProcess(run), await startProcess(run)]) worker.start()
    await fc.assert(
      fc.asyncProperty(plan, async (bursts) => {
        done.length = 0
        const subjects = bursts.flatMap(({ client, count }) =>
          Array.from({ length: count }, () => [client, crypto.randomUUID()] as const),
        )
        await Promise.all(subjects.map(([client, subject]) => enqueue(client, subject)))
        await expect.poll(() => done.length, { timeout: 20_000 }).toBe(subjects.length)
        expect(done.toSorted()).toEqual(subjects.map(([, subject]) => subject).toSorted())
        expect(overlaps).toEqual([])
      }),
      { numRuns: 12 },
    )
    await expect.poll(async () => [...new Set(await states())]).toEqual(['done'])
  })

  test('let the clients take turns: who enqueues one task after a thousand of another client is next', async () => {
    const began: Client[] = []
    const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const worker = await startProcess(async (client) => {
      began.push(client)
      if (client === 'three') await last.promise
      else if (began.length === 2) await first.promise
    })
    worker.start()
    // of the two places of a process this one is taken until the end, so that the others depend on the order
    await enqueue('three', 'long')
    await expect.poll(() => began).toEqual(['three'])
    await enqueue('one', 'first')
    await expect.poll(() => began).toEqual(['three', 'one'])
    world.clock.now += 1
    await inTenant(world.db, 'one', 'write', async (tx) => {
      const { now: nowMs } = world.clock
      for (let number = 0; number < 1_000; number++)
        await enqueueTask(tx, { kind: 'recalculate', subject: `many ${number}`, dueMs: nowMs, nowMs, by: null })
    })
    world.clock.now += 1
    await enqueue('two', 'one alone')
    world.clock.now += 1
    await enqueue('four', 'another')
    world.clock.now += 1
    first.resolve()
    await expect.poll(() => began.length, { timeout: 20_000 }).toBeGreaterThan(6)
    expect(began.slice(2, 7)).toEqual(['one', 'two', 'four', 'one', 'one'])
    await world.owner.query(`UPDATE tasks SET state = 'done' WHERE state = 'queued'`)
    last.resolve()
  })

  test('keep what somebody waits for apart from long tasks', async () => {
    const { promise: ends, resolve: end } = Promise.withResolvers<void>()
    const began: string[] = []
    const worker = await startProcess(async (_client, subject) => {
      began.push(subject)
      if (subject === 'long') await ends
    })
    worker.start()
    for (const client of ['one', 'two', 'three'] as const) await enqueue(client, 'long')
    await expect.poll(() => began).toEqual(['long', 'long'])
    await enqueue('one', 'awaited', { kind: 'club-task' })
    await expect.poll(() => began).toContain('awaited')
    expect(began.filter((subject) => subject === 'long')).toHaveLength(2)
    end()
    await expect.poll(() => began.filter((subject) => subject === 'long')).toHaveLength(3)
  })
})

/** Far below the 30 seconds after which a server looks by itself. */
const AT_ONCE = { timeout: 10_000, interval: 20 }

describe('a server takes due work', () => {
  test('at once when another process has enqueued it', async () => {
    const done: string[] = []
    const worker = await startProcess(async (_client, subject) => void done.push(subject))
    worker.start()
    // it has looked, and found nothing
    await enqueue('two', 'before')
    await expect.poll(() => done).toEqual(['before'])
    await enqueue('one', 'now')
    await expect.poll(() => done, AT_ONCE).toEqual(['before', 'now'])
  })

  test('when it is due, also if it hears nothing', async () => {
    const done: number[] = []
    const worker = await startProcess(async () => void done.push(Date.now()), { hears: false, clock: Date.now })
    const dueMs = Date.now() + 700
    await enqueue('one', 'later', { dueMs })
    worker.start()
    await expect.poll(() => done.length, { timeout: 5_000, interval: 20 }).toBe(1)
    expect(done[0]).toBeGreaterThanOrEqual(dueMs)
    expect((done[0] ?? 0) - dueMs).toBeLessThan(10_000)
  })

  test('that a process has taken which is killed, once its lease is over', async () => {
    await enqueue('one', 'half done')
    expect(await takeTurn(world.db, 'background', world.clock.now)).toMatchObject({ clientId: 'one' })
    await inTenant(world.db, 'one', 'write', (tx) => claimTask(tx, 'background', world.clock.now))
    // until then nobody else has it
    await enqueue('one', 'second')
    expect(await takeTurn(world.db, 'background', world.clock.now)).toBe(null)
    world.clock.now += LEASE_MS + 1
    const done: string[] = []
    ;(await startProcess(async (_client, subject) => void done.push(subject))).start()
    await expect.poll(() => done.toSorted()).toEqual(['half done', 'second'])
    await expect.poll(states).toEqual(['done', 'done'])
  })

  test('of a process that stops, at once', async () => {
    const { promise: ends, resolve: end } = Promise.withResolvers<void>()
    const done: string[] = []
    let isBusy = false
    const first = await startProcess(async () => {
      isBusy = true
      await ends
    })
    first.start()
    await enqueue('one', 'first')
    await expect.poll(() => isBusy).toBe(true)
    ;(await startProcess(async (_client, subject) => void done.push(subject))).start()
    await enqueue('one', 'second')
    const stopped = first.close()
    end()
    await stopped
    await expect.poll(() => done, AT_ONCE).toEqual(['second'])
  })

  test('of which nothing is noted, as after an upgrade, when it starts', async () => {
    await enqueue('one', 'a')
    await enqueue('two', 'b', { kind: 'club-task' })
    await world.owner.query('DELETE FROM due_work')
    // two tasks, and the daily upkeep of four clients
    expect(await noteLostWork(world.db, AWAITED_TASKS, world.clock.now)).toBe(6)
    expect(await noteLostWork(world.db, AWAITED_TASKS, world.clock.now)).toBe(0)
    await world.owner.query('DELETE FROM due_work')
    const done: string[] = []
    ;(await startProcess(async (_client, subject) => void done.push(subject))).start()
    await expect.poll(() => done.toSorted()).toEqual(['a', 'b'])
  })

  test('but not of a client without host names, until it has some again', async () => {
    const { rows } = await world.owner.query(
      `DELETE FROM hostnames WHERE client_id = 'four' RETURNING hostname, portal`,
    )
    await enqueue('four', 'closed')
    expect(await takeTurn(world.db, 'background', world.clock.now)).toBe(null)
    for (const { hostname, portal } of rows as { hostname: string; portal: string }[])
      await world.owner.query(`INSERT INTO hostnames (hostname, client_id, portal) VALUES ($1, 'four', $2)`, [
        hostname,
        portal,
      ])
    expect(await takeTurn(world.db, 'background', world.clock.now)).toMatchObject({ clientId: 'four' })
  })
})

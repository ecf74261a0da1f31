import { expect, test } from 'vitest'
import { createTestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld } from '#server/testing/world.ts'
import type { RunBatch } from './batch.ts'
import { enqueueTask, TASK_KINDS, type TaskKind } from './tasks.ts'
import { Worker } from './worker.ts'

test('a worker that is closed hands its task back after the batch, and another one continues it at once', async () => {
  const database = await createTestDatabase()
  const world = await createWorld(database)
  const { clock, db, files, tenants } = world
  const newWorker = (run: RunBatch) =>
    new Worker(
      { db, files, now: () => clock.now, announce: () => {}, onError: (error) => void Promise.reject(error) },
      {
        batches: Object.fromEntries(TASK_KINDS.map((kind) => [kind, run])) as Record<TaskKind, RunBatch>,
        plan: async () => {},
        planAfter: {},
      },
    )
  const advance = (finished: boolean, after: () => void): RunBatch => {
    return async (_deps, _clientId, task) => async () => {
      task.done++
      after()
      return { finished, announcement: null }
    }
  }
  const { id } = tenants[0]
  const task = { kind: 'recalculate', subject: id, dueMs: clock.now, nowMs: clock.now, by: null } as const
  await inTenant(db, id, 'write', (tx) => enqueueTask(tx, task))

  const first = newWorker(advance(/* finished */ false, () => void first.close()))
  await first.runDue(id)
  clock.now += 1
  let continued = 0
  await newWorker(advance(/* finished */ true, () => continued++)).runDue(id)
  expect(continued).toBe(1)
  const { rows } = await world.owner.query(`SELECT state, done, tries FROM tasks WHERE kind = 'recalculate'`)
  expect(rows).toEqual([{ state: 'done', done: 2, tries: 1 }])
  await world.close()
  await database.drop()
})

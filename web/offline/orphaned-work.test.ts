import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { SubmitWorkBody, SubmitWorkReply } from '#contract/assessment/submitted-work.ts'
import { submitOrphanedWork, orphanedWorkOf } from './orphaned-work.ts'
import { recordOutcomes } from './outbox.ts'
import { ANNA, enqueue, ME, newDevice, NOW } from './testing/queue.ts'

/** A server that accepts all submitted work except the operations `refused`. */
function submissionServer(refused: readonly string[] = []) {
  const bodies: SubmitWorkBody[] = []
  const submit = (body: SubmitWorkBody): Promise<SubmitWorkReply> => {
    bodies.push(body)
    const outcomes = body.operations.map(({ opId }) =>
      refused.includes(opId)
        ? { opId, outcome: 'rejected' as const, code: 'WRONG_AUTHOR' }
        : { opId, outcome: 'submitted' as const },
    )
    return Promise.resolve({ outcomes })
  }
  return { bodies, submit }
}

test('all work of one author is submitted in batches, refused edits included, and nothing of other authors', async () => {
  const db = newDevice()
  // more than the 50 operations of one batch
  const [dead = ''] = await enqueue(db, ANNA, 60)
  await enqueue(db, ME, 2)
  await recordOutcomes(db, [{ opId: dead, outcome: 'rejected', code: 'NOT_ASSIGNED' }], NOW)
  const { bodies, submit } = submissionServer()
  expect(await submitOrphanedWork(db, submit, ANNA, NOW)).toBe(60)
  expect(bodies.map((body) => body.operations.length)).toEqual([50, 10])
  expect(new Set(bodies.flatMap((body) => body.operations.map((op) => op.authorUuid)))).toEqual(
    new Set([ANNA.userUuid]),
  )
  expect(await orphanedWorkOf(db, ANNA)).toEqual([])
  expect(await orphanedWorkOf(db, ME)).toHaveLength(2)
  expect(await db.syncs.where({ state: 'acknowledged' }).count()).toBe(60)
})

test('work that the server refuses, or that could not be sent, stays on the device', async () => {
  const db = newDevice()
  const [refused = ''] = await enqueue(db, ANNA, 3)
  expect(await submitOrphanedWork(db, submissionServer([refused]).submit, ANNA, NOW)).toBe(2)
  expect((await orphanedWorkOf(db, ANNA)).map((op) => op.opId)).toEqual([refused])
  await expect(submitOrphanedWork(db, () => Promise.reject(new Error('cut')), ANNA, NOW)).rejects.toThrow('cut')
  expect(await orphanedWorkOf(db, ANNA)).toHaveLength(1)
})

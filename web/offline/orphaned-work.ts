import type { SubmitWorkBody, SubmitWorkReply } from '#contract/assessment/submitted-work.ts'
import type { CoachDatabase, QueuedOperation } from './database.ts'
import { deviceId } from './outbox.ts'
import { nextBatch, operationToSend } from './sync-loop.ts'

/** The most operations that the server takes in one request. */
const MAX_OPERATIONS = 50

/** The operations that one author left on this device for one club, waiting and refused ones. */
export async function orphanedWorkOf(
  db: CoachDatabase,
  author: { userUuid: string; club: string },
): Promise<QueuedOperation[]> {
  const unaccepted = await db.syncs.where('state').anyOf('pending', 'dead').sortBy('seq')
  return unaccepted.filter((op) => op.authorUuid === author.userUuid && op.club === author.club)
}

/**
 * Sends the operations that the author of a closed account left on this device to the club's administrators, unchanged:
 * encrypted text stays encrypted. Answers how many the server has taken; refused ones stay here. Sending them again is
 * safe.
 */
export async function submitOrphanedWork(
  db: CoachDatabase,
  submit: (body: SubmitWorkBody) => Promise<SubmitWorkReply>,
  author: { userUuid: string; club: string },
  now: number,
): Promise<number> {
  const ownId = await deviceId(db)
  let submitted = 0
  for (let unsent = await orphanedWorkOf(db, author); unsent.length > 0;) {
    const batch = nextBatch(unsent, MAX_OPERATIONS)
    unsent = unsent.slice(batch.length)
    const { outcomes } = await submit({ deviceId: ownId, operations: batch.map(operationToSend) })
    for (const { opId, outcome } of outcomes) {
      if (outcome === 'rejected') continue
      await db.syncs.update(opId, {
        state: 'acknowledged',
        code: outcome === 'applied' ? null : outcome,
        settledAt: now,
        // no screen shows another coach's edits, so none waits for a pull to bring them back
        seen: true,
      })
      submitted++
    }
  }
  return submitted
}

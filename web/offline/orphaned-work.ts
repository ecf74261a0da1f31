import type { DepositBody, DepositReply } from '#contract/assessment/deposits.ts'
import type { CoachDatabase, QueuedOperation } from './database.ts'
import { deviceId } from './outbox.ts'
import { nextBatch, sent } from './sync-loop.ts'

const MOST_OPERATIONS = 50

/** What one author left here for one club: what waits, and what was refused. */
export async function orphanedWorkOf(
  db: CoachDatabase,
  author: { userUuid: string; club: string },
): Promise<QueuedOperation[]> {
  const left = await db.syncs.where('state').anyOf('pending', 'dead').sortBy('seq')
  return left.filter((op) => op.authorUuid === author.userUuid && op.club === author.club)
}

/**
 * Brings what the author of a closed account left here to the club's office, as it is: sealed text stays sealed. Answers
 * how much the server has now; what it refused stays here. Sending again is safe.
 */
export async function submitOrphanedWork(
  db: CoachDatabase,
  deposit: (body: DepositBody) => Promise<DepositReply>,
  author: { userUuid: string; club: string },
  now: number,
): Promise<number> {
  const device = await deviceId(db)
  let brought = 0
  for (let left = await orphanedWorkOf(db, author); left.length > 0;) {
    const batch = nextBatch(left, MOST_OPERATIONS)
    left = left.slice(batch.length)
    const { outcomes } = await deposit({ deviceId: device, operations: batch.map(sent) })
    for (const { opId, outcome } of outcomes) {
      if (outcome === 'rejected') continue
      await db.syncs.update(opId, {
        state: 'acknowledged',
        code: outcome === 'applied' ? null : outcome,
        settledAt: now,
        seen: true,
      })
      brought++
    }
  }
  return brought
}

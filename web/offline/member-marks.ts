import type { ResultRow } from '#contract/assessment/sync.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { CoachDatabase, type QueuedOperation } from './database.ts'
import { isMark } from './view.ts'

export type MarkOperation = QueuedOperation & { payload: MarkPayload }

/** What this device knows of one member's marks. */
export interface MemberMarks {
  /** Marks that this coach made on this device, the oldest first. */
  operations: readonly MarkOperation[]
  /** The results on the server at the last pull, without the waiting marks. */
  stored: readonly ResultRow[]
}

/** Reads one member's marks from the device. Marks that other coaches left on it are not shown. */
export async function readMemberMarks(
  userUuid: string,
  memberUuid: string,
  databaseName?: string,
): Promise<MemberMarks> {
  const db = new CoachDatabase(databaseName)
  try {
    return await db.transaction('r', [db.syncs, db.results], async () => {
      const operations = await db.syncs.orderBy('seq').toArray()
      return {
        operations: operations.filter(
          (op): op is MarkOperation => op.authorUuid === userUuid && isMark(op) && op.payload.memberUuid === memberUuid,
        ),
        stored: await db.results.where({ memberUuid }).toArray(),
      }
    })
  } finally {
    db.close()
  }
}

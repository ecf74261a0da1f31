import type { MarkPayload, ResultRow } from '#contract/assessment/sync.ts'
import { CoachDatabase, type QueuedOperation } from './database.ts'
import { isMark } from './view.ts'

export type MarkOperation = QueuedOperation & { payload: MarkPayload }

/** What a device knows of one member's marks. */
export interface MemberMarks {
  /** Made here by this coach, the oldest first. */
  operations: readonly MarkOperation[]
  /** What counted on the server at the last pull, nothing of what waits applied. */
  stored: readonly ResultRow[]
}

/** Reads the device once; what others left on it stays theirs. */
export async function readMemberMarks(userUuid: string, memberUuid: string, name?: string): Promise<MemberMarks> {
  const db = new CoachDatabase(name)
  try {
    return await db.transaction('r', [db.syncs, db.results], async () => {
      const own = await db.syncs.orderBy('seq').toArray()
      return {
        operations: own.filter(
          (op): op is MarkOperation => op.authorUuid === userUuid && isMark(op) && op.payload.memberUuid === memberUuid,
        ),
        stored: await db.results.where({ memberUuid }).toArray(),
      }
    })
  } finally {
    db.close()
  }
}

import type { Move } from '#domain/assessment/commands/move.ts'
import { moveLane } from '#domain/assessment/commands/move.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import {
  changedRegisters,
  foldRegisters,
  lockRegisters,
  writeRegisters,
  type CheckedRegister,
} from '#server/assessment/sync/registers.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Whether a member moves on or stays; null takes an earlier entry back. */
interface MoveEntry {
  groupId: string
  memberId: string
  value: Move | null
}

/**
 * Writes who moves on or stays into the lanes of coaches' own entries (registers of the kind `move`), so that tablets
 * show an administrator's entries like those of colleagues.
 */
export async function recordMoves(tx: Tx, context: ClubContext, entries: readonly MoveEntry[]): Promise<ChangedKey[]> {
  if (entries.length === 0) return []
  // a new device id for each call, so that only the stamps decide between these edits and those of tablets
  const deviceId = crypto.randomUUID()
  const timestamp = Math.floor(context.nowMs / 1000)
  const edits = entries.map(({ groupId, memberId, value }, index): CheckedRegister => {
    const payload = { groupId, memberUuid: memberId, value, timestamp }
    return {
      op: {
        opId: crypto.randomUUID(),
        club: context.clubId,
        authorUuid: context.userId,
        lane: moveLane({ groupId, memberUuid: memberId }),
        kind: 'move',
        payload,
        // not read, because only operations of devices are checked
        payloadHash: '',
        payloadVersion: 1,
        baseRev: null,
        stamp: { ms: context.nowMs, counter: 0, deviceId, deviceSeq: index + 1 },
      },
      kind: 'move',
      payload,
      deviceId,
      schemeId: null,
    }
  })
  const history = await lockRegisters(tx, edits)
  // `foldRegisters` fills it with the outcome of each edit
  const outcomes = new Map()
  const folded = foldRegisters(context.nowMs, edits, history, outcomes)
  await writeRegisters(tx, folded, outcomes)
  // without the members' clubs, which matter only for badges
  return changedRegisters(folded, [])
}

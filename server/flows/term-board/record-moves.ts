import type { Move } from '#domain/assessment/register.ts'
import { registerLane } from '#domain/assessment/register.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { CheckedRegister } from '#server/assessment/sync/check-registers.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { changedRegisters, foldRegisters, lockRegisters, writeRegisters } from '#server/assessment/sync/registers.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Whether a member moves on or stays; null takes such a note back. */
interface MoveNote {
  groupId: string
  memberId: string
  value: Move | null
}

/**
 * Writes who moves on or stays into the lanes in which coaches note it, so that their tablets show an administrator's
 * notes like those of colleagues.
 */
export async function recordMoves(tx: Tx, context: ClubContext, notes: readonly MoveNote[]): Promise<ChangedKey[]> {
  if (notes.length === 0) return []
  // a new device id for each call, so that only the stamps decide between these edits and those of tablets
  const deviceId = crypto.randomUUID()
  const timestamp = Math.floor(context.nowMs / 1000)
  const edits = notes.map(({ groupId, memberId, value }, index): CheckedRegister => {
    const payload = { groupId, memberUuid: memberId, value, timestamp }
    return {
      op: {
        opId: crypto.randomUUID(),
        club: context.clubId,
        authorUuid: context.userId,
        lane: registerLane({ kind: 'move', groupId, memberUuid: memberId }),
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
      schemeId: null,
    }
  })
  const history = await lockRegisters(tx, context.clientId, context.userId, edits)
  const outcomes = new Map()
  const folded = foldRegisters(context.nowMs, deviceId, context.userId, edits, history, outcomes)
  await writeRegisters(tx, context.clientId, folded, outcomes)
  // without the members' clubs, which matter only for badges
  return changedRegisters(folded, [])
}

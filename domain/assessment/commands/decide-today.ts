import { reject, type Decision, type Edit, type RejectionCode } from './command.ts'
import { dateRejection, entryTime, groupDayRejection } from './group-day.ts'
import type { CommandState } from './state.ts'

/** Whether the edit names a level, also one that was deleted after it was passed. */
export function isLevel({ node }: CommandState): boolean {
  return node?.schemeDeleted === false && node.node?.kind === 'l'
}

/**
 * Judges an edit about a member in a group that counts for the day of entry. `otherRejection` is asked once the author
 * may record something about the member.
 */
export function decideToday<P extends { timestamp: number }>(
  state: CommandState,
  edit: Edit<P>,
  nowMs: number,
  otherRejection: () => RejectionCode | null = () => null,
): Decision<P> {
  const entered = entryTime(state, edit.payload.timestamp, nowMs)
  const code =
    groupDayRejection(state, entered.day, entered, edit) ??
    otherRejection() ??
    dateRejection(state, entered.day, entered, /* maxDaysBack */ 0, nowMs)
  return code === null ? { ok: true, payload: { ...edit.payload, timestamp: entered.timestamp } } : reject(code)
}

import { isDate } from '#domain/platform/club-time.ts'
import { isName } from '#domain/platform/name.ts'
import { reject, type Command, type RejectionCode } from './command.ts'
import { authorRejection, dateRejection, effectiveDay, entryTime } from './group-day.ts'
import type { MemberState } from './state.ts'
import type { Period } from '#domain/scheduling/period.ts'

/** Whether a guest is there for one session, or for a trial that goes on until the office decides. */
export type GuestKind = 'today' | 'trial'

/** A child who is at a session and on no list. Its id is new; marks and attendance name it like a member's. */
export interface GuestPayload {
  memberUuid: string
  groupId: string
  /** The session at which the child is for the first time. */
  date: string
  firstname: string
  /** Empty when the coach does not know it. */
  lastname: string
  value: GuestKind
  /** Unix seconds at entry. */
  timestamp: number
}

export const guestCommand: Command<GuestPayload> = {
  lane: ({ memberUuid }) => `guest/${memberUuid}`,
  isValid: ({ date, firstname, lastname }) =>
    isDate(date) && isName(firstname) && (lastname === '' || isName(lastname)),
  decide(state, edit, nowMs) {
    const { payload } = edit
    const entered = entryTime(state, payload.timestamp, nowMs)
    const day = effectiveDay(payload.date, entered)
    const maxDaysBack = Number(state.author.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0)
    const code =
      authorRejection(state, day, entered, edit) ??
      existsRejection(state.member.status) ??
      dateRejection(state, day, entered, maxDaysBack, nowMs)
    if (code !== null) return reject(code)
    return { ok: true, payload: { ...payload, date: day, timestamp: entered.timestamp } }
  },
}

/** A guest is entered once; afterwards the office decides. */
function existsRejection(status: MemberState['status']): RejectionCode | null {
  if (status === null) return null
  if (status === 'merged') return 'MEMBER_MERGED'
  return status === 'erased' ? 'MEMBER_ERASED' : 'MEMBER_EXISTS'
}

/** When a guest is in the group: from the first session, and only at that one unless it is a trial. */
export function guestPeriod({ date, value }: Pick<GuestPayload, 'date' | 'value'>): Period {
  return { from: date, to: value === 'today' ? date : null }
}

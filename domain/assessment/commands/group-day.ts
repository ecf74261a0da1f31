import { addDays, daysBetween, localDate } from '#domain/platform/club-time.ts'
import { MAX_WAIT_DAYS } from '#domain/scheduling/session-day.ts'
import type { Edit, RejectionCode } from './command.ts'
import type { CommandState, GroupState } from './state.ts'
import { includesDay } from '#domain/scheduling/period.ts'

/**
 * Whoever is removed from a group today gets yesterday as the last day, and edits from earlier today, perhaps made
 * without network, were right: the day after the last day counts, too.
 */
const GRACE_DAYS = 1

/** A covering coach's tablet holds the group this many days before the covered session, to plan it. */
export const COVER_DAYS_AHEAD = 7

/** For at least so many days after its last date a group is on its coaches' tablets [R6.10]. */
export const LEAST_DAYS_HELD_AFTER_END = 30

/** For how many days after its last date a group is on its coaches' tablets: more where registers may be taken later. */
function daysHeldAfterEnd(features: CommandState['author']['features']): number {
  return Math.max(LEAST_DAYS_HELD_AFTER_END, Number(features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0))
}

/** When an edit was entered. No time is later than that of the judgement, so a clock that runs ahead gains nothing. */
export interface EntryTime {
  /** Unix seconds. */
  timestamp: number
  /** The day of entry at the club. */
  day: string
}

export function entryTime(state: CommandState, timestamp: number, nowMs: number): EntryTime {
  const notLater = Math.min(timestamp, Math.floor(nowMs / 1000))
  return { timestamp: notLater, day: localDate(notLater * 1000, state.club.timeZone) }
}

/** The day for which an entry counts [R7.16]: the day that it names, but none after the day of entry. */
export function effectiveDay(date: string, entry: EntryTime): string {
  return date < entry.day ? date : entry.day
}

/** Whether the device had not received the group's last change when the edit was made. */
export function missedGroupChange(group: GroupState, { baseRev }: Pick<Edit<unknown>, 'baseRev'>): boolean {
  return baseRev !== null && group.changedRev > baseRev
}

/**
 * Whether the author covers a session of the group on `day`. The day after the session counts, because marks may be
 * entered after midnight, and so do the `daysAhead` days before it. A cover that was taken back counts for what was
 * entered before, or on a device that had not received the end.
 */
export function coversSession(
  state: CommandState,
  group: GroupState,
  day: string,
  entered: EntryTime,
  edit: Pick<Edit<unknown>, 'baseRev'>,
  daysAhead = 0,
): boolean {
  return (
    includesDay(state.club.authorPeriods, day, GRACE_DAYS) &&
    group.covers.some(
      ({ date, endedAt }) =>
        day >= addDays(date, -daysAhead) &&
        day <= addDays(date, GRACE_DAYS) &&
        (endedAt === null || entered.timestamp <= endedAt || missedGroupChange(group, edit)),
    )
  )
}

/** Why the author may record nothing in the group on `day`; null when it is allowed. */
export function authorRejection(
  state: CommandState,
  day: string,
  entered: EntryTime,
  edit: Pick<Edit<unknown>, 'baseRev'>,
): RejectionCode | null {
  const { group, club, author } = state
  if (!group) return 'UNKNOWN_MEMBER_OR_GROUP'
  const isHeld =
    group.lastDate === null ||
    addDays(day, -daysHeldAfterEnd(author.features)) <= group.lastDate ||
    missedGroupChange(group, edit)
  const coaches =
    (isHeld && includesDay(group.coachPeriods, day, GRACE_DAYS) && includesDay(club.authorPeriods, day, GRACE_DAYS)) ||
    coversSession(state, group, day, entered, edit)
  return coaches ? null : 'NOT_ASSIGNED'
}

/** Why the author may record nothing about the member in the group on `day`; null when it is allowed. */
export function groupDayRejection(
  state: CommandState,
  day: string,
  entered: EntryTime,
  edit: Pick<Edit<unknown>, 'baseRev'>,
): RejectionCode | null {
  const { group, member } = state
  if (!group || member.status === null || member.status === 'elsewhere') return 'UNKNOWN_MEMBER_OR_GROUP'
  if (member.status === 'merged') return 'MEMBER_MERGED'
  if (member.status === 'erased') return 'MEMBER_ERASED'
  const code = authorRejection(state, day, entered, edit)
  return code === null && !includesDay(member.groupPeriods, day, GRACE_DAYS) ? 'NOT_ASSIGNED' : code
}

/**
 * Why an edit for `day` comes too late [R7.17]: the day is more than `maxDaysBack` days before that of entry, or the edit
 * waited on a device for longer than the server takes it. Null when it is in time.
 */
export function dateRejection(
  state: CommandState,
  day: string,
  entered: EntryTime,
  maxDaysBack: number,
  nowMs: number,
): RejectionCode | null {
  const daysWaited = daysBetween(entered.day, localDate(nowMs, state.club.timeZone))
  return daysBetween(day, entered.day) > maxDaysBack || daysWaited > MAX_WAIT_DAYS ? 'DATE_NOT_ALLOWED' : null
}

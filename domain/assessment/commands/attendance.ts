import { isDate } from '#domain/platform/club-time.ts'
import { reject, type Command } from './command.ts'
import { dateRejection, effectiveDay, entryTime, groupDayRejection } from './group-day.ts'

export type Attendance = 'present' | 'absent'

/** The attendance of a child at one dated session of a group [4.21]; null = not marked. */
export interface AttendancePayload {
  memberUuid: string
  groupId: string
  date: string
  value: Attendance | null
  /** Unix seconds at entry. */
  timestamp: number
}

export function attendanceLane({
  groupId,
  date,
  memberUuid,
}: Pick<AttendancePayload, 'groupId' | 'date' | 'memberUuid'>): string {
  return `attendance/${groupId}/${date}/${memberUuid}`
}

export const attendanceCommand: Command<AttendancePayload> = {
  lane: attendanceLane,
  isValid: ({ date }) => isDate(date),
  decide(state, edit, nowMs) {
    const { payload } = edit
    const entered = entryTime(state, payload.timestamp, nowMs)
    const day = effectiveDay(payload.date, entered)
    // it can be entered up to MAX_PAST_DAYS_ATTENDANCE days later [5.2]
    const maxDaysBack = Number(state.author.features['MAX_PAST_DAYS_ATTENDANCE'] ?? 0)
    const code = groupDayRejection(state, day, entered, edit) ?? dateRejection(state, day, entered, maxDaysBack, nowMs)
    if (code !== null) return reject(code)
    return { ok: true, payload: { ...payload, date: day, timestamp: entered.timestamp } }
  },
}

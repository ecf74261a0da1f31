import type { Group } from '#contract/scheduling/groups.ts'
import type { Attendance } from '#domain/assessment/commands/attendance.ts'
import type { RecordedSession } from '#domain/assessment/group-alerts.ts'
import { attendanceLane } from '#domain/assessment/commands/attendance.ts'
import { registerState, type RegisterState } from '#domain/scheduling/register-state.ts'
import { meetsOn } from '#domain/scheduling/sessions.ts'
import { todayAndDaysBefore } from '#domain/scheduling/session-day.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { membersOf } from '#web/portals/coach/groups/group-data.ts'
import { takesSession, type DaySession } from '#web/portals/coach/sessions/day-sessions.ts'

/** The attendance of each member at one dated session; null when nothing was marked. */
export function attendanceOf(
  registers: CoachSnapshot['registers'],
  groupId: string,
  date: string,
  memberUuids: readonly string[],
): Map<string, Attendance | null> {
  return new Map(
    memberUuids.map((memberUuid) => {
      const value = registers.get(attendanceLane({ groupId, date, memberUuid }))?.value
      return [memberUuid, value === 'present' || value === 'absent' ? value : null]
    }),
  )
}

/** The members registered as absent at one dated session. */
export function absentMembers(
  registers: CoachSnapshot['registers'],
  groupId: string,
  date: string,
  memberUuids: readonly string[],
): ReadonlySet<string> {
  const attendance = attendanceOf(registers, groupId, date, memberUuids)
  return new Set(memberUuids.filter((uuid) => attendance.get(uuid) === 'absent'))
}

/** The value after a tap: from nothing to present to absent and back to nothing. */
export function nextAttendance(current: Attendance | null): Attendance | null {
  if (current === null) return 'present'
  return current === 'present' ? 'absent' : null
}

interface Totals {
  present: number
  absent: number
  unmarked: number
}

export function totalsOf(attendance: ReadonlyMap<string, Attendance | null>): Totals {
  const values = [...attendance.values()]
  const count = (counted: Attendance | null) => values.filter((value) => value === counted).length
  return { present: count('present'), absent: count('absent'), unmarked: count(null) }
}

/**
 * How far the register of a session of today or a past day is, by what the device holds; null for a coming day and
 * when the register is another coach's. `minute` is the present one, since midnight.
 */
export function registerStateOf(
  snapshot: Pick<CoachSnapshot, 'groupMembers' | 'members' | 'registers'>,
  { group, endMinute, exception }: DaySession,
  date: string,
  { today, minute }: { today: string; minute: number },
): RegisterState | null {
  if (date > today || !takesSession(group, date)) return null
  const uuids = membersOf(snapshot, group.id, date).map(({ uuid }) => uuid)
  const { present, absent } = totalsOf(attendanceOf(snapshot.registers, group.id, date, uuids))
  const isOver = date < today || (endMinute !== null && endMinute <= minute)
  return registerState({ members: uuids.length, present, absent, cancelled: exception?.cancelled === true }, isOver)
}

/**
 * Days whose register may be taken today [5.2]: the group's session days from today back to `maxDays` days ago, the
 * newest first. Today is included even when the group does not meet, because a session may have moved. For a group that
 * this coach only covers it is the covered days alone. Cancelled sessions are included; the page shows that they are.
 */
export function sessionDays(group: Group, today: string, maxDays: number): string[] {
  const { covering } = group
  const hasSession = (day: string) =>
    covering === undefined ? day === today || meetsOn(group, day) : covering.includes(day)
  return todayAndDaysBefore(today, maxDays).filter(hasSession)
}

/** Each day's attendance of a group by member, the newest day first; days without any mark are left out. */
export function attendanceByDay(
  registers: CoachSnapshot['registers'],
  groupId: string,
): ReadonlyMap<string, ReadonlyMap<string, Attendance>> {
  const days = new Map<string, Map<string, Attendance>>()
  for (const [lane, { value }] of registers) {
    // a lane is `attendance/<group>/<date>/<member>` (`attendanceLane`)
    const [kind, laneGroupId, date = '', memberUuid = ''] = lane.split('/')
    if (kind !== 'attendance' || laneGroupId !== groupId || (value !== 'present' && value !== 'absent')) continue
    const day = days.get(date) ?? new Map<string, Attendance>()
    days.set(date, day.set(memberUuid, value))
  }
  return new Map([...days].sort(([a], [b]) => (a < b ? 1 : -1)))
}

/** One member's attendance on each of these days; null on days on which others were marked. */
export function attendanceHistory(days: ReturnType<typeof attendanceByDay>, memberUuid: string): RecordedSession[] {
  return [...days].map(([date, day]) => ({ date, value: day.get(memberUuid) ?? null }))
}

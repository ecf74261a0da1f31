import type { Group } from '#contract/scheduling/groups.ts'
import type { KeptSession } from '#domain/assessment/group-alerts.ts'
import { registerLane, type Attendance } from '#domain/assessment/register.ts'
import { meetsOn } from '#domain/scheduling/sessions.ts'
import { pastDays } from '#domain/scheduling/session-day.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'

/** Who was there at one dated session: member → what is noted; null = nothing. */
export function attendanceOf(
  registers: CoachSnapshot['registers'],
  groupId: string,
  date: string,
  memberUuids: readonly string[],
): Map<string, Attendance | null> {
  return new Map(
    memberUuids.map((memberUuid) => {
      const kept = registers.get(registerLane({ kind: 'attendance', groupId, date, memberUuid }))?.value
      return [memberUuid, kept === 'present' || kept === 'absent' ? kept : null]
    }),
  )
}

/** A tap goes on to the next: nothing, here, absent, and round again. */
export function nextAttendance(now: Attendance | null): Attendance | null {
  if (now === null) return 'present'
  return now === 'present' ? 'absent' : null
}

interface Totals {
  present: number
  absent: number
  left: number
}

export function totalsOf(attendance: ReadonlyMap<string, Attendance | null>): Totals {
  const values = [...attendance.values()]
  const count = (value: Attendance | null) => values.filter((one) => one === value).length
  return { present: count('present'), absent: count('absent'), left: count(null) }
}

/**
 * Days whose register may be kept today [5.2]: the group's session days from today back to `most` days ago, newest
 * first; today even when the group does not meet, because a session may be moved. Of a group that is covered once only
 * that day. A cancelled session is one of them: it is told, not left out.
 */
export function sessionDays(group: Group, today: string, most: number): string[] {
  const { covering } = group
  const own = (day: string) => (covering === undefined ? day === today || meetsOn(group, day) : covering.includes(day))
  return pastDays(today, most).filter(own)
}

/** What each kept register of a group says: day → member → here or absent; newest day first, days without any mark left out. */
export function attendanceByDay(
  registers: CoachSnapshot['registers'],
  groupId: string,
): ReadonlyMap<string, ReadonlyMap<string, Attendance>> {
  const days = new Map<string, Map<string, Attendance>>()
  for (const [lane, { value }] of registers) {
    const [kind, of, date = '', memberUuid = ''] = lane.split('/')
    if (kind !== 'attendance' || of !== groupId || (value !== 'present' && value !== 'absent')) continue
    const day = days.get(date) ?? new Map<string, Attendance>()
    days.set(date, day.set(memberUuid, value))
  }
  return new Map([...days].sort(([a], [b]) => (a < b ? 1 : -1)))
}

/** The same of one member. */
export function attendanceHistory(days: ReturnType<typeof attendanceByDay>, memberUuid: string): KeptSession[] {
  return [...days].map(([date, day]) => ({ date, value: day.get(memberUuid) ?? null }))
}

import type { Group } from '#contract/groups.ts'
import { weekday } from '#domain/club-time.ts'
import { registerLane, type Attendance } from '#domain/register.ts'
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

export interface Totals {
  here: number
  absent: number
  left: number
}

export function totalsOf(attendance: ReadonlyMap<string, Attendance | null>): Totals {
  const values = [...attendance.values()]
  const count = (value: Attendance | null) => values.filter((one) => one === value).length
  return { here: count('present'), absent: count('absent'), left: count(null) }
}

/**
 * Days whose register may be kept today [5.2]: the group's session days from today back to `most` days ago, newest
 * first; today even when the group does not meet, because a session may be moved.
 */
export function sessionDays(group: Group, today: string, most: number): string[] {
  const days: string[] = [today]
  for (let back = 1; back <= most; back++) {
    const day = new Date(Date.parse(`${today}T00:00Z`) - back * 86_400_000).toISOString().slice(0, 10)
    const meets = group.weekdays.includes(weekday(day)) && day >= group.first_date
    if (meets && (group.last_date === null || day <= group.last_date)) days.push(day)
  }
  return days
}

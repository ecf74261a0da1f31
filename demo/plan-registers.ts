import type { Attendance } from '#domain/assessment/commands/attendance.ts'
import { addDays } from '#domain/platform/club-time.ts'
import type { PlannedAttendance, PlannedGroup, PlannedMark } from './planned.ts'
import type { Random } from './random.ts'

/** Attendance is planned for the days that a report without a filter covers: three months [9.18], and a few more. */
const REPORTED_DAYS = 95
/** The share of absent children among those without a mark in the session. */
const ABSENT_SHARE = 0.12

/**
 * Plans attendance for the past sessions in which coaches marked. A child with a mark was present; of the other
 * children a few were absent. Groups that run every day have no attendance, so that people can try a register
 * themselves.
 */
export function planAttendance(
  groups: readonly PlannedGroup[],
  marks: readonly PlannedMark[],
  today: string,
  random: Random,
): PlannedAttendance[] {
  const since = addDays(today, -REPORTED_DAYS)
  const sessions = new Map<string, { lastMark: PlannedMark; markedKeys: Set<string> }>()
  for (const mark of marks) {
    if (mark.date < since || mark.date >= today) continue
    const key = `${mark.groupKey} ${mark.date}`
    const session = sessions.get(key) ?? { lastMark: mark, markedKeys: new Set() }
    session.lastMark = mark
    session.markedKeys.add(mark.memberKey)
    sessions.set(key, session)
  }
  const groupsWithAttendance = new Map(groups.filter(({ daily }) => !daily).map((group) => [group.key, group]))
  return [...sessions.values()].flatMap(({ lastMark: { groupKey, coachKey, date, at }, markedKeys }) =>
    (groupsWithAttendance.get(groupKey)?.memberKeys ?? []).map((memberKey) => {
      const value: Attendance = markedKeys.has(memberKey) || random.next() >= ABSENT_SHARE ? 'present' : 'absent'
      return { memberKey, groupKey, coachKey, date, at, value }
    }),
  )
}

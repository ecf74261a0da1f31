import type { Attendance } from '#domain/assessment/register.ts'
import type { PlannedGroup, PlannedMark, PlannedRegister } from './planned.ts'
import { addDays } from './planned.ts'
import type { Random } from './random.ts'

/**
 * Registers are planned for so many days: for the three months of a report without a filter [9.18], and a little more.
 */
const REPORTED_DAYS = 95
/** The share of absences among children who were not marked. */
const ABSENT_SHARE = 0.12

/**
 * Plans registers of the sessions in which coaches marked. A child with a mark was present; of the others a few were
 * absent. Groups that run every day have no registers, so that people can try one.
 */
export function planRegisters(
  groups: readonly PlannedGroup[],
  marks: readonly PlannedMark[],
  today: string,
  random: Random,
): PlannedRegister[] {
  const since = addDays(today, -REPORTED_DAYS)
  const sessions = new Map<string, { last: PlannedMark; marked: Set<string> }>()
  for (const mark of marks) {
    if (mark.date < since || mark.date >= today) continue
    const key = `${mark.groupKey} ${mark.date}`
    const session = sessions.get(key) ?? { last: mark, marked: new Set() }
    session.last = mark
    session.marked.add(mark.memberKey)
    sessions.set(key, session)
  }
  const groupsWithRegisters = new Map(groups.filter(({ daily }) => !daily).map((group) => [group.key, group]))
  return [...sessions.values()].flatMap(({ last, marked }) =>
    (groupsWithRegisters.get(last.groupKey)?.memberKeys ?? []).map((memberKey) => {
      const value: Attendance = marked.has(memberKey) || random.next() >= ABSENT_SHARE ? 'present' : 'absent'
      return { memberKey, groupKey: last.groupKey, coachKey: last.coachKey, date: last.date, at: last.at, value }
    }),
  )
}

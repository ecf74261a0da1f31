import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { localDate } from '#domain/platform/club-time.ts'
import type { Results } from '#domain/assessment/engine.ts'
import { groupAlerts, type GroupAlert } from '#domain/assessment/group-alerts.ts'
import { registerLane, type Move } from '#domain/assessment/register.ts'
import type { CoachSnapshot } from '#web/offline/coach-store.ts'
import { levelsOf, resultsOf, standingOf, type Course } from '#web/portals/coach/groups/group-data.ts'
import { attendanceByDay, attendanceHistory } from '#web/portals/coach/register/register-data.ts'

const MEMBER_LENGTH = 36

const newest = new WeakMap<Results, number>()

/** Unix seconds of the newest mark; looked up once as long as the results are the same. */
function newestMark(results: Results): number {
  const known = newest.get(results)
  if (known !== undefined) return known
  const ts = Math.max(0, ...[...results.values()].map((result) => result.ts))
  newest.set(results, ts)
  return ts
}

/** Unix seconds of each member's newest mark, in any scheme. */
function newestMarks(results: CoachSnapshot['results']): Map<string, number> {
  const found = new Map<string, number>()
  for (const [key, of] of results) {
    const member = key.slice(0, MEMBER_LENGTH)
    const ts = newestMark(of)
    if (ts > (found.get(member) ?? 0)) found.set(member, ts)
  }
  return found
}

/** What was said about a member's leaving the group [4.30]. */
export function moveOf(registers: CoachSnapshot['registers'], groupId: string, memberUuid: string): Move | null {
  const said = registers.get(registerLane({ kind: 'move', groupId, memberUuid }))?.value
  return said === 'move' || said === 'stay' ? said : null
}

/** Levels of the group that a member has completed and nobody has passed. */
function waitingLevels(snapshot: CoachSnapshot, course: Course, group: Group, memberUuid: string): string[] {
  const standing = standingOf(course, resultsOf(snapshot, course, memberUuid))
  return levelsOf(course, group).flatMap(({ id }) => (standing.node(id)?.state === 'completed' ? [id] : []))
}

export interface MemberAlerts {
  member: CoachMember
  alerts: readonly GroupAlert[]
}

/** The alerts of each member of a group, in the members' order, from what the device holds. */
export function alertsOfGroup(
  snapshot: CoachSnapshot,
  course: Course | undefined,
  group: Group,
  members: readonly CoachMember[],
  today: string,
): MemberAlerts[] {
  const days = attendanceByDay(snapshot.registers, group.id)
  const marks = newestMarks(snapshot.results)
  const joined = new Map(
    snapshot.groupMembers.filter((one) => one.groupId === group.id).map((one) => [one.memberUuid, one.from]),
  )
  return members.map((member) => {
    const last = marks.get(member.uuid)
    const facts = {
      dob: member.dob,
      medical: member.medical,
      note: member.note,
      waiting: course ? waitingLevels(snapshot, course, group, member.uuid) : [],
      lastMark: last === undefined ? null : localDate(last * 1000, group.time_zone),
      joined: joined.get(member.uuid) ?? today,
      sessions: attendanceHistory(days, member.uuid),
      move: moveOf(snapshot.registers, group.id, member.uuid),
    }
    return { member, alerts: groupAlerts(facts, today) }
  })
}

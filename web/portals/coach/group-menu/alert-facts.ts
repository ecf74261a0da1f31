import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Move } from '#domain/assessment/commands/move.ts'
import { localDate } from '#domain/platform/club-time.ts'
import type { Results } from '#domain/assessment/engine.ts'
import { groupAlerts, type GroupAlert } from '#domain/assessment/group-alerts.ts'
import { moveLane } from '#domain/assessment/commands/move.ts'
import { includesDay } from '#domain/scheduling/period.ts'
import { broughtKey, type CoachSnapshot } from '#web/offline/coach-store.ts'
import { levelsOf, resultsOf, evaluationOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { attendanceByDay, attendanceHistory } from '#web/portals/coach/register/register-data.ts'

const UUID_LENGTH = 36

/** By a member's results in one scheme: unix seconds of the newest mark. */
const cachedNewest = new WeakMap<Results, number>()

/** Unix seconds of the newest mark of a coach; cached, because the map of results does not change. */
function newestMark(results: Results, isBrought: (nodeId: string) => boolean): number {
  const cached = cachedNewest.get(results)
  if (cached !== undefined) return cached
  const ts = Math.max(0, ...[...results].map(([nodeId, result]) => (isBrought(nodeId) ? 0 : result.ts)))
  cachedNewest.set(results, ts)
  return ts
}

/** Unix seconds of each member's newest mark, in any scheme; what was passed elsewhere is no mark of a coach here. */
function newestMarks({ results, brought }: CoachSnapshot): Map<string, number> {
  const newestByMember = new Map<string, number>()
  // the keys begin with the member's id (`resultsKey`)
  for (const [key, memberResults] of results) {
    const member = key.slice(0, UUID_LENGTH)
    const slug = key.slice(UUID_LENGTH + 1)
    const ts = newestMark(memberResults, (nodeId) => brought.has(broughtKey(member, slug, nodeId)))
    if (ts > (newestByMember.get(member) ?? 0)) newestByMember.set(member, ts)
  }
  return newestByMember
}

/** Whether a coach decided that a member moves on or stays [4.30]; null when nothing was decided. */
export function moveOf(registers: CoachSnapshot['registers'], groupId: string, memberUuid: string): Move | null {
  const value = registers.get(moveLane({ groupId, memberUuid }))?.value
  return value === 'move' || value === 'stay' ? value : null
}

/** Levels of the group that a member has completed and that wait for a coach's pass. */
function waitingLevels(
  snapshot: CoachSnapshot,
  compiled: CompiledCurriculum,
  group: Group,
  memberUuid: string,
): string[] {
  const evaluation = evaluationOf(compiled, resultsOf(snapshot, compiled, memberUuid))
  return levelsOf(compiled, group).flatMap(({ id }) => (evaluation.node(id)?.state === 'completed' ? [id] : []))
}

/** One member with what coaches should know of it. */
export interface MemberAlerts {
  member: CoachMember
  alerts: readonly GroupAlert[]
}

/** The alerts of each member of a group, in the members' order, from what the device holds. */
export function alertsOfGroup(
  snapshot: CoachSnapshot,
  compiled: CompiledCurriculum | undefined,
  group: Group,
  members: readonly CoachMember[],
  today: string,
): MemberAlerts[] {
  const days = attendanceByDay(snapshot.registers, group.id)
  const lastMarks = newestMarks(snapshot)
  // a child may have been in the group before, or come back to it later
  const present = snapshot.groupMembers.filter((link) => link.groupId === group.id && includesDay([link], today))
  const joinedOn = new Map(present.map((link) => [link.memberUuid, link.from]))
  return members.map((member) => {
    const lastTs = lastMarks.get(member.uuid)
    const facts = {
      dob: member.dob,
      medical: member.medical,
      note: member.note,
      waiting: compiled ? waitingLevels(snapshot, compiled, group, member.uuid) : [],
      lastMark: lastTs === undefined ? null : localDate(lastTs * 1000, group.time_zone),
      joined: joinedOn.get(member.uuid) ?? today,
      sessions: attendanceHistory(days, member.uuid),
      move: moveOf(snapshot.registers, group.id, member.uuid),
    }
    return { member, alerts: groupAlerts(facts, today) }
  })
}

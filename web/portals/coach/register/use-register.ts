import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Attendance } from '#domain/assessment/commands/attendance.ts'
import { useRegisterEdits, type RegisterEdits } from '#web/portals/coach/assess/saving/use-register-edits.ts'
import { membersOf } from '#web/portals/coach/groups/group-data.ts'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import { attendanceOf, totalsOf } from './register-data.ts'

export interface RegisterView {
  members: readonly CoachMember[]
  attendance: ReadonlyMap<string, Attendance | null>
  totals: ReturnType<typeof totalsOf>
  unmarked: readonly CoachMember[]
  mark: (members: readonly CoachMember[], value: Attendance | null) => void
  edits: RegisterEdits
}

/** The register of one dated session, and how to mark it. */
export function useRegister(group: Group, date: string): RegisterView {
  const snapshot = useSnapshot()
  const edits = useRegisterEdits()
  const members = membersOf(snapshot, group.id, date)
  const attendance = attendanceOf(
    snapshot.registers,
    group.id,
    date,
    members.map(({ uuid }) => uuid),
  )
  const mark = (marked: readonly CoachMember[], value: Attendance | null) => {
    const common = { kind: 'attendance', groupId: group.id, date } as const
    void edits.save(
      marked.map(({ uuid }) => ({ ...common, memberUuid: uuid, value })),
      marked.map(({ uuid }) => ({ ...common, memberUuid: uuid, value: attendance.get(uuid) ?? null })),
    )
  }
  const unmarked = members.filter(({ uuid }) => attendance.get(uuid) === null)
  return { members, attendance, totals: totalsOf(attendance), unmarked, mark, edits }
}

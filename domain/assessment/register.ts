/** The kinds of values that a coach records besides marks. Each value is a lane, in which the newest counts [R7.23]. */
export type RegisterKind = 'attendance' | 'badge' | 'move' | 'note'

export type Attendance = 'present' | 'absent'
/** Whether a member moves on from a group or stays [R7.19]; null, where it occurs, means that nobody has decided. */
export type Move = 'move' | 'stay'

/** What a value is about. Dates are YYYY-MM-DD; `club` is the id of a club. */
export type RegisterTarget =
  | { kind: 'attendance'; groupId: string; date: string; memberUuid: string }
  | { kind: 'badge'; memberUuid: string; schemeSlug: string; schemeNodeId: string }
  | { kind: 'move'; groupId: string; memberUuid: string }
  | { kind: 'note'; club: string; memberUuid: string }

/** The lane of a value. */
export function registerLane(target: RegisterTarget): string {
  switch (target.kind) {
    case 'attendance':
      return `attendance/${target.groupId}/${target.date}/${target.memberUuid}`
    case 'badge':
      return `badge/${target.memberUuid}/${target.schemeSlug}${target.schemeNodeId}`
    case 'move':
      return `move/${target.groupId}/${target.memberUuid}`
    case 'note':
      return `note/${target.club}/${target.memberUuid}`
  }
}

/** Lanes that hold one value, the last one written [R7.23]: what a coach notes beside marks. */
export type RegisterKind = 'attendance' | 'badge' | 'move' | 'note'

export type Attendance = 'present' | 'absent'
/** Leaving a class: the member moves on, or stays; null = neither is said [R7.19]. */
export type Move = 'move' | 'stay'

/** What a register is about. */
export type RegisterTarget =
  | { kind: 'attendance'; groupId: string; date: string; memberUuid: string }
  | { kind: 'badge'; memberUuid: string; schemeSlug: string; schemeNodeId: string }
  | { kind: 'move'; groupId: string; memberUuid: string }
  | { kind: 'note'; club: string; memberUuid: string }

/** The key under which edits of the same thing are ordered. */
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

import type { NodeKind } from '#domain/curriculum/scheme.ts'
import type { Period } from '#domain/scheduling/period.ts'

/** A dated session that the author covers. */
interface Cover {
  date: string
  /** When the cover was taken back, in unix seconds; null while it stands. */
  endedAt: number | null
}

/** The club that an edit names. */
export interface ClubState {
  timeZone: string
  /** When the author works there; empty for a club that does not exist. */
  authorPeriods: readonly Period[]
}

/** The group that an edit names, at its club. */
export interface GroupState {
  schemeId: string | null
  /** The levels of which the group's coaches may mark skills [R6.3]. */
  assessmentLevels: readonly string[]
  /** YYYY-MM-DD; null while none is set. A group that reaches its last date keeps its coaches and members. */
  lastDate: string | null
  /** When the author is one of its coaches. */
  coachPeriods: readonly Period[]
  /** The sessions that the author covers or covered. */
  covers: readonly Cover[]
  /** The club's change counter at the group's last change; 0 when it has not changed. */
  changedRev: number
}

/** The member that an edit names. */
export interface MemberState {
  /**
   * At the edit's club; null = nobody has this id. A guest is a child on no list of the club (`guest.ts`), and who is
   * elsewhere is at other clubs alone, or a guest there.
   */
  status: 'at-club' | 'guest' | 'merged' | 'erased' | 'elsewhere' | null
  /** When the member, or guest, is in the edit's group. */
  groupPeriods: readonly Period[]
}

/** The node that an edit names, or only its scheme. */
export interface NodeState {
  schemeId: string
  schemeDeleted: boolean
  /** When the scheme was edited last, in unix seconds; null = never. */
  schemeEditedAt: number | null
  /** Null when the scheme has no such node. */
  node: {
    kind: NodeKind
    deleted: boolean
    /** The ids of the node and of all above it. */
    path: readonly string[]
    /** The pass grades that the node has or had. */
    passGrades: readonly number[]
  } | null
}

/** A club at which the author and a colleague both work: when the one and when the other. */
interface SharedClub {
  author: Period
  colleague: Period
}

/**
 * What is known when an edit is judged: by the server from its database, by a device from its copy. What an edit does
 * not name is null or empty.
 */
export interface CommandState {
  author: { id: string; features: Readonly<Record<string, boolean | number>> }
  club: ClubState
  group: GroupState | null
  member: MemberState
  node: NodeState | null
  /** Of the coach whom an edit names, if it is one with an account. */
  sharedClubs: readonly SharedClub[]
}

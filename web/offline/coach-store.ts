import type { Group } from '#contract/groups.ts'
import type { CoachMember, Conflict, GroupMember } from '#contract/sync.ts'
import type { Result } from '#domain/engine.ts'
import type { Attendance, Move } from '#domain/register.ts'

/** Everything the coach's screens read: the cached rows with the waiting operations already applied. Immutable; a new object at each change. */
export interface CoachSnapshot {
  /** False until the device holds a first complete load. */
  ready: boolean
  groups: readonly Group[]
  members: ReadonlyMap<string, CoachMember>
  groupMembers: readonly GroupMember[]
  /** Results of one member in one scheme: `results.get(resultsKey(memberUuid, slug))`, node id → result. */
  results: ReadonlyMap<string, ReadonlyMap<string, Result>>
  /** Nodes that several coaches marked differently without knowing of each other; a new mark settles one. */
  conflicts: readonly Conflict[]
  /** What is kept beside marks, by lane (`registerLane`): attendance, badges handed over, who moves on. */
  registers: ReadonlyMap<string, Register>
  status: SyncStatus
}

export interface SyncStatus {
  state: 'online' | 'syncing' | 'offline'
  /** Operations that the server has not answered finally. */
  queued: number
  /** Operations the server refused; they wait on the offline page. */
  dead: number
  /** Unix ms of the last completed pull, null before the first. */
  syncedAt: number | null
  /** Unix ms since when there is no network, null when there is. */
  offlineSince: number | null
  /** The last local write failed because the disk is full. */
  full: boolean
}

export interface MarkInput {
  memberUuid: string
  group: Group
  schemeSlug: string
  nodeId: string
  grade: number
  /** The pass point the coach's screen judged by. */
  pass: number
  /** YYYY-MM-DD in the club's zone. */
  date: string
}

/** One value of a lane. */
export interface Register {
  value: unknown
  /** Unix seconds of the entry. */
  ts: number
  authorUuid: string
  /** Empty for one's own that the server has not seen. */
  authorName: string
}

export type RegisterInput =
  | { kind: 'attendance'; group: Group; memberUuid: string; date: string; value: Attendance | null }
  | { kind: 'badge'; group: Group; memberUuid: string; schemeSlug: string; nodeId: string; value: boolean }
  | { kind: 'move'; group: Group; memberUuid: string; value: Move | null }
  | { kind: 'note'; group: Group; memberUuid: string; value: string }

export interface CoachStore {
  snapshot(): CoachSnapshot
  subscribe(listener: () => void): () => void
  /** Saves on the device first, then sends. False: not saved; nothing changed and the screen must say so. */
  mark(input: MarkInput): Promise<boolean>
  /** As `mark`, for what is kept beside marks; several are saved together, all or none. */
  note(inputs: readonly RegisterInput[]): Promise<boolean>
  /** Takes back the last mark made in this group on this device, as a new assessment with the previous grade. Answers what was undone. */
  undo(groupId: string): Promise<{ memberUuid: string; nodeId: string } | null>
  canUndo(groupId: string): boolean
  syncNow(): Promise<void>
  /** Sends, then loads everything anew instead of what changed [4.14]. */
  loadAnew(): Promise<void>
  close(): void
}

export function resultsKey(memberUuid: string, schemeSlug: string): string {
  return `${memberUuid}/${schemeSlug}`
}

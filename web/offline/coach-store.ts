import type { Group } from '#contract/scheduling/groups.ts'
import type { LessonPlan, LessonPlanGroup } from '#contract/assessment/lesson-plans.ts'
import type { CoachMember, Conflict, GroupMember } from '#contract/assessment/sync.ts'
import type { ClockFault } from '#domain/assessment/device-clock.ts'
import type { Result } from '#domain/assessment/engine.ts'
import type { PlanContent } from '#domain/assessment/lesson-plan.ts'
import type { Attendance, Move } from '#domain/assessment/register.ts'

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
  /** Plans that this coach may read, by id. */
  plans: ReadonlyMap<string, CoachPlan>
  /** Plans on groups, the newest first. */
  planGroups: readonly LessonPlanGroup[]
  /** Own edits that the server refused and nothing newer has replaced: lane → why (docs/errors.md). */
  refused: ReadonlyMap<string, string>
  status: SyncStatus
}

/** What an edit of a plan builds on. */
export interface PlanBase {
  chain: string
  base: number
}

export interface CoachPlan extends LessonPlan {
  /** Own edits that no pull has brought back yet; what comes next builds on them. */
  waiting: PlanBase | null
}

export type PlanInput =
  /** `on` is what an editor began from; left out, the edit builds on what the screen shows. */
  | { kind: 'plan'; planUuid: string; content: PlanContent | null; on?: PlanBase }
  | { kind: 'plan_share'; planUuid: string; userUuid: string; value: boolean }
  | { kind: 'plan_group'; planUuid: string; groupId: string; value: boolean }

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
  /** Changes of other coaches that this device still holds. */
  others: number
  /** Why the device's clock cannot be trusted. */
  clock: ClockFault
}

/** Before the device has been read. */
export const NEW_STATUS: SyncStatus = {
  state: 'online',
  queued: 0,
  dead: 0,
  syncedAt: null,
  offlineSince: null,
  full: false,
  others: 0,
  clock: null,
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
  /** Unix ms: the device's clock, set right by what is known of the server's. What is "today", and when an edit was made. */
  now(): number
  subscribe(listener: () => void): () => void
  /** Saves on the device first, then sends; what one tap marks in one group is saved together, all or none. False: not saved; nothing changed and the screen must say so. */
  mark(inputs: readonly MarkInput[]): Promise<boolean>
  /** As `mark`, for what is kept beside marks. */
  saveRegisters(inputs: readonly RegisterInput[]): Promise<boolean>
  /** As `mark`, for plans, who reads them and which groups they are on. */
  savePlans(inputs: readonly PlanInput[]): Promise<boolean>
  /** Takes back what the last tap marked in this group on this device, as new assessments with the previous grades. Answers what was undone. */
  undo(groupId: string): Promise<readonly { memberUuid: string; nodeId: string }[] | null>
  canUndo(groupId: string): boolean
  syncNow(): Promise<void>
  /** Sends, then loads everything anew instead of what changed [4.14]. */
  loadAnew(): Promise<void>
  close(): void
}

export function resultsKey(memberUuid: string, schemeSlug: string): string {
  return `${memberUuid}/${schemeSlug}`
}

import type { Group } from '#contract/scheduling/groups.ts'
import type { LessonPlan, LessonPlanGroup } from '#contract/assessment/lesson-plans.ts'
import type { CoachMember, Conflict, GroupMember } from '#contract/assessment/sync.ts'
import type { RejectionCode } from '#domain/assessment/commands/command.ts'
import type { RegisterKind, RegisterPayloads } from '#domain/assessment/commands/commands.ts'
import type { GuestPayload } from '#domain/assessment/commands/guest.ts'
import type { ClockFault } from '#domain/assessment/device-clock.ts'
import type { Result } from '#domain/assessment/engine.ts'
import type { PlanContent } from '#domain/assessment/lesson-plan.ts'

/**
 * Everything the coach's screens read: the cached rows with the waiting operations applied. Each change makes a new
 * object.
 */
export interface CoachSnapshot {
  /** False until the device holds a first complete load. */
  ready: boolean
  groups: readonly Group[]
  members: ReadonlyMap<string, CoachMember>
  groupMembers: readonly GroupMember[]
  /** Results of one member in one scheme: `results.get(resultsKey(memberUuid, slug))`, node id → result. */
  results: ReadonlyMap<string, ReadonlyMap<string, Result>>
  /** Levels and skills that members passed elsewhere, by `broughtKey`. */
  brought: ReadonlySet<string>
  /** Skills that several coaches marked differently without having seen each other's mark; a new mark resolves one. */
  conflicts: readonly Conflict[]
  /** Attendance, badges handed over and who moves on, by lane. A note is a field of its member. */
  registers: ReadonlyMap<string, RegisterEntry>
  /** Plans that this coach may read, by id. */
  plans: ReadonlyMap<string, CoachPlan>
  /** Which plan is on which group, the newest first. */
  planGroups: readonly LessonPlanGroup[]
  /** Lanes whose newest edit by this coach the server refused, with the error code (docs/errors.md). */
  refused: ReadonlyMap<string, string>
}

/** What an edit of a plan builds on: the revision it began from, and the chain of edits it belongs to. */
export interface PlanBase {
  chain: string
  base: number
}

export interface CoachPlan extends LessonPlan {
  /** Set while this coach has edits that no pull has brought back yet; the next edit builds on them. */
  waiting: PlanBase | null
}

export type PlanInput =
  /** `buildsOn` is the state that an editor began from; without it the edit builds on what the screen shows. */
  | { kind: 'plan'; planUuid: string; content: PlanContent | null; buildsOn?: PlanBase }
  | { kind: 'plan_share'; planUuid: string; userUuid: string; value: boolean }
  | { kind: 'plan_group'; planUuid: string; groupId: string; value: boolean }

export interface SyncStatus {
  state: 'online' | 'syncing' | 'offline'
  /** This coach's operations that the server has neither accepted nor refused yet. */
  queued: number
  /** This coach's operations that the server refused; they wait on the offline page. */
  dead: number
  /** Unix ms at which changes of the server were stored last; null before the first load. */
  syncedAt: number | null
  /** Unix ms since when syncs fail, mostly for want of a network; null when the last one succeeded. */
  offlineSince: number | null
  /** The last local write failed because the disk is full. */
  full: boolean
  /** Unsent or refused operations of other coaches on this device. */
  others: number
  /** Why the device's clock cannot be trusted; null when it can. */
  clock: ClockFault
}

/** The status before the device has been read. */
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
  /** The pass point that the coach's screen showed. */
  pass: number
  /** YYYY-MM-DD in the club's zone. */
  date: string
}

/** What a coach records besides marks: an attendance, a badge handed over, or who moves on. The newest edit counts. */
export interface RegisterEntry {
  value: unknown
  /** Unix seconds of the entry. */
  ts: number
  authorUuid: string
  /** Empty for an entry of this coach that the server has not seen. */
  authorName: string
}

/** A register entry before it gets its time. */
export type RegisterInput = {
  [K in RegisterKind]: { kind: K } & Omit<RegisterPayloads[K], 'timestamp'>
}[RegisterKind]

/** A child on no list, before it gets its id and its time. */
export type GuestInput = Omit<GuestPayload, 'memberUuid' | 'timestamp'>

/**
 * Whether edits are saved on the device. When they are not, nothing has changed: `code` is the reason that their
 * command gives, null when the disk refused.
 */
export type SaveResult = { saved: true } | { saved: false; code: RejectionCode | null }

/** Not saved for a reason that no command gives. */
export const NOT_SAVED: Extract<SaveResult, { saved: false }> = { saved: false, code: null }

/** The marks that an undo took back, if it was saved. */
export type UndoResult =
  | { saved: true; undone: readonly { memberUuid: string; nodeId: string }[] }
  | Extract<SaveResult, { saved: false }>

/** The coach's data on this device: the screens read its snapshot and write through it; it syncs by itself. */
export interface CoachStore {
  snapshot(): CoachSnapshot
  /** Apart from the snapshot, because it changes several times with each sync and most screens do not show it. */
  status(): SyncStatus
  /**
   * Unix ms, corrected by the server's time where the device's clock is wrong. It decides what is "today" and dates
   * edits.
   */
  now(): number
  subscribe(listener: () => void): () => void
  /**
   * Saves the marks of one tap in one group on the device, all or none, and then sends them. When they could not be
   * saved, the screen must say so. `pageGroupId` is the group on whose pages the tap can be undone, when it is another.
   */
  mark(inputs: readonly MarkInput[], pageGroupId?: string): Promise<SaveResult>
  /** As `mark`, for register entries: attendance, badges, who moves on, notes and words to families. */
  saveRegisters(inputs: readonly RegisterInput[]): Promise<SaveResult>
  /** As `mark`, for a child on no list, who is present at the session. */
  addGuest(input: GuestInput): Promise<SaveResult>
  /** As `mark`, for plans, who reads them and which groups they are on. */
  savePlans(inputs: readonly PlanInput[]): Promise<SaveResult>
  /**
   * Undoes the marks of the last tap on this group's pages by new assessments with the previous grades. Not
   * saved, too, when there is nothing to undo.
   */
  undo(groupId: string): Promise<UndoResult>
  canUndo(groupId: string): boolean
  syncNow(): Promise<void>
  /** Sends what waits, then loads everything anew instead of only what changed [4.14]. */
  loadAnew(): Promise<void>
  close(): void
}

/** The key of a skill, or of a level or its manual pass, in `CoachSnapshot.brought`. */
export function broughtKey(memberUuid: string, schemeSlug: string, nodeId: string): string {
  return `${memberUuid}/${schemeSlug}${nodeId.replace(/\/manual$/, '')}`
}

/** The key of one member's results in one scheme in `CoachSnapshot.results`. */
export function resultsKey(memberUuid: string, schemeSlug: string): string {
  return `${memberUuid}/${schemeSlug}`
}

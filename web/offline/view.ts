import type { CoachMember, Conflict, GroupMember } from '#contract/assessment/sync.ts'
import { isBrought } from '#domain/assessment/brought.ts'
import { isRegisterKind, type RegisterPayload } from '#domain/assessment/commands/commands.ts'
import { guestPeriod, type GuestPayload } from '#domain/assessment/commands/guest.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import type { NotePayload } from '#domain/assessment/commands/note.ts'
import { performedTs } from '#domain/platform/club-time.ts'
import type { Result } from '#domain/assessment/engine.ts'
import { markLane, resultAfter } from '#domain/assessment/mark.ts'
import type { CachedRows } from './cached-rows.ts'
import type { CachedResult, CoachDatabase, QueuedOperation } from './database.ts'
import { withPlanEdits } from './plans.ts'
import type { NewEdit } from './outbox.ts'
import { decryptOperations } from './text-encryption.ts'
import { broughtKey, resultsKey, type CoachSnapshot, type RegisterEntry } from './coach-store.ts'

/** Results by `resultsKey` and node. */
type MemberResults = CoachSnapshot['results']

/** The results with these marks. The maps of all other members stay the same objects. */
export function withMarks(results: MemberResults, marks: readonly MarkPayload[], timeZone: string): MemberResults {
  if (marks.length === 0) return results
  const next = new Map(results)
  for (const { memberUuid, schemeSlug, schemeNodeId, ...mark } of marks) {
    const key = resultsKey(memberUuid, schemeSlug)
    const before = next.get(key)
    const ts = performedTs(mark.assessmentDate, mark.timestamp, timeZone)
    const { assessmentGrade: grade, assessmentPassGrade: pass } = mark
    next.set(key, new Map(before).set(schemeNodeId, resultAfter(before?.get(schemeNodeId), { grade, pass, ts })))
  }
  return next
}

export const EMPTY_VIEW: CoachSnapshot = {
  ready: false,
  groups: [],
  members: new Map(),
  groupMembers: [],
  results: new Map(),
  brought: new Set(),
  conflicts: [],
  registers: new Map(),
  plans: new Map(),
  planGroups: [],
  refused: new Map(),
}

/**
 * What the screens show: the cached rows with the waiting operations applied in their order. `queue` has all operations
 * of the device, from old to new.
 */
export async function viewOf(
  db: CoachDatabase,
  owner: { user: string; club: string; timeZone: string },
  rows: CachedRows,
  queue: readonly QueuedOperation[],
): Promise<CoachSnapshot> {
  const notRefused = queue.filter((op) => op.state !== 'dead')
  // An acknowledged edit is shown until a pull has brought what the server made of it.
  // An edit that is older than an acknowledged one of its lane can no longer win and is not shown.
  const acknowledged = notRefused.filter((op) => op.state === 'acknowledged')
  const acknowledgedSeq = new Map(acknowledged.map((op) => [op.lane, op.seq]))
  const ownUnseen = notRefused.filter(
    // This coach's edits that the cache does not have yet: those that wait, and those that the server has acknowledged
    // and applied (`code` is null). Other coaches' unsent edits on this tablet are not shown.
    (op) =>
      op.authorUuid === owner.user &&
      op.seq >= (acknowledgedSeq.get(op.lane) ?? 0) &&
      (op.state === 'pending' || (op.code === null && !op.seen)),
  )
  const unseen = await decryptOperations(db, owner.user, ownUnseen)
  const groups = [...rows.groups.values()]
  const { results, brought } = storedResults(rows)
  return {
    ready: true,
    groups,
    ...withGuests(
      {
        members: withNotes(rows.members, unseen, owner.club),
        groupMembers: [...rows.groupMembers.values()],
      },
      unseen.flatMap((op) => (isGuest(op) && op.club === owner.club ? [op.payload] : [])),
    ),
    // without a filter by club: a child of two clubs has one progress
    results: withMarks(
      results,
      unseen.filter(isMark).map((op) => op.payload),
      owner.timeZone,
    ),
    brought,
    conflicts: openConflicts([...rows.conflicts.values()], unseen),
    registers: withRegisterEdits(rows.registers, unseen),
    refused: refusedLanes(queue.filter((op) => op.authorUuid === owner.user)),
    ...withPlanEdits(
      [...rows.lessonPlans.values()],
      [...rows.lessonPlanGroups.values()],
      unseen,
      owner.user,
      new Set(groups.map((group) => group.id)),
    ),
  }
}

interface ResultsOfMember {
  results: MemberResults
  brought: readonly string[]
}

/** By the rows of a member, which are new objects when one of them has changed. */
const resultsOfMembers = new WeakMap<ReadonlyMap<string, CachedResult>, ResultsOfMember>()

function resultsOfMember(rows: ReadonlyMap<string, CachedResult>): ResultsOfMember {
  const known = resultsOfMembers.get(rows)
  if (known) return known
  const results = new Map<string, Map<string, Result>>()
  const brought: string[] = []
  for (const { memberUuid, schemeSlug, nodeId, grade, pass, ts, since, stamp } of rows.values()) {
    const key = resultsKey(memberUuid, schemeSlug)
    if (isBrought({ stamp })) brought.push(broughtKey(memberUuid, schemeSlug, nodeId))
    const ofScheme = results.get(key) ?? new Map<string, Result>()
    results.set(key, ofScheme.set(nodeId, { grade, pass, ts, since }))
  }
  const ofMember = { results, brought }
  resultsOfMembers.set(rows, ofMember)
  return ofMember
}

function storedResults(rows: CachedRows): Pick<CoachSnapshot, 'results' | 'brought'> {
  const members = [...rows.results.values()].map(resultsOfMember)
  return {
    results: new Map(members.flatMap((member) => [...member.results])),
    brought: new Set(members.flatMap((member) => member.brought)),
  }
}

/** Lanes whose newest edit the server refused, with the error code; `queue` is ordered from old to new. */
function refusedLanes(queue: readonly QueuedOperation[]): ReadonlyMap<string, string> {
  const newest = new Map(queue.map((op) => [op.lane, op]))
  return new Map([...newest].flatMap(([lane, { state, code }]) => (state === 'dead' ? [[lane, code ?? '']] : [])))
}

/** The type guard may trust `kind`, because only `enqueue` writes payloads into the outbox. */
export function isMark(op: QueuedOperation): op is QueuedOperation & { payload: MarkPayload } {
  return op.kind === 'mark' && typeof op.payload === 'object' && op.payload !== null
}

/** Conflicts without those that a waiting mark will resolve; the server decides when the mark arrives. */
function openConflicts(conflicts: readonly Conflict[], unseen: readonly QueuedOperation[]): Conflict[] {
  const lanesWithEdit = new Set(unseen.map((op) => op.lane))
  return conflicts.filter(
    ({ memberUuid, schemeSlug, nodeId }) => !lanesWithEdit.has(markLane(memberUuid, schemeSlug, nodeId)),
  )
}

/** By the rows, which are another object when one of them has changed. */
const storedRegisters = new WeakMap<CachedRows['registers'], ReadonlyMap<string, RegisterEntry>>()

/** The server's register entries (attendance, badges, moves) with the waiting edits applied, by lane. */
function withRegisterEdits(
  rows: CachedRows['registers'],
  unseen: readonly QueuedOperation[],
): ReadonlyMap<string, RegisterEntry> {
  let stored = storedRegisters.get(rows)
  if (!stored) {
    stored = new Map(
      [...rows].map(([lane, { value, ts, authorUuid, authorName }]) => [lane, { value, ts, authorUuid, authorName }]),
    )
    storedRegisters.set(rows, stored)
  }
  const edits = unseen.filter((op) => isRegisterKind(op.kind) && op.kind !== 'note')
  if (edits.length === 0) return stored
  const registers = new Map(stored)
  for (const op of edits) {
    const { value, timestamp: ts } = op.payload as RegisterPayload
    registers.set(op.lane, { value, ts, authorUuid: op.authorUuid, authorName: '' })
  }
  return registers
}

/** The values and notes of a snapshot with register entries applied that are about to be saved. */
export function withNewEntries(
  snapshot: CoachSnapshot,
  edits: readonly NewEdit[],
  authorUuid: string,
): Pick<CoachSnapshot, 'registers' | 'members'> {
  const registers = new Map(snapshot.registers)
  const members = new Map(snapshot.members)
  for (const { kind, lane, payload } of edits) {
    // always true for a register entry; the check narrows the type
    if (!('value' in payload && 'memberUuid' in payload)) continue
    const member = members.get(payload.memberUuid)
    if (kind !== 'note')
      registers.set(lane, { authorUuid, authorName: '', value: payload.value, ts: payload.timestamp })
    else if (member) members.set(payload.memberUuid, { ...member, note: String(payload.value) || null })
  }
  return { registers, members }
}

/** The members with the waiting notes applied; a note is a field of its member. */
function withNotes(
  members: ReadonlyMap<string, CoachMember>,
  unseen: readonly QueuedOperation[],
  club: string,
): ReadonlyMap<string, CoachMember> {
  const byUuid = new Map(members)
  for (const op of unseen) {
    if (op.kind !== 'note' || op.club !== club) continue
    const { memberUuid, value } = op.payload as NotePayload
    const member = byUuid.get(memberUuid)
    if (member) byUuid.set(memberUuid, { ...member, note: value === '' ? null : value })
  }
  return byUuid
}

export function isGuest(op: QueuedOperation): op is QueuedOperation & { payload: GuestPayload } {
  return op.kind === 'guest'
}

/** Members and groups with these guests, who are not in the cache yet. */
export function withGuests(
  { members, groupMembers }: Pick<CoachSnapshot, 'members' | 'groupMembers'>,
  guests: readonly GuestPayload[],
): Pick<CoachSnapshot, 'members' | 'groupMembers'> {
  if (guests.length === 0) return { members, groupMembers }
  const entered = guests.map(({ memberUuid: uuid, firstname, lastname, value }): CoachMember => ({
    uuid,
    firstname,
    lastname,
    dob: null,
    status: 'active',
    guest: value,
    medical: null,
    note: null,
    current_remote_node_id: null,
  }))
  const stays = guests.map((guest): GroupMember => ({
    groupId: guest.groupId,
    memberUuid: guest.memberUuid,
    ...guestPeriod(guest),
  }))
  return {
    members: new Map([...members, ...entered.map((member) => [member.uuid, member] as const)]),
    groupMembers: [...groupMembers, ...stays],
  }
}

/** A snapshot with a guest and the guest's attendance. */
export function withPresentGuest(
  snapshot: CoachSnapshot,
  guest: GuestPayload,
  attendance: NewEdit,
  authorUuid: string,
): Pick<CoachSnapshot, 'members' | 'groupMembers' | 'registers'> {
  const entered = withGuests(snapshot, [guest])
  return { ...entered, ...withNewEntries({ ...snapshot, ...entered }, [attendance], authorUuid) }
}

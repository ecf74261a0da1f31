import type { CoachMember, Conflict, GroupMember, RegisterRow } from '#contract/assessment/sync.ts'
import { isBrought } from '#domain/assessment/brought.ts'
import { isRegisterKind, type RegisterPayload } from '#domain/assessment/commands/commands.ts'
import { guestPeriod, type GuestPayload } from '#domain/assessment/commands/guest.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import type { NotePayload } from '#domain/assessment/commands/note.ts'
import { performedTs } from '#domain/platform/club-time.ts'
import type { Result } from '#domain/assessment/engine.ts'
import { markLane, resultAfter } from '#domain/assessment/mark.ts'
import { cachedTables } from './cached-tables.ts'
import type { CoachDatabase, QueuedOperation } from './database.ts'
import { withPlanEdits } from './plans.ts'
import type { NewEdit } from './outbox.ts'
import { decryptOperations } from './text-encryption.ts'
import { broughtKey, resultsKey, type CoachSnapshot, type RegisterEntry } from './coach-store.ts'

/**
 * The results with one more mark. The maps of all other members stay the same objects, so that React does not render
 * them again.
 */
export function withMark(
  results: ReadonlyMap<string, ReadonlyMap<string, Result>>,
  payload: MarkPayload,
  timeZone: string,
): ReadonlyMap<string, ReadonlyMap<string, Result>> {
  const key = resultsKey(payload.memberUuid, payload.schemeSlug)
  const before = results.get(key)
  const memberResults = new Map(before)
  const { schemeNodeId, assessmentGrade: grade, assessmentPassGrade: pass } = payload
  const ts = performedTs(payload.assessmentDate, payload.timestamp, timeZone)
  memberResults.set(schemeNodeId, resultAfter(before?.get(schemeNodeId), { grade, pass, ts }))
  return new Map(results).set(key, memberResults)
}

const EMPTY_VIEW: CoachSnapshot = {
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

/** What the screens show: the cached rows of this user and club, with the waiting operations applied in their order. */
export async function readView(
  db: CoachDatabase,
  owner: { user: string; club: string; timeZone: string },
): Promise<CoachSnapshot> {
  const tables = [db.syncs, ...cachedTables(db), db.settings]
  const cached = await db.transaction('r', tables, async () => {
    const cache = await db.setting('cache')
    const isOwnersCache = cache?.user === owner.user && cache.club === owner.club && cache.syncedAt > 0
    if (!isOwnersCache) return null
    const [
      groups,
      members,
      groupMembers,
      resultRows,
      conflicts,
      storedRegisters,
      lessonPlans,
      lessonPlanGroups,
      queue,
    ] = await Promise.all([
      db.groups.toArray(),
      db.members.toArray(),
      db.groupMembers.toArray(),
      db.results.toArray(),
      db.conflicts.toArray(),
      db.registers.toArray(),
      db.lessonPlans.toArray(),
      db.lessonPlanGroups.toArray(),
      db.syncs.orderBy('seq').toArray(),
    ])
    return {
      groups,
      members,
      groupMembers,
      resultRows,
      conflicts,
      storedRegisters,
      lessonPlans,
      lessonPlanGroups,
      queue,
    }
  })
  if (!cached) return EMPTY_VIEW
  const { groups, members, groupMembers, resultRows, conflicts, storedRegisters, queue } = cached
  const notRefused = queue.filter((op) => op.state !== 'dead')
  const storedResults = new Map<string, Map<string, Result>>()
  const brought = new Set<string>()
  for (const { memberUuid, schemeSlug, nodeId, grade, pass, ts, since, stamp } of resultRows) {
    const key = resultsKey(memberUuid, schemeSlug)
    if (isBrought({ stamp })) brought.add(broughtKey(memberUuid, schemeSlug, nodeId))
    const memberResults = storedResults.get(key) ?? new Map<string, Result>()
    storedResults.set(key, memberResults.set(nodeId, { grade, pass, ts, since }))
  }
  let results: ReadonlyMap<string, ReadonlyMap<string, Result>> = storedResults
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
  // without a filter by club: a child of two clubs has one progress
  for (const op of unseen) if (isMark(op)) results = withMark(results, op.payload, owner.timeZone)
  const ownGroupIds = new Set(groups.map((group) => group.id))
  return {
    ready: true,
    groups,
    ...withGuests(
      { members: withNotes(members, unseen, owner.club), groupMembers },
      unseen.flatMap((op) => (isGuest(op) && op.club === owner.club ? [op.payload] : [])),
    ),
    results,
    brought,
    conflicts: openConflicts(conflicts, unseen),
    registers: withRegisterEdits(storedRegisters, unseen),
    refused: refusedLanes(queue.filter((op) => op.authorUuid === owner.user)),
    ...withPlanEdits(cached.lessonPlans, cached.lessonPlanGroups, unseen, owner.user, ownGroupIds),
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

/** The server's register entries (attendance, badges, moves) with the waiting edits applied, by lane. */
function withRegisterEdits(
  storedRegisters: readonly RegisterRow[],
  unseen: readonly QueuedOperation[],
): ReadonlyMap<string, RegisterEntry> {
  const registers = new Map<string, RegisterEntry>(
    storedRegisters.map(({ lane, value, ts, authorUuid, authorName }) => [lane, { value, ts, authorUuid, authorName }]),
  )
  for (const op of unseen) {
    if (!isRegisterKind(op.kind) || op.kind === 'note') continue
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
  members: readonly CoachMember[],
  unseen: readonly QueuedOperation[],
  club: string,
): ReadonlyMap<string, CoachMember> {
  const byUuid = new Map(members.map((member) => [member.uuid, member]))
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

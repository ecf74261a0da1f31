import { Type, type Static } from 'typebox'
import { ClubMemberPatch, MemberDetail } from '#contract/members/club-members.ts'
import { nullable } from '#contract/platform/fields.ts'
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { MAX_GUARDIANS } from '#domain/members/guardian-fields.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import type { MemberEntry } from '#domain/members/member-entry.ts'
import {
  memberField,
  memberFieldsOf,
  MEMBER_FIELDS,
  type FieldValue,
  type MemberFieldName,
} from '#domain/members/member-fields.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { lockAndListMemberKeys, replaceGuardians, updateFields } from '#server/members/commands.ts'
import { claimRecords } from '#server/members/hold-records.ts'
import { indexMembers } from '#server/members/index-members.ts'
import { lockEditable } from '#server/members/member-detail.ts'
import { withStatus } from '#server/members/member-history.ts'
import { clubsOfMembers } from '#server/members/queries.ts'
import { refusingTakenNumber } from '#server/members/write-member.ts'
import { findFullGroups, lockGroups, readGroupSizes } from '#server/scheduling/groups/restore-places.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import { execute, findRow, getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { undoIfRefused } from '#server/platform/sql/undo-if-refused.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { noteChangeSet, type StoredChangeSet } from '#server/platform/undo-journal.ts'
import type { UndoNeeds, UndoResult } from '#server/flows/change-sets/kind.ts'
import { auditPair } from './audit-pair.ts'
import { exchangeRegisters, exchangeRegistersBack, MERGED_KINDS } from './exchange-registers.ts'
import { lockHistories, moveHistory, moveKeptAwards } from './move-history.ts'
import {
  LINK_PARENTS_OF,
  MovedInvitations,
  moveInvitations,
  moveInvitationsBack,
  UNLINK_PARENTS,
} from './move-invitations.ts'
import { keysOfPlaces, movePlacesBack, movePlacesToKept, PlaceChanges } from './move-places.ts'

/** The fields that a merge takes over from one record into the other, and that an undo restores; and the guardians. */
const MERGED_FIELDS = MEMBER_FIELDS.filter((name) => memberField(name).merge !== 'kept')

/** The entry of a record with the fields that a merge may have changed. An older merge may lack a newer field. */
type Fields = Partial<MemberEntry>

/**
 * The state of both records before a merge, and the fields after it, stored in the column `before`; an undo compares
 * and restores them.
 */
const MergeSnapshot = Type.Object({
  /** The kept record's fields before the merge. */
  stored: ClubMemberPatch,
  /** What the merge changed in the merged record, as it was before. */
  merged: Type.Object({ ngo_id: nullable(Type.String()), status: MemberDetail.properties.status }),
  /** The kept record's fields after the merge. */
  after: ClubMemberPatch,
  /** Left out by merges from before invitations moved. */
  invitations: Type.Optional(MovedInvitations),
  /** The groups whose decisions of the board of the end of term moved; left out by merges from before they did. */
  decisions: Type.Optional(Type.Array(Type.String())),
  /** The ids of awards of deleted levels that moved; left out by merges from before they did. */
  awards: Type.Optional(Type.Array(Type.String())),
  /** The kept record's lanes of registers whose entries were exchanged; left out by merges from before they were. */
  exchanged: Type.Optional(Type.Array(Type.String())),
  /** True when the merge made the kept record active; left out otherwise. */
  activated: Type.Optional(Type.Boolean()),
})

function fieldsOf(entry: MemberEntry): Fields {
  const fields = MERGED_FIELDS.map((name) => [name, entry[name]] as const)
  return { ...Object.fromEntries(fields), guardians: entry.guardians }
}

/**
 * The values of both records together, so that nothing is lost: lists are merged, texts are joined by lines. Refused
 * where they are more than the field holds.
 */
function joinedValue(name: MemberFieldName, kept: FieldValue, merged: FieldValue): FieldValue {
  const field = memberField(name)
  if (field.kind === 'list') {
    const entries = [kept, merged].flatMap((list) => list ?? [])
    const all = name === 'tags' ? uniqueAbilityGroups(entries) : [...new Set(entries)]
    refuseMoreThan(name, all.length, field.most)
    return all
  }
  const texts = [...new Set([kept, merged].filter((text) => text !== null))]
  if (texts.length === 0) return null
  const text = texts.join('\n')
  if ('max' in field) refuseMoreThan(name, text.length, field.max)
  return text
}

function refuseMoreThan(field: string, size: number, most: number): void {
  if (size > most) throw new Refusal('MERGE_TOO_MUCH', { field })
}

/** The kept record with the fields and guardians of both, each as its declaration says. */
function combineEntries(kept: MemberEntry, merged: MemberEntry): MemberEntry {
  const added = merged.guardians.filter(
    (guardian) => !kept.guardians.some((other) => canonicalJson(other) === canonicalJson(guardian)),
  )
  const guardians = [...kept.guardians, ...added]
  refuseMoreThan('guardians', guardians.length, MAX_GUARDIANS)
  return {
    ...memberFieldsOf((name, { merge }) => {
      if (merge === 'joined') return joinedValue(name, kept[name], merged[name])
      return merge === 'filled' ? (kept[name] ?? merged[name]) : kept[name]
    }),
    guardians,
  }
}

async function writeMerged(tx: Tx, context: ClubContext, memberId: string, entry: MemberEntry): Promise<void> {
  const member = { ...entry, id: memberId }
  await updateFields(tx, context, MERGED_FIELDS, [member])
  await replaceGuardians(tx, [member])
}

/** Moves decisions of the board of the end of term from one member to another, in these groups ($4) or in all. */
const MOVE_DECISIONS = tenantStatement(
  'flows/move-decisions',
  `UPDATE term_decisions decision SET member_id = $3
   WHERE decision.client_id = $1 AND decision.member_id = $2 AND ($4::uuid[] IS NULL OR decision.group_id = ANY($4))
     AND NOT EXISTS (SELECT FROM term_decisions other WHERE other.client_id = decision.client_id
       AND other.group_id = decision.group_id AND other.member_id = $3)
   RETURNING decision.group_id`,
)

/**
 * Keys for the change lists of all rows of the locked members, at each club that has one of them. They are listed before
 * a history moves and after it: what a record has no more is sent as gone, and what it has now as new.
 */
async function listHistoryKeys(tx: Tx, { clubId }: ClubContext, members: readonly string[]): Promise<ChangedKey[]> {
  const keys = await listRegisterKeys(tx, clubId, members)
  const ofClubs = Map.groupBy(await clubsOfMembers(tx, members), ({ club_id }) => club_id)
  for (const [id, rows] of ofClubs) {
    const ids = rows.map(({ member_id }) => member_id)
    keys.push(...(await lockAndListMemberKeys(tx, id, ids)))
  }
  // `lockAndListMemberKeys` marks rows as unchanged and only sent once more; here the rows themselves have changed
  return keys.map((key) => ({ ...key, redelivered: false }))
}

const REGISTERS_OF_MEMBERS = tenantStatement(
  'flows/list-registers-of-members',
  'SELECT member_id, lane FROM registers WHERE client_id = $1 AND member_id = ANY($2)',
)

async function listRegisterKeys(tx: Tx, clubId: string, members: readonly string[]): Promise<ChangedKey[]> {
  const rows = await queryRows(tx, REGISTERS_OF_MEMBERS, [members])
  return rows.map(({ member_id, lane }) => ({ clubId, kind: 'register', key: `${member_id}/${lane}` }))
}

const OTHER_CLUBS = tenantStatement(
  'flows/find-other-clubs-of-member',
  `SELECT FROM club_members
   JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
     AND clubs.deleted_at IS NULL
   WHERE club_members.client_id = $1 AND club_members.member_id = $2 AND club_members.club_id <> $3`,
)

/**
 * All assessments of the merged member ($2), and the entries of attendance and passed levels that the kept member ($3)
 * does not have (their lanes contain the member's id); notes and entries about moving on stay with the merged record.
 */
const HISTORY_TO_MOVE = tenantStatement(
  'flows/read-history-to-move',
  `SELECT ARRAY(SELECT op_id FROM assessments WHERE client_id = $1 AND member_id = $2) AS ops,
     ARRAY(SELECT register.lane FROM registers register
       WHERE register.client_id = $1 AND register.member_id = $2 AND register.kind IN ${MERGED_KINDS}
         AND NOT EXISTS (SELECT FROM registers other WHERE other.client_id = register.client_id
           AND other.member_id = $3 AND other.lane = replace(register.lane, $2::text, $3::text))) AS lanes`,
)

const CLEAR_NUMBER = tenantStatement(
  'flows/clear-number-of-merged-member',
  'UPDATE members SET ngo_id = NULL WHERE client_id = $1 AND id = $2',
  { needs: 'index-members' },
)

const SET_STATUS = tenantStatement(
  'flows/set-status-of-merged-member',
  `UPDATE club_members SET ${withStatus('$4', '$5')} WHERE client_id = $1 AND club_id = $2 AND member_id = $3`,
)

const STORE_MERGE = tenantStatement(
  'flows/store-merge',
  `INSERT INTO member_merges (client_id, id, club_id, kept_id, merged_id, user_id, at,
     ops, lanes, places, parents, merged_parents, before)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)

/**
 * Merges the record `mergedId` of a child who was entered twice into the child's other record `keptId`: marks,
 * registers, places, decisions about the next term, parents, invitations of parents and missing fields.
 */
export async function mergeMembers(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  keptId: string,
  mergedId: string,
): Promise<ChangedKey[]> {
  refuseIfProviderOwns(context)
  if (keptId === mergedId) throw new Refusal('INVALID_REQUEST', { field: 'merged_uuid' })
  await claimRecords(tx, [keptId, mergedId])
  // locked in the order of their ids, so that two merges in opposite directions do not deadlock
  for (const id of [keptId, mergedId].sort()) await lockEditable(tx, context, id)
  const [kept, merged] = [await lockEditable(tx, context, keptId), await lockEditable(tx, context, mergedId)]
  if (!kept) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  if (!merged) throw new Refusal('NOT_FOUND', { field: 'merged_uuid' })
  const otherClubs = await execute(tx, OTHER_CLUBS, [mergedId, context.clubId])
  if (otherClubs !== 0) throw new Refusal('MEMBER_ELSEWHERE', { field: 'merged_uuid' })
  const pairs = await lockHistories(tx, [keptId, mergedId], context.nowMs)
  const before = await listHistoryKeys(tx, context, [keptId, mergedId])
  const { ops, lanes } = await getRow(tx, HISTORY_TO_MOVE, [mergedId, keptId])
  await moveHistory(tx, context.clientId, curricula, pairs, {
    fromMember: mergedId,
    toMember: keptId,
    ops,
    lanes,
  })
  const exchanged = await exchangeRegisters(tx, mergedId, keptId)
  const awards = await moveKeptAwards(tx, mergedId, keptId, null)
  const places = await movePlacesToKept(tx, context, mergedId, keptId)
  const decisions = await queryRows(tx, MOVE_DECISIONS, [mergedId, keptId, null])
  const parents = await moveParents(tx, mergedId, keptId)
  const invitations = await moveInvitations(tx, mergedId, keptId)
  const after = combineEntries(kept, merged)
  // two members must not have one number (ngo_id), not even for a moment
  await execute(tx, CLEAR_NUMBER, [mergedId])
  await indexMembers(tx, [mergedId])
  await execute(tx, SET_STATUS, [context.clubId, mergedId, 'merged', new Date(context.nowMs)])
  await writeMerged(tx, context, keptId, after)
  // with the places of an active record: an inactive member is in no group
  const activated = await fitStatus(tx, context, keptId, 'active')
  const snapshot: Static<typeof MergeSnapshot> = {
    stored: fieldsOf(kept),
    merged: { ngo_id: merged.ngo_id, status: merged.status },
    after: fieldsOf(after),
    invitations,
    decisions: decisions.map((row) => row.group_id),
    awards,
    exchanged,
    ...(activated ? { activated } : {}),
  }
  const id = crypto.randomUUID()
  await noteChangeSet(tx, context, { id, kind: 'merge' })
  await execute(tx, STORE_MERGE, [
    id,
    context.clubId,
    keptId,
    mergedId,
    context.userId,
    new Date(context.nowMs),
    ops,
    lanes.map((lane) => lane.replace(mergedId, keptId)),
    JSON.stringify(places),
    parents.added,
    parents.all,
    JSON.stringify(snapshot),
  ])
  await auditPair(tx, context, 'merge', keptId, mergedId)
  return [
    ...before,
    ...(await listHistoryKeys(tx, context, [keptId, mergedId])),
    ...keysOfPlaces(context, [keptId, mergedId], places),
  ]
}

const UNLINK_ALL = tenantStatement(
  'flows/unlink-parents-of-merged-member',
  'DELETE FROM member_links WHERE client_id = $1 AND member_id = $2 RETURNING user_id',
)

const LINK_PARENTS = tenantStatement(
  'flows/link-parents-of-other-record',
  `INSERT INTO member_links (client_id, user_id, member_id) SELECT $1, parent, $3 FROM unnest($2::uuid[]) parent
   ON CONFLICT DO NOTHING RETURNING user_id`,
)

/**
 * Links the parents of one member to the other; returns all of them, and those who were not linked to the other before.
 */
async function moveParents(tx: Tx, fromMember: string, toMember: string): Promise<{ all: string[]; added: string[] }> {
  const unlinked = await queryRows(tx, UNLINK_ALL, [fromMember])
  const all = unlinked.map((row) => row.user_id)
  const added = await queryRows(tx, LINK_PARENTS, [all, toMember])
  return { all, added: added.map((row) => row.user_id) }
}

/**
 * What a merge moved, so that it can be undone. `lanes` are the lanes of the moved registers as they are after the merge,
 * with the kept member's id in them; `parents` are the users whom the merge linked to the kept member, and
 * `merged_parents` all who were linked to the merged one.
 */
const LOCK_MERGE = tenantStatement(
  'flows/lock-merge',
  `SELECT kept_id, merged_id, ops, lanes, places, parents, merged_parents, before FROM member_merges
   WHERE client_id = $1 AND club_id = $2 AND id = $3 FOR UPDATE`,
  { json: { places: PlaceChanges, before: MergeSnapshot } },
)

const RESTORE_NUMBER = tenantStatement(
  'flows/restore-number-of-merged-member',
  `UPDATE members SET ngo_id = $3 WHERE client_id = $1 AND id = $2
     AND NOT EXISTS (SELECT FROM members other WHERE other.client_id = $1 AND other.ngo_id = $3)`,
  { needs: 'index-members' },
)

/** Gives the merged record its number back; false when another member has it, also since this moment. */
async function restoreNumber(tx: Tx, memberId: string, number: string): Promise<boolean> {
  const restore = () => execute(tx, RESTORE_NUMBER, [memberId, number])
  try {
    return (await undoIfRefused(tx, () => refusingTakenNumber(restore))) === 1
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Gives a member the other status ($4), if that fits the groups: active who is in one today or later, else inactive. */
const FIT_STATUS = tenantStatement(
  'flows/fit-status-of-kept-member',
  `UPDATE club_members SET ${withStatus('$4', '$5')}
   WHERE client_id = $1 AND club_id = $2 AND member_id = $3 AND status IN ('active', 'inactive') AND status <> $4
     AND ($4 = 'active') = EXISTS (SELECT FROM group_members place
       JOIN groups ON groups.client_id = place.client_id AND groups.id = place.group_id
       WHERE place.client_id = $1 AND place.member_id = $3 AND groups.club_id = $2
         AND (place.to_date IS NULL OR place.to_date >= $6))`,
)

/** Whether the member has got the status, as `FIT_STATUS` says. */
async function fitStatus(
  tx: Tx,
  { clubId, nowMs, today }: ClubContext,
  memberId: string,
  status: 'active' | 'inactive',
): Promise<boolean> {
  return (await execute(tx, FIT_STATUS, [clubId, memberId, status, new Date(nowMs), today])) === 1
}

const MARK_MERGE_UNDONE = tenantStatement(
  'flows/mark-merge-undone',
  'UPDATE member_merges SET undone_at = $3 WHERE client_id = $1 AND id = $2',
)

/**
 * Undoes a merge: both records get their own marks back. Fields of the kept record that were changed since stay as they
 * are.
 */
export async function undoMerge(
  tx: Tx,
  context: ClubContext,
  { id }: StoredChangeSet,
  { curricula }: UndoNeeds,
): Promise<UndoResult> {
  refuseIfProviderOwns(context)
  const merge = await findRow(tx, LOCK_MERGE, [context.clubId, id])
  if (!merge) throw new Refusal('NOT_FOUND', { field: 'id' })
  const { kept_id: keptId, merged_id: mergedId, before: snapshot } = merge
  await claimRecords(tx, [keptId, mergedId])
  const groupIds = [...merge.places.moved, ...merge.places.ended].map((place) => place.group_id)
  await lockGroups(tx, groupIds)
  const kept = await lockEditable(tx, context, keptId)
  // the kept record was merged itself, which must be undone first
  if (!kept) return { obstacles: [{ why: 'merged', id: keptId }] }
  const pairs = await lockHistories(tx, [keptId, mergedId], context.nowMs)
  const before = await listHistoryKeys(tx, context, [keptId, mergedId])
  await moveKeptAwards(tx, keptId, mergedId, snapshot.awards ?? [])
  const move = { fromMember: keptId, toMember: mergedId, ops: merge.ops, lanes: merge.lanes }
  await moveHistory(tx, context.clientId, curricula, pairs, move)
  await exchangeRegistersBack(tx, mergedId, keptId, snapshot.exchanged ?? [])
  const sizesBefore = await readGroupSizes(tx, context, groupIds)
  await movePlacesBack(tx, keptId, mergedId, merge.places)
  const obstacles = findFullGroups(sizesBefore, await readGroupSizes(tx, context, groupIds))
  if (obstacles.length > 0) return { obstacles }
  await execute(tx, MOVE_DECISIONS, [keptId, mergedId, snapshot.decisions ?? []])
  // who is not linked with the child any more gets no link with the other record either
  await execute(tx, LINK_PARENTS_OF, [keptId, mergedId, merge.merged_parents])
  await execute(tx, UNLINK_PARENTS, [keptId, merge.parents])
  if (snapshot.invitations) await moveInvitationsBack(tx, keptId, mergedId, snapshot.invitations)
  const stored: Fields = snapshot.stored
  /** The field's value before the merge, or its present value when it was changed since. */
  const restoredValue = <F extends keyof MemberEntry>(field: F): MemberEntry[F] => {
    const former = stored[field]
    const isUnchanged = canonicalJson(kept[field]) === canonicalJson(snapshot.after[field])
    return former !== undefined && isUnchanged ? former : kept[field]
  }
  await writeMerged(tx, context, keptId, {
    ...memberFieldsOf(restoredValue),
    guardians: restoredValue('guardians'),
  })
  // the merged member gets its number back, unless the kept or another member has it now
  const { ngo_id: number } = snapshot.merged
  const isNumberTaken = number !== null && !(await restoreNumber(tx, mergedId, number))
  if (number !== null) await indexMembers(tx, [mergedId])
  await execute(tx, SET_STATUS, [context.clubId, mergedId, snapshot.merged.status, new Date(context.nowMs)])
  const staysActive =
    snapshot.activated === true && kept.status === 'active' && !(await fitStatus(tx, context, keptId, 'inactive'))
  await execute(tx, MARK_MERGE_UNDONE, [id, new Date(context.nowMs)])
  await auditPair(tx, context, 'unmerge', keptId, mergedId)
  const fields = Object.keys(snapshot.after) as (keyof Fields)[]
  const isChanged =
    staysActive || fields.some((field) => canonicalJson(kept[field]) !== canonicalJson(snapshot.after[field]))
  return {
    changed: [
      ...before,
      ...(await listHistoryKeys(tx, context, [keptId, mergedId])),
      ...keysOfPlaces(context, [keptId, mergedId], merge.places),
    ],
    kept: [
      ...(isChanged ? [{ why: 'changed', id: keptId } as const] : []),
      ...(isNumberTaken ? [{ why: 'number-taken', id: mergedId, number } as const] : []),
    ],
  }
}

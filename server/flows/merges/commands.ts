import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { canonicalJson } from '#domain/platform/canonical.ts'
import { MAX_PHONES, MAX_TAGS, NOTE_LENGTH } from '#domain/identity/person.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseForeignRecords, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { memberKeys } from '#server/members/commands.ts'
import { writeGuardians } from '#server/members/write-member.ts'
import { lockEditable, type Editable } from '#server/members/member-detail.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { lockBoth, moveHistory } from './move-history.ts'

/** The fields that a merge takes over from one record into the other, and that an undo restores. */
type Fields = Pick<Editable, 'ngo_id' | 'medical' | 'phones' | 'guardians' | 'tags'>

/** The state of both records before a merge, and the fields after it; an undo compares and restores them. */
interface Before {
  stored: Fields
  merged: { ngo_id: string | null; status: string }
  after: Fields
}

const fieldsOf = ({ ngo_id, medical, phones, guardians, tags }: Editable): Fields => ({
  ngo_id,
  medical,
  phones,
  guardians,
  tags,
})

/**
 * The fields of both records together, so that nothing is lost: medical notes are joined by lines, lists are merged.
 */
function combineFields(stored: Editable, merged: Editable): Fields {
  const lines = [stored.medical, merged.medical].filter((text) => text !== null)
  const guardians = merged.guardians.filter(
    (guardian) => !stored.guardians.some((other) => canonicalJson(other) === canonicalJson(guardian)),
  )
  return {
    ngo_id: stored.ngo_id ?? merged.ngo_id,
    medical: lines.length === 0 ? null : [...new Set(lines)].join('\n').slice(0, NOTE_LENGTH),
    phones: [...new Set([...stored.phones, ...merged.phones])].slice(0, MAX_PHONES),
    guardians: [...stored.guardians, ...guardians].slice(0, 6),
    tags: uniqueAbilityGroups([...stored.tags, ...merged.tags]).slice(0, MAX_TAGS),
  }
}

async function writeFields(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  detail: Editable,
  fields: Fields,
): Promise<void> {
  await tx.query('UPDATE members SET ngo_id = $2, medical = $3, phones = $4 WHERE id = $1', [
    memberId,
    fields.ngo_id,
    fields.medical,
    fields.phones,
  ])
  await tx.query('UPDATE club_members SET tags = $3 WHERE club_id = $1 AND member_id = $2', [
    context.clubId,
    memberId,
    fields.tags,
  ])
  await writeGuardians(tx, context, memberId, { ...detail, guardians: fields.guardians })
}

interface GroupPlace {
  group_id: string
  from_date: string
}
interface Ended extends GroupPlace {
  to_date: string | null
}
interface PlaceChanges {
  moved: GroupPlace[]
  ended: Ended[]
}

/** Moves places in groups from one member to another, except to a group that the other is in at the same time. */
async function movePlaces(
  tx: Tx,
  from: string,
  to: string,
  places: readonly GroupPlace[] | null,
): Promise<GroupPlace[]> {
  const { rows } = await tx.query<GroupPlace>(
    `UPDATE group_members gm SET member_id = $2
     WHERE gm.member_id = $1 AND ($3::jsonb IS NULL OR jsonb_build_object('group_id', gm.group_id, 'from_date', gm.from_date) IN (SELECT jsonb_array_elements($3::jsonb)))
       AND NOT EXISTS (SELECT FROM group_members o WHERE o.client_id = gm.client_id AND o.group_id = gm.group_id AND o.member_id = $2
         AND (o.from_date = gm.from_date OR o.to_date IS NULL OR o.to_date >= gm.from_date))
     RETURNING gm.group_id, gm.from_date`,
    [from, to, places === null ? null : JSON.stringify(places)],
  )
  return rows
}

/** Ends the places that were not moved, because the other record is in these groups already. */
async function endPlaces(tx: Tx, context: ClubContext, memberId: string): Promise<Ended[]> {
  const { rows } = await tx.query<Ended>(
    `WITH left_over AS (SELECT group_id, from_date, to_date FROM group_members WHERE member_id = $1 AND (to_date IS NULL OR to_date >= $2))
     UPDATE group_members gm SET to_date = $2::date - 1 FROM left_over l
     WHERE gm.member_id = $1 AND gm.group_id = l.group_id AND gm.from_date = l.from_date RETURNING l.*`,
    [memberId, context.today],
  )
  return rows
}

/** Keys for the change list after a merge or its undo: the members, their registers and their places. */
async function keysOf(
  tx: Tx,
  context: ClubContext,
  members: readonly string[],
  places: readonly GroupPlace[],
): Promise<ChangedKey[]> {
  const { clientId, clubId } = context
  return [
    ...(await memberKeys(tx, clientId, clubId, members)).map((key) => ({ ...key, redelivered: false })),
    ...(await registerKeys(tx, clubId, members)),
    ...places.flatMap(({ group_id }) => [
      ...members.map((member) => ({ clubId, kind: 'group_member' as const, key: `${group_id}/${member}` })),
      { clubId, kind: 'group' as const, key: group_id },
    ]),
  ]
}

async function registerKeys(tx: Tx, clubId: string, members: readonly string[]): Promise<ChangedKey[]> {
  const { rows } = await tx.query<{ key: string }>(
    `SELECT member_id || '/' || lane AS key FROM registers WHERE member_id = ANY($1)`,
    [members],
  )
  return rows.map(({ key }) => ({ clubId, kind: 'register', key }))
}

/**
 * Merges the record of a child who was entered twice into the other: marks, registers, places, parents and missing
 * fields.
 */
export async function mergeMembers(
  tx: Tx,
  context: ClubContext,
  curricula: Curricula,
  keptId: string,
  mergedId: string,
): Promise<ChangedKey[]> {
  refuseForeignRecords(context)
  if (keptId === mergedId) throw new Refusal('INVALID_REQUEST', { field: 'merged_uuid' })
  // locked in the order of their ids, so that two merges in opposite directions do not deadlock
  for (const id of [keptId, mergedId].sort()) await lockEditable(tx, context, id)
  const [stored, merged] = [await lockEditable(tx, context, keptId), await lockEditable(tx, context, mergedId)]
  if (!stored) throw new Refusal('NOT_FOUND', { field: 'uuid' })
  if (!merged) throw new Refusal('NOT_FOUND', { field: 'merged_uuid' })
  const { rowCount } = await tx.query('SELECT FROM club_members WHERE member_id = $1 AND club_id <> $2', [
    mergedId,
    context.clubId,
  ])
  if (rowCount !== 0) throw new Refusal('MEMBER_ELSEWHERE', { field: 'merged_uuid' })
  const pairs = await lockBoth(tx, context.clientId, [keptId, mergedId], context.nowMs)
  const { rows } = await tx.query<{ ops: string[]; lanes: string[] }>(
    `SELECT ARRAY(SELECT op_id FROM assessments WHERE member_id = $1) AS ops,
       ARRAY(SELECT r.lane FROM registers r WHERE r.member_id = $1 AND r.kind IN ('attendance', 'badge')
         AND NOT EXISTS (SELECT FROM registers o WHERE o.client_id = r.client_id AND o.lane = replace(r.lane, $1::text, $2::text))) AS lanes`,
    [mergedId, keptId],
  )
  const { ops = [], lanes = [] } = rows[0] ?? {}
  await moveHistory(tx, context.clientId, context.userId, curricula, pairs, { from: mergedId, to: keptId, ops, lanes })
  const places: PlaceChanges = {
    moved: await movePlaces(tx, mergedId, keptId, null),
    ended: await endPlaces(tx, context, mergedId),
  }
  const parents = await moveParents(tx, context, mergedId, keptId)
  const after = combineFields(stored, merged)
  await tx.query('UPDATE members SET ngo_id = NULL WHERE id = $1', [mergedId])
  await tx.query(`UPDATE club_members SET status = 'merged' WHERE club_id = $1 AND member_id = $2`, [
    context.clubId,
    mergedId,
  ])
  await writeFields(tx, context, keptId, stored, after)
  const before: Before = {
    stored: fieldsOf(stored),
    merged: { ngo_id: merged.ngo_id, status: merged.status },
    after,
  }
  await tx.query(
    `INSERT INTO member_merges (client_id, id, club_id, kept_id, merged_id, user_id, at, ops, lanes, places, parents, merged_parents, before)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      context.clientId,
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
      JSON.stringify(before),
    ],
  )
  await auditBoth(tx, context, 'merge', keptId, mergedId)
  return keysOf(tx, context, [keptId, mergedId], [...places.moved, ...places.ended])
}

/**
 * Links the parents of one member to the other; returns all of them, and those who were not linked to the other before.
 */
async function moveParents(
  tx: Tx,
  context: ClubContext,
  from: string,
  to: string,
): Promise<{ all: string[]; added: string[] }> {
  const { rows: all } = await tx.query<{ user_id: string }>(
    'DELETE FROM member_links WHERE member_id = $1 RETURNING user_id',
    [from],
  )
  const { rows: added } = await tx.query<{ user_id: string }>(
    `INSERT INTO member_links (client_id, user_id, member_id) SELECT $1, u, $3 FROM unnest($2::uuid[]) u
     ON CONFLICT DO NOTHING RETURNING user_id`,
    [context.clientId, all.map((row) => row.user_id), to],
  )
  return { all: all.map((row) => row.user_id), added: added.map((row) => row.user_id) }
}

async function auditBoth(
  tx: Tx,
  context: ClubContext,
  action: string,
  keptId: string,
  mergedId: string,
): Promise<void> {
  for (const [entityId, other] of [
    [keptId, mergedId],
    [mergedId, keptId],
  ] as const)
    await audit(tx, context.clientId, {
      userId: context.userId,
      action,
      entity: 'member',
      entityId,
      after: { clubId: context.clubId, other },
    })
}

interface Merge {
  kept_id: string
  merged_id: string
  undone_at: Date | null
  ops: string[]
  lanes: string[]
  places: PlaceChanges
  parents: string[]
  merged_parents: string[]
  before: Before
}

/**
 * Undoes a merge: both records get their own marks back. Fields of the kept record that were changed since stay as they
 * are.
 */
export async function undoMerge(tx: Tx, context: ClubContext, curricula: Curricula, id: string): Promise<ChangedKey[]> {
  refuseForeignRecords(context)
  const { rows } = await tx.query<Merge>('SELECT * FROM member_merges WHERE club_id = $1 AND id = $2 FOR UPDATE', [
    context.clubId,
    id,
  ])
  const [merge] = rows
  if (!merge) throw new Refusal('NOT_FOUND', { field: 'id' })
  const { kept_id: keptId, merged_id: mergedId, before } = merge
  const stored = await lockEditable(tx, context, keptId)
  // refused when it is undone already, or when the kept record was merged itself, which must be undone first
  if (merge.undone_at !== null || !stored) throw new Refusal('MERGE_STATE', { field: 'id' })
  const pairs = await lockBoth(tx, context.clientId, [keptId, mergedId], context.nowMs)
  const move = { from: keptId, to: mergedId, ops: merge.ops, lanes: merge.lanes }
  await moveHistory(tx, context.clientId, context.userId, curricula, pairs, move)
  await movePlaces(tx, keptId, mergedId, merge.places.moved)
  await tx.query(
    `UPDATE group_members gm SET to_date = t.to_date FROM jsonb_to_recordset($2::jsonb) t (group_id uuid, from_date date, to_date date)
     WHERE gm.member_id = $1 AND gm.group_id = t.group_id AND gm.from_date = t.from_date`,
    [mergedId, JSON.stringify(merge.places.ended)],
  )
  await tx.query('DELETE FROM member_links WHERE member_id = $1 AND user_id = ANY($2)', [keptId, merge.parents])
  await tx.query(
    'INSERT INTO member_links (client_id, user_id, member_id) SELECT $1, u, $3 FROM unnest($2::uuid[]) u ON CONFLICT DO NOTHING',
    [context.clientId, merge.merged_parents, mergedId],
  )
  const unchanged = (field: keyof Fields) => canonicalJson(stored[field]) === canonicalJson(before.after[field])
  const pick = <F extends keyof Fields>(field: F): Fields[F] =>
    unchanged(field) ? before.stored[field] : stored[field]
  await writeFields(tx, context, keptId, stored, {
    ngo_id: pick('ngo_id'),
    medical: pick('medical'),
    phones: pick('phones'),
    guardians: pick('guardians'),
    tags: pick('tags'),
  })
  await tx.query(
    'UPDATE members SET ngo_id = $2 WHERE id = $1 AND NOT EXISTS (SELECT FROM members o WHERE o.ngo_id = $2)',
    [mergedId, before.merged.ngo_id],
  )
  await tx.query('UPDATE club_members SET status = $3 WHERE club_id = $1 AND member_id = $2', [
    context.clubId,
    mergedId,
    before.merged.status,
  ])
  await tx.query('UPDATE member_merges SET undone_at = $2 WHERE id = $1', [id, new Date(context.nowMs)])
  await auditBoth(tx, context, 'unmerge', keptId, mergedId)
  return keysOf(tx, context, [keptId, mergedId], [...merge.places.moved, ...merge.places.ended])
}

import { overfullGroups } from '#domain/flows/term-board.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision } from '#server/platform/http/revision.ts'
import { memberKeys } from '#server/members/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { lockBoard } from './save-decision.ts'
import { recordMoves } from './record-moves.ts'
import { readDraft, readGroups } from './queries.ts'

/**
 * Locks groups in the order of their ids, as every move does, and then the members, so that none becomes inactive
 * meanwhile. Returns the inactive members.
 */
export async function lockPlaces(
  tx: Tx,
  context: ClubContext,
  groupIds: readonly string[],
  memberIds: readonly string[],
): Promise<{ inactive: string[] }> {
  await tx.query('SELECT FROM groups WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [groupIds])
  const { rows } = await tx.query<{ member_id: string; status: string }>(
    'SELECT member_id, status FROM club_members WHERE club_id = $1 AND member_id = ANY($2) ORDER BY member_id FOR NO KEY UPDATE',
    [context.clubId, memberIds],
  )
  return { inactive: rows.filter(({ status }) => status !== 'active').map((row) => row.member_id) }
}

/** Keys for the change list of all places that an application changed. */
export async function placeKeys(tx: Tx, context: ClubContext, applicationId: string): Promise<ChangedKey[]> {
  const { rows } = await tx.query<{ group_id: string; member_id: string }>(
    'SELECT DISTINCT group_id, member_id FROM term_places WHERE application_id = $1',
    [applicationId],
  )
  const { clubId } = context
  return [
    ...rows.map((row) => ({ clubId, kind: 'group_member' as const, key: `${row.group_id}/${row.member_id}` })),
    ...[...new Set(rows.map((row) => row.group_id))].map((key) => ({ clubId, kind: 'group' as const, key })),
    ...(await memberKeys(tx, context.clientId, clubId, [...new Set(rows.map((row) => row.member_id))])),
  ]
}

/** Applies the whole draft or nothing. `ifMatch` is the revision of the draft that the administrator looked at. */
export async function applyBoard(tx: Tx, context: ClubContext, ifMatch: string): Promise<ChangedKey[]> {
  await lockBoard(tx, context)
  const unlocked = await readDraft(tx, context)
  const moving = unlocked.decisions.flatMap(({ to_group_id: to, ...decision }) =>
    to === null ? [] : [{ ...decision, to }],
  )
  const { inactive } = await lockPlaces(
    tx,
    context,
    [...new Set(moving.flatMap((move) => [move.group_id, move.to]))],
    moving.map((move) => move.member_uuid),
  )
  // read again under the locks, because decisions about members who left meanwhile do not count any more
  const draft = await readDraft(tx, context)
  matchRevision(ifMatch, draft.revision)
  if (draft.decisions.length === 0) throw new Refusal('TERM_STATE', { detail: 'nothing is decided' })
  if (inactive.length > 0) throw new Refusal('MEMBER_INACTIVE', { ids: inactive })
  const { on } = draft
  const groups = await readGroups(tx, context, on)
  const ended = moving
    .filter(({ to }) => !groups.some((group) => group.id === to && !group.over))
    .map((move) => move.to)
  if (ended.length > 0) throw new Refusal('TERM_STATE', { detail: 'groups are over', ids: [...new Set(ended)] })
  const full = overfullGroups(groups, draft.decisions)
  if (full.length > 0) throw new Refusal('GROUP_FULL', { ids: full })

  const id = crypto.randomUUID()
  const stays = draft.decisions.filter((decision) => decision.to_group_id === null)
  await tx.query(
    `INSERT INTO term_applications (client_id, id, club_id, user_id, at, holds_from, moves, stays) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [context.clientId, id, context.clubId, context.userId, new Date(context.nowMs), on, moving.length, stays.length],
  )
  const [from, members, to] = [
    moving.map((move) => move.group_id),
    moving.map((move) => move.member_uuid),
    moving.map((move) => move.to),
  ]
  // members leave a group on the day before, as everywhere (server/scheduling/groups/membership.ts)
  await tx.query(
    `INSERT INTO term_places (client_id, application_id, group_id, member_id, from_date, existed, before_to, after_to)
     SELECT $1, $2::uuid, gm.group_id, gm.member_id, gm.from_date, true, gm.to_date, $5::date - 1
     FROM unnest($3::uuid[], $4::uuid[]) t (group_id, member_id)
     JOIN group_members gm ON gm.group_id = t.group_id AND gm.member_id = t.member_id AND (gm.to_date IS NULL OR gm.to_date >= $5)
     UNION ALL
     SELECT $1, $2::uuid, g.id, t.member_id, greatest($5::date, g.first_date), was.member_id IS NOT NULL, was.to_date, NULL
     FROM unnest($6::uuid[], $4::uuid[]) t (group_id, member_id) JOIN groups g ON g.id = t.group_id
     LEFT JOIN group_members was ON was.client_id = g.client_id AND was.group_id = g.id AND was.member_id = t.member_id
       AND was.from_date = greatest($5::date, g.first_date)
     WHERE NOT EXISTS (SELECT FROM group_members gm WHERE gm.client_id = g.client_id AND gm.group_id = g.id AND gm.member_id = t.member_id
       AND (gm.to_date IS NULL OR gm.to_date >= $5))`,
    [context.clientId, id, from, members, on, to],
  )
  await tx.query(
    `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date)
     SELECT p.client_id, p.group_id, p.member_id, p.from_date, p.after_to FROM term_places p WHERE p.application_id = $1
     ON CONFLICT (client_id, group_id, member_id, from_date) DO UPDATE SET to_date = excluded.to_date`,
    [id],
  )
  await tx.query(
    `INSERT INTO term_stays (client_id, application_id, group_id, member_id, before)
     SELECT $1, $2, t.group_id, t.member_id, r.value FROM unnest($3::uuid[], $4::uuid[]) t (group_id, member_id)
     LEFT JOIN registers r ON r.lane = 'move/' || t.group_id || '/' || t.member_id`,
    [context.clientId, id, stays.map((stay) => stay.group_id), stays.map((stay) => stay.member_uuid)],
  )
  await auditPlaces(tx, context, id, { on: 'enter-group', off: 'leave-group' })
  await audit(tx, context.clientId, {
    userId: context.userId,
    action: 'apply',
    entity: 'term-board',
    entityId: context.clubId,
    after: { application: id, on, moves: moving.length, stays: stays.length },
  })
  await tx.query('DELETE FROM term_decisions WHERE club_id = $1', [context.clubId])
  await tx.query('UPDATE clubs SET term_date = NULL WHERE id = $1', [context.clubId])
  return [
    ...(await placeKeys(tx, context, id)),
    ...(await recordMoves(
      tx,
      context,
      stays.map((stay) => ({ groupId: stay.group_id, memberId: stay.member_uuid, value: 'stay' as const })),
    )),
  ]
}

/** Logs for each member which group was left and which was entered. */
export async function auditPlaces(
  tx: Tx,
  context: ClubContext,
  applicationId: string,
  actions: { on: string; off: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT client_id, $2, CASE WHEN after_to IS NULL THEN $3 ELSE $4 END, 'member', member_id, jsonb_build_object('group', group_id)
     FROM term_places WHERE application_id = $1 ORDER BY member_id, after_to NULLS LAST`,
    [applicationId, context.userId, actions.on, actions.off],
  )
}

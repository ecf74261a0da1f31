import { maxPlacesTaken, type GroupPlace } from '#domain/scheduling/group-places.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { restorePlaces } from '#server/scheduling/groups/restore-places.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { lockAndListMemberKeys } from '#server/members/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { restoreMembers, UNDO_DAYS } from '#server/members/change-sets/change-set.ts'

/** A place in a group (a row of `group_members`) that a change set changed. */
interface ChangedPlace {
  group_id: string
  member_id: string
}

/** Undoes a change set: restores all rows that it changed, or none when some were changed again. */
export async function undoChangeSet(tx: Tx, context: ClubContext, id: string): Promise<ChangedKey[]> {
  const { rows } = await tx.query<{ at: Date; undone_at: Date | null }>(
    'SELECT at, undone_at FROM change_sets WHERE club_id = $1 AND id = $2 FOR UPDATE',
    [context.clubId, id],
  )
  const [changeSet] = rows
  if (!changeSet) throw new Refusal('NOT_FOUND', { field: 'id' })
  if (changeSet.undone_at !== null || changeSet.at.getTime() <= context.nowMs - UNDO_DAYS * 86_400_000)
    throw new Refusal('UNDO_STATE')
  const { rows: places } = await tx.query<ChangedPlace>(
    'SELECT group_id, member_id FROM change_set_places WHERE change_set_id = $1',
    [id],
  )
  const members = await lockGroupsAndMembers(tx, context, id, places)
  await refuseChangedSince(tx, context, id)
  const sizesBefore = await readGroupSizes(tx, context, id)
  await restoreMembers(tx, context, id, 'before')
  // the members whose places were changed again, or who have an attendance or a mark in their new group
  const usedSince = await restorePlaces(tx, { table: 'change_set_places', key: 'change_set_id' }, id, changeSet.at)
  if (usedSince.length > 0) throw new Refusal('UNDO_STATE', { ids: usedSince })
  await refuseReopenedPlaces(tx, context, id)
  // groups beyond their limit that the undo makes larger than they are now
  const full = [...(await readGroupSizes(tx, context, id))].filter(
    ([group, { size, maxSize }]) => maxSize !== null && size > maxSize && size > (sizesBefore.get(group)?.size ?? 0),
  )
  if (full.length > 0) throw new Refusal('GROUP_FULL', { ids: full.map(([group]) => group) })
  await tx.query('UPDATE change_sets SET undone_at = $2 WHERE id = $1', [id, new Date(context.nowMs)])
  await tx.query(
    `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
     SELECT $1, $2, 'undo-change-set', 'member', member, $4 FROM unnest($3::text[]) member`,
    [context.clientId, context.userId, members, { clubId: context.clubId, undone: id }],
  )
  const { clubId } = context
  return [
    ...places.map((place) => ({
      clubId,
      kind: 'group_member' as const,
      key: `${place.group_id}/${place.member_id}`,
    })),
    ...[...new Set(places.map((place) => place.group_id))].map((key) => ({ clubId, kind: 'group' as const, key })),
    ...(await lockAndListMemberKeys(tx, context.clientId, clubId, members)),
  ]
}

/** Locks the groups in the order of their ids, as every move does, and then the members; returns the members. */
async function lockGroupsAndMembers(
  tx: Tx,
  context: ClubContext,
  id: string,
  places: readonly ChangedPlace[],
): Promise<string[]> {
  await tx.query('SELECT FROM groups WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE', [
    [...new Set(places.map((place) => place.group_id))],
  ])
  const { rows } = await tx.query<{ member_id: string }>(
    `SELECT member_id FROM club_members WHERE club_id = $1 AND member_id IN (
       SELECT member_id FROM change_set_places WHERE change_set_id = $2
       UNION SELECT member_id FROM change_set_members WHERE change_set_id = $2)
     ORDER BY member_id FOR NO KEY UPDATE`,
    [context.clubId, id],
  )
  return rows.map((row) => row.member_id)
}

/** Refuses the undo when the status or ability groups of a member were changed again, or the record was merged. */
async function refuseChangedSince(tx: Tx, context: ClubContext, id: string): Promise<void> {
  const { rows } = await tx.query<{ member_id: string }>(
    // The members whose present status and ability groups (tags) are not what the change set left (`after`). `@>` alone
    // would accept further tags, so tags are also compared as a whole.
    `SELECT changed.member_id FROM change_set_members changed
     LEFT JOIN club_members present ON present.client_id = changed.client_id
       AND present.member_id = changed.member_id AND present.club_id = $1
     WHERE changed.change_set_id = $2
       AND NOT coalesce(jsonb_build_object('status', present.status, 'tags', present.tags) @> changed.after
         AND (NOT changed.after ? 'tags' OR to_jsonb(present.tags) = changed.after -> 'tags'), false)`,
    [context.clubId, id],
  )
  if (rows.length > 0) throw new Refusal('UNDO_STATE', { ids: rows.map((row) => row.member_id) })
}

/** Refuses the undo when it would reopen a place in a group that has ended, or of a member who is inactive now. */
async function refuseReopenedPlaces(tx: Tx, context: ClubContext, id: string): Promise<void> {
  const { rows } = await tx.query<{ member_id: string }>(
    `SELECT place.member_id FROM change_set_places place
     JOIN groups ON groups.client_id = place.client_id AND groups.id = place.group_id
     JOIN club_members membership ON membership.client_id = place.client_id
       AND membership.member_id = place.member_id AND membership.club_id = $1
     WHERE place.change_set_id = $2
       -- the change set ended the place; before, it lasted until today or longer
       AND place.existed AND place.after_to IS NOT NULL AND (place.before_to IS NULL OR place.before_to >= $3)
       AND (groups.last_date < $3 OR membership.status <> 'active')`,
    [context.clubId, id, context.today],
  )
  if (rows.length > 0) throw new Refusal('UNDO_STATE', { ids: rows.map((row) => row.member_id) })
}

interface GroupSize {
  /** The largest number of members on one day, today or later. */
  size: number
  /** The group's limit. */
  maxSize: number | null
}

/** The sizes and limits of the groups whose places a change set changed, by group id. */
async function readGroupSizes(tx: Tx, context: ClubContext, id: string): Promise<Map<string, GroupSize>> {
  const { rows } = await tx.query<{ id: string; maxSize: number | null; places: GroupPlace[] }>(
    `SELECT groups.id, groups.max_size AS "maxSize",
       (SELECT coalesce(json_agg(json_build_object('from', place.from_date, 'to', place.to_date)), '[]')
        FROM group_members place WHERE place.client_id = groups.client_id AND place.group_id = groups.id
          AND (place.to_date IS NULL OR place.to_date >= $2)) AS places
     FROM groups WHERE groups.id IN (SELECT group_id FROM change_set_places WHERE change_set_id = $1)`,
    [id, context.today],
  )
  return new Map(
    rows.map(({ id: group, maxSize, places }) => [group, { maxSize, size: maxPlacesTaken(places, context.today) }]),
  )
}

import { Type } from 'typebox'
import { maxPlacesTaken } from '#domain/scheduling/group-places.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { Obstacle, StoredChangeSet } from '#server/platform/undo-journal.ts'
import { execute, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const LOCK_GROUPS = tenantStatement(
  'scheduling/lock-groups-of-undo',
  'SELECT FROM groups WHERE client_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE',
)

/** Locks groups in the order of their ids, as every move does. */
export async function lockGroups(tx: Tx, groupIds: readonly string[]): Promise<void> {
  await execute(tx, LOCK_GROUPS, [groupIds])
}

const LOCK_MEMBERS_OF_CHANGE = tenantStatement(
  'scheduling/lock-members-of-change-set',
  `SELECT member_id FROM club_members WHERE client_id = $1 AND club_id = $2 AND member_id IN (
     SELECT member_id FROM change_set_places WHERE client_id = $1 AND change_set_id = $3
     UNION SELECT member_id FROM change_set_members WHERE client_id = $1 AND change_set_id = $3)
   ORDER BY member_id FOR NO KEY UPDATE`,
)

/** Locks the groups of a change set and then its members; returns the members. */
export async function lockGroupsAndMembers(tx: Tx, context: ClubContext, id: string): Promise<string[]> {
  await lockGroups(tx, await groupsOf(tx, id))
  const rows = await queryRows(tx, LOCK_MEMBERS_OF_CHANGE, [context.clubId, id])
  return rows.map((row) => row.member_id)
}

/**
 * Restores the places in groups (rows of `group_members`) that a change set changed, as they were before it. Returns
 * what stands in the way; then the caller rolls back. The groups and members are locked.
 */
export async function restorePlaces(tx: Tx, context: ClubContext, changeSet: StoredChangeSet): Promise<Obstacle[]> {
  const changed = await findChangedPlaces(tx, changeSet)
  if (changed.length > 0) return changed
  const groupIds = await groupsOf(tx, changeSet.id)
  const sizesBefore = await readGroupSizes(tx, context, groupIds)
  await writePlaces(tx, changeSet.id)
  const reopened = await findWrongPlaces(tx, context, changeSet.id)
  return reopened.length > 0 ? reopened : findFullGroups(sizesBefore, await readGroupSizes(tx, context, groupIds))
}

/** The groups beyond their limit that an undo has made larger than they were. */
export function findFullGroups(before: GroupSizes, after: GroupSizes): Obstacle[] {
  return [...after]
    .filter(([group, { size, maxSize }]) => maxSize !== null && size > maxSize && size > (before.get(group)?.size ?? 0))
    .map(([id]) => ({ why: 'group-full', id }))
}

/** SQL condition: the row of `group_members` is the place that the row `journal` of `change_set_places` records. */
const isSamePlace = `group_members.client_id = journal.client_id AND group_members.group_id = journal.group_id
  AND group_members.member_id = journal.member_id AND group_members.from_date = journal.from_date`

const CHANGED_PLACES = tenantStatement(
  'scheduling/find-changed-places',
  `SELECT DISTINCT ON (journal.member_id) journal.member_id AS id,
     CASE WHEN group_members.member_id IS NOT NULL AND journal.after_to IS NULL
       AND group_members.to_date IS NULL THEN 'marks' ELSE 'changed' END AS why
   FROM change_set_places journal LEFT JOIN group_members ON ${isSamePlace}
   WHERE journal.client_id = $1 AND journal.change_set_id = $2 AND (group_members.member_id IS NULL
     OR group_members.to_date IS DISTINCT FROM journal.after_to
     -- the change put the member into the group, and there is an attendance or a mark since, of a day on which the
     -- member would not have been in it otherwise
     OR journal.after_to IS NULL AND (
       EXISTS (SELECT FROM registers WHERE registers.client_id = journal.client_id
         AND registers.group_id = journal.group_id AND registers.member_id = journal.member_id
         AND registers.kind = 'attendance' AND registers.ts >= $3
         AND (journal.before_to IS NULL OR registers.date > journal.before_to))
       OR EXISTS (SELECT FROM assessments WHERE assessments.client_id = journal.client_id
         AND assessments.member_id = journal.member_id AND assessments.group_id = journal.group_id
         AND assessments.entered_ts >= $3
         AND (journal.before_to IS NULL OR assessments.date > journal.before_to)))
     -- the change set ended the place, and the member has come back to the group since
     OR journal.after_to IS NOT NULL AND EXISTS (SELECT FROM group_members other
       WHERE other.client_id = journal.client_id AND other.group_id = journal.group_id
         AND other.member_id = journal.member_id
         AND (other.to_date IS NULL OR other.to_date > journal.after_to)
         AND (journal.before_to IS NULL OR other.from_date <= journal.before_to)
         AND NOT EXISTS (SELECT FROM change_set_places own WHERE own.client_id = journal.client_id
           AND own.change_set_id = journal.change_set_id AND own.group_id = other.group_id
           AND own.member_id = other.member_id AND own.from_date = other.from_date)))
   ORDER BY journal.member_id, why`,
)

/** Members with a place that was changed again, or with an attendance or a mark since in the group that they entered. */
async function findChangedPlaces(tx: Tx, { id, at }: StoredChangeSet): Promise<Obstacle[]> {
  return queryRows(tx, CHANGED_PLACES, [id, Math.floor(at.getTime() / 1000)])
}

const DELETE_NEW_PLACES = tenantStatement(
  'scheduling/delete-places-of-change-set',
  `DELETE FROM group_members USING change_set_places journal
   WHERE journal.client_id = $1 AND journal.change_set_id = $2 AND NOT journal.existed AND ${isSamePlace}`,
)

const RESTORE_LAST_DAYS = tenantStatement(
  'scheduling/restore-last-days',
  `UPDATE group_members SET to_date = journal.before_to FROM change_set_places journal
   WHERE journal.client_id = $1 AND journal.change_set_id = $2 AND journal.existed AND ${isSamePlace}`,
)

async function writePlaces(tx: Tx, id: string): Promise<void> {
  await execute(tx, DELETE_NEW_PLACES, [id])
  await execute(tx, RESTORE_LAST_DAYS, [id])
}

const WRONG_PLACES = tenantStatement(
  'scheduling/find-wrong-places',
  `SELECT DISTINCT CASE WHEN groups.last_date < $4 THEN 'group-over'
       WHEN membership.status = 'merged' THEN 'merged' ELSE 'inactive' END AS why,
     CASE WHEN groups.last_date < $4 THEN groups.id ELSE journal.member_id END AS id
   FROM change_set_places journal
   JOIN groups ON groups.client_id = journal.client_id AND groups.id = journal.group_id
   JOIN club_members membership ON membership.client_id = journal.client_id
     AND membership.member_id = journal.member_id AND membership.club_id = $3
   WHERE journal.client_id = $1 AND journal.change_set_id = $2
     -- the change set ended the place; before, it lasted until today or longer
     AND journal.existed AND journal.after_to IS NOT NULL AND (journal.before_to IS NULL OR journal.before_to >= $4)
     AND (groups.last_date < $4 OR membership.status <> 'active')`,
)

/** Groups that have ended, and members who are inactive or merged by now, with a place that is open again. */
async function findWrongPlaces(tx: Tx, context: ClubContext, id: string): Promise<Obstacle[]> {
  return queryRows(tx, WRONG_PLACES, [id, context.clubId, context.today])
}

interface GroupSize {
  /** The largest number of members on one day, today or later. */
  size: number
  /** The group's limit. */
  maxSize: number | null
}
type GroupSizes = ReadonlyMap<string, GroupSize>

const PLACES_OF_GROUPS = tenantStatement(
  'scheduling/list-places-of-groups',
  `SELECT groups.id, groups.max_size AS "maxSize",
     (SELECT coalesce(json_agg(json_build_object('from', place.from_date, 'to', place.to_date)), '[]')
      FROM group_members place WHERE place.client_id = groups.client_id AND place.group_id = groups.id
        AND (place.to_date IS NULL OR place.to_date >= $3)) AS places
   FROM groups WHERE groups.client_id = $1 AND groups.id = ANY($2)`,
  { json: { places: Type.Array(Type.Object({ from: Type.String(), to: Type.Union([Type.String(), Type.Null()]) })) } },
)

/** The sizes and limits of groups, by group id. */
export async function readGroupSizes(tx: Tx, context: ClubContext, groupIds: readonly string[]): Promise<GroupSizes> {
  const rows = await queryRows(tx, PLACES_OF_GROUPS, [groupIds, context.today])
  return new Map(
    rows.map(({ id: group, maxSize, places }) => [group, { maxSize, size: maxPlacesTaken(places, context.today) }]),
  )
}

const CHANGED = tenantStatement(
  'scheduling/list-places-of-change-set',
  'SELECT DISTINCT group_id, member_id FROM change_set_places WHERE client_id = $1 AND change_set_id = $2',
)

/** The places in groups that a change set changed. */
export async function listPlaces(tx: Tx, id: string): Promise<RowOf<typeof CHANGED>[]> {
  return queryRows(tx, CHANGED, [id])
}

async function groupsOf(tx: Tx, id: string): Promise<string[]> {
  return [...new Set((await listPlaces(tx, id)).map((place) => place.group_id))]
}

import { Type, type Static } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A member's time in a group, from a day on. */
const GroupPlace = Type.Object({ group_id: Type.String(), from_date: Type.String() })
type GroupPlace = Static<typeof GroupPlace>
/** A place that a merge ended, with its last day before. */
const EndedPlace = Type.Object({ ...GroupPlace.properties, to_date: nullable(Type.String()) })
/** What a merge changed of the places in groups. */
export const PlaceChanges = Type.Object({
  moved: Type.Array(GroupPlace),
  ended: Type.Array(EndedPlace),
  /** Places of the kept record in which ended ones go on; left out by merges from before they did. */
  continued: Type.Optional(Type.Array(EndedPlace)),
})
export type PlaceChanges = Static<typeof PlaceChanges>

const MOVE_PLACES = tenantStatement(
  'flows/move-places',
  `UPDATE group_members place SET member_id = $3
   WHERE place.client_id = $1 AND place.member_id = $2
     AND ($4::jsonb IS NULL OR EXISTS (
       SELECT FROM jsonb_to_recordset($4::jsonb) moved (group_id uuid, from_date date)
       WHERE moved.group_id = place.group_id AND (moved.from_date = place.from_date
         -- the group begins earlier since, and the place with it
         OR place.from_date < moved.from_date AND (place.to_date IS NULL OR place.to_date >= moved.from_date)
           AND NOT EXISTS (SELECT FROM group_members own WHERE own.client_id = place.client_id
             AND own.group_id = place.group_id AND own.member_id = $2 AND own.from_date = moved.from_date))))
     AND NOT EXISTS (SELECT FROM group_members other
       WHERE other.client_id = place.client_id AND other.group_id = place.group_id AND other.member_id = $3
         AND (other.from_date = place.from_date OR other.to_date IS NULL OR other.to_date >= place.from_date))
   RETURNING place.group_id, place.from_date`,
)

/**
 * Moves places in groups from one member to another, except to a group that the other is in at the same time. With
 * `places` null it moves all. Returns the places that were moved.
 */
async function movePlaces(
  tx: Tx,
  fromMember: string,
  toMember: string,
  places: readonly GroupPlace[] | null,
): Promise<GroupPlace[]> {
  return queryRows(tx, MOVE_PLACES, [fromMember, toMember, places === null ? null : JSON.stringify(places)])
}

/**
 * Ends the places that were not moved, because the other record is in these groups already. `not_moved` are the places
 * as they are before the update, which RETURNING gives back.
 */
const END_PLACES = tenantStatement(
  'flows/end-places',
  `WITH not_moved AS (SELECT group_id, from_date, to_date FROM group_members
     WHERE client_id = $1 AND member_id = $2 AND (to_date IS NULL OR to_date >= $3))
   UPDATE group_members place SET to_date = $3::date - 1 FROM not_moved
   WHERE place.client_id = $1 AND place.member_id = $2 AND place.group_id = not_moved.group_id
     AND place.from_date = not_moved.from_date
   RETURNING not_moved.group_id, not_moved.from_date, not_moved.to_date`,
)

/**
 * Lets the kept record ($2) go on with the ended places ($3) in groups that it has left before today ($4), or enters
 * later: it may be the record that was taken out because the child was twice in the group.
 */
const CONTINUE_PLACES = tenantStatement(
  'flows/continue-places',
  `INSERT INTO group_members (client_id, group_id, member_id, from_date, to_date)
   SELECT $1, ended.group_id, $2, gap.first, gap.last
   FROM jsonb_to_recordset($3::jsonb) ended (group_id uuid, from_date date, to_date date)
   CROSS JOIN LATERAL (
     -- null dates are passed over by greatest and least
     SELECT greatest(ended.from_date, max(own.to_date) FILTER (WHERE own.to_date < $4) + 1) AS first,
       least(ended.to_date, min(own.from_date)
         FILTER (WHERE own.from_date > $4 AND (own.to_date IS NULL OR own.to_date >= own.from_date)) - 1) AS last,
       coalesce(bool_or(own.from_date <= $4 AND (own.to_date IS NULL OR own.to_date >= $4)), false) AS is_in
     FROM group_members own
     WHERE own.client_id = $1 AND own.group_id = ended.group_id AND own.member_id = $2) gap
   WHERE NOT gap.is_in AND (gap.last IS NULL OR gap.last >= gap.first)
   ON CONFLICT (client_id, group_id, member_id, from_date) DO UPDATE SET to_date = excluded.to_date
   RETURNING group_id, from_date, to_date`,
)

/** Gives the kept record the places in groups of the merged one, and ends those that it has already. */
export async function movePlacesToKept(
  tx: Tx,
  { today }: ClubContext,
  mergedId: string,
  keptId: string,
): Promise<PlaceChanges> {
  const moved = await movePlaces(tx, mergedId, keptId, /* places */ null)
  const ended = await queryRows(tx, END_PLACES, [mergedId, today])
  return { moved, ended, continued: await queryRows(tx, CONTINUE_PLACES, [keptId, JSON.stringify(ended), today]) }
}

const RESTORE_ENDED_PLACES = tenantStatement(
  'flows/restore-ended-places',
  `UPDATE group_members place SET to_date = ended.to_date
   FROM jsonb_to_recordset($3::jsonb) ended (group_id uuid, from_date date, to_date date)
   WHERE place.client_id = $1 AND place.member_id = $2 AND place.group_id = ended.group_id
     AND place.from_date = ended.from_date`,
)

const DELETE_CONTINUED_PLACES = tenantStatement(
  'flows/delete-continued-places',
  `DELETE FROM group_members place
   USING jsonb_to_recordset($3::jsonb) continued (group_id uuid, from_date date, to_date date)
   WHERE place.client_id = $1 AND place.member_id = $2 AND place.group_id = continued.group_id
     AND place.from_date = continued.from_date AND place.to_date IS NOT DISTINCT FROM continued.to_date`,
)

/** Gives the merged record its places back; a continued one that was changed since stays. */
export async function movePlacesBack(
  tx: Tx,
  keptId: string,
  mergedId: string,
  { moved, ended, continued = [] }: PlaceChanges,
): Promise<void> {
  await movePlaces(tx, keptId, mergedId, moved)
  await execute(tx, DELETE_CONTINUED_PLACES, [keptId, JSON.stringify(continued)])
  await execute(tx, RESTORE_ENDED_PLACES, [mergedId, JSON.stringify(ended)])
}

/** Keys for the club's change list after a merge or its undo: the places in groups that it moved or ended. */
export function keysOfPlaces(
  { clubId }: ClubContext,
  members: readonly string[],
  { moved, ended }: PlaceChanges,
): ChangedKey[] {
  return [...moved, ...ended].flatMap(({ group_id }): ChangedKey[] => [
    ...members.map((member) => ({ clubId, kind: 'group_member' as const, key: `${group_id}/${member}` })),
    { clubId, kind: 'group', key: group_id },
  ])
}

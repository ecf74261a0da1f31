import { Type } from 'typebox'
import type { ChangeSetFacts } from '#contract/flows/change-sets.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import { restoreMembers } from '#server/members/change-sets/change-set.ts'
import { lockAndListMemberKeys } from '#server/members/commands.ts'
import { placeKeys } from '#server/members/leave-groups.ts'
import { execute, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Obstacle, StoredChangeSet } from '#server/platform/undo-journal.ts'
import { listPlaces, lockGroupsAndMembers, restorePlaces } from '#server/scheduling/groups/restore-places.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { inBatches } from '#server/tenants/club-tasks/batches.ts'
import type { UndoKind, UndoNeeds, UndoResult } from './kind.ts'

type MembersChanged = Extract<ChangeSetFacts, { kind: 'members' }>

/** How many members are named. */
const MAX_NAMED = 3

/** Changes of status, ability groups and places in groups, of one member or of many at once. */
export const membersKind: UndoKind = {
  days: UNDO_DAYS,
  isLeft: `(EXISTS (SELECT FROM change_set_places place
      WHERE place.client_id = change_sets.client_id AND place.change_set_id = change_sets.id)
    OR EXISTS (SELECT FROM change_set_members changed
      WHERE changed.client_id = change_sets.client_id AND changed.change_set_id = change_sets.id))`,
  describe: describeChanges,
  undo: undoChanges,
}

const AUDIT_UNDO = tenantStatement(
  'flows/audit-undo-of-members',
  `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, after)
   SELECT $1, $2, 'undo-change-set', 'member', member, $4 FROM unnest($3::text[]) member RETURNING client_id`,
)

/** Restores all rows that the change set changed, or none when some were changed again. */
async function undoChanges(
  tx: Tx,
  context: ClubContext,
  changeSet: StoredChangeSet,
  { report }: UndoNeeds,
): Promise<UndoResult> {
  const { id } = changeSet
  const members = await lockGroupsAndMembers(tx, context, id)
  const changedAgain = await findChangedAgain(tx, context, id)
  if (changedAgain.length > 0) return { obstacles: changedAgain }
  // before their places, which only active members have
  await inBatches(
    members,
    async (batch) => {
      await restoreMembers(tx, context, id, batch, 'before')
      return []
    },
    report,
  )
  const wrongPlaces = await restorePlaces(tx, context, changeSet)
  const inGroups = await queryRows(tx, INACTIVE_IN_GROUPS, [context.clubId, id, context.today])
  const obstacles = [...wrongPlaces, ...inGroups]
  if (obstacles.length > 0) return { obstacles }
  await execute(tx, AUDIT_UNDO, [context.userId, members, JSON.stringify({ clubId: context.clubId, undone: id })])
  const places = await listPlaces(tx, id)
  const placed = new Set(places.map((place) => place.member_id))
  const others = members.filter((member) => !placed.has(member))
  return {
    changed: [
      ...placeKeys(context, places),
      // tablets may have removed what they had of those who are in a group again
      ...(await lockAndListMemberKeys(tx, context.clubId, [...placed])),
      ...others.map((key) => ({ clubId: context.clubId, kind: 'member' as const, key })),
    ],
  }
}

/**
 * The members whose present status and ability groups (tags) are not what the change set left (`after`). `@>` alone would
 * accept further tags, so tags are also compared as a whole.
 */
const CHANGED_AGAIN = tenantStatement(
  'flows/list-members-changed-again',
  `SELECT CASE present.status WHEN 'merged' THEN 'merged' ELSE 'changed' END AS why, changed.member_id AS id
   FROM change_set_members changed
   LEFT JOIN club_members present ON present.client_id = changed.client_id
     AND present.member_id = changed.member_id AND present.club_id = $2
   WHERE changed.client_id = $1 AND changed.change_set_id = $3
     AND NOT coalesce(jsonb_build_object('status', present.status, 'tags', present.tags) @> changed.after
       AND (NOT changed.after ? 'tags' OR to_jsonb(present.tags) = changed.after -> 'tags'), false)`,
)

/** The members whose status or ability groups were changed again, or whose record was merged. */
async function findChangedAgain(tx: Tx, { clubId }: ClubContext, id: string): Promise<Obstacle[]> {
  return queryRows(tx, CHANGED_AGAIN, [clubId, id])
}

/** The members who would be inactive again and have been put into a group of the club since; an inactive one is in none. */
const INACTIVE_IN_GROUPS = tenantStatement(
  'flows/list-inactive-members-in-groups',
  `SELECT DISTINCT 'group' AS why, changed.member_id AS id FROM change_set_members changed
   JOIN group_members place ON place.client_id = changed.client_id AND place.member_id = changed.member_id
     AND (place.to_date IS NULL OR place.to_date >= $4)
   JOIN groups ON groups.client_id = place.client_id AND groups.id = place.group_id AND groups.club_id = $2
   WHERE changed.client_id = $1 AND changed.change_set_id = $3 AND changed.before ->> 'status' = 'inactive'`,
)

/**
 * What change sets did. `tags_before` and `tags_after` are the ability groups of one of its members; null when they were
 * not changed.
 */
const RECORDED = tenantStatement(
  'flows/describe-changes-of-members',
  `SELECT recorded.id, recorded.count, recorded.members,
     ARRAY(SELECT DISTINCT groups.name FROM change_set_places place
       JOIN groups ON groups.client_id = place.client_id AND groups.id = place.group_id
       WHERE place.client_id = $1 AND place.change_set_id = recorded.id AND place.after_to IS NOT NULL
         -- a place to come of a group that was entered now instead
         AND NOT EXISTS (SELECT FROM change_set_places entered WHERE entered.client_id = $1
           AND entered.change_set_id = recorded.id AND entered.group_id = place.group_id
           AND entered.member_id = place.member_id AND entered.after_to IS NULL)
       ORDER BY groups.name) AS left,
     ARRAY(SELECT DISTINCT groups.name FROM change_set_places place
       JOIN groups ON groups.client_id = place.client_id AND groups.id = place.group_id
       WHERE place.client_id = $1 AND place.change_set_id = recorded.id AND place.after_to IS NULL
       ORDER BY groups.name) AS entered,
     one.after -> 'status' AS status, one.before -> 'tags' AS tags_before, one.after -> 'tags' AS tags_after
   FROM (
     SELECT noted.id, count(*)::int AS count,
       coalesce(to_json((array_agg(member.firstname || ' ' || member.lastname
         ORDER BY member.lastname, member.firstname, member.id))[:${MAX_NAMED}]), '[]') AS members
     FROM (SELECT change_set_id AS id, member_id FROM change_set_places
         WHERE client_id = $1 AND change_set_id = ANY($2)
       UNION SELECT change_set_id, member_id FROM change_set_members
         WHERE client_id = $1 AND change_set_id = ANY($2)) noted
     JOIN members member ON member.client_id = $1 AND member.id = noted.member_id
     GROUP BY noted.id) recorded
   -- the first of its members: what was changed is the same for all
   LEFT JOIN LATERAL (SELECT changed.before, changed.after FROM change_set_members changed
     WHERE changed.client_id = $1 AND changed.change_set_id = recorded.id
     ORDER BY changed.member_id LIMIT 1) one ON true`,
  {
    json: {
      members: Type.Array(Type.String()),
      status: Type.Union([Type.Literal('active'), Type.Literal('inactive')]),
      tags_before: Type.Array(Type.String()),
      tags_after: Type.Array(Type.String()),
    },
  },
)

async function describeChanges(
  tx: Tx,
  _context: ClubContext,
  ids: readonly string[],
): Promise<Map<string, ChangeSetFacts>> {
  const rows = await queryRows(tx, RECORDED, [ids])
  return new Map(rows.map((row) => [row.id, factsOf(row)]))
}

function factsOf(row: RowOf<typeof RECORDED>): MembersChanged {
  const { count, members, left, entered, status, tags_before: before, tags_after: after } = row
  const given = after?.find((tag) => !before?.includes(tag))
  const taken = before?.find((tag) => !after?.includes(tag))
  return { kind: 'members', did: whatWasDone(), count, members, left, entered, tag: given ?? taken ?? null }

  function whatWasDone(): MembersChanged['did'] {
    if (status !== null) return status
    if (after !== null) return given === undefined ? 'untag' : 'tag'
    if (left.length > 0 && entered.length > 0) return 'move'
    return entered.length > 0 ? 'enter' : 'leave'
  }
}

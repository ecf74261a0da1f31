import { canonicalJson } from '#domain/platform/canonical.ts'
import { GROUP_FIELDS, type GroupFields } from '#domain/scheduling/group-fields.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Obstacle } from '#server/platform/undo-journal.ts'
import { updateGroups } from '#server/scheduling/groups/commands.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { GROUPS_OF_CLUB } from './groups.ts'
import type { BroughtToGroups } from './report.ts'

/** The ids of the groups, each once. */
export function groupsBroughtTo({ coaches, sessions, covers, filled }: BroughtToGroups): string[] {
  return [
    ...new Set([...[...coaches, ...sessions, ...covers].map((row) => row.group_id), ...filled.map(({ id }) => id)]),
  ]
}

/** SQL: the rows `$2` of a table that are as they were written. */
const unchanged = (table: string) =>
  `${table} row USING jsonb_array_elements($2::jsonb) written (noted) WHERE row.client_id = $1
     AND row.group_id = (written.noted ->> 'group_id')::uuid AND to_jsonb(row) @> written.noted`

const REMOVE_COACHES = tenantStatement(
  'flows/remove-coaches-of-groups-that-were-there',
  `DELETE FROM ${unchanged('group_coaches')} RETURNING row.group_id`,
)
const REMOVE_SESSIONS = tenantStatement(
  'flows/remove-sessions-of-groups-that-were-there',
  `DELETE FROM ${unchanged('session_exceptions')} RETURNING row.group_id`,
)
const REMOVE_COVERS = tenantStatement(
  'flows/remove-covers-of-groups-that-were-there',
  `DELETE FROM ${unchanged('session_covers')} RETURNING row.group_id`,
)

/** The groups of the rows `$2`, `$3`, `$4` of which some are there and not as they were written. */
const CHANGED = tenantStatement(
  'flows/list-changed-groups-that-were-there',
  `SELECT (noted ->> 'group_id')::uuid AS id FROM jsonb_array_elements($2::jsonb) noted
   JOIN group_coaches row ON row.client_id = $1 AND row.group_id = (noted ->> 'group_id')::uuid
     AND row.user_id = (noted ->> 'user_id')::uuid AND row.from_date = (noted ->> 'from_date')::date
   WHERE NOT to_jsonb(row) @> noted
   UNION SELECT row.group_id FROM jsonb_array_elements($3::jsonb) noted
   JOIN session_exceptions row ON row.client_id = $1 AND row.group_id = (noted ->> 'group_id')::uuid
     AND row.date = (noted ->> 'date')::date
   WHERE NOT to_jsonb(row) @> noted
   UNION SELECT row.group_id FROM jsonb_array_elements($4::jsonb) noted
   JOIN session_covers row ON row.client_id = $1 AND row.group_id = (noted ->> 'group_id')::uuid
     AND row.date = (noted ->> 'date')::date AND row.user_id = (noted ->> 'user_id')::uuid
   WHERE NOT to_jsonb(row) @> noted`,
)

/**
 * Takes back what an archive has brought to groups that the club had. A group stays as it is when somebody has changed
 * since what the archive brought to it. The groups are locked.
 */
export async function undoGroupsThere(
  tx: Tx,
  { clubId }: ClubContext,
  { coaches, sessions, covers, filled }: BroughtToGroups,
): Promise<{ changed: ChangedKey[]; kept: Obstacle[] }> {
  const present = new Map((await queryRows(tx, GROUPS_OF_CLUB, [clubId])).map(({ id, fields }) => [id, fields]))
  const lists = [coaches, sessions, covers].map((rows) => JSON.stringify(rows)) as [string, string, string]
  const kept = new Set((await queryRows(tx, CHANGED, lists)).flatMap(({ id }) => id ?? []))
  for (const { id, after } of filled) if (!isSame(present.get(id), after)) kept.add(id)
  const toGo = (rows: BroughtToGroups['coaches']) => JSON.stringify(rows.filter((row) => !kept.has(row.group_id)))
  const restored = filled.filter(({ id }) => !kept.has(id))
  const removed = [
    ...(await queryRows(tx, REMOVE_COACHES, [toGo(coaches)])),
    ...(await queryRows(tx, REMOVE_SESSIONS, [toGo(sessions)])),
  ]
  await execute(tx, REMOVE_COVERS, [toGo(covers)])
  await updateGroups(
    tx,
    GROUP_FIELDS,
    restored.map(({ id, before }) => ({ id, ...before })),
  )
  const ids = new Set([...removed.map((row) => row.group_id), ...restored.map(({ id }) => id)])
  return {
    changed: [...ids].map((key) => ({ clubId, kind: 'group', key })),
    kept: [...kept].map((id) => ({ why: 'used', id })),
  }
}

/** Whether a group has the fields that it was given; one that is not there has not. */
function isSame(fields: GroupFields | undefined, given: GroupFields): boolean {
  return (
    fields !== undefined && GROUP_FIELDS.every((name) => canonicalJson(fields[name]) === canonicalJson(given[name]))
  )
}

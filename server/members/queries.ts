import { queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * SQL of the JSON `{slug: {node: value}}` about one member, from the rows `entry` of a table such as `results`.
 * `member` is the alias of the member's row in the surrounding query; `value` and `where` are SQL that reads `entry`.
 */
export const bySchemeAndNode = (member: string, value: string, table: string, where = 'true') => `coalesce((
  SELECT json_object_agg(slug, nodes) FROM (
    SELECT schemes.slug, json_object_agg(entry.node_id, ${value}) AS nodes
    FROM ${table} entry JOIN schemes ON schemes.client_id = entry.client_id AND schemes.id = entry.scheme_id
    WHERE entry.client_id = ${member}.client_id AND entry.member_id = ${member}.id AND ${where}
    GROUP BY schemes.slug) by_scheme), '{}')`

/** SQL of a member's results, by scheme and node; `member` is the alias of the member's row. */
export const scoresSql = (member: string) =>
  bySchemeAndNode(
    member,
    `json_build_object('grade', entry.grade, 'pass', entry.pass, 'ts', entry.ts, 'since', entry.since)`,
    'results',
  )

const CLUBS_OF_MEMBERS = tenantStatement(
  'members/list-clubs-of-members',
  `SELECT club_id, member_id FROM club_members WHERE client_id = $1 AND member_id = ANY($2)
   UNION ALL SELECT club_id, member_id FROM guests WHERE client_id = $1 AND member_id = ANY($2)`,
  { prepare: true },
)

/** The clubs to which these members belong, or where they are guests, one row for each club and member. */
export async function clubsOfMembers(tx: Tx, memberIds: readonly string[]): Promise<RowOf<typeof CLUBS_OF_MEMBERS>[]> {
  return queryRows(tx, CLUBS_OF_MEMBERS, [memberIds])
}

/** SQL of the ids of records (a UUID array) and of those that they were merged into since. */
export const withMergedInto = (ids: string) => `(WITH RECURSIVE record AS (
    SELECT unnest(${ids}) AS id
    UNION SELECT merged.kept_id FROM record JOIN member_merges merged
      ON merged.client_id = $1 AND merged.merged_id = record.id AND merged.undone_at IS NULL)
  SELECT id FROM record)`

import { prepared, type Tx } from '#server/platform/tenancy.ts'

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

/** The clubs to which these members belong, one row for each club and member. */
export async function clubsOfMembers(
  tx: Tx,
  memberIds: readonly string[],
): Promise<{ club_id: string; member_id: string }[]> {
  const { rows } = await tx.query<{ club_id: string; member_id: string }>(
    prepared('SELECT club_id, member_id FROM club_members WHERE member_id = ANY($1)', [memberIds]),
  )
  return rows
}

import type { Scheme } from '#contract/curriculum/schemes.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { isRunning, todayAt } from '#server/tenants/clubs/today.ts'
import { savedChanges } from './saved-changes.ts'

/**
 * SQL of the number of steps of a scheme since some time, and of updates of its linked nodes. A step that was taken back is
 * no change, but taking back one from before that time is.
 */
const changesAfter = (since: string) => `(SELECT count(*) FROM (SELECT FROM ${savedChanges} edit
       WHERE edit.scheme_id = schemes.id AND ${since}
       GROUP BY edit.step HAVING sum(CASE WHEN edit.forward THEN 1 ELSE -1 END) <> 0
     ) steps)::int`

const LIST_FACTS = tenantStatement(
  'curriculum/list-scheme-facts',
  `WITH nodes AS (
     SELECT scheme_id, count(*) FILTER (WHERE t = 'l')::int AS levels, count(*) FILTER (WHERE t = 's')::int AS skills
     FROM scheme_nodes WHERE client_id = $1 AND deleted_at IS NULL GROUP BY scheme_id),
   places AS (
     SELECT groups.scheme_id, count(DISTINCT group_members.member_id)::int AS members
     FROM groups
     JOIN clubs ON clubs.client_id = groups.client_id AND clubs.id = groups.club_id
     JOIN group_members ON group_members.client_id = groups.client_id AND group_members.group_id = groups.id
     WHERE groups.client_id = $1 AND groups.scheme_id IS NOT NULL
       AND group_members.from_date <= ${todayAt('clubs')}
       AND (group_members.to_date IS NULL OR group_members.to_date >= ${todayAt('clubs')})
       AND clubs.deleted_at IS NULL AND ${isRunning(todayAt('clubs'))}
     GROUP BY groups.scheme_id),
   changes AS (
     SELECT DISTINCT ON (edit.scheme_id) edit.scheme_id, extract(epoch FROM edit.at)::int AS changed_ts,
       author.firstname || ' ' || author.lastname AS changed_by
     FROM ${savedChanges} edit
     JOIN users author ON author.client_id = $1 AND author.id = edit.user_id
     ORDER BY edit.scheme_id, edit.revision DESC),
   publications AS (
     SELECT DISTINCT ON (scheme_id) scheme_id, revision, extract(epoch FROM published_at)::int AS published_ts
     FROM published_revisions WHERE client_id = $1 ORDER BY scheme_id, number DESC)
   SELECT schemes.id, coalesce(nodes.levels, 0) AS levels, coalesce(nodes.skills, 0) AS skills,
     coalesce(places.members, 0) AS members, changes.changed_ts, changes.changed_by, publications.published_ts,
     ${changesAfter('edit.revision > publications.revision')} AS changes_since,
     ${changesAfter("schemes.state = 'released' AND edit.at > schemes.state_at")} AS changes_since_release,
     schemes.followed
   FROM schemes
   LEFT JOIN nodes ON nodes.scheme_id = schemes.id
   LEFT JOIN places ON places.scheme_id = schemes.id
   LEFT JOIN changes ON changes.scheme_id = schemes.id
   LEFT JOIN publications ON publications.scheme_id = schemes.id AND schemes.published
   WHERE schemes.client_id = $1`,
)

/** The schemes, each with what it is. */
export async function withFacts(tx: Tx, schemes: readonly Scheme[]): Promise<Scheme[]> {
  const rows = await queryRows(tx, LIST_FACTS)
  const factsOf = new Map(rows.map(({ id, ...facts }) => [id, facts]))
  return schemes.map((scheme) => {
    const facts = factsOf.get(scheme.uuid)
    return facts ? { ...scheme, facts } : scheme
  })
}

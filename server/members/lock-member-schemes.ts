import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const INSERT_MISSING = tenantStatement(
  'members/insert-member-schemes',
  `INSERT INTO member_schemes (client_id, member_id, scheme_id)
   SELECT $1, pair.member, pair.scheme FROM unnest($2::uuid[], $3::uuid[]) pair (member, scheme)
   ORDER BY pair.member, pair.scheme ON CONFLICT DO NOTHING RETURNING client_id`,
  { prepare: true },
)

const LOCK = tenantStatement(
  'members/lock-member-schemes',
  `SELECT FROM member_schemes JOIN unnest($2::uuid[], $3::uuid[]) pair (member, scheme)
     ON member_schemes.member_id = pair.member AND member_schemes.scheme_id = pair.scheme
   WHERE member_schemes.client_id = $1
   ORDER BY member_schemes.member_id, member_schemes.scheme_id FOR UPDATE OF member_schemes`,
  { prepare: true },
)

/**
 * SQL condition, true or null: the member has marks in the scheme. A row of `member_schemes` does not tell, because it
 * may have been created for its lock only, as when a child enters a group. For EXISTS the planner would read all marks
 * of the client; this looks up one by one.
 */
export const hasMarks = (member: string, scheme: string) => `(SELECT true FROM results
  WHERE results.client_id = $1 AND results.member_id = ${member} AND results.scheme_id = ${scheme} LIMIT 1)`

/**
 * Locks a member's results in a scheme, for each pair, by a row of `member_schemes` that is created when it is missing.
 * Rows are locked in the order of ids, so that two batches cannot deadlock.
 */
export async function lockMemberSchemes(
  tx: Tx,
  pairs: readonly { memberId: string; schemeId: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  const memberIds = pairs.map(({ memberId }) => memberId)
  const schemeIds = pairs.map(({ schemeId }) => schemeId)
  // The two are sent together; one connection runs them in this order.
  await Promise.all([execute(tx, INSERT_MISSING, [memberIds, schemeIds]), execute(tx, LOCK, [memberIds, schemeIds])])
}

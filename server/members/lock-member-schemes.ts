import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** Locks a member's results in a scheme, for each pair, by a row of `member_schemes` that is created when it is missing. Rows are locked in the order of ids, so that two batches cannot deadlock. */
export async function lockMemberSchemes(
  tx: Tx,
  clientId: string,
  pairs: readonly { memberId: string; schemeId: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  const args = [pairs.map((t) => t.memberId), pairs.map((t) => t.schemeId)]
  await Promise.all([
    tx.query(
      prepared(
        `INSERT INTO member_schemes (client_id, member_id, scheme_id)
       SELECT $1, t.m, t.s FROM unnest($2::uuid[], $3::uuid[]) t (m, s) ORDER BY t.m, t.s ON CONFLICT DO NOTHING`,
        [clientId, ...args],
      ),
    ),
    tx.query(
      prepared(
        `SELECT FROM member_schemes ms JOIN unnest($1::uuid[], $2::uuid[]) t (m, s) ON ms.member_id = t.m AND ms.scheme_id = t.s
       ORDER BY ms.member_id, ms.scheme_id FOR UPDATE OF ms`,
        args,
      ),
    ),
  ])
}

import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** Creates missing lock rows and locks all of them, in id order, so that two batches never wait for each other in a circle. */
export async function lockMemberSchemes(
  tx: Tx,
  clientId: string,
  touched: readonly { memberId: string; schemeId: string }[],
): Promise<void> {
  if (touched.length === 0) return
  const args = [touched.map((t) => t.memberId), touched.map((t) => t.schemeId)]
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

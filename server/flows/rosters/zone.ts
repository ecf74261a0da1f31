import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const USUAL_ZONE = tenantStatement(
  'flows/find-usual-time-zone',
  `SELECT time_zone FROM clubs WHERE client_id = $1 AND deleted_at IS NULL
   GROUP BY time_zone ORDER BY count(*) DESC, time_zone LIMIT 1`,
)

/** The client's time zone: that of most of its clubs. */
export async function clientZone(tx: Tx): Promise<string> {
  return (await findRow(tx, USUAL_ZONE))?.time_zone ?? 'UTC'
}

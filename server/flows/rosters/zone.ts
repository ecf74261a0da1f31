import type { Tx } from '#server/platform/tenancy.ts'

/** The client's time zone: that of most of its clubs. */
export async function clientZone(tx: Tx): Promise<string> {
  const { rows } = await tx.query<{ time_zone: string }>(
    'SELECT time_zone FROM clubs WHERE deleted_at IS NULL GROUP BY time_zone ORDER BY count(*) DESC, time_zone LIMIT 1',
  )
  return rows[0]?.time_zone ?? 'UTC'
}

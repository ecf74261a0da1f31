import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { movingHistory, type Tx } from '#server/platform/tenancy.ts'

/** SQL of the kinds of register entries that a merge takes from one record to the other. */
export const MERGED_KINDS = `('attendance', 'badge', 'family_word')`

/**
 * SQL of how much the value of an entry says: nothing when it was taken back; and who was absent under one of two records
 * of one child may have been present under the other.
 */
const weight = (value: string) => `CASE WHEN ${value} IS NULL OR ${value} IN ('null', 'false', '""') THEN 0
  WHEN ${value} = '"absent"' THEN 1 ELSE 2 END`

const LANES_TO_EXCHANGE = tenantStatement(
  'flows/list-registers-to-exchange',
  `SELECT kept.lane FROM registers merged
   JOIN registers kept ON kept.client_id = merged.client_id AND kept.member_id = $3
     AND kept.lane = replace(merged.lane, $2::uuid::text, $3::uuid::text)
   WHERE merged.client_id = $1 AND merged.member_id = $2 AND merged.kind IN ${MERGED_KINDS}
     AND ${weight('merged.value')} > ${weight('kept.value')}`,
)

/** SQL of the lanes of both records, each with that of the other: $2 is the merged one, $3 the kept one with the lanes $4. */
const LANES_OF_BOTH = `(SELECT lane AS one, replace(lane, $3::text, $2::text) AS other FROM unnest($4::text[]) lane
   UNION ALL SELECT replace(lane, $3::text, $2::text), lane FROM unnest($4::text[]) lane)`

const EXCHANGE_ENTRIES = tenantStatement(
  'flows/exchange-registers',
  `UPDATE registers own SET club_id = other.club_id, group_id = other.group_id, value = other.value,
     author_id = other.author_id, ts = other.ts
   FROM ${LANES_OF_BOTH} lanes JOIN registers other ON other.client_id = $1 AND other.lane = lanes.other
   WHERE own.client_id = $1 AND own.lane = lanes.one`,
)

const EXCHANGE_EDITS = tenantStatement(
  'flows/exchange-edits-of-registers',
  `UPDATE register_edits edit SET lane = lanes.other FROM ${LANES_OF_BOTH} lanes
   WHERE edit.client_id = $1 AND edit.lane = lanes.one`,
)

/**
 * Gives the kept record the entries of the merged one, with their histories, where both have one and the kept record's
 * says less. Returns the kept record's lanes of these entries.
 */
export async function exchangeRegisters(tx: Tx, mergedId: string, keptId: string): Promise<string[]> {
  const rows = await queryRows(tx, LANES_TO_EXCHANGE, [mergedId, keptId])
  const lanes = rows.map(({ lane }) => lane)
  await exchangeRegistersBack(tx, mergedId, keptId, lanes)
  return lanes
}

/** Exchanges these entries of both records once more. */
export async function exchangeRegistersBack(
  tx: Tx,
  mergedId: string,
  keptId: string,
  lanes: readonly string[],
): Promise<void> {
  if (lanes.length === 0) return
  await execute(tx, EXCHANGE_ENTRIES, [mergedId, keptId, lanes])
  await movingHistory(tx, () => execute(tx, EXCHANGE_EDITS, [mergedId, keptId, lanes]))
}

import type { Tx } from '#server/platform/tenancy.ts'

/** The table that stores places in groups as they were before a change, and the column of the change's id. */
type PlacesJournal =
  | { table: 'term_places'; key: 'application_id' }
  | { table: 'change_set_places'; key: 'change_set_id' }

/**
 * Restores places in groups as they were before a change, unless they were used since `at`: a place has been changed
 * again, or a member has an attendance or a mark in the new group. Then it restores nothing and returns those members.
 */
export async function restorePlaces(tx: Tx, { table, key }: PlacesJournal, id: string, at: Date): Promise<string[]> {
  const same = (gm: string) =>
    `${gm}.client_id = p.client_id AND ${gm}.group_id = p.group_id AND ${gm}.member_id = p.member_id AND ${gm}.from_date = p.from_date`
  const { rows } = await tx.query<{ member_id: string }>(
    `SELECT DISTINCT p.member_id FROM ${table} p LEFT JOIN group_members gm ON ${same('gm')}
     WHERE p.${key} = $1 AND (gm.member_id IS NULL OR gm.to_date IS DISTINCT FROM p.after_to
       OR p.after_to IS NULL AND (
         EXISTS (SELECT FROM registers r WHERE r.client_id = p.client_id AND r.group_id = p.group_id AND r.member_id = p.member_id
           AND r.kind = 'attendance' AND r.ts >= $2)
         OR EXISTS (SELECT FROM assessments a WHERE a.client_id = p.client_id AND a.member_id = p.member_id AND a.group_id = p.group_id
           AND a.entered_ts >= $2)))`,
    [id, Math.floor(at.getTime() / 1000)],
  )
  if (rows.length > 0) return rows.map((row) => row.member_id)
  await tx.query(
    `DELETE FROM group_members gm USING ${table} p WHERE p.${key} = $1 AND NOT p.existed AND ${same('gm')}`,
    [id],
  )
  await tx.query(
    `UPDATE group_members gm SET to_date = p.before_to FROM ${table} p WHERE p.${key} = $1 AND p.existed AND ${same('gm')}`,
    [id],
  )
  return []
}

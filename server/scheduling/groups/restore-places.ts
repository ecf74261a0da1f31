import type { Tx } from '#server/platform/tenancy.ts'

/**
 * A table that records the memberships of groups that a change touched, with its column of the change's id (`key`). In
 * the table, `existed` says whether there was a membership before; `before_to` and `after_to` are its last day before
 * and after the change.
 */
type MembershipJournal =
  | { table: 'term_places'; key: 'application_id' }
  | { table: 'change_set_places'; key: 'change_set_id' }

/**
 * Restores memberships of groups as they were before the change that was made at `changedAt`. It restores nothing when
 * one of the memberships has been changed again, or when a member has an attendance or a mark since then in the group
 * into which the change put the member; it returns the ids of those members.
 */
export async function restorePlaces(
  tx: Tx,
  { table, key }: MembershipJournal,
  id: string,
  changedAt: Date,
): Promise<string[]> {
  /** SQL condition: the row of `group_members` is the membership that the row `journal` records. */
  const isSameMembership = `group_members.client_id = journal.client_id AND group_members.group_id = journal.group_id
    AND group_members.member_id = journal.member_id AND group_members.from_date = journal.from_date`
  const { rows } = await tx.query<{ member_id: string }>(
    `SELECT DISTINCT journal.member_id FROM ${table} journal LEFT JOIN group_members ON ${isSameMembership}
     WHERE journal.${key} = $1 AND (group_members.member_id IS NULL
       OR group_members.to_date IS DISTINCT FROM journal.after_to
       -- the change put the member into the group, and there is an attendance or a mark since
       OR journal.after_to IS NULL AND (
         EXISTS (SELECT FROM registers WHERE registers.client_id = journal.client_id
           AND registers.group_id = journal.group_id AND registers.member_id = journal.member_id
           AND registers.kind = 'attendance' AND registers.ts >= $2)
         OR EXISTS (SELECT FROM assessments WHERE assessments.client_id = journal.client_id
           AND assessments.member_id = journal.member_id AND assessments.group_id = journal.group_id
           AND assessments.entered_ts >= $2)))`,
    [id, Math.floor(changedAt.getTime() / 1000)],
  )
  if (rows.length > 0) return rows.map((row) => row.member_id)
  await tx.query(
    `DELETE FROM group_members USING ${table} journal
     WHERE journal.${key} = $1 AND NOT journal.existed AND ${isSameMembership}`,
    [id],
  )
  await tx.query(
    `UPDATE group_members SET to_date = journal.before_to FROM ${table} journal
     WHERE journal.${key} = $1 AND journal.existed AND ${isSameMembership}`,
    [id],
  )
  return []
}

import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import type { ChangedKey } from '#server/assessment/sync/counters.ts'
import type { Tx } from '#server/platform/tenancy.ts'

export interface Step {
  changed: ChangedKey[]
  /** By which id it is taken back; null where nothing changed that could be. */
  undo: string | null
}

/** Does a write as a step that can be taken back: `work` notes under the id what it touches. */
export async function asStep(tx: Tx, context: ClubContext, work: (id: string) => Promise<ChangedKey[]>): Promise<Step> {
  const id = crypto.randomUUID()
  await tx.query('INSERT INTO office_steps (client_id, id, club_id, user_id, at) VALUES ($1, $2, $3, $4, $5)', [
    context.clientId,
    id,
    context.clubId,
    context.userId,
    new Date(context.nowMs),
  ])
  const changed = await work(id)
  const { rowCount } = await tx.query(
    `DELETE FROM office_steps s WHERE s.id = $1
       AND NOT EXISTS (SELECT FROM step_places p WHERE p.client_id = s.client_id AND p.step_id = s.id)
       AND NOT EXISTS (SELECT FROM step_members m WHERE m.client_id = s.client_id AND m.step_id = s.id)`,
    [id],
  )
  return { changed, undo: rowCount === 0 ? id : null }
}

export interface MemberChange {
  id: string
  before: MemberColumns
  after: MemberColumns
}

/** Columns of `club_members`, by their names. */
export interface MemberColumns {
  status?: 'active' | 'inactive'
  tags?: string[]
}

/** Notes what becomes of the members' rows at the club. */
export async function noteMembers(
  tx: Tx,
  context: ClubContext,
  stepId: string,
  changes: readonly MemberChange[],
): Promise<void> {
  await tx.query(
    `INSERT INTO step_members (client_id, step_id, member_id, before, after)
     SELECT $1, $2, * FROM unnest($3::uuid[], $4::jsonb[], $5::jsonb[])`,
    [
      context.clientId,
      stepId,
      changes.map((change) => change.id),
      changes.map((change) => JSON.stringify(change.before)),
      changes.map((change) => JSON.stringify(change.after)),
    ],
  )
}

/** Makes the members' rows what the step notes. */
export async function putMembers(
  tx: Tx,
  context: ClubContext,
  stepId: string,
  side: 'before' | 'after',
): Promise<void> {
  await tx.query(
    `UPDATE club_members cm SET status = coalesce(s.${side} ->> 'status', cm.status),
       tags = CASE WHEN s.${side} ? 'tags' THEN ARRAY(SELECT jsonb_array_elements_text(s.${side} -> 'tags')) ELSE cm.tags END
     FROM step_members s WHERE s.step_id = $2 AND cm.client_id = s.client_id AND cm.member_id = s.member_id AND cm.club_id = $1`,
    [context.clubId, stepId],
  )
}

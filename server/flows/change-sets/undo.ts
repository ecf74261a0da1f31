import type { Undone } from '#contract/flows/change-sets.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Obstacle } from '#server/platform/undo-journal.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { describeObstacles } from './describe-obstacles.ts'
import type { UndoKind, UndoNeeds } from './kind.ts'
import { kindOf } from './kinds.ts'

const DAY_MS = 86_400_000

/**
 * Undoes a change set of the club as a whole. A repeated request changes nothing and answers who undid it. When a later
 * edit stands in the way, or the time is over, nothing is undone and the refusal says why.
 */
export async function undoChangeSet(
  tx: Tx,
  context: ClubContext,
  id: string,
  needs: UndoNeeds,
): Promise<{ answer: Undone; changed: ChangedKey[] }> {
  // locked so that it is undone once
  const found = await findRow(tx, LOCK_CHANGE_SET, [context.clubId, id])
  const kind = kindOf(found?.kind ?? '')
  if (!found || !kind) throw new Refusal('NOT_FOUND', { field: 'id' })
  const { at, logged_at: loggedAt } = found
  if (found.undone_at !== null)
    return { answer: { repeated: true, by: found.undone_by, at: unixSeconds(found.undone_at), kept: [] }, changed: [] }
  const result = isOver(kind, at, context.nowMs)
    ? { obstacles: [{ why: 'late', id: null } as const] }
    : await kind.undo(tx, context, { id, at }, needs)
  if ('obstacles' in result) throw await refusal(tx, context, { at, loggedAt }, result.obstacles)
  const { changed, kept = [] } = result
  const by = await markUndone(tx, context, id)
  await audit(tx, {
    userId: context.userId,
    action: 'undo',
    entity: 'change-set',
    entityId: id,
    after: { clubId: context.clubId, kind: found.kind, kept: kept.length },
  })
  return {
    answer: {
      repeated: false,
      by,
      at: Math.floor(context.nowMs / 1000),
      kept: await describeObstacles(tx, context, { at, loggedAt }, kept),
    },
    changed,
  }
}

const COUNT_MEMBERS = tenantStatement(
  'flows/count-members-of-change-set',
  `SELECT ((SELECT count(*) FROM (
       SELECT member_id FROM change_set_members WHERE client_id = $1 AND change_set_id = $3
       UNION SELECT member_id FROM change_set_places WHERE client_id = $1 AND change_set_id = $3) changed)
     + (SELECT count(*) FROM member_import_rows line
       WHERE line.client_id = $1 AND line.import_id = $3 AND line.state = 'entered'))::int AS count
   FROM change_sets WHERE client_id = $1 AND club_id = $2 AND id = $3 AND undone_at IS NULL`,
)

/** How many members an undo of this change set concerns; 0 when there is nothing to undo. */
export async function countMembersOf(tx: Tx, context: ClubContext, id: string): Promise<number> {
  return (await findRow(tx, COUNT_MEMBERS, [context.clubId, id]))?.count ?? 0
}

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** Whether the time is over in which a change set of this kind can be undone. */
function isOver({ days }: UndoKind, at: Date, nowMs: number): boolean {
  return days !== null && at.getTime() + days * DAY_MS <= nowMs
}

/** `undone_by` is the name of the user who undid it. */
const LOCK_CHANGE_SET = tenantStatement(
  'flows/lock-change-set',
  `SELECT kind, at, logged_at, undone_at,
     coalesce((SELECT users.firstname || ' ' || users.lastname FROM users
       WHERE users.client_id = change_sets.client_id AND users.id = change_sets.undone_by), '') AS undone_by
   FROM change_sets WHERE client_id = $1 AND club_id = $2 AND id = $3 FOR UPDATE`,
)

const MARK_UNDONE = tenantStatement(
  'flows/mark-change-set-undone',
  `UPDATE change_sets SET undone_at = $3, undone_by = $4 FROM users
   WHERE change_sets.client_id = $1 AND change_sets.id = $2 AND users.client_id = $1 AND users.id = $4
   RETURNING users.firstname || ' ' || users.lastname AS name`,
)

/** Notes that a change set is undone; returns the name of the user. */
async function markUndone(tx: Tx, { userId, nowMs }: ClubContext, id: string): Promise<string> {
  const row = await findRow(tx, MARK_UNDONE, [id, new Date(nowMs), userId])
  return row?.name ?? ''
}

async function refusal(
  tx: Tx,
  context: ClubContext,
  times: { at: Date; loggedAt: Date },
  obstacles: readonly Obstacle[],
): Promise<Refusal> {
  return new Refusal('UNDO_STATE', {
    ids: obstacles.flatMap(({ id }) => id ?? []),
    obstacles: await describeObstacles(tx, context, times, obstacles),
  })
}

import type { SubmitWorkBody, SubmitWorkReply } from '#contract/assessment/submitted-work.ts'
import type { Operation } from '#contract/assessment/sync.ts'
import { audit } from '#server/platform/audit.ts'
import type { Session } from '#server/platform/http/session.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { HASH_DIGITS, readFinalOps, storedHash } from './operations.ts'

const CLOSED_AUTHORS = tenantStatement(
  'assessment/list-closed-authors',
  `SELECT users.id AS uuid, users.firstname FROM users
   JOIN user_clubs ON user_clubs.client_id = users.client_id AND user_clubs.user_id = users.id
     AND user_clubs.club_id = $2
   WHERE users.client_id = $1 AND users.id = ANY($3) AND users.type = 'coach' AND users.status <> 'current'`,
)

/** Which of these users have a closed account and worked at this club, with their first names for the tablet's list. */
export function closedAuthors(
  tx: Tx,
  clubId: string,
  userIds: readonly string[],
): Promise<{ uuid: string; firstname: string }[]> {
  return queryRows(tx, CLOSED_AUTHORS, [clubId, userIds])
}

const INSERT_WORK = tenantStatement(
  'assessment/insert-submitted-work',
  `INSERT INTO submitted_work (client_id, club_id, author_id, device_id, op_id, operation, payload_hash,
     submitted_by, submitted_at)
   SELECT $1, $2, (operation ->> 'authorUuid')::uuid, $3, (operation ->> 'opId')::uuid, operation,
     operation ->> 'payloadHash', $4, $5
   FROM unnest($6::jsonb[]) operation ON CONFLICT DO NOTHING RETURNING client_id`,
)

const SUBMITTED_WORK = tenantStatement(
  'assessment/list-submitted-work',
  'SELECT op_id, author_id, payload_hash FROM submitted_work WHERE client_id = $1 AND op_id = ANY($2)',
)

/**
 * Stores operations that the owner of a closed account left on a device, without applying them, until an administrator
 * decides. It is idempotent: nothing more is stored of an operation that was submitted before.
 */
export async function submitWork(tx: Tx, session: Session, body: SubmitWorkBody, now: Date): Promise<SubmitWorkReply> {
  const { userId, clubId } = session
  const ops = [...new Map(body.operations.map((op) => [op.opId, op])).values()]
  // the route has checked that the session has a club; '' is only for the compiler
  const authors = await closedAuthors(tx, clubId ?? '', [...new Set(ops.map((op) => op.authorUuid))])
  const authorIds = new Set(authors.map(({ uuid }) => uuid))
  const refusalOf = (op: Operation) => {
    if (op.club !== clubId) return 'AUTH_CLUB_NOT_FOUND'
    return authorIds.has(op.authorUuid) ? null : 'WRONG_AUTHOR'
  }
  const accepted = ops.filter((op) => refusalOf(op) === null)
  // operations that the author's own device has delivered already, with their final outcome
  const finalOps = await readFinalOps(
    tx,
    accepted.map((op) => op.opId),
  )
  const fresh = accepted.filter((op) => !finalOps.has(op.opId))
  const inserted =
    clubId === null
      ? 0
      : await execute(tx, INSERT_WORK, [clubId, body.deviceId, userId, now, fresh.map((op) => JSON.stringify(op))])
  const storedRows = await queryRows(tx, SUBMITTED_WORK, [fresh.map((op) => op.opId)])
  const storedOps = new Map(storedRows.map((row) => [row.op_id, row]))
  if (inserted > 0)
    await audit(tx, {
      userId,
      action: 'submit-work',
      entity: 'club',
      entityId: clubId ?? '',
      after: { ops: fresh.map((op) => op.opId) },
    })
  return {
    outcomes: ops.map((op) => {
      const { opId } = op
      const code = refusalOf(op)
      if (code !== null) return { opId, outcome: 'rejected', code }
      const existing = finalOps.get(opId) ?? storedOps.get(opId)
      if (existing?.payload_hash.slice(0, HASH_DIGITS) !== storedHash(op) || existing.author_id !== op.authorUuid)
        return { opId, outcome: 'rejected', code: 'OP_ID_REUSED' }
      return { opId, outcome: finalOps.get(opId)?.outcome ?? 'submitted' }
    }),
  }
}

import type { NotificationBody } from '#contract/notices/notifications.ts'
import { notificationProblems } from '#domain/notices/notification-entry.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision } from '#server/platform/http/revision.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readNotification } from './queries.ts'

type Actor = Pick<Session, 'clientId' | 'userId'>
const entity = 'notification'
const missing = () => new Refusal('NOT_FOUND', { field: 'id' })

export async function createNotification(
  tx: Tx,
  by: Actor,
  id: string,
  body: NotificationBody,
  at: Date,
): Promise<void> {
  refuseProblems(body)
  await tx.query(
    `INSERT INTO notifications (client_id, id, heading, description, start_date, end_date, global, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [by.clientId, id, body.heading.trim(), body.description.trim(), body.start, body.end, body.global, at],
  )
  await setClubs(tx, by.clientId, id, body)
  await audit(tx, by.clientId, { userId: by.userId, action: 'create', entity, entityId: id, after: body })
}

export async function changeNotification(
  tx: Tx,
  by: Actor,
  id: string,
  body: NotificationBody,
  ifMatch: string,
  at: Date,
): Promise<void> {
  refuseProblems(body)
  await tx.query('SELECT FROM notifications WHERE id = $1 FOR UPDATE', [id])
  const before = await readNotification(tx, id)
  if (!before) throw missing()
  matchRevision(ifMatch, before.revision)
  await tx.query(
    `UPDATE notifications SET heading = $2, description = $3, start_date = $4, end_date = $5, global = $6,
      updated_at = $7 WHERE id = $1`,
    [id, body.heading.trim(), body.description.trim(), body.start, body.end, body.global, at],
  )
  await setClubs(tx, by.clientId, id, body)
  await audit(tx, by.clientId, { userId: by.userId, action: 'change', entity, entityId: id, before, after: body })
}

/**
 * Deletes a notification, or restores it when `deleted` is false. Refuses to delete it twice, but not to restore it
 * twice.
 */
export async function markDeleted(tx: Tx, by: Actor, id: string, deleted: boolean, at: Date): Promise<void> {
  const { rowCount } = await tx.query(
    'UPDATE notifications SET deleted_at = $2 WHERE id = $1 AND (deleted_at IS NULL OR $2::timestamptz IS NULL)',
    [id, deleted ? at : null],
  )
  if (rowCount === 0) throw missing()
  await audit(tx, by.clientId, { userId: by.userId, action: deleted ? 'delete' : 'undelete', entity, entityId: id })
}

function refuseProblems(body: NotificationBody): void {
  const [problem] = notificationProblems(body)
  if (problem) throw new Refusal('INVALID_REQUEST', { field: problem.field, detail: problem.problem })
}

/** Sets the clubs that see a notification, none when it is for all clubs; refuses an unknown club. */
async function setClubs(tx: Tx, clientId: string, id: string, { global, club_ids }: NotificationBody): Promise<void> {
  const clubIds = global ? [] : club_ids
  const { rows } = await tx.query<{ existing: number }>(
    'SELECT count(*) AS existing FROM clubs WHERE deleted_at IS NULL AND id = ANY($1::uuid[])',
    [clubIds],
  )
  if (rows[0]?.existing !== clubIds.length) throw new Refusal('NOT_FOUND', { field: 'club_ids' })
  await tx.query('DELETE FROM notification_clubs WHERE notification_id = $1', [id])
  await tx.query(
    'INSERT INTO notification_clubs (client_id, notification_id, club_id) SELECT $1, $2, id FROM unnest($3::uuid[]) id',
    [clientId, id, clubIds],
  )
}

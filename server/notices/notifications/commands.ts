import type { NotificationBody } from '#contract/notices/notifications.ts'
import { notificationProblems } from '#domain/notices/notification-entry.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { matchRevision } from '#server/platform/http/revision.ts'
import type { Session } from '#server/platform/http/session.ts'
import { execute, getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readNotification } from './queries.ts'

type Actor = Pick<Session, 'clientId' | 'userId'>
const entity = 'notification'
const missing = () => new Refusal('NOT_FOUND', { field: 'id' })

const INSERT_NOTIFICATION = tenantStatement(
  'notices/insert-notification',
  `INSERT INTO notifications (client_id, id, heading, description, start_date, end_date, global, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

export async function createNotification(
  tx: Tx,
  by: Actor,
  id: string,
  body: NotificationBody,
  at: Date,
): Promise<void> {
  refuseProblems(body)
  const { start, end, global } = body
  await execute(tx, INSERT_NOTIFICATION, [id, body.heading.trim(), body.description.trim(), start, end, global, at])
  await setClubs(tx, id, body)
  await audit(tx, { userId: by.userId, action: 'create', entity, entityId: id, after: body })
}

const LOCK_NOTIFICATION = tenantStatement(
  'notices/lock-notification',
  'SELECT FROM notifications WHERE client_id = $1 AND id = $2 FOR UPDATE',
)

const UPDATE_NOTIFICATION = tenantStatement(
  'notices/update-notification',
  `UPDATE notifications SET heading = $3, description = $4, start_date = $5, end_date = $6, global = $7,
     updated_at = $8 WHERE client_id = $1 AND id = $2`,
)

export async function changeNotification(
  tx: Tx,
  by: Actor,
  id: string,
  body: NotificationBody,
  ifMatch: string,
  at: Date,
): Promise<void> {
  refuseProblems(body)
  await execute(tx, LOCK_NOTIFICATION, [id])
  const before = await readNotification(tx, id)
  if (!before) throw missing()
  matchRevision(ifMatch, before.revision)
  const { start, end, global } = body
  await execute(tx, UPDATE_NOTIFICATION, [id, body.heading.trim(), body.description.trim(), start, end, global, at])
  await setClubs(tx, id, body)
  await audit(tx, { userId: by.userId, action: 'change', entity, entityId: id, before, after: body })
}

const MARK_DELETED = tenantStatement(
  'notices/mark-notification-deleted',
  `UPDATE notifications SET deleted_at = $3
   WHERE client_id = $1 AND id = $2 AND (deleted_at IS NULL OR $3::timestamptz IS NULL)`,
)

/**
 * Deletes a notification, or restores it when `deleted` is false. Refuses to delete it twice, but not to restore it
 * twice.
 */
export async function markDeleted(tx: Tx, by: Actor, id: string, deleted: boolean, at: Date): Promise<void> {
  const marked = await execute(tx, MARK_DELETED, [id, deleted ? at : null])
  if (marked === 0) throw missing()
  await audit(tx, { userId: by.userId, action: deleted ? 'delete' : 'undelete', entity, entityId: id })
}

function refuseProblems(body: NotificationBody): void {
  const [problem] = notificationProblems(body)
  if (problem) throw new Refusal('INVALID_REQUEST', { field: problem.field, detail: problem.problem })
}

const COUNT_CLUBS = tenantStatement(
  'notices/count-clubs-of-notification',
  'SELECT count(*) AS existing FROM clubs WHERE client_id = $1 AND deleted_at IS NULL AND id = ANY($2::uuid[])',
)

const DELETE_CLUBS = tenantStatement(
  'notices/delete-clubs-of-notification',
  'DELETE FROM notification_clubs WHERE client_id = $1 AND notification_id = $2',
)

const INSERT_CLUBS = tenantStatement(
  'notices/insert-clubs-of-notification',
  `INSERT INTO notification_clubs (client_id, notification_id, club_id) SELECT $1, $2, id FROM unnest($3::uuid[]) id
   RETURNING client_id`,
)

/** Sets the clubs that see a notification, none when it is for all clubs; refuses an unknown club. */
async function setClubs(tx: Tx, id: string, { global, club_ids }: NotificationBody): Promise<void> {
  const clubIds = global ? [] : club_ids
  const { existing } = await getRow(tx, COUNT_CLUBS, [clubIds])
  if (existing !== clubIds.length) throw new Refusal('NOT_FOUND', { field: 'club_ids' })
  await execute(tx, DELETE_CLUBS, [id])
  await execute(tx, INSERT_CLUBS, [id, clubIds])
}

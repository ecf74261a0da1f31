import type { Notice, Notification, NotificationsQuery, NotificationSort } from '#contract/notices/notifications.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A user is shown at most this many notifications at once. */
const MAX_SHOWN = 20

const orders: Record<NotificationSort, string> = {
  aheading: 'folded(notifications.heading), notifications.id',
  dheading: 'folded(notifications.heading) DESC, notifications.id',
  astart: 'notifications.start_date, notifications.id',
  dstart: 'notifications.start_date DESC, notifications.id',
}

/** SQL of the API's JSON of a notification, from the row `notifications`. */
const notificationJson = `json_build_object('id', notifications.id, 'heading', notifications.heading,
  'description', notifications.description, 'start', notifications.start_date,
  'end', notifications.end_date, 'global', notifications.global,
    'clubs', (SELECT coalesce(json_agg(json_build_object('id', clubs.id, 'name', clubs.name)
    ORDER BY clubs.name), '[]') FROM notification_clubs
      JOIN clubs ON clubs.client_id = notification_clubs.client_id AND clubs.id = notification_clubs.club_id
    WHERE notification_clubs.client_id = notifications.client_id
      AND notification_clubs.notification_id = notifications.id))`

type Row = Omit<Notification, 'revision'>
const withRevision = (row: Row): Notification => ({ ...row, revision: revisionOf(row) })

/** One page of the client's notifications, and the total number. */
export async function listNotifications(
  tx: Tx,
  query: NotificationsQuery,
  nowMs: number,
): Promise<{ rows: Notification[]; total: number }> {
  const params = new SqlParams()
  const conditions = ['notifications.deleted_at IS NULL']
  if (query.search !== undefined)
    conditions.push(
      `position(folded(${params.add(query.search.trim())}) IN folded(
        notifications.heading || ' ' || notifications.description)) > 0`,
    )
  // A notification is over when its last day has ended everywhere on earth, last at UTC-12 (named `Etc/GMT+12`).
  if (query.current === '1') conditions.push(`notifications.end_date >= ${params.add(localDate(nowMs, 'Etc/GMT+12'))}`)
  const where = conditions.join(' AND ')
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ list: Row[]; total: number }>(
    `SELECT (SELECT coalesce(json_agg(${notificationJson} ORDER BY ${orders[query.sort ?? 'dstart']}), '[]')
       FROM (SELECT * FROM notifications WHERE ${where} ORDER BY ${orders[query.sort ?? 'dstart']}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) notifications) AS list,
       (SELECT count(*) FROM notifications WHERE ${where}) AS total`,
    params.values,
  )
  return { rows: (rows[0]?.list ?? []).map(withRevision), total: rows[0]?.total ?? 0 }
}

export async function readNotification(tx: Tx, id: string): Promise<Notification | null> {
  const { rows } = await tx.query<{ row: Row }>(
    `SELECT ${notificationJson} AS row FROM notifications
      WHERE notifications.id = $1 AND notifications.deleted_at IS NULL`,
    [id],
  )
  return rows[0] ? withRevision(rows[0].row) : null
}

/** The notifications that a club's users are shown on the day `today`, those with the newest start first. */
export async function noticesOf(tx: Tx, clubId: string, today: string): Promise<Notice[]> {
  const { rows } = await tx.query<Omit<Notice, 'revision'>>(
    `SELECT notifications.id, notifications.heading, notifications.description, notifications.start_date AS start,
      notifications.end_date AS "end" FROM notifications
     WHERE notifications.deleted_at IS NULL AND $2 BETWEEN notifications.start_date AND notifications.end_date
       AND (notifications.global
         OR EXISTS (SELECT FROM notification_clubs
         WHERE notification_clubs.client_id = notifications.client_id
           AND notification_clubs.notification_id = notifications.id
         AND notification_clubs.club_id = $1))
     ORDER BY notifications.start_date DESC, notifications.id LIMIT ${MAX_SHOWN}`,
    [clubId, today],
  )
  // only of the text, so that a dismissed notification is shown again when its text has changed
  return rows.map((row) => ({ ...row, revision: revisionOf([row.heading, row.description]) }))
}

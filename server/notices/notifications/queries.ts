import { Type, type Static } from 'typebox'
import {
  Notification,
  type Notice,
  type NotificationsQuery,
  type NotificationSort,
} from '#contract/notices/notifications.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import { findRow, getRow, queryRows, tenantStatement, tenantStatements } from '#server/platform/sql/statement.ts'
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

const StoredNotification = Type.Omit(Notification, ['revision'])
type StoredNotification = Static<typeof StoredNotification>
const withRevision = (row: StoredNotification): Notification => ({ ...row, revision: revisionOf(row) })

/** SQL of the rows that a list shows: `$2` is a search, `$3` the day on which they are not over; either may be null. */
const FROM_LISTED = `FROM notifications WHERE notifications.client_id = $1 AND notifications.deleted_at IS NULL
  AND ($2::text IS NULL OR position(folded($2) IN folded(
    notifications.heading || ' ' || notifications.description)) > 0)
  AND ($3::date IS NULL OR notifications.end_date >= $3)`

const LIST_NOTIFICATIONS = tenantStatements(
  'notices/list-notifications',
  orders,
  (order) => `SELECT (SELECT coalesce(json_agg(${notificationJson} ORDER BY ${order}), '[]')
     FROM (SELECT * ${FROM_LISTED} ORDER BY ${order} LIMIT $4 OFFSET $5) notifications) AS list,
     (SELECT count(*) ${FROM_LISTED}) AS total`,
  { json: { list: Type.Array(StoredNotification) } },
)

/** One page of the client's notifications, and the total number. */
export async function listNotifications(
  tx: Tx,
  query: NotificationsQuery,
  nowMs: number,
): Promise<{ rows: Notification[]; total: number }> {
  // A notification is over when its last day has ended everywhere on earth, last at UTC-12 (named `Etc/GMT+12`).
  const currentOn = query.current === '1' ? localDate(nowMs, 'Etc/GMT+12') : null
  const { perPage, offset } = pageOf(query)
  const { list, total } = await getRow(tx, LIST_NOTIFICATIONS[query.sort ?? 'dstart'], [
    query.search?.trim() ?? null,
    currentOn,
    perPage,
    offset,
  ])
  return { rows: list.map(withRevision), total }
}

const NOTIFICATION = tenantStatement(
  'notices/read-notification',
  `SELECT ${notificationJson} AS stored FROM notifications
    WHERE notifications.client_id = $1 AND notifications.id = $2 AND notifications.deleted_at IS NULL`,
  { json: { stored: StoredNotification } },
)

export async function readNotification(tx: Tx, id: string): Promise<Notification | null> {
  const row = await findRow(tx, NOTIFICATION, [id])
  return row ? withRevision(row.stored) : null
}

const NOTICES_OF_CLUB = tenantStatement(
  'notices/list-notices-of-club',
  `SELECT notifications.id, notifications.heading, notifications.description, notifications.start_date AS start,
    notifications.end_date AS "end" FROM notifications
   WHERE notifications.client_id = $1 AND notifications.deleted_at IS NULL
     AND $3 BETWEEN notifications.start_date AND notifications.end_date
     AND (notifications.global
       OR EXISTS (SELECT FROM notification_clubs
       WHERE notification_clubs.client_id = notifications.client_id
         AND notification_clubs.notification_id = notifications.id
       AND notification_clubs.club_id = $2))
   ORDER BY notifications.start_date DESC, notifications.id LIMIT ${MAX_SHOWN}`,
)

/** The notifications that a club's users are shown on the day `today`, those with the newest start first. */
export async function noticesOf(tx: Tx, clubId: string, today: string): Promise<Notice[]> {
  const rows = await queryRows(tx, NOTICES_OF_CLUB, [clubId, today])
  // only of the text, so that a dismissed notification is shown again when its text has changed
  return rows.map((row) => ({ ...row, revision: revisionOf([row.heading, row.description]) }))
}

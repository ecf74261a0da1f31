import type { Notice, Notification, NotificationsQuery, NotificationSort } from '#contract/notices/notifications.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import type { Tx } from '#server/platform/tenancy.ts'

const orders: Record<NotificationSort, string> = {
  aheading: 'folded(n.heading), n.id',
  dheading: 'folded(n.heading) DESC, n.id',
  astart: 'n.start_date, n.id',
  dstart: 'n.start_date DESC, n.id',
}

/** SQL of the API's JSON of a notification, from alias `n`. */
const json = `json_build_object('id', n.id, 'heading', n.heading, 'description', n.description, 'start', n.start_date,
  'end', n.end_date, 'global', n.global, 'clubs', (SELECT coalesce(json_agg(json_build_object('id', cl.id, 'name', cl.name)
    ORDER BY cl.name), '[]') FROM notification_clubs nc JOIN clubs cl ON cl.client_id = nc.client_id AND cl.id = nc.club_id
    WHERE nc.client_id = n.client_id AND nc.notification_id = n.id))`

type Row = Omit<Notification, 'revision'>
const withRevision = (row: Row): Notification => ({ ...row, revision: revisionOf(row) })

/** One page of the client's notifications, and the total number. */
export async function listNotifications(
  tx: Tx,
  query: NotificationsQuery,
  nowMs: number,
): Promise<{ rows: Notification[]; total: number }> {
  const params = new SqlParams()
  const conditions = ['n.deleted_at IS NULL']
  if (query.search !== undefined)
    conditions.push(
      `position(folded(${params.add(query.search.trim())}) IN folded(n.heading || ' ' || n.description)) > 0`,
    )
  // A notification is over when its last day has ended everywhere on earth.
  if (query.current === '1') conditions.push(`n.end_date >= ${params.add(localDate(nowMs, 'Etc/GMT+12'))}`)
  const where = conditions.join(' AND ')
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ list: Row[]; total: number }>(
    `SELECT (SELECT coalesce(json_agg(${json} ORDER BY ${orders[query.sort ?? 'dstart']}), '[]')
       FROM (SELECT * FROM notifications n WHERE ${where} ORDER BY ${orders[query.sort ?? 'dstart']}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) n) AS list,
       (SELECT count(*) FROM notifications n WHERE ${where}) AS total`,
    params.values,
  )
  return { rows: (rows[0]?.list ?? []).map(withRevision), total: rows[0]?.total ?? 0 }
}

export async function readNotification(tx: Tx, id: string): Promise<Notification | null> {
  const { rows } = await tx.query<{ row: Row }>(
    `SELECT ${json} AS row FROM notifications n WHERE n.id = $1 AND n.deleted_at IS NULL`,
    [id],
  )
  return rows[0] ? withRevision(rows[0].row) : null
}

/** The notifications that a club is shown on the day `today`. */
export async function noticesOf(tx: Tx, clubId: string, today: string): Promise<Notice[]> {
  const { rows } = await tx.query<Omit<Notice, 'revision'>>(
    `SELECT n.id, n.heading, n.description, n.start_date AS start, n.end_date AS "end" FROM notifications n
     WHERE n.deleted_at IS NULL AND $2 BETWEEN n.start_date AND n.end_date
       AND (n.global OR EXISTS (SELECT FROM notification_clubs nc WHERE nc.client_id = n.client_id AND nc.notification_id = n.id
         AND nc.club_id = $1))
     ORDER BY n.start_date DESC, n.id LIMIT 20`,
    [clubId, today],
  )
  return rows.map((row) => ({ ...row, revision: revisionOf([row.heading, row.description]) }))
}

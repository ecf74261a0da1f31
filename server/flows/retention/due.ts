import type { RetentionPeriods } from '#contract/flows/retention.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** What a period applies to; `records` are mails, tasks and page views. */
export type RetentionKind = keyof RetentionPeriods
/**
 * The kinds in the order of their deletion: members first, because a parent's account whose last child was erased may
 * be due too.
 */
export const RETENTION_KINDS = ['members', 'accounts', 'records'] as const satisfies readonly RetentionKind[]

/**
 * SQL of members who have been inactive in all clubs since before `$1`. A merged record, whose status is `merged`, is
 * not listed: it is erased with the one that it is merged into.
 */
const MEMBERS = `SELECT member_id AS id FROM club_members GROUP BY member_id
  HAVING bool_and(status = 'inactive' AND inactive_since < $1)`

/**
 * SQL of accounts without a linked child that were created before `$1` and have had no login, session or club since. A
 * session counts until it expires.
 */
const ACCOUNTS = `SELECT account.id FROM users account
  WHERE account.type IN ('parent', 'coach', 'admin') AND account.status <> 'anonymised'
    AND greatest(account.made_at, account.last_login) < $1
    AND NOT EXISTS (SELECT FROM refresh_sessions session WHERE session.client_id = account.client_id
      AND session.user_id = account.id AND session.expires_at >= $1)
    AND NOT EXISTS (SELECT FROM member_links link WHERE link.client_id = account.client_id
      AND link.user_id = account.id)
    AND NOT EXISTS (SELECT FROM user_clubs work WHERE work.client_id = account.client_id
      AND work.user_id = account.id AND (work.to_date IS NULL OR work.to_date >= $1::date))`

/**
 * SQL of mails that were sent or given up before `$1`. Mails about awards and subscriptions stay, because their row is
 * what keeps them from being sent again.
 */
const MAILS = `SELECT id FROM mails WHERE ended_at < $1 AND kind <> 'award' AND NOT data ? 'subscription'`
const TASKS = `SELECT id FROM tasks WHERE ended_at < $1 AND state IN ('done', 'failed', 'cancelled')`
const PAGE_VIEWS = 'SELECT day FROM page_views WHERE day < $1::date'

const COUNT_SQL: Record<RetentionKind, string> = {
  members: `SELECT count(*)::int AS due FROM (${MEMBERS}) members`,
  accounts: `SELECT count(*)::int AS due FROM (${ACCOUNTS}) accounts`,
  records: `SELECT ((SELECT count(*) FROM (${MAILS}) mails) + (SELECT count(*) FROM (${TASKS}) tasks)
    + (SELECT count(*) FROM (${PAGE_VIEWS}) views))::int AS due`,
}

/** The moment `months` before `nowMs`, which the database computes, because months have different lengths. */
export async function readCutoff(tx: Tx, nowMs: number, months: number): Promise<Date> {
  const { rows } = await tx.query<{ at: Date }>('SELECT $1::timestamptz - make_interval(months => $2) AS at', [
    new Date(nowMs),
    months,
  ])
  return rows[0]?.at ?? new Date(0)
}

/** How much of each kind would be deleted now; kinds without a period are left out. */
export async function countDue(tx: Tx, periods: RetentionPeriods, nowMs: number): Promise<Record<string, number>> {
  const due: Record<string, number> = {}
  for (const kind of RETENTION_KINDS) {
    const months = periods[kind]
    if (months === null) continue
    const { rows } = await tx.query<{ due: number }>(COUNT_SQL[kind], [await readCutoff(tx, nowMs, months)])
    due[kind] = rows[0]?.due ?? 0
  }
  return due
}

/** The next members or accounts to delete, at most `limit`. */
export async function dueIds(tx: Tx, kind: 'members' | 'accounts', before: Date, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `${kind === 'members' ? MEMBERS : ACCOUNTS} ORDER BY id LIMIT ${limit}`,
    [before],
  )
  return rows.map(({ id }) => id)
}

/**
 * Deletes some mails and tasks, at most `limit` of each, and all old page views; returns how many rows were deleted.
 */
export async function deleteRecords(tx: Tx, before: Date, limit: number): Promise<number> {
  const mails = await tx.query(`DELETE FROM mails WHERE id IN (${MAILS} LIMIT ${limit})`, [before])
  const { rows } = await tx.query<{ id: string }>(`${TASKS} LIMIT ${limit}`, [before])
  const ids = rows.map(({ id }) => id)
  await tx.query('DELETE FROM task_events WHERE task_id = ANY($1::uuid[])', [ids])
  await tx.query('DELETE FROM tasks WHERE id = ANY($1::uuid[])', [ids])
  const views = await tx.query('DELETE FROM page_views WHERE day < $1::date', [before])
  return (mails.rowCount ?? 0) + ids.length + (views.rowCount ?? 0)
}

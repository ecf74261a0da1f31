import type { RetentionPeriods } from '#contract/flows/retention.ts'
import { claimRecords } from '#server/members/hold-records.ts'
import { execute, getRow, queryRows, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** What a period applies to; `records` are mails, tasks and page views. */
export type RetentionKind = keyof RetentionPeriods
/**
 * The kinds in the order of their deletion: members first, because a parent's account whose last child was erased may
 * be due too.
 */
export const RETENTION_KINDS = ['members', 'guests', 'accounts', 'records'] as const satisfies readonly RetentionKind[]

/** SQL of the day of `$2` in UTC: the time zone of the database's session must not decide what is deleted. */
const DAY = `($2::timestamptz AT TIME ZONE 'UTC')::date`

/**
 * SQL of members who have been inactive in all clubs since before `$2`, of all or of those whom a condition on `gone`
 * says. A merged record, whose status is `merged`, is not listed: it is erased with the one that it is merged into. It
 * begins at those who are inactive somewhere, because a client has many more members than leave.
 */
const membersDue = (condition = 'true') => `SELECT DISTINCT gone.member_id AS id FROM club_members gone
  WHERE gone.client_id = $1 AND gone.status = 'inactive' AND gone.inactive_since < $2 AND ${condition}
    AND NOT EXISTS (SELECT FROM club_members place
      WHERE place.client_id = gone.client_id AND place.member_id = gone.member_id
        AND (place.status <> 'inactive' OR place.inactive_since >= $2))`

/** SQL of guests about whom no office has decided, and of whom coaches have entered nothing since `$2`. */
const GUESTS = `SELECT guest.member_id AS id FROM guests guest
  WHERE guest.client_id = $1 AND guest.entered_at < $2
    AND NOT EXISTS (SELECT FROM assessments mark WHERE mark.client_id = guest.client_id
      AND mark.member_id = guest.member_id AND to_timestamp(mark.ts) >= $2)
    AND NOT EXISTS (SELECT FROM registers entry WHERE entry.client_id = guest.client_id
      AND entry.member_id = guest.member_id AND to_timestamp(entry.ts) >= $2)`

/**
 * SQL of accounts without a linked child that were created before `$2` and have had no login, session or club since. A
 * session counts until it expires.
 */
const ACCOUNTS = `SELECT account.id FROM users account
  WHERE account.client_id = $1 AND account.type IN ('parent', 'coach', 'admin') AND account.status <> 'anonymised'
    AND greatest(account.made_at, account.last_login) < $2
    AND NOT EXISTS (SELECT FROM refresh_sessions session WHERE session.client_id = account.client_id
      AND session.user_id = account.id AND session.expires_at >= $2)
    AND NOT EXISTS (SELECT FROM member_links link WHERE link.client_id = account.client_id
      AND link.user_id = account.id)
    AND NOT EXISTS (SELECT FROM user_clubs work WHERE work.client_id = account.client_id
      AND work.user_id = account.id AND (work.to_date IS NULL OR work.to_date >= ${DAY}))`

/**
 * SQL of mails that were sent or given up before `$2`. Mails about awards and subscriptions stay, because their row is
 * what keeps them from being sent again.
 */
const MAILS = `SELECT id FROM mails
  WHERE client_id = $1 AND ended_at < $2 AND kind <> 'award' AND NOT data ? 'subscription'`
const TASKS = `SELECT id FROM tasks
  WHERE client_id = $1 AND ended_at < $2 AND state IN ('done', 'failed', 'cancelled')`
const PAGE_VIEWS = `SELECT day FROM page_views WHERE client_id = $1 AND day < ${DAY}`

const COUNTS = {
  members: tenantStatement(
    'flows/count-members-to-erase',
    `SELECT count(*)::int AS due FROM (${membersDue()}) members`,
  ),
  guests: tenantStatement('flows/count-guests-to-erase', `SELECT count(*)::int AS due FROM (${GUESTS}) guests`),
  accounts: tenantStatement('flows/count-accounts-to-close', `SELECT count(*)::int AS due FROM (${ACCOUNTS}) accounts`),
  records: tenantStatement(
    'flows/count-records-to-delete',
    `SELECT ((SELECT count(*) FROM (${MAILS}) mails) + (SELECT count(*) FROM (${TASKS}) tasks)
      + (SELECT count(*) FROM (${PAGE_VIEWS}) views))::int AS due`,
  ),
}

const CUTOFF = statement(
  'flows/read-cutoff',
  `SELECT ($1::timestamptz AT TIME ZONE 'UTC' - make_interval(months => $2)) AT TIME ZONE 'UTC' AS at`,
)

/** The moment `months` of UTC before `nowMs`, which the database computes, because months have different lengths. */
export async function readCutoff(tx: Tx, nowMs: number, months: number): Promise<Date> {
  const row = await getRow(tx, CUTOFF, [new Date(nowMs), months])
  return row.at ?? new Date(0)
}

/** How much of each kind would be deleted now; kinds without a period are left out. */
export async function countDue(tx: Tx, periods: RetentionPeriods, nowMs: number): Promise<Record<string, number>> {
  const due: Record<string, number> = {}
  for (const kind of RETENTION_KINDS) {
    const months = periods[kind]
    if (months === null) continue
    const counted = await getRow(tx, COUNTS[kind], [await readCutoff(tx, nowMs, months)])
    due[kind] = counted.due
  }
  return due
}

const NEXT = {
  members: tenantStatement('flows/list-members-to-erase', `${membersDue()} ORDER BY id LIMIT $3`),
  guests: tenantStatement('flows/list-guests-to-erase', `${GUESTS} ORDER BY id LIMIT $3`),
  accounts: tenantStatement('flows/list-accounts-to-close', `${ACCOUNTS} ORDER BY id LIMIT $3`),
}

/** The next members, guests or accounts to delete, at most `limit`. */
export async function dueIds(
  tx: Tx,
  kind: Exclude<RetentionKind, 'records'>,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await queryRows(tx, NEXT[kind], [before, limit])
  return rows.map(({ id }) => id)
}

/** Those of a list of members, guests or accounts that are due. */
const STILL_DUE = {
  members: tenantStatement('flows/list-members-still-to-erase', membersDue('gone.member_id = ANY($3::uuid[])')),
  guests: tenantStatement('flows/list-guests-still-to-erase', `${GUESTS} AND guest.member_id = ANY($3::uuid[])`),
  accounts: tenantStatement('flows/list-accounts-still-to-close', `${ACCOUNTS} AND account.id = ANY($3::uuid[])`),
}

/** Lock the rows that others write when they decide about members, guests or accounts, in the order in which they do. */
const LOCKS = {
  members: [
    tenantStatement(
      'flows/lock-members-to-erase',
      'SELECT FROM members WHERE client_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE',
    ),
    tenantStatement(
      'flows/lock-places-of-members-to-erase',
      'SELECT FROM club_members WHERE client_id = $1 AND member_id = ANY($2) ORDER BY member_id, club_id FOR UPDATE',
    ),
  ],
  // an office's decision deletes the guest's row, which is waited for below
  guests: [],
  accounts: [
    tenantStatement(
      'flows/lock-accounts-to-close',
      'SELECT FROM users WHERE client_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE',
    ),
  ],
}

/** Takes guests off the lists of offices, as their own decisions do (`takeGuest`). */
const TAKE_GUESTS = tenantStatement(
  'flows/take-guests-to-erase',
  'DELETE FROM guests WHERE client_id = $1 AND member_id = ANY($2) RETURNING member_id AS id',
)

/**
 * The next members, guests or accounts to delete, at most `limit`: `found` of them were due, and `ids` are those that
 * still are when nobody else writes them any more, tablets included.
 */
export async function takeDueIds(
  tx: Tx,
  kind: Exclude<RetentionKind, 'records'>,
  before: Date,
  limit: number,
): Promise<{ found: number; ids: string[] }> {
  const found = await dueIds(tx, kind, before, limit)
  if (kind !== 'accounts') await claimRecords(tx, found)
  for (const lock of LOCKS[kind]) await execute(tx, lock, [found])
  const due = await queryRows(tx, STILL_DUE[kind], [before, found])
  const ids = due.map(({ id }) => id)
  const taken = kind === 'guests' ? await queryRows(tx, TAKE_GUESTS, [ids]) : due
  return { found: found.length, ids: taken.map(({ id }) => id) }
}

const DELETE_MAILS = tenantStatement(
  'flows/delete-old-mails',
  `DELETE FROM mails WHERE client_id = $1 AND id IN (${MAILS} LIMIT $3)`,
)
const OLD_TASKS = tenantStatement('flows/list-tasks-to-delete', `${TASKS} LIMIT $3`)
const DELETE_EVENTS = tenantStatement(
  'flows/delete-events-of-tasks',
  'DELETE FROM task_events WHERE client_id = $1 AND task_id = ANY($2)',
)
const DELETE_TASKS = tenantStatement('flows/delete-tasks', 'DELETE FROM tasks WHERE client_id = $1 AND id = ANY($2)')
const DELETE_PAGE_VIEWS = tenantStatement(
  'flows/delete-old-page-views',
  `DELETE FROM page_views WHERE client_id = $1 AND day < ${DAY}`,
)

/**
 * Deletes some mails and tasks, at most `limit` of each, and all old page views; returns how many rows were deleted.
 */
export async function deleteRecords(tx: Tx, before: Date, limit: number): Promise<number> {
  const mails = await execute(tx, DELETE_MAILS, [before, limit])
  const tasks = await queryRows(tx, OLD_TASKS, [before, limit])
  const ids = tasks.map(({ id }) => id)
  await execute(tx, DELETE_EVENTS, [ids])
  await execute(tx, DELETE_TASKS, [ids])
  const views = await execute(tx, DELETE_PAGE_VIEWS, [before])
  return mails + ids.length + views
}

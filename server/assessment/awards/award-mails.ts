import { AWARD_AFTER_MS } from './parents-awards.ts'
import type { GivenLevel } from '#server/assessment/progress/stored-progress.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/**
 * Queues a mail about each newly passed level to every linked parent who wants such mails. The mail is due after
 * AWARD_AFTER_MS; when it is written, the award and the parent's wish are checked again. A level that is taken back and
 * passed again before that starts the wait anew.
 */
export async function enqueueAwardMails(tx: Tx, given: readonly GivenLevel[], nowMs: number): Promise<void> {
  if (given.length === 0) return
  await tx.query(
    prepared(
      `INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
       SELECT u.client_id, u.id, 'award', jsonb_build_object('member', t.m, 'scheme', t.s, 'node', t.n), $5, t.due
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) t (m, s, n, due)
       JOIN member_links l ON l.member_id = t.m JOIN users u ON u.client_id = l.client_id AND u.id = l.user_id
       WHERE u.award_mail AND NOT u.unsubscribe_operational AND u.status = 'current'
       ON CONFLICT (client_id, user_id, (data ->> 'member'), (data ->> 'scheme'), (data ->> 'node'))
         WHERE kind = 'award' AND state IN ('waiting', 'sent', 'kept')
       DO UPDATE SET due_at = excluded.due_at WHERE mails.state = 'waiting'`,
      [
        given.map((level) => level.memberId),
        given.map((level) => level.schemeId),
        given.map((level) => level.nodeId),
        given.map((level) => new Date(level.atMs + AWARD_AFTER_MS)),
        new Date(nowMs),
      ],
    ),
  )
}

/** What the mail about an award says. */
interface AwardNews {
  child: string
  level: string
  scheme: string
}

/**
 * Reads an award for its mail; null when the award has ended or the child is no longer linked to this parent.
 * `language` is the two-letter key of titles.
 */
export async function readAwardNews(
  tx: Tx,
  userId: string,
  { member, scheme, node }: { member?: string; scheme?: string; node?: string },
  language: string,
): Promise<AwardNews | null> {
  const { rows } = await tx.query<AwardNews>(
    `SELECT m.firstname AS child, coalesce(a.title ->> $5, a.title ->> 'en') AS level,
       coalesce(s.name ->> $5, s.name ->> 'en') AS scheme
     FROM awards a JOIN members m ON m.client_id = a.client_id AND m.id = a.member_id
     JOIN schemes s ON s.client_id = a.client_id AND s.id = a.scheme_id
     JOIN member_links l ON l.client_id = a.client_id AND l.member_id = a.member_id AND l.user_id = $1
     WHERE a.member_id::text = $2 AND a.scheme_id::text = $3 AND a.node_id = $4 AND a.ended_at IS NULL`,
    [userId, member, scheme, node, language],
  )
  return rows[0] ?? null
}

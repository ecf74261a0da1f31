import { FamilyWord } from '#contract/assessment/linked-member.ts'
import { familyWordOf } from './family-words.ts'
import { AWARD_AFTER_MS, awardStands } from './parents-awards.ts'
import type { PassChange } from '#server/assessment/progress/stored-progress.ts'
import { noteQueued, tellOfWork } from '#server/platform/jobs/due-work.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { withMergedInto } from '#server/members/queries.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

const QUEUE_MAILS = tenantStatement(
  'assessment/queue-award-mails',
  `WITH queued AS (INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
   SELECT users.client_id, users.id, 'award',
     jsonb_build_object('member', level.member, 'scheme', level.scheme, 'node', level.node), $6, level.due
   FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[]) level (member, scheme, node, due)
   JOIN member_links ON member_links.client_id = $1 AND member_links.member_id = level.member
   JOIN users ON users.client_id = member_links.client_id AND users.id = member_links.user_id
   WHERE users.award_mail AND NOT users.unsubscribe_operational AND users.status = 'current'
   -- A mail about this level that still waits becomes due later. A mail that was sent stays the only one; so does one
   -- that the demo keeps instead of sending it.
   ON CONFLICT (client_id, user_id, (data ->> 'member'), (data ->> 'scheme'), (data ->> 'node'))
     WHERE kind = 'award' AND state IN ('waiting', 'sent', 'kept')
   DO UPDATE SET due_at = excluded.due_at WHERE mails.state = 'waiting'
   RETURNING client_id, due_at)
   ${noteQueued('mails')}`,
  { prepare: true },
)

/**
 * Queues a mail about each newly passed level to every linked parent who wants such mails. The mail is due after
 * AWARD_AFTER_MS; when its text is written, the award and the parent's wish are checked again. A level that is taken
 * back and passed again before that starts the wait again.
 */
export async function enqueueAwardMails(tx: Tx, passes: readonly PassChange[], nowMs: number): Promise<void> {
  if (passes.length === 0) return
  const dueMs = passes.map((level) => level.atMs + AWARD_AFTER_MS)
  tellOfWork(tx, 'mails', Math.min(...dueMs), nowMs)
  await execute(tx, QUEUE_MAILS, [
    passes.map((level) => level.memberId),
    passes.map((level) => level.schemeId),
    passes.map((level) => level.nodeId),
    dueMs.map((ms) => new Date(ms)),
    new Date(nowMs),
  ])
}

/** What the mail about an award says. */
interface AwardNews {
  child: string
  level: string
  scheme: string
  /** What a coach wrote to the family about it. */
  word: FamilyWord | null
}

const AWARD_NEWS = tenantStatement(
  'assessment/find-award-news',
  `SELECT members.firstname AS child, coalesce(${wordsIn('awards.title', '$6')}, '') AS level,
     coalesce(${wordsIn('schemes.name', '$6')}, '') AS scheme, ${familyWordOf('awards')} AS word
   FROM awards JOIN members ON members.client_id = awards.client_id AND members.id = awards.member_id
   JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
   JOIN member_links ON member_links.client_id = awards.client_id AND member_links.member_id = awards.member_id
     AND member_links.user_id = $2
   WHERE awards.client_id = $1 AND awards.member_id IN ${withMergedInto('ARRAY[$3::uuid]')}
     AND awards.scheme_id::text = $4 AND awards.node_id = $5 AND ${awardStands('awards')}
     -- the record that the mail's was merged into may have a mail of its own about the level, and one that was merged
     -- into this may have had one
     AND NOT EXISTS (SELECT FROM mails other WHERE other.client_id = $1 AND other.user_id = $2 AND other.kind = 'award'
       AND other.data ->> 'scheme' = $4 AND other.data ->> 'node' = $5 AND (other.data ->> 'member')::uuid <> $3::uuid
       AND (other.state = 'waiting' AND other.data ->> 'member' = awards.member_id::text
         OR other.state IN ('sent', 'kept')
           AND awards.member_id IN ${withMergedInto("ARRAY[(other.data ->> 'member')::uuid]")}))`,
  { json: { word: FamilyWord } },
)

/**
 * Reads an award for its mail; null when the award has ended or the child is no longer linked to this parent. A level
 * that was passed elsewhere since is none of this club's awards. The award of a record that was merged into another one
 * since is that one's.
 * `language` is the two-letter key of titles.
 */
export async function readAwardNews(
  tx: Tx,
  userId: string,
  { member, scheme, node }: { member?: string; scheme?: string; node?: string },
  language: string,
): Promise<AwardNews | null> {
  if (member === undefined || scheme === undefined || node === undefined) return null
  return (await findRow(tx, AWARD_NEWS, [userId, member, scheme, node, language])) ?? null
}

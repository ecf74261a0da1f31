import { Type, type Static } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import { execute, findRow, getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { noteQueued, tellOfWork } from '#server/platform/jobs/due-work.ts'

/**
 * What a mail is about. `linked`, `award`, the reminders and the subscription mails are sent only to users who want
 * them, and carry an unsubscribe link. The others concern the security of the account or a legal right and are
 * always sent.
 */
export const MAIL_KINDS = [
  'invite',
  'reset',
  'password-changed',
  // to the new address that was entered for an account, which its owner must confirm
  'email-confirm',
  // to the present address of that account
  'email-asked',
  'second-factor-on',
  'second-factor-off',
  // tells a parent which children were linked to the account
  'linked',
  'document-reminder',
  // reminds a coach of the register of a session
  'register-reminder',
  'subscription-asked',
  'subscription-approved',
  'subscription-declined',
  'award',
  // an award mail with a wording that an author tries out
  'award-test',
  // tells who decides about it that a user asks to be deleted
  'deletion-asked',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * Ids of what a mail is about; the names are read when it is composed. Only what comes from another client is stored as
 * text.
 */
const MailData = Type.Object({
  /** For `award-test`: the wording to be tested, and its language. */
  award: Type.Optional(
    Type.Object({ language: Type.String(), words: Type.Record(Type.String(), nullable(Type.String())) }),
  ),
  /** For `linked`: the ids of the children. */
  members: Type.Optional(Type.Array(Type.String())),
  /** For `document-reminder`: the document's id. */
  document: Type.Optional(Type.String()),
  /** For `register-reminder`: the group and the day of the session. */
  group: Type.Optional(Type.String()),
  date: Type.Optional(Type.String()),
  /** For `award`: the member, and the scheme and node id of the level. */
  member: Type.Optional(Type.String()),
  scheme: Type.Optional(Type.String()),
  node: Type.Optional(Type.String()),
  /** For `email-asked`: the recipient, which may no longer be the user's address when the mail is sent. */
  address: Type.Optional(Type.String()),
  /** For `deletion-asked`: the user who asks to be deleted. */
  user: Type.Optional(Type.String()),
  /**
   * For subscription mails: the key of the event (`once`), about which no author gets a second mail; the name of the
   * `other` client; the scheme's name; and the message from there, if any.
   */
  subscription: Type.Optional(
    Type.Object({
      once: Type.String(),
      other: Type.String(),
      scheme: Type.String(),
      message: Type.Optional(Type.String()),
    }),
  ),
})
export type MailData = Static<typeof MailData>

/** A queued mail that a worker has taken to send. */
export interface DueMail {
  id: string
  user_id: string
  kind: MailKind
  data: MailData
  created_at: Date
  tries: number
}

/** The same before its kind is looked up. */
export type ClaimedMail = Omit<DueMail, 'kind'> & { kind: string }

/** Puts a mail into the queue, in the transaction of the change that it reports. */
export async function enqueueMail(
  tx: Tx,
  now: Date,
  mail: { userId: string; kind: MailKind; data?: MailData },
): Promise<void> {
  await enqueueMails(tx, now, { ...mail, userIds: [mail.userId] })
}

const INSERT_MAILS = tenantStatement(
  'platform/enqueue-mails',
  `WITH queued AS (INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT $1, id, $3, $4, $5, $5 FROM unnest($2::uuid[]) WITH ORDINALITY recipient (id, position) ORDER BY position
     RETURNING client_id, due_at)
   ${noteQueued('mails')}`,
)

/** Queues the same mail for several users. */
export async function enqueueMails(
  tx: Tx,
  now: Date,
  mail: { userIds: readonly string[]; kind: MailKind; data?: MailData },
): Promise<void> {
  tellOfWork(tx, 'mails', now.getTime(), now.getTime())
  await execute(tx, INSERT_MAILS, [mail.userIds, mail.kind, mail.data ?? {}, now])
}

const INSERT_AUTHOR_MAIL = tenantStatement(
  'platform/enqueue-author-mail',
  `WITH queued AS (INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT author.client_id, author.id, $2, $3, $4, $4 FROM users author
     WHERE author.client_id = $1 AND author.type = 'ngo' AND author.status = 'current'
       AND NOT EXISTS (SELECT FROM mails earlier
         WHERE earlier.client_id = author.client_id AND earlier.user_id = author.id AND earlier.kind = $2
           AND earlier.data #>> '{subscription,once}' = $5)
     RETURNING client_id, due_at)
   ${noteQueued('mails')}`,
)

/** Queues a mail to all authors of the client's schemes, unless they were told of the same event (`once`) before. */
export async function enqueueAuthorMail(
  tx: Tx,
  now: Date,
  mail: { kind: MailKind; subscription: NonNullable<MailData['subscription']> },
): Promise<void> {
  const data: MailData = { subscription: mail.subscription }
  tellOfWork(tx, 'mails', now.getTime(), now.getTime())
  await execute(tx, INSERT_AUTHOR_MAIL, [mail.kind, data, now, mail.subscription.once])
}

/** For this long after each renewal no other worker takes a mail that is being sent. */
const LEASE_SECONDS = 30

const CLAIM_MAIL = tenantStatement(
  'platform/claim-due-mail',
  `UPDATE mails SET tries = tries + 1,
     due_at = to_timestamp(extract(epoch FROM $2::timestamptz) + least(${LEASE_SECONDS} * power(2, tries), 3600))
   WHERE client_id = $1 AND id = (SELECT id FROM mails WHERE client_id = $1 AND state = 'waiting' AND due_at <= $2
     ORDER BY due_at, created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING id, user_id, kind, data, created_at, tries`,
  { json: { data: MailData } },
)

/**
 * Takes the mail that has been due longest and counts a try. The mail is due again after half a minute, doubled with
 * each try, at most after an hour, so that it is tried again after a failure or the death of this process. Mails are
 * taken one at a time, so that no lease runs out while a mail waits behind others.
 */
export async function claimDueMail(tx: Tx, now: Date): Promise<ClaimedMail | null> {
  return (await findRow(tx, CLAIM_MAIL, [now])) ?? null
}

const NEXT_DUE = tenantStatement(
  'platform/read-next-due-mail',
  `SELECT min(due_at) AS due_at FROM mails WHERE client_id = $1 AND state = 'waiting'`,
)

/** When the client's next mail is due, in ms; null when none waits. */
export async function nextDueMail(tx: Tx): Promise<number | null> {
  return (await getRow(tx, NEXT_DUE)).due_at?.getTime() ?? null
}

const RENEW_MAIL = tenantStatement(
  'platform/renew-lease-of-mail',
  `UPDATE mails SET due_at = greatest(due_at, $4)
   WHERE client_id = $1 AND id = $2 AND state = 'waiting' AND tries = $3`,
)

/** Renews the lease of a mail that is still being sent. */
export async function renewMail(tx: Tx, mail: ClaimedMail, now: Date): Promise<void> {
  await execute(tx, RENEW_MAIL, [mail.id, mail.tries, new Date(now.getTime() + LEASE_SECONDS * 1_000)])
}

const END_MAIL = tenantStatement(
  'platform/end-mail',
  'UPDATE mails SET state = $3, ended_at = $4, error = $5, written = $6 WHERE client_id = $1 AND id = $2',
)

/** Takes a mail out of the queue. A `kept` mail is not sent but stored as `written`, to be read in the demo. */
export async function endMail(
  tx: Tx,
  id: string,
  end: { state: 'sent' | 'kept' | 'dropped' | 'failed'; at: Date; error?: string; written?: object },
): Promise<void> {
  await execute(tx, END_MAIL, [id, end.state, end.at, end.error ?? null, end.written ?? null])
}

const RECORD_ERROR = tenantStatement(
  'platform/record-error-of-mail',
  'UPDATE mails SET error = $3 WHERE client_id = $1 AND id = $2',
)

/** Records why a try failed; the mail stays in the queue. */
export async function recordMailError(tx: Tx, id: string, error: string): Promise<void> {
  await execute(tx, RECORD_ERROR, [id, error])
}

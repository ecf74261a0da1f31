import type { Tx } from '#server/platform/tenancy.ts'

/**
 * What a mail is about. `linked`, `award`, `document-reminder` and the subscription mails are sent only to users who
 * want them, and carry an unsubscribe link. The others concern the security of the account or a legal right and are
 * always sent.
 */
export type MailKind =
  | 'invite'
  | 'reset'
  | 'password-changed'
  /** To the new address that was entered for an account, which its owner must confirm. */
  | 'email-confirm'
  /** To the present address of that account. */
  | 'email-asked'
  | 'second-factor-on'
  | 'second-factor-off'
  /** Tells a parent which children were linked to the account. */
  | 'linked'
  | 'document-reminder'
  | 'subscription-asked'
  | 'subscription-approved'
  | 'subscription-declined'
  | 'award'
  /** An award mail with a wording that an author tries out. */
  | 'award-test'
  /** Tells who decides about it that a user asks to be deleted. */
  | 'deletion-asked'

/**
 * Ids of what a mail is about; the names are read when it is composed. Only what comes from another client is stored as
 * text.
 */
export interface MailData {
  /** For `award-test`: the wording to be tested, and its language. */
  award?: { language: string; words: Readonly<Record<string, string | null>> }
  /** For `linked`: the ids of the children. */
  members?: string[]
  /** For `document-reminder`: the document's id. */
  document?: string
  /** For `award`: the member, and the scheme and node id of the level. */
  member?: string
  scheme?: string
  node?: string
  /** For `email-asked`: the recipient, which may no longer be the user's address when the mail is sent. */
  address?: string
  /** For `deletion-asked`: the user who asks to be deleted. */
  user?: string
  /**
   * For subscription mails: the key of the event (`once`), about which no author gets a second mail; the name of the
   * `other` client; the scheme's name; and the message from there, if any.
   */
  subscription?: { once: string; other: string; scheme: string; message?: string }
}

/** A queued mail that a worker has taken to send. */
export interface DueMail {
  id: string
  user_id: string
  kind: MailKind
  data: MailData
  created_at: Date
  tries: number
}

/** Puts a mail into the queue, in the transaction of the change that it reports. */
export async function enqueueMail(
  tx: Tx,
  clientId: string,
  now: Date,
  mail: { userId: string; kind: MailKind; data?: MailData },
): Promise<void> {
  await enqueueMails(tx, clientId, now, { ...mail, userIds: [mail.userId] })
}

/** Queues the same mail for several users. */
export async function enqueueMails(
  tx: Tx,
  clientId: string,
  now: Date,
  mail: { userIds: readonly string[]; kind: MailKind; data?: MailData },
): Promise<void> {
  await tx.query(
    `INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT $1, id, $3, $4, $5, $5 FROM unnest($2::uuid[]) WITH ORDINALITY recipient (id, position) ORDER BY position`,
    [clientId, mail.userIds, mail.kind, mail.data ?? {}, now],
  )
}

/** Queues a mail to all authors of the client's schemes, unless they were told of the same event (`once`) before. */
export async function enqueueAuthorMail(
  tx: Tx,
  clientId: string,
  now: Date,
  mail: { kind: MailKind; subscription: NonNullable<MailData['subscription']> },
): Promise<void> {
  await tx.query(
    `INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT author.client_id, author.id, $2, $3, $4, $4 FROM users author
     WHERE author.client_id = $1 AND author.type = 'ngo' AND author.status = 'current'
       AND NOT EXISTS (SELECT FROM mails earlier
         WHERE earlier.client_id = author.client_id AND earlier.user_id = author.id AND earlier.kind = $2
           AND earlier.data #>> '{subscription,once}' = $5)`,
    [clientId, mail.kind, { subscription: mail.subscription }, now, mail.subscription.once],
  )
}

/** For this long after each renewal no other worker takes a mail that is being sent. */
const LEASE_SECONDS = 30

/**
 * Takes the mail that has been due longest and counts a try. The mail is due again after half a minute, doubled with
 * each try, at most after an hour, so that it is tried again after a failure or the death of this process. Mails are
 * taken one at a time, so that no lease runs out while a mail waits behind others.
 */
export async function claimDueMail(tx: Tx, now: Date): Promise<DueMail | null> {
  const { rows } = await tx.query<DueMail>(
    `UPDATE mails SET tries = tries + 1,
       due_at = $1::timestamptz + least(${LEASE_SECONDS} * power(2, tries), 3600) * interval '1 second'
     WHERE id = (SELECT id FROM mails WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at, created_at LIMIT 1
       FOR UPDATE SKIP LOCKED)
     RETURNING id, user_id, kind, data, created_at, tries`,
    [now],
  )
  return rows[0] ?? null
}

/** Renews the lease of a mail that is still being sent. */
export async function renewMail(tx: Tx, mail: DueMail, now: Date): Promise<void> {
  await tx.query(
    `UPDATE mails SET due_at = greatest(due_at, $3::timestamptz + ${LEASE_SECONDS} * interval '1 second')
     WHERE id = $1 AND state = 'waiting' AND tries = $2`,
    [mail.id, mail.tries, now],
  )
}

/** Takes a mail out of the queue. A `kept` mail is not sent but stored as `written`, to be read in the demo. */
export async function endMail(
  tx: Tx,
  id: string,
  end: { state: 'sent' | 'kept' | 'dropped' | 'failed'; at: Date; error?: string; written?: unknown },
): Promise<void> {
  await tx.query('UPDATE mails SET state = $2, ended_at = $3, error = $4, written = $5 WHERE id = $1', [
    id,
    end.state,
    end.at,
    end.error ?? null,
    end.written ?? null,
  ])
}

/** Records why a try failed; the mail stays in the queue. */
export async function recordMailError(tx: Tx, id: string, error: string): Promise<void> {
  await tx.query('UPDATE mails SET error = $2 WHERE id = $1', [id, error])
}

import type { Tx } from '#server/platform/tenancy.ts'

/**
 * What a mail is about. `linked`, `award`, `document-reminder` and those of subscriptions are operational: they stop with
 * the user's consent and carry a way out;
 * the others are about the account's safety, or somebody's right, and always go.
 */
export type MailKind =
  | 'invite'
  | 'reset'
  | 'password-changed'
  | 'email-confirm'
  | 'email-asked'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'linked'
  | 'document-reminder'
  | 'subscription-asked'
  | 'subscription-approved'
  | 'subscription-declined'
  | 'award'
  | 'award-test'
  | 'deletion-asked'

/** Ids, whose names are read when the mail is written; names only where another client said them. */
export interface MailData {
  /** Of `award-test`: the words that are tried, and their language. */
  award?: { language: string; words: Readonly<Record<string, string | null>> }
  /** Of `linked`: the children. */
  members?: string[]
  /** Of `document-reminder`: the document's id. */
  document?: string
  /** Of `award`: the level, and whose. */
  member?: string
  scheme?: string
  node?: string
  /** Of `email-asked`: the address that is told, which may be the user's no more. */
  address?: string
  /** Of `deletion-asked`: who asks. */
  user?: string
  /** Of subscriptions: what is told once, the other client's name, the scheme's, and what was written with it. */
  subscription?: { once: string; other: string; scheme: string; message?: string }
}

export interface DueMail {
  id: string
  user_id: string
  kind: MailKind
  data: MailData
  created_at: Date
  tries: number
}

/** Puts a mail into the queue, in the transaction of what it tells of. */
export async function enqueueMail(
  tx: Tx,
  clientId: string,
  at: Date,
  mail: { userId: string; kind: MailKind; data?: MailData },
): Promise<void> {
  await enqueueMails(tx, clientId, at, { ...mail, userIds: [mail.userId] })
}

/** The same to each of many. */
export async function enqueueMails(
  tx: Tx,
  clientId: string,
  at: Date,
  mail: { userIds: readonly string[]; kind: MailKind; data?: MailData },
): Promise<void> {
  await tx.query(
    `INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT $1, id, $3, $4, $5, $5 FROM unnest($2::uuid[]) WITH ORDINALITY u (id, n) ORDER BY n`,
    [clientId, mail.userIds, mail.kind, mail.data ?? {}, at],
  )
}

/** A mail to everybody who writes the client's schemes; what it tells is told once. */
export async function enqueueAuthorMail(
  tx: Tx,
  clientId: string,
  at: Date,
  mail: { kind: MailKind; subscription: NonNullable<MailData['subscription']> },
): Promise<void> {
  await tx.query(
    `INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at)
     SELECT u.client_id, u.id, $2, $3, $4, $4 FROM users u WHERE u.client_id = $1 AND u.type = 'ngo' AND u.status = 'current'
       AND NOT EXISTS (SELECT FROM mails m WHERE m.client_id = u.client_id AND m.user_id = u.id AND m.kind = $2 AND m.data #>> '{subscription,once}' = $5)`,
    [clientId, mail.kind, { subscription: mail.subscription }, at, mail.subscription.once],
  )
}

/** A mail that is being sent is its worker's for this long after each renewal. */
const LEASE_SECONDS = 30

/**
 * Takes the mail that is due longest. It counts a try and comes due again after half a minute doubled each time, at most
 * an hour: after a failure, and also when this process dies while it sends. One at a time, so that no mail waits behind
 * others while its lease runs out.
 */
export async function takeDue(tx: Tx, now: Date): Promise<DueMail | null> {
  const { rows } = await tx.query<DueMail>(
    `UPDATE mails m SET tries = m.tries + 1,
       due_at = $1::timestamptz + least(${LEASE_SECONDS} * power(2, m.tries), 3600) * interval '1 second'
     WHERE m.id = (SELECT id FROM mails WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at, created_at LIMIT 1
       FOR UPDATE SKIP LOCKED)
     RETURNING id, user_id, kind, data, created_at, tries`,
    [now],
  )
  return rows[0] ?? null
}

/** Says that the mail is still being sent. */
export async function renewMail(tx: Tx, mail: DueMail, now: Date): Promise<void> {
  await tx.query(
    `UPDATE mails SET due_at = greatest(due_at, $3::timestamptz + ${LEASE_SECONDS} * interval '1 second')
     WHERE id = $1 AND state = 'waiting' AND tries = $2`,
    [mail.id, mail.tries, now],
  )
}

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

/** Notes why a try failed; the mail waits for its next one. */
export async function noteError(tx: Tx, id: string, error: string): Promise<void> {
  await tx.query('UPDATE mails SET error = $2 WHERE id = $1', [id, error])
}

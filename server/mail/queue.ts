import type { Tx } from '#server/tenancy.ts'

/**
 * What a mail is about. `linked` is operational: it stops with the user's consent and carries a way out;
 * the others are about the account's safety and always go.
 */
export type MailKind = 'invite' | 'reset' | 'password-changed' | 'second-factor-on' | 'second-factor-off' | 'linked'

export interface MailData {
  /** Of `linked`: the children's ids; their names are read when the mail is written. */
  members?: string[]
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
  await tx.query(
    'INSERT INTO mails (client_id, user_id, kind, data, created_at, due_at) VALUES ($1, $2, $3, $4, $5, $5)',
    [clientId, mail.userId, mail.kind, mail.data ?? {}, at],
  )
}

/**
 * Takes up to ten due mails. Each counts a try and comes due again after half a minute doubled each time, at most an
 * hour: after a failure, and also when this process dies while it sends.
 */
export async function takeDue(tx: Tx, now: Date): Promise<DueMail[]> {
  const { rows } = await tx.query<DueMail>(
    `UPDATE mails m SET tries = m.tries + 1,
       due_at = $1::timestamptz + least(30 * power(2, m.tries), 3600) * interval '1 second'
     WHERE m.id IN (SELECT id FROM mails WHERE state = 'waiting' AND due_at <= $1 ORDER BY due_at LIMIT 10
       FOR UPDATE SKIP LOCKED)
     RETURNING id, user_id, kind, data, created_at, tries`,
    [now],
  )
  return rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
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

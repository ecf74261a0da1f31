import type { ReadyMail } from '#server/platform/mail/send.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import { demoClients } from './content/clients.ts'

export interface KeptMail extends ReadyMail {
  /** The name of the client. */
  client: string
  /** When the mail was ready, and would have been sent. */
  at: Date
}

/** The mails that the demo has kept instead of sending: the last 30 of each client, newest first. */
export async function readMails(db: Database): Promise<KeptMail[]> {
  const mails: KeptMail[] = []
  for (const { id, name } of demoClients) {
    const { rows } = await inTenant(db, id, 'read', (tx) =>
      tx.query<{ written: ReadyMail; at: Date }>(
        `SELECT written, ended_at AS at FROM mails WHERE state = 'kept' ORDER BY ended_at DESC LIMIT 30`,
      ),
    )
    for (const { written, at } of rows) mails.push({ ...written, client: name, at })
  }
  return mails.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

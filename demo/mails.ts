import { ReadyMail } from '#server/platform/mail/send.ts'
import { queryRowsInTenant, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Database } from '#server/platform/tenancy.ts'
import { demoClients } from './content/clients.ts'

export interface KeptMail extends ReadyMail {
  /** The name of the client. */
  client: string
  /** When the mail was ready, and would have been sent. */
  at: Date
}

const KEPT_MAILS = tenantStatement(
  'demo/list-kept-mails',
  `SELECT written, ended_at AS at FROM mails
   WHERE client_id = $1 AND state = 'kept' AND written IS NOT NULL AND ended_at IS NOT NULL
   ORDER BY ended_at DESC LIMIT 30`,
  { json: { written: ReadyMail } },
)

/** The mails that the demo has kept instead of sending: the last 30 of each client, newest first. */
export async function readMails(db: Database): Promise<KeptMail[]> {
  const mails: KeptMail[] = []
  for (const { id, name } of demoClients) {
    const rows = await queryRowsInTenant(db, id, KEPT_MAILS)
    for (const { written, at } of rows) mails.push({ ...written, client: name, at })
  }
  return mails.toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

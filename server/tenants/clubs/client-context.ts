import { refuseClosedPage } from '#server/tenants/clients/page-gate.ts'
import type { Session } from '#server/platform/http/session.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** An author's request, which concerns the whole client. */
export interface ClientContext {
  clientId: string
  userId: string
  /** False where a course provider owns clubs and staff [R3.3]. */
  ownsRecords: boolean
}

const PROVIDER = tenantStatement(
  'tenants/read-provider',
  'SELECT auth_provider AS provider FROM clients WHERE client_id = $1',
)

/** The context of an author; refuses when the page that the right names is closed for the client [6.12]–[6.18]. */
export async function clientContextOf(tx: Tx, session: Session): Promise<ClientContext> {
  const row = await findRow(tx, PROVIDER)
  const provider = row?.provider ?? 'local'
  refuseClosedPage(session, provider)
  return { clientId: session.clientId, userId: session.userId, ownsRecords: provider !== 'coursepro' }
}

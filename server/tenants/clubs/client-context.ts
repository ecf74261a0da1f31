import type { Provider } from '#domain/tenants/pages.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { refuseClosedPage } from '#server/tenants/clients/page-gate.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** An author's request, which concerns the whole client. */
export interface ClientContext {
  clientId: string
  userId: string
  /** False where a course provider owns clubs and staff [R3.3]. */
  ownsRecords: boolean
}

/** Refuses everybody but authors, and authors when the page is closed for their client [6.12]–[6.18]. */
export async function clientContextOf(tx: Tx, session: Session, page: `/${string}`): Promise<ClientContext> {
  if (session.type !== 'ngo') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const { rows } = await tx.query<{ provider: Provider }>(
    'SELECT auth_provider AS provider FROM clients WHERE client_id = $1',
    [session.clientId],
  )
  const provider = rows[0]?.provider ?? 'local'
  refuseClosedPage(session, provider, page)
  return { clientId: session.clientId, userId: session.userId, ownsRecords: provider !== 'coursepro' }
}

import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { refuseShutPage } from '#server/tenants/clients/page-gate.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Who administers users: a club administrator at one club, or the client’s own people, who have no club and may do it in all. */
export interface UserAdminContext {
  clientId: string
  clubId: string | null
  userId: string
  /** YYYY-MM-DD at the club; of the client, in UTC. */
  today: string
  timeZone: string
  nowMs: number
  /** False where a course provider owns identities and staff [R3.3]. */
  ownsRecords: boolean
}

/** The administrator of a session, read on every request. A write is refused where the page is shut [6.12], [6.17]. */
export async function userAdminContextOf(
  tx: Tx,
  session: Session,
  nowMs: number,
  mode: 'read' | 'write',
): Promise<UserAdminContext> {
  if (session.type === 'ngo') {
    const { clientId, userId, ownsRecords } = await clientContextOf(tx, session, '/users')
    const today = new Date(nowMs).toISOString().slice(0, 10)
    return { clientId, clubId: null, userId, today, timeZone: 'UTC', nowMs, ownsRecords }
  }
  const context = await clubContextOf(tx, session, nowMs)
  if (mode === 'write') refuseShutPage(session, context.provider, '/users')
  return context
}

import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Whose log is read: the client's, or what was done in one club alone. */
export interface LogContext {
  clientId: string
  userId: string
  clubId: string | null
  /** The days of a search are days there. */
  timeZone: string
  today: string
}

/** Refuses everybody but those who run the scheme and who administer the club. */
export async function logContext(tx: Tx, session: Session, nowMs: number): Promise<LogContext> {
  if (session.type !== 'ngo') return clubContextOf(tx, session, nowMs)
  const { clientId, userId } = await clientContextOf(tx, session, '/overview')
  return { clientId, userId, clubId: null, timeZone: 'UTC', today: new Date(nowMs).toISOString().slice(0, 10) }
}

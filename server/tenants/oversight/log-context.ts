import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The reader of the audit log: an author reads all of the client's entries, an administrator those of one club. */
export interface LogContext {
  clientId: string
  userId: string
  /** Null for an author. */
  clubId: string | null
  /** The time zone in which the days of a search begin. */
  timeZone: string
  today: string
}

/** The context of an author or of an administrator. */
export async function logContextOf(tx: Tx, session: Session, nowMs: number): Promise<LogContext> {
  if (session.right.on === 'own-club') return clubContextOf(tx, session, nowMs)
  const { clientId, userId } = await clientContextOf(tx, session)
  return { clientId, userId, clubId: null, timeZone: 'UTC', today: new Date(nowMs).toISOString().slice(0, 10) }
}

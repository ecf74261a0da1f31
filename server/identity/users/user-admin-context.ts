import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * Somebody who administers users: an administrator for one club, or an author, whose `clubId` is null, for the client.
 */
export interface UserAdminContext {
  clientId: string
  clubId: string | null
  userId: string
  /** Today's date, YYYY-MM-DD: at the club, or in UTC for an author. */
  today: string
  timeZone: string
  nowMs: number
  /** False where a course provider owns identities and staff [R3.3]. */
  ownsRecords: boolean
}

/** The context of a session, checked on every request. */
export async function userAdminContextOf(tx: Tx, session: Session, nowMs: number): Promise<UserAdminContext> {
  if (session.type === 'ngo') {
    const { clientId, userId, ownsRecords } = await clientContextOf(tx, session)
    const today = new Date(nowMs).toISOString().slice(0, 10)
    return { clientId, clubId: null, userId, today, timeZone: 'UTC', nowMs, ownsRecords }
  }
  return clubContextOf(tx, session, nowMs)
}

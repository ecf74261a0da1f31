import { localDate } from '#domain/platform/club-time.ts'
import type { Provider } from '#domain/tenants/pages.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** The request of an administrator, a coach or an API token at one club. */
export interface ClubContext {
  clientId: string
  clubId: string
  userId: string
  /** Today's date at the club, YYYY-MM-DD. */
  today: string
  timeZone: string
  nowMs: number
  provider: Provider
  /** False where a course provider owns identities, guardians, groups and staff [R3.3]. */
  ownsRecords: boolean
}

/** Refuses to change data that the course provider owns, because it must be changed there. */
export function refuseForeignRecords({ ownsRecords }: ClubContext, field?: string): void {
  if (!ownsRecords) throw new Refusal('PROVIDER_OWNS', field === undefined ? {} : { field })
}

interface ContextRow {
  time_zone: string
  from_date: string
  to_date: string | null
  provider: Provider
}

const contextOfStaff = `SELECT cl.time_zone, uc.from_date, uc.to_date, c.auth_provider AS provider FROM user_clubs uc
  JOIN clubs cl ON cl.client_id = uc.client_id AND cl.id = uc.club_id JOIN clients c ON c.client_id = uc.client_id
  WHERE uc.user_id = $1 AND uc.club_id = $2`
const contextOfToken = `SELECT cl.time_zone, '-infinity'::date AS from_date, NULL AS to_date, c.auth_provider AS provider
  FROM clubs cl JOIN clients c ON c.client_id = cl.client_id WHERE cl.id = $1 AND cl.deleted_at IS NULL`

/**
 * Checks that the session belongs to an administrator of its club, or to an API token, whose scopes `app.ts` has checked
 * already. Every request checks it, so a removed administrator loses access at once.
 */
export async function clubContextOf(tx: Tx, session: Session, nowMs: number): Promise<ClubContext> {
  if (session.type !== 'admin' && session.type !== 'api') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  return clubOf(tx, session, nowMs)
}

/** Checks that the session belongs to a coach of its club. */
export async function coachClubContextOf(tx: Tx, session: Session, nowMs: number): Promise<ClubContext> {
  if (session.type !== 'coach') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  return clubOf(tx, session, nowMs)
}

async function clubOf(tx: Tx, session: Session, nowMs: number): Promise<ClubContext> {
  const { rows } = await tx.query<ContextRow>(
    session.type === 'api'
      ? prepared(contextOfToken, [session.clubId])
      : prepared(contextOfStaff, [session.userId, session.clubId]),
  )
  const [club] = rows
  const today = club ? localDate(nowMs, club.time_zone) : ''
  if (!club || session.clubId === null || club.from_date > today || (club.to_date !== null && club.to_date < today))
    throw new Refusal('AUTH_CLUB_NOT_FOUND')
  const { clientId, clubId, userId } = session
  return {
    clientId,
    clubId,
    userId,
    today,
    timeZone: club.time_zone,
    nowMs,
    provider: club.provider,
    ownsRecords: club.provider !== 'coursepro',
  }
}

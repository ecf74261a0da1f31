import { localDate } from '#domain/platform/club-time.ts'
import { refuseClosedPage } from '#server/tenants/clients/page-gate.ts'
import type { Provider } from '#domain/tenants/pages.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

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
export function refuseIfProviderOwns({ ownsRecords }: ClubContext, field?: string): void {
  if (!ownsRecords) throw new Refusal('PROVIDER_OWNS', field === undefined ? {} : { field })
}

/** The club ($3), and the first and last day on which the user ($2) works there. */
const CONTEXT_OF_STAFF = tenantStatement(
  'tenants/read-context-of-staff',
  `SELECT club.time_zone, employment.from_date, employment.to_date, client.auth_provider AS provider
   FROM user_clubs employment
   JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
   JOIN clients client ON client.client_id = employment.client_id
   WHERE employment.client_id = $1 AND employment.user_id = $2
     AND $3::uuid IS NOT NULL AND employment.club_id = $3`,
  { prepare: true },
)

/** The club of an API token, which may work there on every day. */
const CONTEXT_OF_TOKEN = tenantStatement(
  'tenants/read-context-of-token',
  `SELECT club.time_zone, '-infinity'::date AS from_date, NULL::date AS to_date, client.auth_provider AS provider
   FROM clubs club JOIN clients client ON client.client_id = club.client_id
   WHERE club.client_id = $1 AND $2::uuid IS NOT NULL AND club.id = $2 AND club.deleted_at IS NULL`,
  { prepare: true },
)

/**
 * Checks that the user of the session works at its club today, and that the page is open that the right names. Every
 * request checks it, so a removed administrator or coach loses access at once. Whether the user's type has the right
 * was checked before (`server/gate.ts`).
 */
export async function clubContextOf(tx: Tx, session: Session, nowMs: number): Promise<ClubContext> {
  const club = await (session.type === 'api'
    ? findRow(tx, CONTEXT_OF_TOKEN, [session.clubId])
    : findRow(tx, CONTEXT_OF_STAFF, [session.userId, session.clubId]))
  if (!club || session.clubId === null) throw new Refusal('AUTH_CLUB_NOT_FOUND')
  const today = localDate(nowMs, club.time_zone)
  const worksToday = club.from_date <= today && (club.to_date === null || today <= club.to_date)
  if (!worksToday) throw new Refusal('AUTH_CLUB_NOT_FOUND')
  refuseClosedPage(session, club.provider)
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

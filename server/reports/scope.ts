import { localDate } from '#domain/platform/club-time.ts'
import { reportPeriod, DEFAULT_MONTHS, type ReportPeriod } from '#domain/reports/report-period.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { attendanceDaysOf, isHeldAfterEnd } from '#server/assessment/sync/tablet-days.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The filters of a report, as its query has them. */
interface ReportFilters {
  months?: string
  scheme?: string
}

/** The scheme that a report is about. */
interface ReportScheme {
  id: string
  slug: string
  /** Compiled for the engine; it tells which nodes count, in their order. */
  scheme: Scheme
}

/** What a report covers: its period, its language and its scheme. */
interface Scope {
  period: ReportPeriod
  months: number
  /** The two-letter key of titles. */
  language: string
  /** The scheme that the report is filtered by; null for all schemes. */
  scheme: ReportScheme | null
  /**
   * For reports about one scheme: the filtered one, or else the one that most of the groups follow that the report is
   * about; null when there is none.
   */
  main: ReportScheme | null
}

export interface ClubScope extends Scope {
  context: ClubContext
  /** The groups that the report is about: the one that it is filtered by, or a coach's own; null for all of the club. */
  groupIds: readonly string[] | null
}

export interface ClientScope extends Scope {
  today: string
  /** The club that the report is filtered by; null for all clubs. */
  clubId: string | null
}

/** SQL of the named scheme (`$2`), or else of the one that most of the groups follow which count first. */
const schemeSql = (groups: string, countsFirst: string) => `SELECT schemes.id, schemes.slug FROM schemes
   LEFT JOIN (SELECT groups.scheme_id, count(*) AS groups, count(*) FILTER (WHERE ${countsFirst}) AS first FROM groups
     WHERE groups.client_id = $1 AND $2::text IS NULL AND ${groups}
     GROUP BY groups.scheme_id) used ON used.scheme_id = schemes.id
   WHERE schemes.client_id = $1 AND schemes.deleted_at IS NULL AND ($2::text IS NULL OR schemes.slug = $2)
   ORDER BY coalesce(used.first, 0) DESC, coalesce(used.groups, 0) DESC, schemes.slug LIMIT 1`

/**
 * Looks at the groups of the club (`$3`), or at these (`$4`). Those that have ended before the day (`$5`) count only
 * where no group goes on, because a club may have changed its scheme.
 */
const SCHEME_OF_CLUB = tenantStatement(
  'reports/find-scheme-of-club',
  schemeSql('groups.club_id = $3 AND ($4::uuid[] IS NULL OR groups.id = ANY($4))', isRunning('$5')),
)

/** Looks at all groups of the client, which are counted in an index; it does not have their last days. */
const SCHEME_OF_CLIENT = tenantStatement('reports/find-scheme-of-client', schemeSql('true', 'true'))

/** The groups of a club among which a report looks for its scheme. */
interface SchemeSource {
  clubId: string
  /** Null for all groups of the club. */
  groupIds: readonly string[] | null
  today: string
}

/** Reads the schemes of a report; refuses an unknown scheme. `source` is null for a report across clubs. */
async function schemesOf(
  tx: Tx,
  curricula: Curricula,
  clientId: string,
  slug: string | undefined,
  source: SchemeSource | null,
): Promise<Pick<Scope, 'scheme' | 'main'>> {
  const row = await (source
    ? findRow(tx, SCHEME_OF_CLUB, [slug ?? null, source.clubId, source.groupIds, source.today])
    : findRow(tx, SCHEME_OF_CLIENT, [slug ?? null]))
  if (!row && slug !== undefined) throw new Refusal('NOT_FOUND', { field: 'scheme' })
  const scheme = row && (await curricula.scheme(tx, clientId, row.id))
  const main = row && scheme ? { ...row, scheme } : null
  return { scheme: slug === undefined ? null : main, main }
}

const monthsOf = ({ months }: ReportFilters) => (months === undefined ? DEFAULT_MONTHS : Number(months))

const GROUP = tenantStatement(
  'reports/find-group-of-club',
  'SELECT FROM groups WHERE client_id = $1 AND id = $2 AND club_id = $3',
)

/** The groups that the coach (`$2`) leads on this day (`$4`) at the club (`$3`), as the coach's tablet holds them. */
const OWN_GROUPS = tenantStatement(
  'reports/list-own-groups',
  `SELECT groups.id FROM groups
   JOIN group_coaches ON group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
     AND group_coaches.user_id = $2 AND group_coaches.from_date <= $4
     AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= $4)
   WHERE groups.client_id = $1 AND groups.club_id = $3 AND ${isHeldAfterEnd('$4', '$5')}`,
)

/** The groups of a report; refuses a filter by a group that the reader's right does not cover. */
async function groupsOfReport(
  tx: Tx,
  session: Session,
  context: ClubContext,
  filter: string | undefined,
): Promise<readonly string[] | null> {
  if (session.right.on !== 'own-groups') {
    if (filter === undefined) return null
    if ((await execute(tx, GROUP, [filter, context.clubId])) === 0) throw new Refusal('NOT_FOUND', { field: 'group' })
    return [filter]
  }
  const { userId, clubId, today } = context
  const rows = await queryRows(tx, OWN_GROUPS, [userId, clubId, today, attendanceDaysOf(session.features)])
  const own = rows.map(({ id }) => id)
  if (filter === undefined) return own
  if (!own.includes(filter)) throw new Refusal('NOT_FOUND', { field: 'group' })
  return [filter]
}

/** The scope of a report about one club; refuses an unknown group or scheme. */
export async function clubScope(
  tx: Tx,
  curricula: Curricula,
  session: Session,
  context: ClubContext,
  filters: ReportFilters & { group?: string },
): Promise<ClubScope> {
  const groupIds = await groupsOfReport(tx, session, context, filters.group)
  const { clubId, today } = context
  return {
    context,
    groupIds,
    period: reportPeriod(today, monthsOf(filters)),
    months: monthsOf(filters),
    language: languageOf(session.language),
    ...(await schemesOf(tx, curricula, session.clientId, filters.scheme, { clubId, groupIds, today })),
  }
}

const CLUB = tenantStatement(
  'reports/find-club',
  'SELECT FROM clubs WHERE client_id = $1 AND id = $2 AND deleted_at IS NULL',
)

/** The scope of a report across a client's clubs; refuses an unknown club or scheme. */
export async function clientScope(
  tx: Tx,
  curricula: Curricula,
  session: Session,
  context: ClientContext,
  nowMs: number,
  filters: ReportFilters & { club?: string },
): Promise<ClientScope> {
  if (filters.club !== undefined && (await execute(tx, CLUB, [filters.club])) === 0)
    throw new Refusal('NOT_FOUND', { field: 'club' })
  // a client's clubs may be in several time zones, so a report across them uses UTC
  const today = localDate(nowMs, 'UTC')
  return {
    today,
    clubId: filters.club ?? null,
    period: reportPeriod(today, monthsOf(filters)),
    months: monthsOf(filters),
    language: languageOf(session.language),
    ...(await schemesOf(tx, curricula, context.clientId, filters.scheme, /* source */ null)),
  }
}

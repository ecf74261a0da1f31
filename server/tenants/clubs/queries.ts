import { Type } from 'typebox'
import { Club, type ClubsQuery, type ClubSort } from '#contract/tenants/clubs.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { findRow, getRow, tenantStatement, tenantStatements } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubsNeedingAttention } from './clubs-needing-attention.ts'
import { includesToday } from './today.ts'

/** SQL that builds the API's `Club` from a row with the alias `club`. */
export const clubJson = `json_build_object('id', club.id, 'name', club.name, 'ngo_id', club.ngo_id,
  'time_zone', club.time_zone, 'parent_portal', club.parent_portal::int, 'member_types', to_json(club.member_types))`

/**
 * SQL condition: the row `client_languages` is a language of a `club`: an active one that the club has chosen. A club has
 * all of them when it has chosen none, or when the client has turned off all that it had chosen.
 */
export const isLanguageOfClub = `client_languages.active AND (club.language_ids IS NULL
  OR client_languages.language_id = ANY(club.language_ids)
  OR NOT EXISTS (SELECT FROM client_languages chosen WHERE chosen.client_id = client_languages.client_id AND chosen.active
    AND chosen.language_id = ANY(club.language_ids)))`

/** SQL of the JSON fields with the numbers of active members and of current coaches and administrators of a `club`. */
export const clubCounts = `'members', (SELECT count(*) FROM club_members membership
    WHERE membership.client_id = club.client_id AND membership.club_id = club.id AND membership.status = 'active'),
  'users', (SELECT count(*) FROM user_clubs employment
    JOIN users ON users.client_id = employment.client_id AND users.id = employment.user_id
    WHERE employment.client_id = club.client_id AND employment.club_id = club.id
      AND users.type IN ('admin', 'coach') AND users.status = 'current'
      AND ${includesToday('employment')})`

const orders: Record<ClubSort, string> = { aname: 'club.sort_name, club.id', dname: 'club.sort_name DESC, club.id' }

/** SQL: the needs of attention by which the list can be filtered (`$4`), at the moment `$3`. */
const needsAttention = Object.entries(clubsNeedingAttention)
  .map(([name, condition]) => `WHEN '${name}' THEN ${condition('club', '$3::timestamptz')}`)
  .join(' ')

/**
 * SQL of the clubs in which the user `$2` works today, or of all when it is null. The filters are null when they do not
 * apply: one of `clubsNeedingAttention` (`$4`), an id (`$5`) and a searched text (`$6`).
 */
const FROM_LISTED = `FROM clubs club WHERE club.client_id = $1 AND club.deleted_at IS NULL
  AND ($2::uuid IS NULL OR EXISTS (SELECT FROM user_clubs employment
    WHERE employment.client_id = club.client_id AND employment.club_id = club.id AND employment.user_id = $2
      AND ${includesToday('employment')}))
  AND ($4::text IS NULL OR CASE $4::text ${needsAttention} END)
  AND ($5::uuid IS NULL OR club.id = $5)
  AND ($6::text IS NULL OR position(folded($6) IN club.words) > 0)`

/** The fields that are listed on request are the logo (`$9`), the languages (`$10`) and the numbers (`$11`). */
const LIST_CLUBS = tenantStatements(
  'tenants/list-clubs',
  orders,
  (order) => `SELECT (SELECT coalesce(json_agg((${clubJson}::jsonb
       || CASE WHEN $9::boolean THEN jsonb_build_object('logo', '/v1/files/file?id=' || club.logo_file_id)
         ELSE '{}' END
       || CASE WHEN $10::boolean THEN jsonb_build_object('languages', (SELECT jsonb_agg(jsonb_build_object(
           'language_id', language_id, 'language', language,
           'active', (${isLanguageOfClub})::int)
           ORDER BY language_id) FROM client_languages WHERE client_languages.client_id = club.client_id))
         ELSE '{}' END
       || CASE WHEN $11::boolean THEN jsonb_build_object(${clubCounts}) ELSE '{}' END)
       ORDER BY ${order}), '[]')
     FROM (SELECT * ${FROM_LISTED} ORDER BY ${order} LIMIT $7 OFFSET $8) club) AS clubs,
     (SELECT count(*) ${FROM_LISTED}) AS total`,
  { json: { clubs: Type.Array(Club) } },
)

/** The clubs in which a user works today, or all clubs of the client when `userId` is null, by name. */
export async function clubsOf(
  tx: Tx,
  userId: string | null,
  show: { logos: boolean; languages: boolean },
): Promise<Club[]> {
  const flag = (isOn: boolean) => (isOn ? ('1' as const) : ('0' as const))
  const query = { with_logos: flag(show.logos), with_languages: flag(show.languages) }
  const { clubs } = await listClubs(tx, userId, query, /* nowMs */ null)
  return clubs
}

/**
 * One page of the clubs in which a user works today, or of all clubs of the client when `userId` is null, and the total
 * number. `nowMs` is needed only for the filter of clubs that need attention (`query.only`).
 */
export async function listClubs(
  tx: Tx,
  userId: string | null,
  query: ClubsQuery,
  nowMs: number | null,
): Promise<{ clubs: Club[]; total: number }> {
  // Without `per_page` the page has all clubs.
  const perPage = query.per_page === undefined ? null : Number(query.per_page)
  return getRow(tx, LIST_CLUBS[query.sort ?? 'aname'], [
    userId,
    // It is read only with the filter of the next parameter.
    new Date(nowMs ?? 0),
    nowMs === null ? null : (query.only ?? null),
    query.id ?? null,
    query.search?.trim() ?? null,
    perPage ?? Number.MAX_SAFE_INTEGER,
    Number(query.page ?? 0) * (perPage ?? 0),
    query.with_logos === '1',
    query.with_languages === '1',
    query.with_counts === '1',
  ])
}

const EMPLOYMENT = tenantStatement(
  'tenants/read-employment',
  `SELECT club.id, club.time_zone, employment.from_date, employment.to_date FROM user_clubs employment
   JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
   WHERE employment.client_id = $1 AND employment.user_id = $2
     AND $3::uuid IS NOT NULL AND employment.club_id = $3`,
)

/**
 * The club of a coach's or administrator's session, and today's date there; null when the user does not work there
 * today.
 */
export async function clubToday(
  tx: Tx,
  session: { userId: string; clubId: string | null },
  nowMs: number,
): Promise<{ clubId: string; today: string } | null> {
  const club = await findRow(tx, EMPLOYMENT, [session.userId, session.clubId])
  if (!club) return null
  const today = localDate(nowMs, club.time_zone)
  return club.from_date <= today && (club.to_date === null || today <= club.to_date) ? { clubId: club.id, today } : null
}

import type { Club, ClubsQuery, ClubSort } from '#contract/tenants/clubs.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubsNeedingAttention } from './clubs-needing-attention.ts'
import { includesToday } from './today.ts'

/** SQL that builds the API's `Club` from a row with the alias `club`. */
export const clubJson = `json_build_object('id', club.id, 'name', club.name, 'ngo_id', club.ngo_id,
  'time_zone', club.time_zone, 'parent_portal', club.parent_portal::int, 'member_types', to_json(club.member_types))`

/** SQL of the JSON fields with the numbers of active members and of current coaches and administrators of a `club`. */
export const clubCounts = `'members', (SELECT count(*) FROM club_members membership
    WHERE membership.client_id = club.client_id AND membership.club_id = club.id AND membership.status = 'active'),
  'users', (SELECT count(*) FROM user_clubs employment
    JOIN users ON users.client_id = employment.client_id AND users.id = employment.user_id
    WHERE employment.client_id = club.client_id AND employment.club_id = club.id
      AND users.type IN ('admin', 'coach') AND users.status = 'current'
      AND ${includesToday('employment')})`

const orders: Record<ClubSort, string> = { aname: 'club.sort_name, club.id', dname: 'club.sort_name DESC, club.id' }

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
  const params = new SqlParams()
  const conditions = ['club.deleted_at IS NULL']
  if (userId !== null)
    conditions.push(`EXISTS (SELECT FROM user_clubs employment
       WHERE employment.client_id = club.client_id AND employment.club_id = club.id
       AND employment.user_id = ${params.add(userId)} AND ${includesToday('employment')})`)
  if (query.only !== undefined && nowMs !== null)
    conditions.push(clubsNeedingAttention[query.only]('club', `${params.add(new Date(nowMs))}::timestamptz`))
  if (query.id !== undefined) conditions.push(`club.id = ${params.add(query.id)}`)
  if (query.search !== undefined)
    conditions.push(`position(folded(${params.add(query.search.trim())}) IN club.words) > 0`)
  const where = conditions.join(' AND ')
  const order = orders[query.sort ?? 'aname']
  // SQL reads a limit of null as no limit, so without `per_page` the page has all clubs.
  const perPage = query.per_page === undefined ? null : Number(query.per_page)
  const extraFields = [
    query.with_logos === '1' ? `'logo', '/v1/files/file?id=' || club.logo_file_id` : null,
    query.with_languages === '1'
      ? `'languages', (SELECT jsonb_agg(jsonb_build_object('language_id', language_id, 'language', language,
          'active', (active AND (club.language_ids IS NULL OR language_id = ANY(club.language_ids)))::int)
          ORDER BY language_id) FROM client_languages)`
      : null,
    query.with_counts === '1' ? clubCounts : null,
  ].filter((field) => field !== null)
  const { rows } = await tx.query<{ clubs: Club[]; total: number }>(
    `SELECT (SELECT coalesce(json_agg((${clubJson}::jsonb || jsonb_build_object(${extraFields.join(', ')}))
         ORDER BY ${order}), '[]')
       FROM (SELECT * FROM clubs club WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * (perPage ?? 0))}) club) AS clubs,
       (SELECT count(*) FROM clubs club WHERE ${where}) AS total`,
    params.values,
  )
  return { clubs: rows[0]?.clubs ?? [], total: rows[0]?.total ?? 0 }
}

/**
 * The club of a coach's or administrator's session, and today's date there; null when the user does not work there
 * today.
 */
export async function clubToday(
  tx: Tx,
  session: { userId: string; clubId: string | null },
  nowMs: number,
): Promise<{ clubId: string; today: string } | null> {
  const { rows } = await tx.query<{ id: string; time_zone: string; from_date: string; to_date: string | null }>(
    `SELECT club.id, club.time_zone, employment.from_date, employment.to_date FROM user_clubs employment
     JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
     WHERE employment.user_id = $1 AND employment.club_id = $2`,
    [session.userId, session.clubId],
  )
  const [club] = rows
  if (!club) return null
  const today = localDate(nowMs, club.time_zone)
  return club.from_date <= today && (club.to_date === null || today <= club.to_date) ? { clubId: club.id, today } : null
}

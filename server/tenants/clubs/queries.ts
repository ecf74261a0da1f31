import type { Club, ClubsQuery, ClubSort } from '#contract/tenants/clubs.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubsNeedingAttention } from './clubs-needing-attention.ts'

/** SQL of the API's JSON of a club, from alias `cl`. */
export const clubJson = `json_build_object('id', cl.id, 'name', cl.name, 'ngo_id', cl.ngo_id, 'time_zone', cl.time_zone,
  'parent_portal', cl.parent_portal::int, 'member_types', to_json(cl.member_types))`

/** SQL of the numbers of active members and of current coaches and administrators of a club, from alias `cl`. */
export const clubCounts = `'members', (SELECT count(*) FROM club_members cm WHERE cm.client_id = cl.client_id AND cm.club_id = cl.id
    AND cm.status = 'active'),
  'users', (SELECT count(*) FROM user_clubs uc JOIN users u ON u.client_id = uc.client_id AND u.id = uc.user_id
    WHERE uc.client_id = cl.client_id AND uc.club_id = cl.id AND u.type IN ('admin', 'coach') AND u.status = 'current'
      AND current_date >= uc.from_date AND (uc.to_date IS NULL OR current_date <= uc.to_date))`

const orders: Record<ClubSort, string> = { aname: 'cl.sort_name, cl.id', dname: 'cl.sort_name DESC, cl.id' }

/** The clubs in which a user works today, or all clubs of the client, by name. */
export async function clubsOf(
  tx: Tx,
  userId: string | null,
  show: { logos: boolean; languages: boolean },
): Promise<Club[]> {
  const flag = (on: boolean) => (on ? '1' : '0')
  return (await listClubs(tx, userId, { with_logos: flag(show.logos), with_languages: flag(show.languages) }, null))
    .clubs
}

/** One page of these clubs, and the total number. */
export async function listClubs(
  tx: Tx,
  userId: string | null,
  query: ClubsQuery,
  nowMs: number | null,
): Promise<{ clubs: Club[]; total: number }> {
  const params = new SqlParams()
  const conditions = ['cl.deleted_at IS NULL']
  if (userId !== null)
    conditions.push(`EXISTS (SELECT FROM user_clubs uc WHERE uc.client_id = cl.client_id AND uc.club_id = cl.id AND uc.user_id = ${params.add(userId)}
       AND current_date >= uc.from_date AND (uc.to_date IS NULL OR current_date <= uc.to_date))`)
  if (query.only !== undefined && nowMs !== null)
    conditions.push(clubsNeedingAttention[query.only]('cl', `${params.add(new Date(nowMs))}::timestamptz`))
  if (query.id !== undefined) conditions.push(`cl.id = ${params.add(query.id)}`)
  if (query.search !== undefined)
    conditions.push(`position(folded(${params.add(query.search.trim())}) IN cl.words) > 0`)
  const [where, order] = [conditions.join(' AND '), orders[query.sort ?? 'aname']]
  const perPage = query.per_page === undefined ? null : Number(query.per_page)
  const extraFields = [
    query.with_logos === '1' ? `'logo', '/v1/files/file?id=' || cl.logo_file_id` : null,
    query.with_languages === '1'
      ? `'languages', (SELECT jsonb_agg(jsonb_build_object('language_id', l.language_id, 'language', l.language,
          'active', (l.active AND (cl.language_ids IS NULL OR l.language_id = ANY(cl.language_ids)))::int) ORDER BY l.language_id)
          FROM client_languages l)`
      : null,
    query.with_counts === '1' ? clubCounts : null,
  ].filter((part) => part !== null)
  const { rows } = await tx.query<{ clubs: Club[]; total: number }>(
    `SELECT (SELECT coalesce(json_agg((${clubJson}::jsonb || jsonb_build_object(${extraFields.join(', ')})) ORDER BY ${order}), '[]')
       FROM (SELECT * FROM clubs cl WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * (perPage ?? 0))}) cl) AS clubs,
       (SELECT count(*) FROM clubs cl WHERE ${where}) AS total`,
    params.values,
  )
  return { clubs: rows[0]?.clubs ?? [], total: rows[0]?.total ?? 0 }
}

/** The club of a coach's or administrator's session, and today's date there; null when the user no longer works there. */
export async function clubToday(
  tx: Tx,
  session: { userId: string; clubId: string | null },
  nowMs: number,
): Promise<{ clubId: string; today: string } | null> {
  const { rows } = await tx.query<{ id: string; time_zone: string; from_date: string; to_date: string | null }>(
    `SELECT cl.id, cl.time_zone, uc.from_date, uc.to_date FROM user_clubs uc
     JOIN clubs cl ON cl.client_id = uc.client_id AND cl.id = uc.club_id WHERE uc.user_id = $1 AND uc.club_id = $2`,
    [session.userId, session.clubId],
  )
  const [club] = rows
  if (!club) return null
  const today = localDate(nowMs, club.time_zone)
  return club.from_date <= today && (club.to_date === null || today <= club.to_date) ? { clubId: club.id, today } : null
}

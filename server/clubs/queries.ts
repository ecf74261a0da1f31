import type { Club } from '#contract/clubs.ts'
import type { Tx } from '#server/tenancy.ts'

/** SQL of one club as the wire shows it, from alias `cl`. */
export const clubJson = `json_build_object('id', cl.id, 'name', cl.name, 'ngo_id', cl.ngo_id, 'time_zone', cl.time_zone,
  'parent_portal', cl.parent_portal::int, 'member_types', to_json(cl.member_types))`

/** Clubs a user stands in today, by name. */
export async function clubsOf(tx: Tx, userId: string, show: { logos: boolean; languages: boolean }): Promise<Club[]> {
  const { rows } = await tx.query<{ club: Club }>(
    `SELECT (${clubJson}::jsonb
       || CASE WHEN $2 THEN jsonb_build_object('logo', cl.logo) ELSE '{}' END
       || CASE WHEN $3 THEN jsonb_build_object('languages', (SELECT jsonb_agg(jsonb_build_object(
            'language_id', l.language_id, 'language', l.language, 'active', l.active::int) ORDER BY l.language_id)
            FROM client_languages l)) ELSE '{}' END) AS club
     FROM clubs cl JOIN user_clubs uc ON uc.client_id = cl.client_id AND uc.club_id = cl.id
     WHERE uc.user_id = $1 AND current_date >= uc.from_date AND (uc.to_date IS NULL OR current_date <= uc.to_date)
     ORDER BY cl.name`,
    [userId, show.logos, show.languages],
  )
  return rows.map((row) => row.club)
}

import type pg from 'pg'
import type { Portal } from '#contract/platform/fields.ts'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import type { Tokens } from '#server/platform/http/session.ts'

/** A filled club with one user of each kind; all but `number` are ids. */
export interface FilledClub {
  clientId: string
  club: string
  /** Has the first groups of the club. */
  coach: string
  admin: string
  /** Has two children in the coach's groups, of whom `child` is one. */
  parent: string
  child: string
  /** The members who are in one of the coach's groups now, in no order. */
  members: { member: string; group: string; club: string }[]
}

/** Reads filled clubs of a client that have so many members, `limit` at most. */
export async function filledClubs(
  owner: pg.Client,
  clientId: string,
  memberCount: number,
  limit: number,
): Promise<FilledClub[]> {
  const { rows } = await owner.query<FilledClub>(
    `SELECT clubs.client_id AS "clientId", clubs.id AS club, coach.id AS coach, admin.id AS admin,
       family.parent, family.child,
       (SELECT json_agg(json_build_object('member', member_id, 'group', group_id, 'club', clubs.id))
        FROM group_members JOIN group_coaches USING (client_id, group_id)
        WHERE group_members.client_id = clubs.client_id AND user_id = coach.id AND group_members.to_date IS NULL) AS members
     FROM clubs
     JOIN users coach ON coach.client_id = clubs.client_id AND coach.type = 'coach'
       AND lower(coach.email) = 'coach' || split_part(clubs.name, ' ', 2) || '.0@filled.example'
     JOIN users admin ON admin.client_id = clubs.client_id AND admin.type = 'admin'
       AND lower(admin.email) = 'office' || split_part(clubs.name, ' ', 2) || '@filled.example'
     JOIN LATERAL (SELECT link.user_id AS parent, min(stay.member_id::text) AS child
       FROM group_coaches JOIN group_members stay USING (client_id, group_id)
       JOIN member_links link ON link.client_id = stay.client_id AND link.member_id = stay.member_id
       WHERE stay.client_id = clubs.client_id AND group_coaches.user_id = coach.id AND stay.to_date IS NULL
       GROUP BY link.user_id HAVING count(*) = 2 ORDER BY link.user_id LIMIT 1) family ON true
     WHERE clubs.client_id = $1 AND clubs.name LIKE 'Filled %'
       AND (SELECT count(*) FROM club_members WHERE client_id = $1 AND club_id = clubs.id) = $2
     ORDER BY split_part(clubs.name, ' ', 2)::int LIMIT $3`,
    [clientId, memberCount, limit],
  )
  return rows
}

const USER_OF_PORTAL = { coach: 'coach', club: 'admin', parent: 'parent' } as const

/** The portals at which a filled club has a user. */
export type FilledPortal = keyof typeof USER_OF_PORTAL & Portal

/** Signs an access token, because filled users have no password. */
export async function tokenOf(tokens: Tokens, filled: FilledClub, portal: FilledPortal): Promise<string> {
  const subject: TokenSubject = {
    user_uuid: filled[USER_OF_PORTAL[portal]],
    club_id: portal === 'parent' ? null : filled.club,
    language: { language_id: 1, language: 'en-GB' },
    features: { ENABLE_ALL_SKILL_FIELDS: true, ENABLE_ADDITIONAL_ASSESSMENTS: true },
  }
  const tenant = { clientId: filled.clientId, portal }
  return tokens.sign(tenant, 'access', JSON.stringify(subject), crypto.randomUUID(), /* seconds */ 24 * 3_600)
}

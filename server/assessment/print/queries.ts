import { readWords } from '#server/tenants/client-words/own-words.ts'
import { readLook, type ClientLook } from '#server/tenants/clients/look.ts'
import { coachOfAward, lastMarkOf } from '#server/assessment/awards/coach-of-award.ts'
import { awardShownToParents } from '#server/assessment/awards/parents-awards.ts'
import { findRow, getRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { PaperClub } from './logo.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/** Name, look and texts of the tenant for a printed page, in the session's language. */
export interface Letterhead {
  client: string
  look: ClientLook
  /** The client's own texts, by translation key. */
  texts: unknown
}

const CLIENT_NAME = tenantStatement('assessment/read-client-name', 'SELECT name FROM clients WHERE client_id = $1')

/** Reads the tenant's letterhead; `language` is the two-letter key of texts. */
export async function readLetterhead(tx: Tx, language: string): Promise<Letterhead> {
  const { name } = await getRow(tx, CLIENT_NAME)
  return { client: name, look: await readLook(tx), texts: await readWords(tx, language) }
}

/**
 * SQL of the first of a member's clubs: those that are not deleted before the others, then those where the child is
 * active, then by name.
 */
const firstClubOf = (member: string) => `(SELECT clubs.id, clubs.time_zone FROM club_members
  JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
  WHERE club_members.client_id = $1 AND club_members.member_id = ${member}
  -- 'active' comes first in alphabetical order
  ORDER BY clubs.deleted_at IS NOT NULL, club_members.status, clubs.name LIMIT 1)`

const AWARD = tenantStatement(
  'assessment/find-award-of-child',
  `SELECT members.firstname, members.lastname, members.ngo_id,
     coalesce(${wordsIn('awards.title', '$6')}, awards.node_id) AS level,
     coalesce(${wordsIn('schemes.name', '$6')}, schemes.slug) AS scheme, awards.completed_ts,
     ${coachOfAward('awards')} AS coach, clubs.name AS club, clubs.time_zone, clubs.logo_file_id
   FROM member_links
   JOIN members ON members.client_id = member_links.client_id AND members.id = member_links.member_id
   JOIN awards ON awards.client_id = members.client_id AND awards.member_id = members.id
     AND ${awardShownToParents('awards', '$7')}
   JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
   LEFT JOIN LATERAL (${lastMarkOf('awards')}) last_mark ON true
   JOIN clubs ON clubs.client_id = members.client_id AND clubs.id = coalesce(last_mark.club_id,
     (SELECT first_club.id FROM ${firstClubOf('members.id')} first_club))
   WHERE member_links.client_id = $1 AND member_links.user_id = $2 AND members.id::text = $3 AND schemes.slug = $4
     AND awards.node_id = $5`,
)

/**
 * What a certificate says about an award; `completed_ts` in Unix seconds. `coach` made the mark with which the level was
 * passed; null when it has none.
 */
export type CertificateFacts = RowOf<typeof AWARD>

/**
 * Reads an award that parents may see, of a child linked to this parent; null for any other. Club and coach are those
 * with whom the level was passed: of the newest mark in the scheme at that time. Without such a mark the club is the
 * first of the child's clubs.
 */
export async function readAward(
  tx: Tx,
  userId: string,
  { memberId, slug, nodeId }: { memberId: string; slug: string; nodeId: string },
  language: string,
  nowMs: number,
): Promise<CertificateFacts | null> {
  return (await findRow(tx, AWARD, [userId, memberId, slug, nodeId, language, new Date(nowMs)])) ?? null
}

const TIME_ZONES = tenantStatement(
  'assessment/list-time-zones-of-members',
  `SELECT members.id, first_club.time_zone FROM members
   CROSS JOIN LATERAL ${firstClubOf('members.id')} first_club
   WHERE members.client_id = $1 AND members.id = ANY($2)`,
)

/** A time zone for each member: that of the first of the member's clubs. */
export async function readTimeZones(tx: Tx, memberIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryRows(tx, TIME_ZONES, [memberIds])
  return new Map(rows.map((row) => [row.id, row.time_zone]))
}

const PAPER_CLUBS = tenantStatement(
  'assessment/list-paper-clubs',
  'SELECT id, name, logo_file_id FROM clubs WHERE client_id = $1 AND id = ANY($2)',
)

/** Name and logo of clubs, by id. */
export async function readPaperClubs(tx: Tx, ids: readonly string[]): Promise<Map<string, PaperClub>> {
  const rows = await queryRows(tx, PAPER_CLUBS, [ids])
  return new Map(rows.map((club) => [club.id, club]))
}

import { readWords } from '#server/tenants/client-words/own-words.ts'
import { readLook, type ClientLook } from '#server/tenants/clients/look.ts'
import { awardShownToParents } from '#server/assessment/awards/parents-awards.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { PaperClub } from './logo.ts'

/** Name, look and texts of the tenant for a printed page, in the session's language. */
export interface Letterhead {
  client: string
  look: ClientLook
  /** The client's own texts, by translation key. */
  texts: unknown
}

/** Reads the tenant's letterhead; `language` is the two-letter key of texts. */
export async function readLetterhead(tx: Tx, language: string): Promise<Letterhead> {
  const { rows } = await tx.query<{ client: string }>('SELECT name AS client FROM clients')
  const [letterhead] = rows
  if (!letterhead) throw new Error('no such client')
  return { ...letterhead, look: await readLook(tx), texts: await readWords(tx, language) }
}

/** What a certificate says about an award. */
export interface CertificateFacts {
  firstname: string
  lastname: string
  ngo_id: string | null
  level: string
  scheme: string
  /** Unix seconds. */
  completed_ts: number
  club: string
  time_zone: string
  logo_file_id: string | null
}

/**
 * Reads an award that parents may see, of a child linked to this parent; null for any other. The club is the one where
 * the level was passed: that of the newest mark in the scheme at that time. Without such a mark it is the first of the
 * child's clubs, those where the child is active before the others, then by name.
 */
export async function readAward(
  tx: Tx,
  userId: string,
  { memberId, slug, nodeId }: { memberId: string; slug: string; nodeId: string },
  language: string,
  nowMs: number,
): Promise<CertificateFacts | null> {
  const { rows } = await tx.query<CertificateFacts>(
    `SELECT members.firstname, members.lastname, members.ngo_id,
       coalesce(awards.title ->> $5, awards.title ->> 'en') AS level,
       coalesce(schemes.name ->> $5, schemes.name ->> 'en') AS scheme, awards.completed_ts,
       clubs.name AS club, clubs.time_zone, clubs.logo_file_id
     FROM member_links
     JOIN members ON members.client_id = member_links.client_id AND members.id = member_links.member_id
     JOIN awards ON awards.client_id = members.client_id AND awards.member_id = members.id
       AND ${awardShownToParents('awards', '$6')}
     JOIN schemes ON schemes.client_id = awards.client_id AND schemes.id = awards.scheme_id
     JOIN clubs ON clubs.client_id = members.client_id AND clubs.id = coalesce(
       -- the club of the newest mark before the pass, or else the first of the member's clubs
       (SELECT mark.club_id FROM assessments mark WHERE mark.client_id = awards.client_id
          AND mark.member_id = awards.member_id AND mark.scheme_id = awards.scheme_id AND mark.ts <= awards.completed_ts
        ORDER BY mark.ts DESC, mark.stamp_ms DESC LIMIT 1),
       (SELECT club_members.club_id FROM club_members
        JOIN clubs member_club ON member_club.client_id = club_members.client_id
          AND member_club.id = club_members.club_id
        WHERE club_members.client_id = members.client_id AND club_members.member_id = members.id
        -- 'active' comes first in alphabetical order
        ORDER BY club_members.status, member_club.name LIMIT 1))
     WHERE member_links.user_id = $1 AND members.id::text = $2 AND schemes.slug = $3 AND awards.node_id = $4`,
    [userId, memberId, slug, nodeId, language, new Date(nowMs)],
  )
  return rows[0] ?? null
}

/** A time zone for each member: that of one of the member's clubs. */
export async function readTimeZones(tx: Tx, memberIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ member_id: string; time_zone: string }>(
    `SELECT club_members.member_id, min(clubs.time_zone) AS time_zone FROM club_members
     JOIN clubs ON clubs.client_id = club_members.client_id AND clubs.id = club_members.club_id
     WHERE club_members.member_id = ANY($1) GROUP BY club_members.member_id`,
    [memberIds],
  )
  return new Map(rows.map((row) => [row.member_id, row.time_zone]))
}

/** Name and logo of clubs, by id. */
export async function readPaperClubs(tx: Tx, ids: readonly string[]): Promise<Map<string, PaperClub>> {
  const { rows } = await tx.query<PaperClub & { id: string }>(
    'SELECT id, name, logo_file_id FROM clubs WHERE id = ANY($1)',
    [ids],
  )
  return new Map(rows.map((club) => [club.id, club]))
}

import { readWords } from '#server/tenants/client-words/own-words.ts'
import { readLook, type ClientLook } from '#server/tenants/clients/look.ts'
import { awardShownToParents } from '#server/assessment/awards/parents-awards.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { PaperClub } from './logo.ts'

/** Name, look and texts of the tenant for a printed page, in the session's language. */
export interface Letterhead {
  client: string
  look: ClientLook
  texts: unknown
}

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
 * the level was passed: that of the newest mark in the scheme at that time. Without such a mark it is any club of the
 * child.
 */
export async function readAward(
  tx: Tx,
  userId: string,
  { memberId, slug, nodeId }: { memberId: string; slug: string; nodeId: string },
  language: string,
  nowMs: number,
): Promise<CertificateFacts | null> {
  const { rows } = await tx.query<CertificateFacts>(
    `SELECT m.firstname, m.lastname, m.ngo_id, coalesce(a.title ->> $5, a.title ->> 'en') AS level,
       coalesce(s.name ->> $5, s.name ->> 'en') AS scheme, a.completed_ts, cl.name AS club, cl.time_zone, cl.logo_file_id
     FROM member_links l JOIN members m ON m.client_id = l.client_id AND m.id = l.member_id
     JOIN awards a ON a.client_id = m.client_id AND a.member_id = m.id AND ${awardShownToParents('a', '$6')}
     JOIN schemes s ON s.client_id = a.client_id AND s.id = a.scheme_id
     JOIN clubs cl ON cl.client_id = m.client_id AND cl.id = coalesce(
       (SELECT x.club_id FROM assessments x WHERE x.client_id = a.client_id AND x.member_id = a.member_id
          AND x.scheme_id = a.scheme_id AND x.ts <= a.completed_ts ORDER BY x.ts DESC, x.stamp_ms DESC LIMIT 1),
       (SELECT cm.club_id FROM club_members cm JOIN clubs o ON o.client_id = cm.client_id AND o.id = cm.club_id
        WHERE cm.client_id = m.client_id AND cm.member_id = m.id ORDER BY cm.status, o.name LIMIT 1))
     WHERE l.user_id = $1 AND m.id::text = $2 AND s.slug = $3 AND a.node_id = $4`,
    [userId, memberId, slug, nodeId, language, new Date(nowMs)],
  )
  return rows[0] ?? null
}

/** A time zone for each member: that of one of the member's clubs. */
export async function readTimeZones(tx: Tx, memberIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ member_id: string; time_zone: string }>(
    `SELECT cm.member_id, min(cl.time_zone) AS time_zone FROM club_members cm
     JOIN clubs cl ON cl.client_id = cm.client_id AND cl.id = cm.club_id WHERE cm.member_id = ANY($1) GROUP BY 1`,
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

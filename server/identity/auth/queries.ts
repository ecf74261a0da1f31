import type { UserType } from '#contract/platform/fields.ts'
import { featuresOf, type Provider } from '#domain/tenants/pages.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

/** What a login with a password needs of a user. */
export interface Account {
  id: string
  password_hash: string | null
  status: string
  verified: boolean
  language_id: number | null
  email: string | null
  password_reset_required: boolean
}

export async function findAccount(
  tx: Tx,
  type: UserType,
  nameColumn: 'email' | 'username',
  name: string,
): Promise<Account | null> {
  const { rows } = await tx.query<Account>(
    `SELECT id, password_hash, status, verified, language_id, email, password_reset_required FROM users
     WHERE type = $1 AND lower(${nameColumn}) = lower($2)`,
    [type, name],
  )
  return rows[0] ?? null
}

/** What a token contains about its user: today's clubs, languages, and feature flags of the client and its clubs. */
export interface UserAccess {
  status: string
  club_ids: string[]
  /** Those of the clubs that qualify for the organisation portal. */
  org_club_ids: string[]
  /** The client's flags, without those that its login provider rules out. */
  features: Readonly<Record<string, boolean | number>>
  /** The flags of the clubs that differ from their client, by club id. */
  club_features: Readonly<Record<string, Readonly<Record<string, boolean | number>>>>
  languages: { language_id: number; language: string }[]
}

export async function readUserAccess(tx: Tx, userId: string): Promise<UserAccess | null> {
  const { rows } = await tx.query<UserAccess & { provider: Provider }>(
    // One row: the user and the client, with lists of the user's clubs of today and of the client's active languages.
    `SELECT users.status, client.features, client.auth_provider AS provider,
       coalesce(own_clubs.club_ids, '{}') AS club_ids, coalesce(own_clubs.org_club_ids, '{}') AS org_club_ids,
       coalesce(own_clubs.club_features, '{}') AS club_features,
       (SELECT json_agg(json_build_object('language_id', language_id, 'language', language) ORDER BY language_id)
         FROM client_languages WHERE active) AS languages
     FROM users JOIN clients client USING (client_id)
     CROSS JOIN LATERAL (SELECT array_agg(club.id::text ORDER BY club.name) AS club_ids,
         array_agg(club.id::text ORDER BY club.name) FILTER (WHERE club.org_portal) AS org_club_ids,
         json_object_agg(club.id, club.features) FILTER (WHERE club.features <> '{}') AS club_features
       FROM user_clubs employment
       JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
       WHERE employment.client_id = users.client_id AND employment.user_id = users.id
         AND ${includesToday('employment')}) own_clubs
     WHERE users.id = $1`,
    [userId],
  )
  const [row] = rows
  if (!row) return null
  const { provider, features, club_features: overrides } = row
  // The flags of a club are those of the client, except where the club overrides them.
  const club_features = Object.fromEntries(
    Object.entries(overrides).map(([id, flags]) => [id, featuresOf(provider, { ...features, ...flags })]),
  )
  return { ...row, features: featuresOf(provider, features), club_features }
}

/** A stored refresh token; all tokens of one session have the same family. */
export interface RefreshSession {
  id: string
  family: string
  user_id: string
  club_id: string | null
  language_id: number
  portal: string
  /** When a newer token replaced this one; null for the newest. */
  rotated_at: Date | null
  revoked_at: Date | null
  expires_at: Date
  /** The user who logged in, when this user was switched to. */
  original_user_id: string | null
  /** The hash of the device cookie; null for a token that continues a session. */
  device_hash: string | null
}

/** Reads a refresh token's row and locks it, so that simultaneous requests with one token take turns. */
export async function findRefreshSession(tx: Tx, id: string): Promise<RefreshSession | null> {
  const { rows } = await tx.query<RefreshSession>('SELECT * FROM refresh_sessions WHERE id = $1 FOR UPDATE', [id])
  return rows[0] ?? null
}

export async function addRefreshSession(
  tx: Tx,
  clientId: string,
  session: Omit<RefreshSession, 'rotated_at' | 'revoked_at'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO refresh_sessions (client_id, id, family, user_id, portal, club_id, language_id, expires_at,
       original_user_id, device_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      clientId,
      session.id,
      session.family,
      session.user_id,
      session.portal,
      session.club_id,
      session.language_id,
      session.expires_at,
      session.original_user_id,
      session.device_hash,
    ],
  )
}

/** Records when a newer token replaced this one; a later replacement does not change that moment. */
export async function markRotated(tx: Tx, id: string, rotatedAt: Date): Promise<void> {
  await tx.query('UPDATE refresh_sessions SET rotated_at = coalesce(rotated_at, $2) WHERE id = $1', [id, rotatedAt])
}

export async function recordLogin(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.query('UPDATE users SET last_login = $2 WHERE id = $1', [userId, now])
}

/** Stores the language that a user chose, for the next login too. */
export async function saveLanguage(tx: Tx, userId: string, languageId: number): Promise<void> {
  await tx.query('UPDATE users SET language_id = $2 WHERE id = $1', [userId, languageId])
}

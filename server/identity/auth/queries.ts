import { Type } from 'typebox'
import type { UserType } from '#contract/platform/fields.ts'
import { featuresOf } from '#domain/tenants/pages.ts'
import { execute, findRow, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'

const accountWith = (column: string) =>
  `SELECT id, password_hash, status, verified, language_id, email, password_reset_required FROM users
   WHERE client_id = $1 AND type = $2 AND lower(${column}) = lower($3)`

const ACCOUNT_BY_EMAIL = tenantStatement('identity/find-account-by-email', accountWith('email'))
const ACCOUNT_BY_USERNAME = tenantStatement('identity/find-account-by-username', accountWith('username'))
/** What a login with a password needs of a user. */
export type Account = RowOf<typeof ACCOUNT_BY_USERNAME>

export async function findAccount(
  tx: Tx,
  type: UserType,
  nameColumn: 'email' | 'username',
  name: string,
): Promise<Account | null> {
  const account =
    nameColumn === 'email'
      ? await findRow(tx, ACCOUNT_BY_EMAIL, [type, name])
      : await findRow(tx, ACCOUNT_BY_USERNAME, [type, name])
  return account ?? null
}

const LOCK_WITH_PASSWORD = tenantStatement(
  'identity/lock-user-with-hash',
  'SELECT FROM users WHERE client_id = $1 AND id = $2 AND password_hash = $3 FOR NO KEY UPDATE',
)

/**
 * Locks a user whose password was right; false when another one was set while it was checked. Who sets one ends the
 * sessions that there are, so the former password must do nothing afterwards.
 */
export async function lockWithPassword(tx: Tx, userId: string, hash: string): Promise<boolean> {
  return (await execute(tx, LOCK_WITH_PASSWORD, [userId, hash])) === 1
}

/** The values of feature flags by name. */
export const FlagValues = Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Number()]))

/** One row: the user and the client, with lists of the user's clubs of today and of the client's active languages. */
const USER_ACCESS = tenantStatement(
  'identity/read-user-access',
  `SELECT users.status, client.features, client.auth_provider AS provider,
     coalesce(own_clubs.club_ids, '{}') AS club_ids, coalesce(own_clubs.org_club_ids, '{}') AS org_club_ids,
     coalesce(own_clubs.club_features, '{}') AS club_features,
     (SELECT coalesce(json_agg(json_build_object('language_id', language_id, 'language', language)
         ORDER BY language_id), '[]')
       FROM client_languages WHERE client_languages.client_id = client.client_id AND active) AS languages
   FROM users JOIN clients client ON client.client_id = users.client_id
   CROSS JOIN LATERAL (SELECT array_agg(club.id::text ORDER BY club.name) AS club_ids,
       array_agg(club.id::text ORDER BY club.name) FILTER (WHERE club.org_portal) AS org_club_ids,
       json_object_agg(club.id, club.features) FILTER (WHERE club.features <> '{}') AS club_features
     FROM user_clubs employment
     JOIN clubs club ON club.client_id = employment.client_id AND club.id = employment.club_id
     WHERE employment.client_id = users.client_id AND employment.user_id = users.id
       AND ${includesToday('employment')}) own_clubs
   WHERE users.client_id = $1 AND users.id = $2`,
  {
    json: {
      features: FlagValues,
      club_features: Type.Record(Type.String(), FlagValues),
      languages: Type.Array(Type.Object({ language_id: Type.Integer(), language: Type.String() })),
    },
  },
)

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

/** The flags at one of the user's clubs: those of the client, unless the club overrides some [R1.4]. */
export function featuresAtClub({ features, club_features }: UserAccess, clubId: string | null): UserAccess['features'] {
  return club_features[clubId ?? ''] ?? features
}

export async function readUserAccess(tx: Tx, userId: string): Promise<UserAccess | null> {
  const row = await findRow(tx, USER_ACCESS, [userId])
  if (!row) return null
  const { provider, features, club_features: overrides } = row
  // The flags of a club are those of the client, except where the club overrides them.
  const club_features = Object.fromEntries(
    Object.entries(overrides).map(([id, flags]) => [id, featuresOf(provider, { ...features, ...flags })]),
  )
  return { ...row, features: featuresOf(provider, features), club_features }
}

/**
 * `rotated_at` is when a newer token replaced this one, `original_user_id` the user who logged in when this user was
 * switched to, `device_hash` the hash of the device cookie, or null for a token that continues a session, and
 * `began_at` when the user's session was opened.
 */
const LOCK_SESSION = tenantStatement(
  'identity/lock-refresh-session',
  `SELECT id, family, user_id, club_id, language_id, portal, rotated_at, revoked_at, expires_at, original_user_id,
     device_hash, coalesce(began_at, (SELECT min(earlier.opened_at) FROM refresh_sessions earlier
       WHERE earlier.client_id = $1 AND earlier.family = refresh_sessions.family
         AND earlier.user_id = refresh_sessions.user_id)) AS began_at
   FROM refresh_sessions WHERE client_id = $1 AND id = $2 FOR UPDATE`,
)
/** A stored refresh token; all tokens of one session have the same family. */
export type RefreshSession = RowOf<typeof LOCK_SESSION>

/** Reads a refresh token's row and locks it, so that simultaneous requests with one token take turns. */
export async function findRefreshSession(tx: Tx, id: string): Promise<RefreshSession | null> {
  return (await findRow(tx, LOCK_SESSION, [id])) ?? null
}

const INSERT_SESSION = tenantStatement(
  'identity/insert-refresh-session',
  `INSERT INTO refresh_sessions (client_id, id, family, user_id, portal, club_id, language_id, expires_at,
     original_user_id, device_hash, began_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

export async function addRefreshSession(
  tx: Tx,
  session: Omit<RefreshSession, 'rotated_at' | 'revoked_at'>,
): Promise<void> {
  await execute(tx, INSERT_SESSION, [
    session.id,
    session.family,
    session.user_id,
    session.portal,
    session.club_id,
    session.language_id,
    session.expires_at,
    session.original_user_id,
    session.device_hash,
    session.began_at,
  ])
}

const MARK_ROTATED = tenantStatement(
  'identity/mark-session-rotated',
  'UPDATE refresh_sessions SET rotated_at = coalesce(rotated_at, $3) WHERE client_id = $1 AND id = $2',
)

/** Records when a newer token replaced this one; a later replacement does not change that moment. */
export async function markRotated(tx: Tx, id: string, rotatedAt: Date): Promise<void> {
  await execute(tx, MARK_ROTATED, [id, rotatedAt])
}

const SET_LAST_LOGIN = tenantStatement(
  'identity/set-last-login',
  'UPDATE users SET last_login = $3 WHERE client_id = $1 AND id = $2',
)

export async function recordLogin(tx: Tx, userId: string, now: Date): Promise<void> {
  await execute(tx, SET_LAST_LOGIN, [userId, now])
}

const SET_LANGUAGE = tenantStatement(
  'identity/set-language',
  'UPDATE users SET language_id = $3 WHERE client_id = $1 AND id = $2',
)

/** Stores the language that a user chose, for the next login too. */
export async function saveLanguage(tx: Tx, userId: string, languageId: number): Promise<void> {
  await execute(tx, SET_LANGUAGE, [userId, languageId])
}

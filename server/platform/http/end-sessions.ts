import { execute, queryRows, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * The NOTIFY channel that tells all processes which sessions have ended or must be checked again. It is notified within
 * the transaction; the database-wide lock that this takes at commit is acceptable, because sessions end rarely.
 */
export const ENDED_CHANNEL = 'rungs_ended'

/** Families of refresh tokens that fit into one notification: PostgreSQL refuses 8,000 bytes or more. */
const FAMILIES_PER_NOTIFICATION = 150

const REVOKE_FAMILY = tenantStatement(
  'platform/revoke-family',
  'UPDATE refresh_sessions SET revoked_at = coalesce(revoked_at, $3) WHERE client_id = $1 AND family = $2',
)

/**
 * Ends a session, which is a family of refresh tokens: one token replaces another, and all have the same family id.
 * Returns the family, for `Tokens.forget`.
 */
export async function revokeFamily(tx: Tx, family: string, now: Date): Promise<string[]> {
  await execute(tx, REVOKE_FAMILY, [family, now])
  await notifyForget(tx, [family])
  return [family]
}

const NOTIFY_ENDED = statement('platform/notify-ended-sessions', `SELECT pg_notify('${ENDED_CHANNEL}', $1)`)

/** Tells all processes to forget these sessions, so that the next request of each is checked again. */
async function notifyForget(tx: Tx, families: readonly string[]): Promise<void> {
  for (let start = 0; start < families.length; start += FAMILIES_PER_NOTIFICATION) {
    const part = families.slice(start, start + FAMILIES_PER_NOTIFICATION)
    await execute(tx, NOTIFY_ENDED, [JSON.stringify(part)])
  }
}

const REVOKE_OF_USERS = tenantStatement(
  'platform/revoke-families-of-users',
  `UPDATE refresh_sessions SET revoked_at = $3
   WHERE client_id = $1 AND (user_id = ANY($2) OR original_user_id = ANY($2)) AND revoked_at IS NULL
     AND family IS DISTINCT FROM $4::uuid RETURNING family`,
)

/**
 * Ends the sessions of these users on all devices, also those in which another user was switched to, except the family
 * `except`. Returns the ended families, for `Tokens.forget`.
 */
export async function revokeAll(
  tx: Tx,
  userIds: string | readonly string[],
  now: Date,
  except: string | null = null,
): Promise<string[]> {
  const rows = await queryRows(tx, REVOKE_OF_USERS, [[userIds].flat(), now, except])
  const families = [...new Set(rows.map(({ family }) => family))]
  await notifyForget(tx, families)
  return families
}

const FAMILIES_OF_USERS = tenantStatement(
  'platform/list-families-of-users',
  'SELECT DISTINCT family FROM refresh_sessions WHERE client_id = $1 AND user_id = ANY($2) AND revoked_at IS NULL',
)

/**
 * Makes every process check these users' sessions again: their event streams end and can be opened again only for what
 * the user may still follow. Used when a user is removed from a club but stays logged in.
 */
export async function recheckSessions(tx: Tx, userIds: string | readonly string[]): Promise<void> {
  const rows = await queryRows(tx, FAMILIES_OF_USERS, [[userIds].flat()])
  await notifyForget(
    tx,
    rows.map(({ family }) => family),
  )
}

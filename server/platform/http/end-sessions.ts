import type { Tx } from '#server/platform/tenancy.ts'

/**
 * The NOTIFY channel that tells all processes which sessions have ended or must be checked again. It is notified within
 * the transaction; the database-wide lock that this takes at commit is acceptable, because sessions end rarely.
 */
export const ENDED_CHANNEL = 'rungs_ended'

/** Families of refresh tokens that fit into one notification: PostgreSQL refuses 8,000 bytes or more. */
const FAMILIES_PER_NOTIFICATION = 150

/**
 * Ends a session, which is a family of refresh tokens: one token replaces another, and all have the same family id.
 * Returns the family, for `Tokens.forget`.
 */
export async function revokeFamily(tx: Tx, family: string, now: Date): Promise<string[]> {
  await tx.query('UPDATE refresh_sessions SET revoked_at = coalesce(revoked_at, $2) WHERE family = $1', [family, now])
  await notifyForget(tx, [family])
  return [family]
}

/** Tells all processes to forget these sessions, so that the next request of each is checked again. */
async function notifyForget(tx: Tx, families: readonly string[]): Promise<void> {
  for (let start = 0; start < families.length; start += FAMILIES_PER_NOTIFICATION) {
    const part = families.slice(start, start + FAMILIES_PER_NOTIFICATION)
    await tx.query('SELECT pg_notify($1, $2)', [ENDED_CHANNEL, JSON.stringify(part)])
  }
}

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
  const { rows } = await tx.query<{ family: string }>(
    `UPDATE refresh_sessions SET revoked_at = $2
     WHERE (user_id = ANY($1) OR original_user_id = ANY($1)) AND revoked_at IS NULL
       AND family IS DISTINCT FROM $3::uuid RETURNING family`,
    [[userIds].flat(), now, except],
  )
  const families = [...new Set(rows.map(({ family }) => family))]
  await notifyForget(tx, families)
  return families
}

/**
 * Makes every process check these users' sessions again: their event streams end and can be opened again only for what
 * the user may still follow. Used when a user is removed from a club but stays logged in.
 */
export async function recheckSessions(tx: Tx, userIds: string | readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ family: string }>(
    'SELECT DISTINCT family FROM refresh_sessions WHERE user_id = ANY($1) AND revoked_at IS NULL',
    [[userIds].flat()],
  )
  await notifyForget(
    tx,
    rows.map(({ family }) => family),
  )
}

import type { Tx } from '#server/platform/tenancy.ts'

/** Told to all processes with the commit; rare enough for the lock that a notification takes then. */
export const ENDED_CHANNEL = 'rungs_ended'

/** Ends a session; answers its family, for `Tokens.forget`. */
export async function revokeFamily(tx: Tx, family: string, at: Date): Promise<string[]> {
  await tx.query('UPDATE refresh_sessions SET revoked_at = coalesce(revoked_at, $2) WHERE family = $1', [family, at])
  await tellEnded(tx, [family])
  return [family]
}

async function tellEnded(tx: Tx, families: readonly string[]): Promise<void> {
  // PostgreSQL refuses notifications of 8,000 bytes
  for (let n = 0; n < families.length; n += 150)
    await tx.query('SELECT pg_notify($1, $2)', [ENDED_CHANNEL, JSON.stringify(families.slice(n, n + 150))])
}

/** Ends every session that a user is in or has logged in, on every device, but the one of `but`; answers their families, for `Tokens.forget`. */
export async function revokeAll(
  tx: Tx,
  userIds: string | readonly string[],
  at: Date,
  but: string | null = null,
): Promise<string[]> {
  const { rows } = await tx.query<{ family: string }>(
    `UPDATE refresh_sessions SET revoked_at = $2 WHERE (user_id = ANY($1) OR original_user_id = ANY($1)) AND revoked_at IS NULL
       AND family IS DISTINCT FROM $3::uuid RETURNING family`,
    [[userIds].flat(), at, but],
  )
  const families = [...new Set(rows.map(({ family }) => family))]
  await tellEnded(tx, families)
  return families
}

/**
 * Has every process look at these users' sessions again: their streams end, and open again only for what they may still
 * follow. For somebody who was taken out of a club and stays logged in.
 */
export async function recheckSessions(tx: Tx, userIds: string | readonly string[]): Promise<void> {
  const { rows } = await tx.query<{ family: string }>(
    'SELECT DISTINCT family FROM refresh_sessions WHERE user_id = ANY($1) AND revoked_at IS NULL',
    [[userIds].flat()],
  )
  await tellEnded(
    tx,
    rows.map(({ family }) => family),
  )
}

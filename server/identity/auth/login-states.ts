import { createHash } from 'node:crypto'
import type { UserType } from '#contract/platform/fields.ts'
import type { PendingLogin } from '#server/identity/providers/provider.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A login at the provider may take this long, in ms. */
export const STATE_MS = 10 * 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Stores a login that begins at the provider, and deletes up to 100 expired ones. `browser` is the random value of the
 * browser's login cookie.
 */
export async function storePendingLogin(
  tx: Tx,
  clientId: string,
  login: PendingLogin & { browser: string; type: UserType },
  now: number,
): Promise<void> {
  await tx.query(
    `DELETE FROM login_states WHERE (client_id, state_hash) IN
       (SELECT client_id, state_hash FROM login_states WHERE expires_at < $1 LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    [new Date(now)],
  )
  await tx.query(
    `INSERT INTO login_states (client_id, state_hash, browser_hash, type, redirect_uri, nonce, verifier, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      clientId,
      hashOf(login.state),
      hashOf(login.browser),
      login.type,
      login.redirectUri,
      login.nonce,
      login.verifier,
      new Date(now + STATE_MS),
    ],
  )
}

/**
 * Returns the pending login with this state and deletes it, so that it cannot be used again. Returns null, and deletes
 * nothing, when this browser did not begin the login or it has expired.
 */
export async function takePendingLogin(
  tx: Tx,
  login: { state: string; browser: string; type: UserType },
  now: number,
): Promise<PendingLogin | null> {
  const { rows } = await tx.query<Omit<PendingLogin, 'state'>>(
    `DELETE FROM login_states WHERE state_hash = $1 AND browser_hash = $2 AND type = $3 AND expires_at > $4
     RETURNING redirect_uri AS "redirectUri", nonce, verifier`,
    [hashOf(login.state), hashOf(login.browser), login.type, new Date(now)],
  )
  return rows[0] ? { state: login.state, ...rows[0] } : null
}

import { createHash } from 'node:crypto'
import type { UserType } from '#contract/platform/fields.ts'
import type { PendingLogin } from '#server/identity/providers/provider.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** A login at the provider may take this long, in ms. */
export const STATE_MS = 10 * 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const DELETE_EXPIRED = tenantStatement(
  'identity/delete-expired-logins',
  `DELETE FROM login_states WHERE (client_id, state_hash) IN
     (SELECT client_id, state_hash FROM login_states WHERE client_id = $1 AND expires_at < $2
      LIMIT 100 FOR UPDATE SKIP LOCKED)`,
)

const INSERT_LOGIN = tenantStatement(
  'identity/insert-pending-login',
  `INSERT INTO login_states (client_id, state_hash, browser_hash, type, redirect_uri, nonce, verifier, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

/**
 * Stores a login that begins at the provider, and deletes up to 100 expired ones. `browser` is the random value of the
 * browser's login cookie.
 */
export async function storePendingLogin(
  tx: Tx,
  login: PendingLogin & { browser: string; type: UserType },
  now: number,
): Promise<void> {
  await execute(tx, DELETE_EXPIRED, [new Date(now)])
  await execute(tx, INSERT_LOGIN, [
    hashOf(login.state),
    hashOf(login.browser),
    login.type,
    login.redirectUri,
    login.nonce,
    login.verifier,
    new Date(now + STATE_MS),
  ])
}

const TAKE_LOGIN = tenantStatement(
  'identity/take-pending-login',
  `DELETE FROM login_states
   WHERE client_id = $1 AND state_hash = $2 AND browser_hash = $3 AND type = $4 AND expires_at > $5
   RETURNING redirect_uri AS "redirectUri", nonce, verifier`,
)

/**
 * Returns the pending login with this state and deletes it, so that it cannot be used again. Returns null, and deletes
 * nothing, when this browser did not begin the login or it has expired.
 */
export async function takePendingLogin(
  tx: Tx,
  login: { state: string; browser: string; type: UserType },
  now: number,
): Promise<PendingLogin | null> {
  const pending = await findRow(tx, TAKE_LOGIN, [hashOf(login.state), hashOf(login.browser), login.type, new Date(now)])
  return pending ? { state: login.state, ...pending } : null
}

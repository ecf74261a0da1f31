import { isPin } from '#domain/pin.ts'
import { audit } from '#server/audit.ts'
import { Refusal } from '#server/http/errors.ts'
import { inTenant, type Database, type Tx } from '#server/tenancy.ts'
import { checkPassword, hashPassword } from './passwords.ts'

/** Then only a full login helps (security.md 22). */
export const PIN_TRIES = 5

export async function setPin(tx: Tx, clientId: string, userId: string, pin: string, secret: Uint8Array): Promise<void> {
  if (!isPin(pin)) throw new Refusal('INVALID_REQUEST', { field: 'pin', detail: 'pin: must be 4 to 8 digits' })
  await tx.query(
    `INSERT INTO user_pins (client_id, user_id, pin_hash) VALUES ($1, $2, $3)
     ON CONFLICT (client_id, user_id) DO UPDATE SET pin_hash = $3, failed = 0`,
    [clientId, userId, await hashPassword(pin, secret)],
  )
  await audit(tx, clientId, { userId, action: 'set-pin', entity: 'user', entityId: userId })
}

/** False when there was none. */
export async function clearPin(tx: Tx, clientId: string, userId: string, by: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM user_pins WHERE user_id = $1', [userId])
  if (rowCount === 0) return false
  await audit(tx, clientId, { userId: by, action: 'clear-pin', entity: 'user', entityId: userId })
  return true
}

/** After a full login the tries begin anew. */
export async function forgetPinTries(tx: Tx, userId: string): Promise<void> {
  await tx.query('UPDATE user_pins SET failed = 0 WHERE user_id = $1 AND failed > 0', [userId])
}

/** Refuses with PIN_INCORRECT, or PIN_LOCKED after five of them. A try is counted before it is judged, so that many at once are no more than five. */
export async function provePin(
  db: Database,
  clientId: string,
  userId: string,
  pin: string,
  secret: Uint8Array,
): Promise<void> {
  const { rows } = await inTenant(db, clientId, 'write', (tx) =>
    tx.query<{ pin_hash: string; failed: number }>(
      'UPDATE user_pins SET failed = failed + 1 WHERE user_id = $1 AND failed < $2 RETURNING pin_hash, failed',
      [userId, PIN_TRIES],
    ),
  )
  const [tried] = rows
  if (!tried) throw new Refusal('PIN_LOCKED')
  if (!(await checkPassword(tried.pin_hash, pin, secret)))
    throw new Refusal(tried.failed < PIN_TRIES ? 'PIN_INCORRECT' : 'PIN_LOCKED', { field: 'pin' })
  await inTenant(db, clientId, 'write', (tx) => forgetPinTries(tx, userId))
}

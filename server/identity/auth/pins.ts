import { isPin } from '#domain/identity/pin.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { forgetTries, clearAfterSuccess, reserve, triesAt, type Limit } from './tries.ts'

/** Then only a full login helps (security.md 22). */
const PIN_TRIES = 5
const until = (free: number): Limit => ({ free, windowMs: Infinity, after: 'hold' })
const OWN = until(PIN_TRIES)
/** Of everybody together: ten colleagues who each try all they can. */
const ALL = until(10 * PIN_TRIES)

/** The session in which a PIN is tried. */
interface PinTrier {
  loggedIn: string
  family: string
}

export async function setPin(tx: Tx, clientId: string, userId: string, pin: string, secret: Uint8Array): Promise<void> {
  if (!isPin(pin)) throw new Refusal('INVALID_REQUEST', { field: 'pin', detail: 'pin: must be 4 to 8 digits' })
  await tx.query(
    `INSERT INTO user_pins (client_id, user_id, pin_hash) VALUES ($1, $2, $3)
     ON CONFLICT (client_id, user_id) DO UPDATE SET pin_hash = $3`,
    [clientId, userId, await hashPassword(pin, secret)],
  )
  await forgetPinTries(tx, userId)
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
  await forgetTries(tx, [['pin', userId]])
}

/**
 * Refuses with PIN_INCORRECT, or PIN_LOCKED after five of them by the same side. A try is counted before it is judged, so
 * that many at once are no more than five.
 */
export async function provePin(
  db: Database,
  clientId: string,
  now: number,
  userId: string,
  { by, pin, secret }: { by: PinTrier; pin: string; secret: Uint8Array },
): Promise<void> {
  const tries = [triesAt(['pin', userId], OWN, sideOf(by, userId)), triesAt(['pin', userId], ALL)]
  const [tried = 0] = await reserve(db, clientId, now, tries).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS' ? new Refusal('PIN_LOCKED') : error
  })
  const { rows } = await inTenant(db, clientId, 'read', (tx) =>
    tx.query<{ pin_hash: string }>('SELECT pin_hash FROM user_pins WHERE user_id = $1', [userId]),
  )
  if (!(await checkPassword(rows[0]?.pin_hash ?? null, pin, secret)))
    throw new Refusal(tried < PIN_TRIES ? 'PIN_INCORRECT' : 'PIN_LOCKED', { field: 'pin' })
  await inTenant(db, clientId, 'write', (tx) => clearAfterSuccess(tx, tries))
}

/**
 * Whoever logged in is the side, so that logging in again gives no new tries. On their own devices it is the session:
 * whoever holds one of these locks the PIN there and not on the others, and their login is what begins a new one.
 */
function sideOf({ loggedIn, family }: PinTrier, userId: string): ['session' | 'user', string] {
  return loggedIn === userId ? ['session', family] : ['user', loggedIn]
}

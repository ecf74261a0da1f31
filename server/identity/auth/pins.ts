import { isPin, PIN_TRIES } from '#domain/identity/pin.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { forgetTries, clearAfterSuccess, reserveTries, triesAt, type Limit } from './tries.ts'

/** After `free` wrong PINs nothing but a full login or a new PIN unlocks again. */
const lockingLimit = (free: number): Limit => ({ free, windowMs: Infinity, after: 'hold' })
/** The limit for one colleague or, for the user's own PIN, one session. */
const TRIER_LIMIT = lockingLimit(PIN_TRIES)
/** The limit for everybody together: ten colleagues who each use all their tries. */
const TOTAL_LIMIT = lockingLimit(10 * PIN_TRIES)

/** The session in which a PIN is tried. */
interface PinTrier {
  /** The user who logged in, not the one who was switched to. */
  loggedIn: string
  family: string
}

const SET_PIN = tenantStatement(
  'identity/set-pin',
  `INSERT INTO user_pins (client_id, user_id, pin_hash) VALUES ($1, $2, $3)
   ON CONFLICT (client_id, user_id) DO UPDATE SET pin_hash = $3`,
)

export async function setPin(tx: Tx, userId: string, pin: string, pepper: Uint8Array): Promise<void> {
  if (!isPin(pin)) throw new Refusal('INVALID_REQUEST', { field: 'pin', detail: 'pin: must be 4 to 8 digits' })
  await execute(tx, SET_PIN, [userId, await hashPassword(pin, pepper)])
  await forgetPinTries(tx, userId)
  await audit(tx, { userId, action: 'set-pin', entity: 'user', entityId: userId })
}

const DELETE_PIN = tenantStatement('identity/delete-pin', 'DELETE FROM user_pins WHERE client_id = $1 AND user_id = $2')

/** Removes a user's PIN; false when there was none. */
export async function clearPin(tx: Tx, userId: string, actorId: string): Promise<boolean> {
  const deleted = await execute(tx, DELETE_PIN, [userId])
  if (deleted === 0) return false
  await audit(tx, { userId: actorId, action: 'clear-pin', entity: 'user', entityId: userId })
  return true
}

/** Forgets all tries at a user's PIN; to be called after a full login or a new PIN. */
export async function forgetPinTries(tx: Tx, userId: string): Promise<void> {
  await forgetTries(tx, [['pin', userId]])
}

const PIN_OF_USER = tenantStatement(
  'identity/read-pin',
  'SELECT pin_hash FROM user_pins WHERE client_id = $1 AND user_id = $2',
)

/**
 * Refuses a wrong PIN with PIN_INCORRECT. The fifth wrong one of the same session or user, and every try after it, is
 * refused with PIN_LOCKED. A try is counted before it is checked, so that simultaneous requests get no more than five
 * tries.
 */
export async function provePin(
  db: Database,
  clientId: string,
  now: number,
  userId: string,
  { trier, pin, pepper }: { trier: PinTrier; pin: string; pepper: Uint8Array },
): Promise<void> {
  const tries = [triesAt(['pin', userId], TRIER_LIMIT, trierKey(trier, userId)), triesAt(['pin', userId], TOTAL_LIMIT)]
  const [tryCount = 0] = await reserveTries(db, clientId, now, tries).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'TOO_MANY_REQUESTS' ? new Refusal('PIN_LOCKED') : error
  })
  const stored = await inTenant(db, clientId, 'read', (tx) => findRow(tx, PIN_OF_USER, [userId]))
  if (!(await checkPassword(stored?.pin_hash ?? null, pin, pepper)))
    throw new Refusal(tryCount < PIN_TRIES ? 'PIN_INCORRECT' : 'PIN_LOCKED', { field: 'pin' })
  await inTenant(db, clientId, 'write', (tx) => clearAfterSuccess(tx, tries))
}

/**
 * Who is counted for a try. Normally it is the user who logged in, so that another login gives no new tries at a
 * colleague's PIN. For the user's own PIN it is the session, so that wrong PINs on one tablet do not lock the PIN on
 * the user's other devices.
 */
function trierKey({ loggedIn, family }: PinTrier, userId: string): ['session' | 'user', string] {
  return loggedIn === userId ? ['session', family] : ['user', loggedIn]
}

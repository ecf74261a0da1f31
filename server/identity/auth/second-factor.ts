import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { enqueueMail } from '#server/platform/mail/queue.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { readFactorState } from '#server/tenants/clients/second-factor-policy.ts'
import { usersOfDevice, type RequestOrigin } from './device.ts'
import type { AuthDeps } from './open-session.ts'
import { clearAfterSuccess, growingLimit, reserveTries, triesFrom } from './tries.ts'

/** The column that an encrypted secret is bound to, so that the ciphertext cannot be moved. */
const SECRET_COLUMN = 'second_factors.secret'
/** For this long an authenticator app shows the same code. */
const STEP_MS = 30_000
const RECOVERY_CODE_COUNT = 10
/**
 * Limits of wrong codes: from one network or device, and from everywhere together. At any time three of a million codes
 * are right, and only users who know the password get here.
 */
const CODE_LIMITS = { perTrier: growingLimit(5), total: growingLimit(25) }

export interface FactorDeps extends AuthDeps {
  secrets: SecretBox
}

/** Whether a portal's users log in with a second factor: those who may see and change the data of many people. */
export function hasSecondFactor(tenant: Tenant): boolean {
  return tenant.portal === 'club' || tenant.portal === 'scheme'
}

const BEGIN_FACTOR = tenantStatement(
  'identity/begin-second-factor',
  `INSERT INTO second_factors (client_id, user_id, secret) VALUES ($1, $2, $3)
   ON CONFLICT (client_id, user_id) DO UPDATE SET secret = $3 WHERE second_factors.confirmed_at IS NULL`,
)

const NAMES_IN_APP = tenantStatement(
  'identity/read-names-in-app',
  `SELECT client.name AS client, coalesce(users.email, users.username, users.firstname) AS name
   FROM users JOIN clients client ON client.client_id = users.client_id
   WHERE users.client_id = $1 AND users.id = $2`,
)

/**
 * Creates a secret for the user's authenticator app. It takes effect only when the user has confirmed it with a code.
 */
export async function startEnrolment(
  tx: Tx,
  secrets: SecretBox,
  clientId: string,
  userId: string,
): Promise<{ secret: string; uri: string }> {
  const { on } = await readFactorState(tx, userId)
  if (on) throw new Refusal('SECOND_FACTOR_ON')
  // 20 bytes, the length that RFC 4226 recommends.
  const secret = new Secret({ size: 20 })
  await execute(tx, BEGIN_FACTOR, [userId, secrets.seal([SECRET_COLUMN, clientId, userId], secret.base32)])
  const names = await findRow(tx, NAMES_IN_APP, [userId])
  const totp = new TOTP({ issuer: names?.client ?? 'Rungs', label: names?.name ?? userId, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

const CONFIRM_FACTOR = tenantStatement(
  'identity/confirm-second-factor',
  'UPDATE second_factors SET confirmed_at = $3 WHERE client_id = $1 AND user_id = $2',
)

/**
 * Turns the second factor on by the first code of a new secret, and runs `afterwards` in the same transaction. Returns
 * the recovery codes, which are shown only once.
 */
export async function confirmEnrolment<T>(
  deps: FactorDeps,
  tenant: Tenant,
  userId: string,
  code: string,
  origin: RequestOrigin,
  afterwards: (tx: Tx) => Promise<T>,
): Promise<{ codes: string[]; result: T }> {
  return withTryLimit(deps, tenant, userId, origin, async (tx) => {
    const confirmedAt = new Date(deps.now())
    const { on } = await readFactorState(tx, userId)
    if (on) throw new Refusal('SECOND_FACTOR_ON')
    if (!(await useTotp(tx, deps, tenant.clientId, userId, code))) return null
    await execute(tx, CONFIRM_FACTOR, [userId, confirmedAt])
    const codes = await makeRecoveryCodes(tx, userId)
    await enqueueMail(tx, confirmedAt, { userId, kind: 'second-factor-on' })
    await audit(tx, { userId, action: 'second-factor-on', entity: 'user', entityId: userId })
    return { codes, result: await afterwards(tx) }
  })
}

const USE_RECOVERY_CODE = tenantStatement(
  'identity/use-recovery-code',
  'DELETE FROM recovery_codes WHERE client_id = $1 AND user_id = $2 AND code_hash = $3',
)

/**
 * Refuses unless the code is a current, unused code of the user's app, or an unused recovery code. The code cannot be
 * used again.
 */
export async function proveFactor(
  deps: FactorDeps,
  tenant: Tenant,
  userId: string,
  code: string,
  origin: RequestOrigin,
): Promise<void> {
  await withTryLimit(deps, tenant, userId, origin, async (tx) => {
    const { on } = await readFactorState(tx, userId)
    if (!on) return null
    if (await useTotp(tx, deps, tenant.clientId, userId, code)) return true
    const used = await execute(tx, USE_RECOVERY_CODE, [userId, hashOf(code)])
    if (used === 0) return null
    await audit(tx, { userId, action: 'use-recovery-code', entity: 'user', entityId: userId })
    return true
  })
}

const DELETE_FACTOR = tenantStatement(
  'identity/delete-second-factor',
  'DELETE FROM second_factors WHERE client_id = $1 AND user_id = $2',
)

/** Turns the second factor off; false when none was set up or begun. `actorId` is null for an operator. */
export async function removeFactor(tx: Tx, userId: string, actorId: string | null, now: Date): Promise<boolean> {
  const deleted = await execute(tx, DELETE_FACTOR, [userId])
  if (deleted === 0) return false
  await enqueueMail(tx, now, { userId, kind: 'second-factor-off' })
  await audit(tx, { userId: actorId, action: 'second-factor-off', entity: 'user', entityId: userId })
  return true
}

const DELETE_CODES = tenantStatement(
  'identity/delete-recovery-codes',
  'DELETE FROM recovery_codes WHERE client_id = $1 AND user_id = $2',
)

const INSERT_CODES = tenantStatement(
  'identity/insert-recovery-codes',
  `INSERT INTO recovery_codes (client_id, user_id, code_hash) SELECT $1, $2, hash FROM unnest($3::text[]) hash
   RETURNING client_id`,
)

/** Replaces all recovery codes of a user by ten new ones. */
export async function makeRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    // 80 bits, in groups of four characters that are easy to copy by hand. The bytes are copied, because the `buffer`
    // of a Node `Buffer` may be larger than its bytes.
    new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.replace(/(.{4})(?=.)/g, '$1-').toLowerCase(),
  )
  await execute(tx, DELETE_CODES, [userId])
  await execute(tx, INSERT_CODES, [userId, codes.map(hashOf)])
  return codes
}

/** The hash of a recovery code; it ignores case, spaces and hyphens, because users type them differently. */
function hashOf(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex')
}

const SECRET_OF_FACTOR = tenantStatement(
  'identity/read-secret-of-factor',
  'SELECT secret FROM second_factors WHERE client_id = $1 AND user_id = $2',
)

const USE_STEP = tenantStatement(
  'identity/use-step-of-factor',
  'UPDATE second_factors SET last_step = $3 WHERE client_id = $1 AND user_id = $2 AND last_step < $3',
)

/**
 * Accepts a code of the current half minute or of the ones before and after, if it is later than every code used
 * before.
 */
async function useTotp(tx: Tx, deps: FactorDeps, clientId: string, userId: string, code: string): Promise<boolean> {
  const now = deps.now()
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const row = await findRow(tx, SECRET_OF_FACTOR, [userId])
  if (!row) return false
  const secret = deps.secrets.open([SECRET_COLUMN, clientId, userId], row.secret)
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({ token, timestamp: now, window: 1 })
  if (delta === null) return false
  const stepNumber = Math.floor(now / STEP_MS) + delta
  // The row's lock makes simultaneous requests with one code take turns, so only the first of them changes the row.
  return (await execute(tx, USE_STEP, [userId, stepNumber])) !== 0
}

/**
 * Runs `check`, which returns null for a wrong code, under the limits of tries. Each try is counted before it is
 * checked.
 */
async function withTryLimit<T>(
  { db, now }: AuthDeps,
  { clientId }: Tenant,
  userId: string,
  origin: RequestOrigin,
  check: (tx: Tx) => Promise<T | null>,
): Promise<T> {
  const users = await inTenant(db, clientId, 'read', (tx) => usersOfDevice(tx, origin.device, now()))
  const tries = triesFrom({ ...origin, isKnownDevice: users.includes(userId) }, ['factor', userId], CODE_LIMITS)
  await reserveTries(db, clientId, now(), tries)
  return inTenant(db, clientId, 'write', async (tx) => {
    const result = await check(tx)
    if (result === null) throw new Refusal('SECOND_FACTOR_WRONG', { field: 'code' })
    await clearAfterSuccess(tx, tries)
    return result
  })
}

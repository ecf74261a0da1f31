import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { audit } from '#server/audit.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Tenant } from '#server/http/tenant.ts'
import { enqueueMail } from '#server/mail/queue.ts'
import { inTenant, type Tx } from '#server/tenancy.ts'
import { countTry, forgetTries, holdBack, subjectOf, type Limit } from './limits.ts'
import type { AuthParts } from './open-session.ts'

const STEP_MS = 30_000
const RECOVERY_CODES = 10
/** Wrong codes: a million codes, three of which are right at any time. */
const GUESSES: Limit = { free: 5, windowMs: 15 * 60_000, after: 'grow' }

export interface FactorState {
  policy: 'optional' | 'required'
  on: boolean
  codesLeft: number
}

/** Portals whose users may see and change other people's data at large. */
export function hasSecondFactor(tenant: Tenant): boolean {
  return tenant.portal === 'club' || tenant.portal === 'scheme'
}

export async function factorState(tx: Tx, userId: string): Promise<FactorState> {
  const { rows } = await tx.query<FactorState>(
    `SELECT c.second_factor AS policy,
       EXISTS (SELECT FROM second_factors f WHERE f.user_id = $1 AND f.confirmed_at IS NOT NULL) AS on,
       (SELECT count(*)::int FROM recovery_codes r WHERE r.user_id = $1) AS "codesLeft"
     FROM clients c`,
    [userId],
  )
  const row = rows[0]
  if (!row) throw new Refusal('AUTH_USER_NOT_FOUND')
  return row
}

/** A fresh secret for the user's app. It counts only when a code of it was shown; until then an earlier one stays good. */
export async function startEnrolment(
  tx: Tx,
  clientId: string,
  userId: string,
): Promise<{ secret: string; uri: string }> {
  const { on } = await factorState(tx, userId)
  if (on) throw new Refusal('SECOND_FACTOR_ON')
  const secret = new Secret({ size: 20 })
  await tx.query(
    `INSERT INTO second_factors (client_id, user_id, secret) VALUES ($1, $2, $3)
     ON CONFLICT (client_id, user_id) DO UPDATE SET secret = $3 WHERE second_factors.confirmed_at IS NULL`,
    [clientId, userId, secret.base32],
  )
  const { rows } = await tx.query<{ client: string; name: string }>(
    `SELECT c.name AS client, coalesce(u.email, u.username, u.firstname) AS name FROM users u JOIN clients c USING (client_id) WHERE u.id = $1`,
    [userId],
  )
  const totp = new TOTP({ issuer: rows[0]?.client ?? 'Rungs', label: rows[0]?.name ?? userId, secret })
  return { secret: secret.base32, uri: totp.toString() }
}

/** The first code of a new secret turns it on, together with what `then` does; answers the recovery codes, which are shown this once. */
export async function confirmEnrolment<T>(
  parts: AuthParts,
  tenant: Tenant,
  userId: string,
  code: string,
  then: (tx: Tx) => Promise<T>,
): Promise<{ codes: string[]; done: T }> {
  return guarded(parts, tenant, userId, async (tx) => {
    const at = new Date(parts.now())
    const { on } = await factorState(tx, userId)
    if (on) throw new Refusal('SECOND_FACTOR_ON')
    if (!(await useTotp(tx, userId, code, parts.now()))) return null
    await tx.query('UPDATE second_factors SET confirmed_at = $2 WHERE user_id = $1', [userId, at])
    const codes = await makeRecoveryCodes(tx, tenant.clientId, userId)
    await enqueueMail(tx, tenant.clientId, at, { userId, kind: 'second-factor-on' })
    await audit(tx, tenant.clientId, { userId, action: 'second-factor-on', entity: 'user', entityId: userId })
    return { codes, done: await then(tx) }
  })
}

/** Refuses unless the code is one of the user's app right now, unused, or a recovery code, which it uses up. */
export async function proveFactor(parts: AuthParts, tenant: Tenant, userId: string, code: string): Promise<void> {
  await guarded(parts, tenant, userId, async (tx) => {
    const { on } = await factorState(tx, userId)
    if (!on) return null
    if (await useTotp(tx, userId, code, parts.now())) return true
    const { rowCount } = await tx.query('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2', [
      userId,
      hashOf(code),
    ])
    if (rowCount === 0) return null
    await audit(tx, tenant.clientId, { userId, action: 'use-recovery-code', entity: 'user', entityId: userId })
    return true
  })
}

export async function removeFactor(
  tx: Tx,
  clientId: string,
  userId: string,
  by: string | null,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM second_factors WHERE user_id = $1', [userId])
  if (rowCount === 0) return false
  await enqueueMail(tx, clientId, at, { userId, kind: 'second-factor-off' })
  await audit(tx, clientId, { userId: by, action: 'second-factor-off', entity: 'user', entityId: userId })
  return true
}

/** Ten new recovery codes in place of those left. */
export async function makeRecoveryCodes(tx: Tx, clientId: string, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    // 80 bits, in groups that can be copied by hand
    new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32.replace(/(.{4})(?=.)/g, '$1-').toLowerCase(),
  )
  await tx.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId])
  await tx.query(
    'INSERT INTO recovery_codes (client_id, user_id, code_hash) SELECT $1, $2, * FROM unnest($3::text[])',
    [clientId, userId, codes.map(hashOf)],
  )
  return codes
}

function hashOf(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest('hex')
}

/** A code of this half minute or of a neighbour, later than any used before. */
async function useTotp(tx: Tx, userId: string, code: string, now: number): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const { rows } = await tx.query<{ secret: string }>('SELECT secret FROM second_factors WHERE user_id = $1', [userId])
  const row = rows[0]
  if (!row) return false
  const delta = new TOTP({ secret: Secret.fromBase32(row.secret) }).validate({ token, timestamp: now, window: 1 })
  if (delta === null) return false
  const step = Math.floor(now / STEP_MS) + delta
  const { rowCount } = await tx.query(
    'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2',
    [userId, step],
  )
  return rowCount !== 0
}

/** Runs `check`, which answers null for a wrong code; wrong ones are counted for the user. */
async function guarded<T>(
  { db, now }: AuthParts,
  { clientId }: Tenant,
  userId: string,
  check: (tx: Tx) => Promise<T | null>,
): Promise<T> {
  const subjects = [subjectOf('factor', userId)]
  const right = await inTenant(db, clientId, 'write', async (tx) => {
    await holdBack(tx, GUESSES, subjects, now())
    const found = await check(tx)
    if (found !== null) await forgetTries(tx, subjects)
    return found
  })
  if (right !== null) return right
  await inTenant(db, clientId, 'write', (tx) => countTry(tx, clientId, GUESSES, subjects, now()))
  throw new Refusal('SECOND_FACTOR_WRONG', { field: 'code' })
}

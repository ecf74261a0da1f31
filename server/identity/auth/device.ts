import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginAnswer } from '#contract/identity/auth.ts'
import { randomToken, tokenInCookie } from '#server/platform/http/cookies.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import { networkOf } from './network.ts'

/** The prefix `__Host-` makes browsers accept and send the cookie only for this exact host. */
const DEVICE_COOKIE = '__Host-rungs-device'
const DAY_MS = 86_400_000
/** The longest time for which browsers keep a cookie. */
const COOKIE_DAYS = 400
/**
 * For this long after the end of a login's session the browser counts as known to the user. A session lasts up to 60
 * days, so both together are the life of the cookie.
 */
const KNOWN_DAYS = 340

/** Where a request comes from, for the limits of login attempts. */
export interface RequestOrigin {
  network: string
  /** The random id in the browser's device cookie; a new one when it has none. */
  device: string
}

export function requestOriginOf(request: FastifyRequest): RequestOrigin {
  return { network: networkOf(request.ip), device: tokenInCookie(request, DEVICE_COOKIE) ?? randomToken() }
}

/** Sets the device cookie of a browser in which a user has just logged in. */
export function setDeviceCookie(reply: FastifyReply, { device }: RequestOrigin): void {
  const seconds = (COOKIE_DAYS * DAY_MS) / 1000
  reply.header(
    'set-cookie',
    `${DEVICE_COOKIE}=${device}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`,
  )
}

/** Sets the device cookie when the answer completes a login, and returns the answer. */
export function withDeviceCookie(reply: FastifyReply, origin: RequestOrigin, answer: LoginAnswer): LoginAnswer {
  if ('token' in answer) setDeviceCookie(reply, origin)
  return answer
}

export const deviceHash = (device: string) => createHash('sha256').update(device).digest('hex')

const USERS_OF_DEVICE = tenantStatement(
  'identity/list-users-of-device',
  'SELECT DISTINCT user_id FROM refresh_sessions WHERE client_id = $1 AND device_hash = $2 AND expires_at > $3',
)

/** The users who have logged in with this browser and to whom it still counts as known. */
export async function usersOfDevice(tx: Tx, device: string, now: number): Promise<string[]> {
  const rows = await queryRows(tx, USERS_OF_DEVICE, [deviceHash(device), new Date(now - KNOWN_DAYS * DAY_MS)])
  return rows.map((row) => row.user_id)
}

/**
 * The kind and key under which requests are counted: the device's when somebody has logged in with it before, otherwise
 * the network's.
 */
export async function requesterOf<K extends string>(
  { db, now }: { db: Database; now: () => number },
  { clientId }: Tenant,
  kind: K,
  { network, device }: RequestOrigin,
): Promise<readonly [K, string]> {
  const users = await inTenant(db, clientId, 'read', (tx) => usersOfDevice(tx, device, now()))
  return [kind, users.length > 0 ? `device:${device}` : network]
}

import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginAnswer } from '#contract/identity/auth.ts'
import { randomToken, tokenInCookie } from '#server/platform/http/cookies.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import { networkOf } from './network.ts'

/** `__Host-`: only this very host sets and gets it. */
const COOKIE = '__Host-rungs-device'
const DAY_MS = 86_400_000
/** As long as browsers keep a cookie. */
const COOKIE_DAYS = 400
/** Counted from the end of the session that the login began, which lasts up to 60 days. */
const KNOWN_DAYS = 340

/** Where a request comes from. */
export interface RequestOrigin {
  network: string
  /** The mark of its browser; a new one where it has none, by which nobody is known yet. */
  device: string
}

export function requestOriginOf(request: FastifyRequest): RequestOrigin {
  return { network: networkOf(request.ip), device: tokenInCookie(request, COOKIE) ?? randomToken() }
}

/** To a browser in which somebody has just logged in. */
export function giveDevice(reply: FastifyReply, { device }: RequestOrigin): void {
  const seconds = (COOKIE_DAYS * DAY_MS) / 1000
  reply.header('set-cookie', `${COOKIE}=${device}; Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Strict`)
}

/** Gives the mark with an answer that lets in. */
export function marked(reply: FastifyReply, from: RequestOrigin, answer: LoginAnswer): LoginAnswer {
  if ('token' in answer) giveDevice(reply, from)
  return answer
}

export const deviceHash = (device: string) => createHash('sha256').update(device).digest('hex')

/** Who has logged in in this browser, not too long ago. */
export async function knownUsers(tx: Tx, device: string, now: number): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    'SELECT DISTINCT user_id FROM refresh_sessions WHERE device_hash = $1 AND expires_at > $2',
    [deviceHash(device), new Date(now - KNOWN_DAYS * DAY_MS)],
  )
  return rows.map((row) => row.user_id)
}

/** Whose requests of a kind are counted together: those of a network, or of a device that somebody here has logged in with. */
export async function whoAsks<K extends string>(
  { db, now }: { db: Database; now: () => number },
  { clientId }: Tenant,
  kind: K,
  { network, device }: RequestOrigin,
): Promise<readonly [K, string]> {
  const users = await inTenant(db, clientId, 'read', (tx) => knownUsers(tx, device, now()))
  return [kind, users.length > 0 ? `device:${device}` : network]
}

import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** 256 random bits in base64url, for tokens and cookies. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** The token in one of our cookies; null when the cookie is missing or has another format. */
export function tokenInCookie(request: FastifyRequest, name: string): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([key]) => key === name)?.[1] ?? ''
  // 43 characters of base64url are the 32 bytes of `randomToken`
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null
}

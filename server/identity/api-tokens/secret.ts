import { createHash, createHmac } from 'node:crypto'

/**
 * Distinguishes API tokens from access tokens, and lets secret scanners recognise a token that was published by
 * mistake.
 */
export const API_TOKEN_PREFIX = 'rungs_'

/**
 * The secret of a token after the given number of rotations. It is derived from the pepper, so that a repeated
 * request gets the same secret although the database stores only its hash.
 */
export function secretOf(pepper: Uint8Array, clientId: string, id: string, rotation: number): string {
  const derived = createHmac('sha256', pepper).update(`api-token:${clientId}:${id}:${rotation}`).digest('base64url')
  return `${API_TOKEN_PREFIX}${derived}`
}

/** The hash under which a secret is stored. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

import { createHash, createHmac } from 'node:crypto'

/** By it a secret is known from a login's token, also by those who look for secrets in the wrong places. */
export const PREFIX = 'rungs_'

/**
 * The secret of a token after so many rotations. It follows from the server's key, so that a repeated request is
 * answered with the same one although only its hash is kept.
 */
export function secretOf(key: Uint8Array, clientId: string, id: string, rotation: number): string {
  const made = createHmac('sha256', key).update(`api-token:${clientId}:${id}:${rotation}`).digest('base64url')
  return `${PREFIX}${made}`
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

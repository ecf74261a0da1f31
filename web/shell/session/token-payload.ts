import type { TokenSubject } from '#contract/platform/token-subject.ts'

interface TokenPayload {
  /** Unix seconds. */
  exp: number
  /** The subject, which is JSON in an access token; '' if the token has none. */
  sub: string
}

/** Reads a token without verifying it, which is the server's part. Null if it cannot be read. */
export function readToken(token: string): TokenPayload | null {
  const [, body] = token.split('.')
  if (body === undefined) return null
  try {
    // a token is encoded as base64url, `atob` reads base64
    const base64 = body.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value !== 'object' || value === null || !('exp' in value) || typeof value.exp !== 'number') return null
    return { exp: value.exp, sub: 'sub' in value && typeof value.sub === 'string' ? value.sub : '' }
  } catch {
    return null
  }
}

/** What the access token says about the user [3.3]; null if there is none or it cannot be read. */
export function readSubject(token: string | null): TokenSubject | null {
  const payload = token === null ? null : readToken(token)
  if (!payload) return null
  try {
    return JSON.parse(payload.sub) as TokenSubject
  } catch {
    return null
  }
}

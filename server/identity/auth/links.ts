import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '#server/platform/tenancy.ts'

type LinkKind = 'invite' | 'reset'

/** For this long, in ms, a link is valid. */
export const LINK_MS = { invite: 7 * 86_400_000, reset: 30 * 60_000 } as const

/** A stored link of a mail, by which a user sets a password. */
export interface Link {
  user_id: string
  kind: LinkKind
  expires_at: Date
  used_at: Date | null
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Creates a link; returns its token of 256 bits, with which its holder can set the user's password once. Only the hash
 * is stored.
 */
export async function makeLink(
  tx: Tx,
  clientId: string,
  link: { userId: string; kind: LinkKind; expires: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.query(
    'INSERT INTO password_links (client_id, token_hash, user_id, kind, expires_at) VALUES ($1, $2, $3, $4, $5)',
    [clientId, hashOf(token), link.userId, link.kind, link.expires],
  )
  return token
}

export async function findLink(tx: Tx, token: string): Promise<Link | null> {
  const { rows } = await tx.query<Link>(
    'SELECT user_id, kind, expires_at, used_at FROM password_links WHERE token_hash = $1',
    [hashOf(token)],
  )
  return rows[0] ?? null
}

/**
 * Marks a link as used, and with it all other links of its user. False when another request was faster or the link is
 * too old.
 */
export async function useLink(tx: Tx, token: string, now: Date): Promise<boolean> {
  const { rows } = await tx.query<{ user_id: string }>(
    `UPDATE password_links SET used_at = $2 WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2
     RETURNING user_id`,
    [hashOf(token), now],
  )
  const user = rows[0]?.user_id
  if (user === undefined) return false
  await tx.query('UPDATE password_links SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [user, now])
  return true
}

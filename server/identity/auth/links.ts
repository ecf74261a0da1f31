import { createHash, randomBytes } from 'node:crypto'
import { USE_UP_LINKS } from '#server/identity/users/email-change.ts'
import { execute, findRow, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

type LinkKind = 'invite' | 'reset'

/** For this long, in ms, a link is valid. */
export const LINK_MS = { invite: 7 * 86_400_000, reset: 30 * 60_000 } as const

const FIND_LINK = tenantStatement(
  'identity/find-password-link',
  'SELECT user_id, kind, expires_at, used_at FROM password_links WHERE client_id = $1 AND token_hash = $2',
)
/** A stored link of a mail, by which a user sets a password. */
export type Link = RowOf<typeof FIND_LINK>

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const INSERT_LINK = tenantStatement(
  'identity/insert-password-link',
  'INSERT INTO password_links (client_id, token_hash, user_id, kind, expires_at) VALUES ($1, $2, $3, $4, $5)',
)

/**
 * Creates a link; returns its token of 256 bits, with which its holder can set the user's password once. Only the hash
 * is stored.
 */
export async function makeLink(tx: Tx, link: { userId: string; kind: LinkKind; expires: Date }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await execute(tx, INSERT_LINK, [hashOf(token), link.userId, link.kind, link.expires])
  return token
}

/** The page of a portal at which the token's holder sets the password. */
export function passwordUrl(portalUrl: string, kind: LinkKind, token: string): string {
  // the token is in the fragment, which browsers do not send to servers or in referrers
  return `${portalUrl}/${kind === 'invite' ? 'set' : 'reset'}-password#token=${token}`
}

export async function findLink(tx: Tx, token: string): Promise<Link | null> {
  return (await findRow(tx, FIND_LINK, [hashOf(token)])) ?? null
}

const USE_LINK = tenantStatement(
  'identity/use-password-link',
  `UPDATE password_links SET used_at = $3
   WHERE client_id = $1 AND token_hash = $2 AND used_at IS NULL AND expires_at > $3 RETURNING user_id`,
)

/**
 * Marks a link as used, and with it all other links of its user. False when another request was faster or the link is
 * too old.
 */
export async function useLink(tx: Tx, token: string, now: Date): Promise<boolean> {
  const link = await findRow(tx, USE_LINK, [hashOf(token), now])
  if (link === undefined) return false
  await execute(tx, USE_UP_LINKS, [link.user_id, now])
  return true
}

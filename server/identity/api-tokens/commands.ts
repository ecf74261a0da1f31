import type { ApiToken, NewApiToken } from '#contract/identity/api-tokens.ts'
import { needsClub } from '#domain/platform/api-scopes.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { hashOf, secretOf } from './secret.ts'

const DAY_MS = 86_400_000
/** For this long after a rotation the old secret is valid too, so that programs can be changed to the new one. */
const OVERLAP_MS = DAY_MS

/** SQL that builds an `ApiToken` from a row `token` of `api_tokens`; $1 is the present moment. */
const tokenJson = `json_build_object('id', token.id, 'name', token.name, 'scopes', token.scopes,
  'per_minute', token.per_minute,
  'club', (SELECT json_build_object('id', club.id, 'name', club.name) FROM clubs club
    WHERE club.client_id = token.client_id AND club.id = token.club_id),
  'created', floor(extract(epoch FROM token.created_at)), 'expires', floor(extract(epoch FROM token.expires_at)),
  'last_used', floor(extract(epoch FROM token.last_used_at)),
  'previous_until', CASE WHEN token.previous_until > $1 THEN floor(extract(epoch FROM token.previous_until)) END)`

/**
 * The tokens of an API user that are not revoked, newest first. Expired ones are included, so that an author sees why a
 * program fails.
 */
export async function listTokens(tx: Tx, userId: string, nowMs: number): Promise<ApiToken[]> {
  await requireApiUser(tx, userId)
  const { rows } = await tx.query<{ token: ApiToken }>(
    `SELECT ${tokenJson} AS token FROM api_tokens token WHERE token.user_id = $2 AND token.revoked_at IS NULL
     ORDER BY token.created_at DESC, token.id`,
    [new Date(nowMs), userId],
  )
  return rows.map((row) => row.token)
}

/** A token after its creation or rotation. */
export interface IssuedToken {
  token: ApiToken
  /** How often the token was rotated; the current secret depends on it. */
  rotation: number
}

/** Creates a token of an API user; the token's secret is derived from `key`, the environment variable `SECRET`. */
export async function createToken(
  tx: Tx,
  context: ClientContext,
  key: Uint8Array,
  userId: string,
  body: NewApiToken,
  nowMs: number,
): Promise<IssuedToken> {
  await requireApiUser(tx, userId)
  if (body.club_id === null && body.scopes.some(needsClub)) throw new Refusal('INVALID_REQUEST', { field: 'club_id' })
  if (body.club_id !== null) {
    const { rowCount } = await tx.query('SELECT FROM clubs WHERE id = $1 AND deleted_at IS NULL FOR SHARE', [
      body.club_id,
    ])
    if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'club_id' })
  }
  const id = crypto.randomUUID()
  await tx.query(
    `INSERT INTO api_tokens (client_id, id, user_id, club_id, name, scopes, hash, per_minute, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      context.clientId,
      id,
      userId,
      body.club_id,
      body.name,
      body.scopes,
      hashOf(secretOf(key, context.clientId, id, /* rotation */ 0)),
      body.per_minute,
      new Date(nowMs),
      new Date(nowMs + body.expires_in_days * DAY_MS),
    ],
  )
  await auditToken(tx, context, 'create', id, { ...body, user_id: userId })
  return issuedToken(tx, id, nowMs)
}

/** Gives a token a new secret; the old one stays valid for a day. */
export async function rotateToken(
  tx: Tx,
  context: ClientContext,
  key: Uint8Array,
  userId: string,
  id: string,
  nowMs: number,
): Promise<IssuedToken> {
  const { rotation } = await lockToken(tx, userId, id)
  await tx.query(
    'UPDATE api_tokens SET rotation = $2, previous_hash = hash, previous_until = $3, hash = $4 WHERE id = $1',
    [id, rotation + 1, new Date(nowMs + OVERLAP_MS), hashOf(secretOf(key, context.clientId, id, rotation + 1))],
  )
  await auditToken(tx, context, 'rotate', id, { rotation: rotation + 1 })
  return issuedToken(tx, id, nowMs)
}

export async function revokeToken(
  tx: Tx,
  context: ClientContext,
  userId: string,
  id: string,
  nowMs: number,
): Promise<void> {
  await lockToken(tx, userId, id)
  await tx.query('UPDATE api_tokens SET revoked_at = $2 WHERE id = $1', [id, new Date(nowMs)])
  await auditToken(tx, context, 'revoke', id, null)
}

async function requireApiUser(tx: Tx, userId: string): Promise<void> {
  const { rowCount } = await tx.query(`SELECT FROM users WHERE id = $1 AND type = 'api'`, [userId])
  if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
}

async function lockToken(tx: Tx, userId: string, id: string): Promise<{ rotation: number }> {
  const { rows } = await tx.query<{ rotation: number }>(
    'SELECT rotation FROM api_tokens WHERE id = $1 AND user_id = $2 AND revoked_at IS NULL FOR UPDATE',
    [id, userId],
  )
  if (!rows[0]) throw new Refusal('NOT_FOUND', { field: 'id' })
  return rows[0]
}

async function issuedToken(tx: Tx, id: string, nowMs: number): Promise<IssuedToken> {
  const { rows } = await tx.query<IssuedToken>(
    `SELECT ${tokenJson} AS token, rotation FROM api_tokens token WHERE token.id = $2`,
    [new Date(nowMs), id],
  )
  if (!rows[0]) throw new Refusal('NOT_FOUND', { field: 'id' })
  return rows[0]
}

async function auditToken(tx: Tx, context: ClientContext, action: string, id: string, after: unknown): Promise<void> {
  await audit(tx, context.clientId, { userId: context.userId, action, entity: 'api_token', entityId: id, after })
}

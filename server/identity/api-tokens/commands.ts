import { ApiToken, type NewApiToken } from '#contract/identity/api-tokens.ts'
import { needsClub } from '#domain/platform/api-scopes.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { hashOf, secretOf } from './secret.ts'

const DAY_MS = 86_400_000
/** For this long after a rotation the old secret is valid too, so that programs can be changed to the new one. */
const OVERLAP_MS = DAY_MS

/** SQL that builds an `ApiToken` from a row `token` of `api_tokens`; $3 is the present moment. */
const tokenJson = `json_build_object('id', token.id, 'name', token.name, 'scopes', token.scopes,
  'per_minute', token.per_minute,
  'club', (SELECT json_build_object('id', club.id, 'name', club.name) FROM clubs club
    WHERE club.client_id = token.client_id AND club.id = token.club_id),
  'created', floor(extract(epoch FROM token.created_at)), 'expires', floor(extract(epoch FROM token.expires_at)),
  'last_used', floor(extract(epoch FROM token.last_used_at)),
  'previous_until', CASE WHEN token.previous_until > $3 THEN floor(extract(epoch FROM token.previous_until)) END)`

const TOKENS_OF_USER = tenantStatement(
  'identity/list-tokens-of-user',
  `SELECT ${tokenJson} AS token FROM api_tokens token
   WHERE token.client_id = $1 AND token.user_id = $2 AND token.revoked_at IS NULL
   ORDER BY token.created_at DESC, token.id`,
  { json: { token: ApiToken } },
)

/**
 * The tokens of an API user that are not revoked, newest first. Expired ones are included, so that an author sees why a
 * program fails.
 */
export async function listTokens(tx: Tx, userId: string, nowMs: number): Promise<ApiToken[]> {
  await requireApiUser(tx, userId)
  const rows = await queryRows(tx, TOKENS_OF_USER, [userId, new Date(nowMs)])
  return rows.map((row) => row.token)
}

/** A token after its creation or rotation. */
export interface IssuedToken {
  token: ApiToken
  /** How often the token was rotated; the current secret depends on it. */
  rotation: number
}

const LOCK_CLUB = tenantStatement(
  'identity/lock-club-of-token',
  'SELECT FROM clubs WHERE client_id = $1 AND id = $2 AND deleted_at IS NULL FOR SHARE',
)

const INSERT_TOKEN = tenantStatement(
  'identity/insert-token',
  `INSERT INTO api_tokens (client_id, id, user_id, club_id, name, scopes, hash, per_minute, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)

/** Creates a token of an API user; the token's secret is derived from the pepper. */
export async function createToken(
  tx: Tx,
  context: ClientContext,
  pepper: Uint8Array,
  userId: string,
  body: NewApiToken,
  nowMs: number,
): Promise<IssuedToken> {
  await requireApiUser(tx, userId)
  if (body.club_id === null && body.scopes.some(needsClub)) throw new Refusal('INVALID_REQUEST', { field: 'club_id' })
  if (body.club_id !== null) {
    const found = await execute(tx, LOCK_CLUB, [body.club_id])
    if (found === 0) throw new Refusal('NOT_FOUND', { field: 'club_id' })
  }
  const id = crypto.randomUUID()
  await execute(tx, INSERT_TOKEN, [
    id,
    userId,
    body.club_id,
    body.name,
    body.scopes,
    hashOf(secretOf(pepper, context.clientId, id, /* rotation */ 0)),
    body.per_minute,
    new Date(nowMs),
    new Date(nowMs + body.expires_in_days * DAY_MS),
  ])
  await auditToken(tx, context, 'create', id, { ...body, user_id: userId })
  return issuedToken(tx, id, nowMs)
}

const ROTATE_TOKEN = tenantStatement(
  'identity/rotate-token',
  `UPDATE api_tokens SET rotation = $3, previous_hash = hash, previous_until = $4, hash = $5
   WHERE client_id = $1 AND id = $2`,
)

/** Gives a token a new secret; the old one stays valid for a day. */
export async function rotateToken(
  tx: Tx,
  context: ClientContext,
  pepper: Uint8Array,
  userId: string,
  id: string,
  nowMs: number,
): Promise<IssuedToken> {
  const { rotation } = await lockToken(tx, userId, id)
  const hash = hashOf(secretOf(pepper, context.clientId, id, rotation + 1))
  await execute(tx, ROTATE_TOKEN, [id, rotation + 1, new Date(nowMs + OVERLAP_MS), hash])
  await auditToken(tx, context, 'rotate', id, { rotation: rotation + 1 })
  return issuedToken(tx, id, nowMs)
}

const REVOKE_TOKEN = tenantStatement(
  'identity/revoke-token',
  'UPDATE api_tokens SET revoked_at = $3 WHERE client_id = $1 AND id = $2',
)

export async function revokeToken(
  tx: Tx,
  context: ClientContext,
  userId: string,
  id: string,
  nowMs: number,
): Promise<void> {
  await lockToken(tx, userId, id)
  await execute(tx, REVOKE_TOKEN, [id, new Date(nowMs)])
  await auditToken(tx, context, 'revoke', id, null)
}

const API_USER = tenantStatement(
  'identity/find-api-user',
  `SELECT FROM users WHERE client_id = $1 AND id = $2 AND type = 'api'`,
)

async function requireApiUser(tx: Tx, userId: string): Promise<void> {
  const found = await execute(tx, API_USER, [userId])
  if (found === 0) throw new Refusal('NOT_FOUND', { field: 'userUuid' })
}

const LOCK_TOKEN = tenantStatement(
  'identity/lock-token',
  `SELECT rotation FROM api_tokens WHERE client_id = $1 AND id = $2 AND user_id = $3 AND revoked_at IS NULL
   FOR UPDATE`,
)

async function lockToken(tx: Tx, userId: string, id: string): Promise<{ rotation: number }> {
  const token = await findRow(tx, LOCK_TOKEN, [id, userId])
  if (!token) throw new Refusal('NOT_FOUND', { field: 'id' })
  return token
}

const ISSUED_TOKEN = tenantStatement(
  'identity/read-issued-token',
  `SELECT ${tokenJson} AS token, rotation FROM api_tokens token WHERE token.client_id = $1 AND token.id = $2`,
  { json: { token: ApiToken } },
)

async function issuedToken(tx: Tx, id: string, nowMs: number): Promise<IssuedToken> {
  const issued = await findRow(tx, ISSUED_TOKEN, [id, new Date(nowMs)])
  if (!issued) throw new Refusal('NOT_FOUND', { field: 'id' })
  return issued
}

async function auditToken(tx: Tx, context: ClientContext, action: string, id: string, after: object | null) {
  await audit(tx, { userId: context.userId, action, entity: 'api_token', entityId: id, after })
}

import { allScopes } from '#domain/platform/api-scopes.ts'
import { featuresOf } from '#domain/tenants/pages.ts'
import { FlagValues } from '#server/identity/auth/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { TokenSession } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import { hashOf } from './secret.ts'

/**
 * Finds the token by its hash, counts this request in the current minute, and returns what a session needs. `$2` is the
 * secret's hash, `$3` the present moment, `$4` the beginning of the current minute. `used` is the number of requests in
 * the current minute, including this one.
 */
const COUNT_REQUEST = tenantStatement(
  'identity/count-request-of-token',
  `UPDATE api_tokens token SET last_used_at = $3, minute = $4,
     used = CASE WHEN token.minute = $4 THEN token.used + 1 ELSE 1 END
   FROM users, clients client
     CROSS JOIN LATERAL (SELECT language_id, language FROM client_languages
       WHERE client_languages.client_id = client.client_id AND active
       ORDER BY language_id LIMIT 1) first_language
   WHERE token.client_id = $1 AND (token.hash = $2 OR (token.previous_hash = $2 AND token.previous_until > $3))
     AND token.revoked_at IS NULL
     AND users.client_id = token.client_id AND users.id = token.user_id AND users.status = 'current'
     AND client.client_id = token.client_id
     AND NOT EXISTS (SELECT FROM clubs
       WHERE clubs.client_id = token.client_id AND clubs.id = token.club_id AND clubs.deleted_at IS NOT NULL)
   RETURNING token.user_id, token.club_id, token.scopes, token.per_minute, token.used,
     token.expires_at <= $3 AS expired, client.features, client.auth_provider AS provider,
     first_language.language_id, first_language.language`,
  { json: { features: FlagValues }, prepare: true },
)

/**
 * The session of one request with an API token, which is accepted only at hosts of the club portal. Counts the request.
 * Refuses with AUTH_INVALID_TOKEN, TOKEN_EXPIRED, or, for the rest of the minute, TOO_MANY_REQUESTS.
 */
export async function apiSession(db: Database, tenant: Tenant, secret: string, nowMs: number): Promise<TokenSession> {
  if (tenant.portal !== 'club') throw new Refusal('AUTH_INVALID_TOKEN')
  const minuteStart = Math.floor(nowMs / 60_000) * 60_000
  // `sendWithCommit` saves a round trip, because this statement runs before every request with an API token.
  const rows = await inTenant(db, tenant.clientId, 'write', (tx, sendWithCommit) =>
    sendWithCommit(() => queryRows(tx, COUNT_REQUEST, [hashOf(secret), new Date(nowMs), new Date(minuteStart)])),
  )
  const [row] = rows
  if (!row) throw new Refusal('AUTH_INVALID_TOKEN')
  if (row.expired) throw new Refusal('TOKEN_EXPIRED')
  if (row.used > row.per_minute)
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((minuteStart + 60_000 - nowMs) / 1_000) })
  return {
    ...tenant,
    userId: row.user_id,
    family: null,
    type: 'api',
    scopes: allScopes.filter((scope) => row.scopes.includes(scope)),
    clubId: row.club_id,
    languageId: row.language_id,
    language: row.language,
    features: featuresOf(row.provider, row.features),
    originalUserId: null,
    // The session lasts only for this request.
    expiresMs: nowMs,
  }
}

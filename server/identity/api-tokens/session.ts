import type { ApiScope } from '#domain/platform/api-scopes.ts'
import { featuresOf, type Provider } from '#domain/tenants/pages.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant, prepared, type Database } from '#server/platform/tenancy.ts'
import { hashOf } from './secret.ts'

interface Row {
  user_id: string
  club_id: string | null
  scopes: ApiScope[]
  per_minute: number
  used: number
  features: Record<string, boolean | number>
  provider: Provider
  language_id: number
  language: string
}

/**
 * The session of one request with an API token, which is accepted only at hosts of the club portal. Counts the request.
 * Refuses with AUTH_INVALID_TOKEN, TOKEN_EXPIRED, or, for the rest of the minute, TOO_MANY_REQUESTS.
 */
export async function apiSession(db: Database, tenant: Tenant, secret: string, nowMs: number): Promise<Session> {
  if (tenant.portal !== 'club') throw new Refusal('AUTH_INVALID_TOKEN')
  const minute = Math.floor(nowMs / 60_000) * 60_000
  const { rows } = await inTenant(db, tenant.clientId, 'write', (tx, sendWithCommit) =>
    sendWithCommit(() =>
      tx.query<Row & { expired: boolean }>(
        prepared(
          `UPDATE api_tokens t SET last_used_at = $2, minute = $3, used = CASE WHEN t.minute = $3 THEN t.used + 1 ELSE 1 END
           FROM users u, clients c
             CROSS JOIN LATERAL (SELECT language_id, language FROM client_languages l WHERE l.client_id = c.client_id AND l.active
               ORDER BY l.language_id LIMIT 1) l
           WHERE (t.hash = $1 OR (t.previous_hash = $1 AND t.previous_until > $2)) AND t.revoked_at IS NULL
             AND u.client_id = t.client_id AND u.id = t.user_id AND u.status = 'current' AND c.client_id = t.client_id
             AND NOT EXISTS (SELECT FROM clubs cl WHERE cl.client_id = t.client_id AND cl.id = t.club_id AND cl.deleted_at IS NOT NULL)
           RETURNING t.user_id, t.club_id, t.scopes, t.per_minute, t.used, t.expires_at <= $2 AS expired,
             c.features, c.auth_provider AS provider, l.language_id, l.language`,
          [hashOf(secret), new Date(nowMs), new Date(minute)],
        ),
      ),
    ),
  )
  const [row] = rows
  if (!row) throw new Refusal('AUTH_INVALID_TOKEN')
  if (row.expired) throw new Refusal('TOKEN_EXPIRED')
  if (row.used > row.per_minute)
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((minute + 60_000 - nowMs) / 1_000) })
  return {
    ...tenant,
    userId: row.user_id,
    family: null,
    type: 'api',
    scopes: row.scopes,
    clubId: row.club_id,
    languageId: row.language_id,
    language: row.language,
    features: featuresOf(row.provider, row.features),
    originalUserId: null,
    expiresMs: nowMs,
  }
}

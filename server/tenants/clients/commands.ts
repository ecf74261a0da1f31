import type { Portal } from '#contract/platform/fields.ts'
import type { Wording } from '#domain/tenants/wordings.ts'
import { audit } from '#server/platform/audit.ts'
import { revokeAll } from '#server/identity/auth/queries.ts'
import type { Tx } from '#server/platform/tenancy.ts'

interface NewClient {
  id: string
  name: string
  authProvider: 'local' | 'bg' | 'coursepro'
  login: 'email' | 'username' | 'federated' | 'course_provider'
  themeName: string
  features: Record<string, boolean | number>
  languages: { languageId: number; language: string; active: boolean }[]
  /** Which of the built wordings it speaks; the usual one when left out. */
  wording?: Wording
  /** Own words over the built texts, by locale. */
  translations: Record<string, unknown>
}

/** Creates the client whose id is set on the transaction. Operators only. */
export async function createClient(tx: Tx, client: NewClient): Promise<void> {
  await tx.query(
    `INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url, features, wording)
     VALUES ($1, $2, $3, $4, $5, '/translations', $6, $7)`,
    [
      client.id,
      client.name,
      client.authProvider,
      client.login,
      client.themeName,
      client.features,
      client.wording ?? 'default',
    ],
  )
  await tx.query(
    `INSERT INTO client_languages (client_id, language_id, language, active) SELECT $1, * FROM unnest($2::int[], $3::text[], $4::boolean[])`,
    [
      client.id,
      client.languages.map((l) => l.languageId),
      client.languages.map((l) => l.language),
      client.languages.map((l) => l.active),
    ],
  )
  for (const [locale, texts] of Object.entries(client.translations)) {
    await tx.query('INSERT INTO client_translations (client_id, locale, texts) VALUES ($1, $2, $3)', [
      client.id,
      locale,
      texts,
    ])
  }
  await audit(tx, client.id, {
    userId: null,
    action: 'create',
    entity: 'client',
    entityId: client.id,
    after: { name: client.name },
  })
}

/** Whether administrators and authors must have a second factor; who has none and must is logged out. Answers the sessions that this ends; `by` is null for operators. */
export async function setSecondFactor(
  tx: Tx,
  clientId: string,
  policy: 'optional' | 'required',
  by: string | null = null,
): Promise<string[]> {
  const over: string[] = []
  await tx.query('UPDATE clients SET second_factor = $1', [policy])
  if (policy === 'required') {
    const { rows } = await tx.query<{ user_id: string }>(
      `SELECT DISTINCT user_id FROM refresh_sessions s WHERE portal IN ('club', 'scheme') AND revoked_at IS NULL
         AND NOT EXISTS (SELECT FROM second_factors f WHERE f.user_id = s.user_id AND f.confirmed_at IS NOT NULL)`,
    )
    over.push(
      ...(await revokeAll(
        tx,
        rows.map(({ user_id }) => user_id),
        new Date(),
      )),
    )
  }
  await audit(tx, clientId, {
    userId: by,
    action: 'update',
    entity: 'client',
    entityId: clientId,
    after: { second_factor: policy },
  })
  return over
}

/** Points a host name at a portal of a client. The application may only read host names: `owner` is the operator's connection. */
export async function addHostname(owner: Tx, hostname: string, clientId: string, portal: Portal): Promise<void> {
  await owner.query(
    'INSERT INTO hostnames (hostname, client_id, portal) VALUES ($1, $2, $3) ON CONFLICT (hostname) DO UPDATE SET client_id = $2, portal = $3',
    [hostname.toLowerCase(), clientId, portal],
  )
}

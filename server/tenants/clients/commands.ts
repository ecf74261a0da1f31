import type { Portal } from '#contract/platform/fields.ts'
import type { Wording } from '#domain/tenants/wordings.ts'
import { audit } from '#server/platform/audit.ts'
import { execute, statement, tenantStatement } from '#server/platform/sql/statement.ts'
import { transactionOn, type Tx } from '#server/platform/tenancy.ts'

interface NewClient {
  id: string
  name: string
  authProvider: 'local' | 'bg' | 'coursepro'
  login: 'email' | 'username' | 'federated' | 'course_provider'
  themeName: string
  features: Record<string, boolean | number>
  languages: { languageId: number; language: string; active: boolean }[]
  /** Which of the product's wordings the client uses; the default one when left out. */
  wording?: Wording
  /** The client's own texts, by locale; they replace the product's. */
  translations: Record<string, Record<string, unknown>>
}

const INSERT_CLIENT = tenantStatement(
  'tenants/insert-client',
  `INSERT INTO clients (client_id, name, auth_provider, login, theme_name, translation_url, features, wording)
   VALUES ($1, $2, $3, $4, $5, '/translations', $6, $7)`,
)

const INSERT_LANGUAGES = tenantStatement(
  'tenants/insert-languages',
  `INSERT INTO client_languages (client_id, language_id, language, active)
   SELECT $1, * FROM unnest($2::int[], $3::text[], $4::boolean[]) RETURNING client_id`,
)

const INSERT_OWN_WORDS = tenantStatement(
  'tenants/insert-own-words',
  'INSERT INTO client_translations (client_id, locale, texts) VALUES ($1, $2, $3)',
)

/** Creates the client whose id is set on the transaction. Operators only. */
export async function createClient(tx: Tx, client: NewClient): Promise<void> {
  await execute(tx, INSERT_CLIENT, [
    client.name,
    client.authProvider,
    client.login,
    client.themeName,
    client.features,
    client.wording ?? 'default',
  ])
  await execute(tx, INSERT_LANGUAGES, [
    client.languages.map(({ languageId }) => languageId),
    client.languages.map(({ language }) => language),
    client.languages.map(({ active }) => active),
  ])
  for (const [locale, texts] of Object.entries(client.translations)) {
    await execute(tx, INSERT_OWN_WORDS, [locale, texts])
  }
  await audit(tx, {
    userId: null,
    action: 'create',
    entity: 'client',
    entityId: client.id,
    after: { name: client.name },
  })
}

const RENAME = tenantStatement('tenants/rename-client', 'UPDATE clients SET name = $2 WHERE client_id = $1')

/** Gives the transaction's client, whose name is `before`, another name. Operators only. */
export async function renameClient(tx: Tx, before: string, after: string): Promise<void> {
  await execute(tx, RENAME, [after])
  await audit(tx, {
    userId: null,
    action: 'rename',
    entity: 'client',
    entityId: tx.clientId,
    before: { name: before },
    after: { name: after },
  })
}

const SET_HOSTNAME = statement(
  'tenants/set-hostname',
  `INSERT INTO hostnames (hostname, client_id, portal) VALUES ($1, $2, $3)
   ON CONFLICT (hostname) DO UPDATE SET client_id = $2, portal = $3`,
)

/**
 * Assigns a host name to a portal of a client. `owner` is the operator's connection, because the application's role may
 * only read host names.
 */
export async function addHostname(
  owner: Pick<Tx, 'query'>,
  hostname: string,
  clientId: string,
  portal: Portal,
): Promise<void> {
  await execute(transactionOn(owner, clientId), SET_HOSTNAME, [hostname.toLowerCase(), clientId, portal])
}

import type { Client } from '#contract/client.ts'
import type { Portal } from '#contract/fields.ts'
import type { Tx } from '#server/tenancy.ts'
import { Refusal } from '#server/http/errors.ts'

/** The tenant set on the transaction, as its portal sees it before anybody has logged in [3.1]. */
export async function readClient(tx: Tx, portal: Portal): Promise<Client> {
  const { rows } = await tx.query<{ client: Client }>(
    `SELECT json_build_object('id', c.client_id, 'name', c.name, 'auth_provider', c.auth_provider, 'login', c.login,
       'portal', $1::text, 'theme_name', c.theme_name, 'theme_url', '/themes/' || c.theme_name || '.css',
       'translation_url', c.translation_url,
       'languages', (SELECT json_agg(json_build_object('language_id', l.language_id, 'language', l.language,
          'active', l.active::int) ORDER BY l.language_id) FROM client_languages l)) AS client
     FROM clients c`,
    [portal],
  )
  const row = rows[0]
  if (!row) throw new Refusal('UNKNOWN_HOST')
  return row.client
}

/** The tenant's own words for a locale, as JSON text; an empty object when it has none. */
export async function readTranslations(tx: Tx, locale: string): Promise<string> {
  const { rows } = await tx.query<{ texts: string }>(
    'SELECT texts::text AS texts FROM client_translations WHERE locale = $1',
    [locale],
  )
  return rows[0]?.texts ?? '{}'
}

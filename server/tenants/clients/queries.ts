import type { Client } from '#contract/tenants/client.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** The public description of the client that is set on the transaction, which a portal needs before login [3.1]. */
export async function readClient(tx: Tx, portal: Portal): Promise<Client> {
  const { rows } = await tx.query<{ client: Client }>(
    // The URL of a theme with own colours changes with them, so that browsers do not use a cached one.
    `SELECT json_build_object('id', client_id, 'name', name, 'auth_provider', auth_provider, 'login', login,
       'portal', $1::text, 'theme_name', theme_name,
       'theme_url', '/themes/' || theme_name
         || CASE WHEN own_theme IS NULL THEN '' ELSE '.own-' || left(md5(own_theme::text), 8) END || '.css',
       'logo_url', CASE WHEN logo_file_id IS NULL THEN '/themes/' || theme_name || '.svg'
         ELSE '/themes/logo-' || logo_file_id || '.png' END,
       'translation_url', translation_url,
       'languages', (SELECT json_agg(json_build_object('language_id', language_id, 'language', language,
          'active', active::int) ORDER BY language_id) FROM client_languages)) AS client
     FROM clients`,
    [portal],
  )
  const row = rows[0]
  if (!row) throw new Refusal('UNKNOWN_HOST')
  return row.client
}

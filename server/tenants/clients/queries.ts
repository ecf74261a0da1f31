import { Client } from '#contract/tenants/client.ts'
import type { Portal } from '#contract/platform/fields.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** The URL of a theme with own colours changes with them, so that browsers do not use a cached one. */
const CLIENT = tenantStatement(
  'tenants/read-client',
  `SELECT json_build_object('id', client_id, 'name', name, 'auth_provider', auth_provider, 'login', login,
     'portal', $2::text, 'theme_name', theme_name,
     'theme_url', '/themes/' || theme_name
       || CASE WHEN own_theme IS NULL THEN '' ELSE '.own-' || left(md5(own_theme::text), 8) END || '.css',
     'logo_url', CASE WHEN logo_file_id IS NULL THEN '/themes/' || theme_name || '.svg'
       ELSE '/themes/logo-' || logo_file_id || '.png' END,
     'translation_url', translation_url,
     'languages', (SELECT json_agg(json_build_object('language_id', language_id, 'language', language,
        'active', active::int) ORDER BY language_id) FROM client_languages
        WHERE client_languages.client_id = clients.client_id)) AS client
   FROM clients WHERE client_id = $1`,
  { json: { client: Client } },
)

/** The public description of the client that is set on the transaction, which a portal needs before login [3.1]. */
export async function readClient(tx: Tx, portal: Portal): Promise<Client> {
  const row = await findRow(tx, CLIENT, [portal])
  if (!row) throw new Refusal('UNKNOWN_HOST')
  return row.client
}

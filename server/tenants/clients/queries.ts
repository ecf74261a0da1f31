import type { Client } from '#contract/tenants/client.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** The public description of the client that is set on the transaction, which a portal needs before login [3.1]. */
export async function readClient(tx: Tx, portal: Portal): Promise<Client> {
  const { rows } = await tx.query<{ client: Client }>(
    `SELECT json_build_object('id', c.client_id, 'name', c.name, 'auth_provider', c.auth_provider, 'login', c.login,
       'portal', $1::text, 'theme_name', c.theme_name, 'theme_url', '/themes/' || c.theme_name || CASE WHEN c.own_theme IS NULL THEN '' ELSE '.own-' || left(md5(c.own_theme::text), 8) END || '.css',
       'logo_url', CASE WHEN c.logo_file_id IS NULL THEN '/themes/' || c.theme_name || '.svg' ELSE '/themes/logo-' || c.logo_file_id || '.png' END,
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

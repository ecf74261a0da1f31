import type { ClientLanguage } from '#contract/tenants/client-words.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readOwnWords } from './own-words.ts'

interface LanguageRow {
  language_id: number
  language: string
  active: boolean
}

/** All languages of the client, each with the number of its own texts. */
export async function listLanguages(tx: Tx): Promise<ClientLanguage[]> {
  const { rows } = await tx.query<LanguageRow>(
    'SELECT language_id, language, active FROM client_languages ORDER BY language_id',
  )
  return Promise.all(
    rows.map(async (row) => ({
      language_id: row.language_id,
      language: row.language,
      active: row.active ? (1 as const) : (0 as const),
      own: Object.keys(await readOwnWords(tx, languageOf(row.language))).length,
    })),
  )
}

/** The language with this id; `field` is the field of the request that names it. */
export async function findLanguage(tx: Tx, id: number, field = 'languageId'): Promise<LanguageRow> {
  const { rows } = await tx.query<LanguageRow>(
    'SELECT language_id, language, active FROM client_languages WHERE language_id = $1',
    [id],
  )
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND', { field })
  return row
}

/** Turns a language on or off for the portals; one always stays on. */
export async function setLanguageActive(
  tx: Tx,
  { clientId, userId }: ClientContext,
  id: number,
  active: boolean,
): Promise<void> {
  // All rows are locked, in one order, so that two people cannot turn off the last two languages at the same time.
  const { rows } = await tx.query<LanguageRow>(
    'SELECT language_id, language, active FROM client_languages ORDER BY language_id FOR UPDATE',
  )
  const row = rows.find(({ language_id }) => language_id === id)
  if (!row) throw new Refusal('NOT_FOUND', { field: 'languageId' })
  if (!active && rows.every((other) => other === row || !other.active))
    throw new Refusal('LANGUAGE_LAST', { field: 'active' })
  if (row.active === active) return
  await tx.query('UPDATE client_languages SET active = $2 WHERE language_id = $1', [id, active])
  await audit(tx, clientId, {
    userId,
    action: active ? 'activate' : 'deactivate',
    entity: 'language',
    entityId: row.language,
  })
}

import type { ClientLanguage } from '#contract/tenants/client-words.ts'
import { audit } from '#server/platform/audit.ts'
import type { ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import { execute, findRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readOwnWords } from './own-words.ts'

const LANGUAGES = tenantStatement(
  'tenants/list-languages',
  'SELECT language_id, language, active FROM client_languages WHERE client_id = $1 ORDER BY language_id',
)

/** All languages of the client, each with the number of its own texts. */
export async function listLanguages(tx: Tx): Promise<ClientLanguage[]> {
  const rows = await queryRows(tx, LANGUAGES)
  return Promise.all(
    rows.map(async (row) => ({
      language_id: row.language_id,
      language: row.language,
      active: row.active ? (1 as const) : (0 as const),
      own: Object.keys(await readOwnWords(tx, languageOf(row.language))).length,
    })),
  )
}

const LANGUAGE = tenantStatement(
  'tenants/find-language',
  'SELECT language_id, language, active FROM client_languages WHERE client_id = $1 AND language_id = $2',
)

/** The language with this id; `field` is the field of the request that names it. */
export async function findLanguage(tx: Tx, id: number, field = 'languageId'): Promise<RowOf<typeof LANGUAGE>> {
  const row = await findRow(tx, LANGUAGE, [id])
  if (!row) throw new Refusal('NOT_FOUND', { field })
  return row
}

/** All rows are locked, in one order, so that two people cannot turn off the last two languages at the same time. */
const LOCK_LANGUAGES = tenantStatement(
  'tenants/lock-languages',
  'SELECT language_id, language, active FROM client_languages WHERE client_id = $1 ORDER BY language_id FOR UPDATE',
)

const SET_ACTIVE = tenantStatement(
  'tenants/set-language-active',
  'UPDATE client_languages SET active = $3 WHERE client_id = $1 AND language_id = $2',
)

/** Turns a language on or off for the portals; one always stays on. */
export async function setLanguageActive(tx: Tx, { userId }: ClientContext, id: number, active: boolean): Promise<void> {
  const rows = await queryRows(tx, LOCK_LANGUAGES)
  const row = rows.find(({ language_id }) => language_id === id)
  if (!row) throw new Refusal('NOT_FOUND', { field: 'languageId' })
  if (!active && rows.every((other) => other === row || !other.active))
    throw new Refusal('LANGUAGE_LAST', { field: 'active' })
  if (row.active === active) return
  await execute(tx, SET_ACTIVE, [id, active])
  await audit(tx, {
    userId,
    action: active ? 'activate' : 'deactivate',
    entity: 'language',
    entityId: row.language,
  })
}

import { ClientMaintenance, type MaintenanceProblem } from '#contract/tenants/maintenance.ts'
import { audit } from '#server/platform/audit.ts'
import { problem, Refusal } from '#server/platform/http/errors.ts'
import { languageOf } from '#server/platform/http/schemas.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { execute, findRow, queryRowsInTenant, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import { readClient } from './queries.ts'

/** The texts of the maintenance page, by locale. */
export type MaintenanceTexts = Record<string, { title?: string; description?: string }>

/** For this long the state is cached, so the processes follow a change at most this much later. */
const CACHE_MS = 5_000

const STATE = tenantStatement(
  'tenants/read-state-of-maintenance',
  // `by_client` is true when authors of the client began the maintenance; their portal stays open. False for an
  // operator's.
  'SELECT texts, by_user IS NOT NULL AS by_client FROM maintenance WHERE client_id = $1',
  { prepare: true, json: { texts: ClientMaintenance.properties.texts } },
)
type MaintenanceRow = RowOf<typeof STATE>

/** Knows which clients' portals are closed for maintenance [1.7]. */
export class Maintenance {
  readonly #db: Database
  readonly #now: () => number
  readonly #cache = new Map<string, { row: MaintenanceRow | null; until: number }>()

  constructor(db: Database, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /**
   * The answer to every call of this tenant during maintenance, in the language that the header `Accept-Language`
   * prefers; null without maintenance.
   */
  async answer(tenant: Tenant, acceptLanguage: string | undefined): Promise<MaintenanceProblem | null> {
    const row = await this.#read(tenant.clientId)
    // Authors end the maintenance that they began in their own portal, so it stays open.
    if (row === null || (row.by_client && tenant.portal === 'scheme')) return null
    const client = await inTenant(this.#db, tenant.clientId, 'read', (tx) => readClient(tx, tenant.portal))
    const firstLanguage = client.languages.find(({ active }) => active === 1)?.language ?? 'en-GB'
    const { title = '', description = '' } = textsFor(row.texts, [...acceptedLocales(acceptLanguage), firstLanguage])
    return { ...problem('MAINTENANCE'), maintenance_mode: 1, title, description, client }
  }

  async #read(clientId: string): Promise<MaintenanceRow | null> {
    const cached = this.#cache.get(clientId)
    if (cached && cached.until > this.#now()) return cached.row
    const [row = null] = await queryRowsInTenant(this.#db, clientId, STATE)
    this.#cache.set(clientId, { row, until: this.#now() + CACHE_MS })
    return row
  }
}

/** The locales of an `Accept-Language` header, the preferred one first. */
function acceptedLocales(acceptLanguage = ''): string[] {
  return acceptLanguage
    .split(',')
    .map((part) => {
      const [locale = '', weight = 'q=1'] = part.trim().split(';')
      return { locale, weight: Number(weight.trim().replace('q=', '')) }
    })
    .filter(({ locale, weight }) => /^[a-z]{2,3}(-[a-z]{2})?$/i.test(locale) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale)
}

/**
 * The texts for the first of these locales that has texts, or whose language has texts in another locale; otherwise any
 * texts.
 */
function textsFor(texts: MaintenanceTexts, locales: string[]): { title?: string; description?: string } {
  for (const locale of locales) {
    const sameLanguage = Object.keys(texts).find((other) => languageOf(other) === languageOf(locale.toLowerCase()))
    const found = texts[locale] ?? (sameLanguage === undefined ? undefined : texts[sameLanguage])
    if (found) return found
  }
  return Object.values(texts)[0] ?? {}
}

const BEGIN = tenantStatement(
  'tenants/begin-maintenance',
  `INSERT INTO maintenance AS present (client_id, texts, by_user) VALUES ($1, $2, $3)
   ON CONFLICT (client_id) DO UPDATE SET texts = $2, by_user = $3
     WHERE present.by_user IS NOT NULL OR $3::uuid IS NULL`,
)

/**
 * Begins the maintenance of the client that is set on the transaction, or changes its texts. `authorId` is null for an
 * operator; an author cannot change maintenance that an operator began.
 */
export async function beginMaintenance(
  tx: Tx,
  clientId: string,
  texts: MaintenanceTexts,
  authorId: string | null = null,
): Promise<void> {
  if ((await execute(tx, BEGIN, [texts, authorId])) === 0) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const entry = { userId: authorId, entity: 'client', entityId: clientId }
  await audit(tx, { ...entry, action: 'maintenance-on', after: texts })
}

const END = tenantStatement(
  'tenants/end-maintenance',
  'DELETE FROM maintenance WHERE client_id = $1 AND (by_user IS NOT NULL OR $2::uuid IS NULL)',
)

/**
 * Ends the maintenance. `authorId` is null for an operator. Returns false when there was none, or when an operator
 * began it and an author wants to end it.
 */
export async function endMaintenance(tx: Tx, clientId: string, authorId: string | null = null): Promise<boolean> {
  if ((await execute(tx, END, [authorId])) === 0) return false
  const entry = { userId: authorId, entity: 'client', entityId: clientId }
  await audit(tx, { ...entry, action: 'maintenance-off' })
  return true
}

const MAINTENANCE = tenantStatement(
  'tenants/read-maintenance',
  `SELECT true AS on, floor(extract(epoch FROM maintenance.since))::int AS since_ts,
     author.firstname || ' ' || author.lastname AS by, maintenance.texts
   FROM maintenance LEFT JOIN users author
     ON author.client_id = maintenance.client_id AND author.id = maintenance.by_user
   WHERE maintenance.client_id = $1`,
  { json: { texts: ClientMaintenance.properties.texts } },
)

/** The state of the maintenance for the authors' page. */
export async function readMaintenance(tx: Tx): Promise<ClientMaintenance> {
  const row = await findRow(tx, MAINTENANCE)
  return row ?? { on: false, since_ts: null, by: null, texts: {} }
}

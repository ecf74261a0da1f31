import type { MaintenanceProblem, OfficeMaintenance } from '#contract/tenants/maintenance.ts'
import { audit } from '#server/platform/audit.ts'
import { problem, Refusal } from '#server/platform/http/errors.ts'
import { wordsOf } from '#server/platform/http/schemas.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant, prepared, readOne, type Database, type Tx } from '#server/platform/tenancy.ts'
import { readClient } from './queries.ts'

/** What the maintenance page says, by locale. */
export type MaintenanceTexts = Record<string, { title?: string; description?: string }>

/** A process learns of what another did this much later. */
const KNOWN_MS = 5_000

interface Row {
  texts: MaintenanceTexts
  /** Begun in the client's own office, whose portal stays open. */
  office: boolean
}

/** Which clients' APIs are closed [1.7]. */
export class Maintenance {
  readonly #db: Database
  readonly #now: () => number
  readonly #known = new Map<string, { row: Row | null; until: number }>()

  constructor(db: Database, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /** The answer to every call of this tenant, in the best of the languages that the caller reads; null when its API is open. */
  async answer(tenant: Tenant, accepted: string | undefined): Promise<MaintenanceProblem | null> {
    const row = await this.#read(tenant.clientId)
    // whoever closed the portals from the office opens them there again
    if (row === null || (row.office && tenant.portal === 'scheme')) return null
    const client = await inTenant(this.#db, tenant.clientId, 'read', (tx) => readClient(tx, tenant.portal))
    const first = client.languages.find((one) => one.active === 1)?.language ?? 'en-GB'
    const { title = '', description = '' } = textsFor(row.texts, [...readable(accepted), first])
    return { ...problem('MAINTENANCE'), maintenance_mode: 1, title, description, client }
  }

  async #read(clientId: string): Promise<Row | null> {
    const known = this.#known.get(clientId)
    if (known && known.until > this.#now()) return known.row
    const query = prepared('SELECT texts, by_user IS NOT NULL AS office FROM maintenance', [])
    const [row = null] = await readOne<Row>(this.#db, clientId, query)
    this.#known.set(clientId, { row, until: this.#now() + KNOWN_MS })
    return row
  }
}

/** Locales of an `Accept-Language`, the best first. */
function readable(accepted = ''): string[] {
  return accepted
    .split(',')
    .map((part) => {
      const [locale = '', q = 'q=1'] = part.trim().split(';')
      return { locale, weight: Number(q.trim().replace('q=', '')) }
    })
    .filter(({ locale, weight }) => /^[a-z]{2,3}(-[a-z]{2})?$/i.test(locale) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ locale }) => locale)
}

/** Of the first locale that has words, exactly or by its language. */
function textsFor(texts: MaintenanceTexts, locales: string[]): { title?: string; description?: string } {
  for (const locale of locales) {
    const same = Object.keys(texts).find((one) => wordsOf(one) === wordsOf(locale.toLowerCase()))
    const found = texts[locale] ?? (same === undefined ? undefined : texts[same])
    if (found) return found
  }
  return Object.values(texts)[0] ?? {}
}

/**
 * Closes the API of the client that is set on the transaction, or changes what its page says. `by` is who does it in the
 * client's office, and changes nothing of what an operator closed; null is an operator.
 */
export async function beginMaintenance(
  tx: Tx,
  clientId: string,
  texts: MaintenanceTexts,
  by: string | null = null,
): Promise<void> {
  const { rowCount } = await tx.query(
    `INSERT INTO maintenance AS m (client_id, texts, by_user) VALUES ($1, $2, $3)
     ON CONFLICT (client_id) DO UPDATE SET texts = $2, by_user = $3 WHERE m.by_user IS NOT NULL OR $3::uuid IS NULL`,
    [clientId, texts, by],
  )
  if (rowCount === 0) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  const about = { userId: by, entity: 'client', entityId: clientId }
  await audit(tx, clientId, { ...about, action: 'maintenance-on', after: texts })
}

/** Opens it again; false when it was open, or closed by an operator where `by` is of the office. */
export async function endMaintenance(tx: Tx, clientId: string, by: string | null = null): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM maintenance WHERE by_user IS NOT NULL OR $1::uuid IS NULL', [by])
  if (rowCount === 0) return false
  const about = { userId: by, entity: 'client', entityId: clientId }
  await audit(tx, clientId, { ...about, action: 'maintenance-off' })
  return true
}

/** As the client's office sees it. */
export async function readMaintenance(tx: Tx): Promise<OfficeMaintenance> {
  const { rows } = await tx.query<OfficeMaintenance>(
    `SELECT true AS on, floor(extract(epoch FROM m.since))::int AS since_ts, u.firstname || ' ' || u.lastname AS by, m.texts
     FROM maintenance m LEFT JOIN users u ON u.client_id = m.client_id AND u.id = m.by_user`,
  )
  return rows[0] ?? { on: false, since_ts: null, by: null, texts: {} }
}

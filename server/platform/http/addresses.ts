import type { Portal } from '#contract/platform/fields.ts'
import { queryRowsWithoutTenant, statement } from '#server/platform/sql/statement.ts'
import type { Database } from '#server/platform/tenancy.ts'
import { normalizeHost } from './tenant.ts'

const HOSTNAME_OF_PORTAL = statement(
  'platform/find-hostname-of-portal',
  'SELECT hostname FROM hostnames WHERE client_id = $1 AND portal = $2 ORDER BY hostname LIMIT 1',
)

/**
 * The public URLs of portals. Links are built from the table of host names, never from a request's Host header
 * (security.md 15).
 */
export class Addresses {
  readonly #db: Database
  readonly #protocol: 'http' | 'https'
  readonly #port: string

  constructor(db: Database, protocol: 'http' | 'https', port: number) {
    this.#db = db
    this.#protocol = protocol
    this.#port = port === (protocol === 'https' ? 443 : 80) ? '' : `:${port}`
  }

  /** The URL of a client's portal, such as `https://parent.club.example`; null when the client has no such portal. */
  async portal(clientId: string, portal: Portal): Promise<string | null> {
    const [row] = await queryRowsWithoutTenant(this.#db, HOSTNAME_OF_PORTAL, [clientId, portal])
    return row ? this.host(row.hostname) : null
  }

  /** The URL of a host name from the table. */
  host(hostname: string): string {
    return `${this.#protocol}://${normalizeHost(hostname)}${this.#port}`
  }
}

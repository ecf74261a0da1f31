import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Portal } from '#contract/platform/fields.ts'
import { queryRowsWithoutTenant, statement } from '#server/platform/sql/statement.ts'
import type { Database } from '#server/platform/tenancy.ts'
import { Refusal } from './errors.ts'

/** A client and one of its portals; every request belongs to one, by its host name. */
export interface Tenant {
  clientId: string
  portal: Portal
}

/** A host name in lower case, without port and trailing dot [R1.2]. */
export function normalizeHost(host: string): string {
  return host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

const TENANT_OF_HOSTNAME = statement(
  'platform/find-tenant-of-hostname',
  'SELECT client_id, portal FROM hostnames WHERE hostname = $1',
)

/**
 * Refuses a request with two Host headers: a proxy could read one and this server the other, which may name another
 * tenant.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // the raw headers are a list of names and values by turns
    const hosts = request.raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    done(hosts.length > 1 ? new Refusal('INVALID_REQUEST', { detail: 'two Host headers' }) : undefined)
  })
}

/** For so long the tenant of a host name is cached. Only operators change host names. */
const KNOWN_MS = 60_000
/** For so long it is cached that a host name is unknown. */
const UNKNOWN_MS = 5_000
/** Anybody can send unknown host names, so they are cached only while the cache is smaller than this. */
const MAX_WITH_UNKNOWN = 1_000

/** Finds tenants by host name, with a cache. */
export class Hosts {
  #db: Database
  #cache = new Map<string, { tenant: Tenant | null; until: number }>()
  #now: () => number

  constructor(db: Database, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /** The tenant of a host name; null for an unknown one. */
  async find(host: string): Promise<Tenant | null> {
    const name = normalizeHost(host)
    const cached = this.#cache.get(name)
    if (cached && cached.until > this.#now()) return cached.tenant
    const [row] = await queryRowsWithoutTenant(this.#db, TENANT_OF_HOSTNAME, [name])
    const tenant = row ? { clientId: row.client_id, portal: row.portal } : null
    if (tenant || this.#cache.size < MAX_WITH_UNKNOWN)
      this.#cache.set(name, { tenant, until: this.#now() + (tenant ? KNOWN_MS : UNKNOWN_MS) })
    return tenant
  }

  /**
   * The tenant of a request, by its host. `X-Forwarded-Host` counts only from trusted proxies (fastify's `trustProxy`).
   */
  async tenantOf(request: FastifyRequest): Promise<Tenant> {
    const tenant = await this.find(request.host)
    if (!tenant) throw new Refusal('UNKNOWN_HOST')
    return tenant
  }
}

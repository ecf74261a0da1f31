import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Portal } from '#contract/platform/fields.ts'
import { readOpen, type Database } from '#server/platform/tenancy.ts'
import { Refusal } from './errors.ts'

export interface Tenant {
  clientId: string
  portal: Portal
}

/** Lowercase, without port and trailing dot [R1.2]. */
export function normalHost(host: string): string {
  return host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

/** A proxy may take the one and this server the other of two Host headers, and mean another tenant by it. */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const hosts = request.raw.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host')
    done(hosts.length > 1 ? new Refusal('INVALID_REQUEST', { detail: 'two Host headers' }) : undefined)
  })
}

/** Finds tenants by host. Only operators change host names, so an answer may be a minute old. */
export class Hosts {
  #db: Database
  #known = new Map<string, { tenant: Tenant | null; until: number }>()
  #now: () => number

  constructor(db: Database, now: () => number) {
    this.#db = db
    this.#now = now
  }

  async find(host: string): Promise<Tenant | null> {
    const name = normalHost(host)
    const known = this.#known.get(name)
    if (known && known.until > this.#now()) return known.tenant
    const [row] = await readOpen<{ client_id: string; portal: Portal }>(
      this.#db,
      'SELECT client_id, portal FROM hostnames WHERE hostname = $1',
      [name],
    )
    const tenant = row ? { clientId: row.client_id, portal: row.portal } : null
    // unknown names are a stranger's to choose: they are remembered only while there are few
    if (tenant || this.#known.size < 1_000)
      this.#known.set(name, { tenant, until: this.#now() + (tenant ? 60_000 : 5_000) })
    return tenant
  }

  /** The tenant of a request, by the host it was sent to; `X-Forwarded-Host` counts only from trusted proxies (fastify's `trustProxy`). */
  async of(request: FastifyRequest): Promise<Tenant> {
    const tenant = await this.find(request.host)
    if (!tenant) throw new Refusal('UNKNOWN_HOST')
    return tenant
  }
}

import { createHash } from 'node:crypto'
import type { Tx } from '#server/tenancy.ts'
import { linkedMembersJson, overviewVersion, type MemberParts } from './queries.ts'

export interface Overview {
  json: string
  total: number
  etag: string
}

/** Entries kept at most; the oldest go first. A parent's overview is some 15 kB. */
const MOST = 2_000

/**
 * Overviews as they were built last, by tenant, user and what was asked for. Each request asks the database whether
 * they are still true, so several processes and a restart change nothing; only the building is saved.
 */
export class Overviews {
  readonly #built = new Map<string, Overview & { version: string }>()

  async read(
    tx: Tx,
    ask: { clientId: string; userId: string; language: string; page: number; perPage: number; show: MemberParts },
  ): Promise<Overview> {
    const key = JSON.stringify([ask.clientId, ask.userId, ask.language, ask.page, ask.perPage, Object.values(ask.show)])
    const version = await overviewVersion(tx, ask.userId)
    const known = this.#built.get(key)
    if (known?.version === version) return known
    const { json, total } = await linkedMembersJson(tx, ask.userId, ask.language, ask.page, ask.perPage, ask.show)
    const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
    const built = { json, total, etag, version }
    this.#built.delete(key)
    this.#built.set(key, built)
    const [oldest] = this.#built.keys()
    if (this.#built.size > MOST && oldest !== undefined) this.#built.delete(oldest)
    return built
  }
}

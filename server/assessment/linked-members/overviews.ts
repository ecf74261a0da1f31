import { createHash } from 'node:crypto'
import { inTenant, readOne, type Database } from '#server/platform/tenancy.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { linkedMembers, type LinkedMembersQuery } from './linked-members.ts'
import { overviewVersion } from './overview-version.ts'

interface Overview {
  /** UTF-8 JSON, so that a reply copies it and encodes nothing. */
  json: Buffer
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
  readonly #built = new Map<string, Overview & { version: string; untilMs: number }>()

  async read(db: Database, curricula: Curricula, ask: LinkedMembersQuery): Promise<Overview> {
    const key = JSON.stringify([ask.clientId, ask.userId, ask.language, ask.page, ask.perPage, Object.values(ask.show)])
    const [now] = await readOne<{ version: string }>(db, ask.clientId, overviewVersion(ask.userId))
    const version = now?.version ?? ''
    const known = this.#built.get(key)
    if (known?.version === version && ask.nowMs < known.untilMs) return known
    // what is read now may be newer than `version`, never older
    const built = await inTenant(db, ask.clientId, 'read', (tx) => linkedMembers(tx, curricula, ask))
    const json = Buffer.from(built.json)
    const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
    const overview = { json, total: built.total, etag, version, untilMs: built.untilMs }
    this.#built.delete(key)
    this.#built.set(key, overview)
    const [oldest] = this.#built.keys()
    if (this.#built.size > MOST && oldest !== undefined) this.#built.delete(oldest)
    return overview
  }
}

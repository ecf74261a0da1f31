import { createHash } from 'node:crypto'
import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { queryRowsInTenant, type RowOf } from '#server/platform/sql/statement.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import type { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { linkedMembers, type LinkedMembersQuery } from './linked-members.ts'
import type { Static } from 'typebox'
import { OVERVIEW_VERSIONS, type ClubRevs } from './overview-version.ts'

interface Overview {
  /** UTF-8 JSON, so that a reply copies it and encodes nothing. */
  json: Buffer
  total: number
  etag: string
}

/** The cache drops what was asked for longest ago above so many bytes. A parent's overview takes about 15 kB. */
const MAX_BYTES = 32 * 1024 * 1024

interface Kept extends Overview {
  version: string | null
  /** The change counters of the clubs up to which nothing has changed for the children. */
  revs: Static<typeof ClubRevs>
  untilMs: number
}

/** A question to the database: is what is kept for a parent still so? */
interface Asked {
  userId: string
  /** Those of what is kept; none when nothing is. */
  revs: Kept['revs']
}

/** Most questions in one statement. */
const MAX_ASKED = 100

/** Asks what requests of one turn of the event loop want to know in one statement. */
function versionsOf(db: Database, clientId: string) {
  return new DataLoader<Asked, RowOf<typeof OVERVIEW_VERSIONS>>(
    async (asked) => {
      const rows = await queryRowsInTenant(db, clientId, OVERVIEW_VERSIONS, [
        asked.map(({ userId }) => userId),
        asked.map(({ revs }) => JSON.stringify(revs)),
      ])
      return rows.toSorted((a, b) => a.number - b.number)
    },
    // an answer holds only for the requests that came before it
    { cache: false, maxBatchSize: MAX_ASKED, batchScheduleFn: setImmediate },
  )
}

/**
 * A cache of parents' overviews, by tenant, user and query. Each request asks the database first whether something has
 * changed for the children, so an entry is never stale, even with several server processes; the cache only saves
 * building the JSON again. Marks of other children leave it as it is.
 */
export class Overviews {
  readonly #cache = new LRUCache<string, Kept>({ maxSize: MAX_BYTES, sizeCalculation: ({ json }) => json.length })
  /** One for each client. */
  readonly #versions = new Map<string, ReturnType<typeof versionsOf>>()
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async read(curricula: Curricula, query: LinkedMembersQuery): Promise<Overview> {
    const key = JSON.stringify([
      query.clientId,
      query.userId,
      query.language,
      query.page,
      query.perPage,
      Object.values(query.show),
    ])
    const cached = this.#cache.get(key)
    const versions = this.#versions.get(query.clientId) ?? versionsOf(this.#db, query.clientId)
    this.#versions.set(query.clientId, versions)
    const { version, revs, concerned } = await versions.load({ userId: query.userId, revs: cached?.revs ?? {} })
    if (cached?.version === version && !concerned && query.nowMs < cached.untilMs) {
      // the next request looks only through the changes after these
      cached.revs = revs
      return cached
    }
    // the data may be newer than `version`, never older, so that a change in between only builds the overview once more
    const built = await inTenant(this.#db, query.clientId, 'read', (tx) => linkedMembers(tx, curricula, query), {
      type: 'parent',
      originalUserId: null,
      clubId: null,
    })
    const json = Buffer.from(built.json)
    // 22 characters are 132 bits of the hash
    const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`
    const overview = { json, total: built.total, etag, version, revs, untilMs: built.untilMs }
    this.#cache.set(key, overview)
    return overview
  }
}

import { createHash } from 'node:crypto'
import { buildingCache } from '#server/platform/building-cache.ts'
import { getRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * SQL of what is the client's: the epoch of its data, in which counters went back, the revisions of schemes, which are
 * deleted, and how far recalculations are.
 */
const OF_CLIENT = `
  (SELECT epoch FROM clients WHERE client_id = $1),
  (SELECT concat_ws(':', count(*), sum(extract(epoch FROM deleted_at)), sum(revision), sum(calculated_revision))
    FROM schemes WHERE client_id = $1),
  (SELECT concat_ws(':', count(*), sum(done)) FROM tasks WHERE client_id = $1)`

/** SQL of a text of all rows that the columns and the source, with its condition, give. */
const allOf = (columns: string, source: string) =>
  `(SELECT concat_ws(':', count(*), sum(hashtextextended(concat_ws(':', ${columns}), 0))) FROM ${source})`

/** SQL of a text about the staff of the clubs that the condition leaves. */
const staffOf = (condition: string) =>
  allOf(
    `users.id, users.firstname, users.lastname, users.type, users.status, user_clubs.club_id, user_clubs.from_date,
      user_clubs.to_date`,
    `user_clubs JOIN users ON users.client_id = user_clubs.client_id AND users.id = user_clubs.user_id
     WHERE user_clubs.client_id = $1${condition}`,
  )

/**
 * A text that changes whenever figures about the club `$2` may have changed. It is made of the club's change counter,
 * which every write at a club increments in the same transaction, the revisions of schemes, how far recalculations are,
 * and the people who work at the club.
 */
const CLUB_VERSION = tenantStatement(
  'tenants/read-version-of-club',
  `SELECT concat_ws('/', (SELECT rev FROM club_counters WHERE client_id = $1 AND club_id = $2), ${OF_CLIENT},
     ${staffOf(' AND user_clubs.club_id = $2')}) AS version`,
  { prepare: true },
)

/** The same for figures about all clubs, whose names are among them. Figures about staff need `readStaffVersion`. */
const CLIENT_VERSION = tenantStatement(
  'tenants/read-version-of-client',
  `SELECT concat_ws('/', (SELECT concat_ws(':', count(*), sum(rev)) FROM club_counters WHERE client_id = $1), ${OF_CLIENT},
     ${allOf('id, name, time_zone, deleted_at', 'clubs WHERE client_id = $1')}) AS version`,
  { prepare: true },
)

const STAFF_VERSION = tenantStatement('tenants/read-version-of-staff', `SELECT ${staffOf('')} AS version`, {
  prepare: true,
})

/**
 * A text that changes whenever the staff of any club does, as a part of a question about all clubs. With thousands of
 * clubs it takes longer to read than the rest of the version.
 */
export async function readStaffVersion(tx: Tx): Promise<string> {
  return (await getRow(tx, STAFF_VERSION)).version ?? ''
}

/**
 * Keeps figures about clubs, which take long to count, until something of them changes. Each request reads the version
 * in the transaction in which it would count, so what is kept is never stale, even with several processes. `size`
 * measures an answer, and all answers together have at most `maxSize`.
 */
export function keptByVersion<T extends object>(maxSize: number, size: (answer: T) => number) {
  const cache = buildingCache<T>(maxSize, size)
  /** The answer to a question about a club, or null for all; `question` tells it from all others. */
  return async (tx: Tx, clubId: string | null, question: unknown, count: () => Promise<T>): Promise<T> => {
    const { version } = await (clubId === null ? getRow(tx, CLIENT_VERSION) : getRow(tx, CLUB_VERSION, [clubId]))
    const key = createHash('sha256').update(JSON.stringify([tx.clientId, clubId, version, question]))
    return cache(key.digest('base64url'), count)
  }
}

import { createHash } from 'node:crypto'
import { buildingCache } from '#server/platform/building-cache.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * A text that changes whenever figures about the club `$2` may have changed. It is made of the club's change counter,
 * which every write at a club increments in the same transaction, the revisions of schemes, how far recalculations are,
 * and the people who work at the club.
 */
const CLUB_VERSION = tenantStatement(
  'tenants/read-version-of-club',
  `SELECT concat_ws('/',
     (SELECT rev FROM club_counters WHERE client_id = $1 AND club_id = $2),
     (SELECT concat_ws(':', count(*), sum(revision), sum(calculated_revision)) FROM schemes WHERE client_id = $1),
     (SELECT concat_ws(':', count(*), sum(done)) FROM tasks WHERE client_id = $1),
     (SELECT md5(string_agg(concat_ws(':', users.id, users.firstname, users.lastname, users.status,
          user_clubs.from_date, user_clubs.to_date), ',' ORDER BY users.id, user_clubs.from_date))
      FROM user_clubs JOIN users ON users.client_id = user_clubs.client_id AND users.id = user_clubs.user_id
      WHERE user_clubs.client_id = $1 AND user_clubs.club_id = $2)) AS version`,
  { prepare: true },
)

/**
 * Keeps figures about clubs, which take long to count, until something of the club changes. Each request reads the
 * club's version in the transaction in which it would count, so what is kept is never stale, even with several
 * processes. `size` measures an answer, and all answers together have at most `maxSize`.
 */
export function keptByClub<T extends object>(maxSize: number, size: (answer: T) => number) {
  const cache = buildingCache<T>(maxSize, size)
  /** The answer to a question about a club, which `question` tells from all others. */
  return async (tx: Tx, clubId: string, question: unknown, count: () => Promise<T>): Promise<T> => {
    const row = await findRow(tx, CLUB_VERSION, [clubId])
    const key = createHash('sha256').update(JSON.stringify([tx.clientId, clubId, row?.version, question]))
    return cache(key.digest('base64url'), count)
  }
}

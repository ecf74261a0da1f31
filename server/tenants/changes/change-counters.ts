import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * The kinds of entries of a club's change list. `register` is a coach's entry: attendance, badge, move, note or word.
 * `contract/assessment/sync.ts` says what a device receives for each kind.
 */
export type ChangeKind =
  | 'group'
  | 'member'
  | 'group_member'
  | 'result'
  | 'conflict'
  | 'register'
  | 'erasure'
  | 'plan'
  | 'plan_group'

/** One changed row, to be put on the change list of a club. */
export interface ChangedKey {
  clubId: string
  kind: ChangeKind
  /**
   * The id of the row. Five kinds have more: `group_member` has `group/member`, `plan_group` `group/plan`, `conflict`
   * `member/conflict`, `register` `member/lane`, and `result` the member, a slash, the scheme and the node id.
   */
  key: string
  /** True when the row itself is unchanged and is sent only to devices that may not have it yet. */
  redelivered?: boolean
}

const ADVANCE_COUNTER = tenantStatement(
  'tenants/advance-counter-of-club',
  'UPDATE club_counters SET rev = rev + 1 WHERE client_id = $1 AND club_id = $2',
)

/**
 * Advances a club's change counter without an entry on its change list, so that cached answers about the club, such as
 * parents' overviews, become stale.
 */
export async function touchClub(tx: Tx, clubId: string): Promise<void> {
  await execute(tx, ADVANCE_COUNTER, [clubId])
}

const LOCK_COUNTERS = tenantStatement(
  'tenants/lock-counters-of-clubs',
  'SELECT FROM club_counters WHERE client_id = $1 AND club_id = ANY($2) ORDER BY club_id FOR UPDATE',
  { prepare: true },
)

/** Locks the counters in the order of the clubs' ids, so that two writers cannot deadlock; `clubIds` is in that order. */
export async function lockCounters(tx: Tx, clubIds: readonly string[]): Promise<void> {
  await execute(tx, LOCK_COUNTERS, [clubIds])
}

/**
 * Advances the counters of the clubs ($2), writes the changes ($3 to $6, one list for each column) with the new
 * counters, and returns the counters. `changed_rev` is the counter of the last real change: a row that is only
 * redelivered keeps its earlier value, or gets 0 if it has none.
 */
const RECORD_CHANGES = tenantStatement(
  'tenants/record-changes',
  `WITH counters AS (UPDATE club_counters SET rev = rev + 1 WHERE client_id = $1 AND club_id = ANY($2)
     RETURNING club_id, rev),
   recorded AS (INSERT INTO changes AS earlier (client_id, club_id, kind, key, rev, changed_rev)
     SELECT $1, counters.club_id, changed.kind, changed.key, counters.rev,
       CASE WHEN bool_and(changed.redelivered) THEN 0 ELSE counters.rev END
     FROM unnest($3::uuid[], $4::text[], $5::text[], $6::boolean[]) changed (club_id, kind, key, redelivered)
     JOIN counters ON counters.club_id = changed.club_id
     GROUP BY counters.club_id, changed.kind, changed.key, counters.rev
     ON CONFLICT (client_id, club_id, kind, key) DO UPDATE
       SET rev = excluded.rev, changed_rev = greatest(earlier.changed_rev, excluded.changed_rev) RETURNING client_id)
   SELECT club_id, rev FROM counters`,
  { prepare: true },
)

/**
 * Advances each club's change counter and stamps the changed keys with it; returns the new counters by club. Counters
 * are locked in the order of club ids, so that two writers cannot deadlock. Call this last in a writing transaction:
 * the counters stay locked until commit, so that nobody can read the changes of counter 8 before those of counter 7. A
 * change of a group's members also resends the member's row, because the groups decide which members a device may
 * hold.
 */
export async function recordChanges(tx: Tx, keys: readonly ChangedKey[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map()
  const changes = keys.flatMap((change) => (change.kind === 'group_member' ? [change, memberOf(change)] : [change]))
  const clubIds = [...new Set(changes.map(({ clubId }) => clubId))].sort()
  const locking = lockCounters(tx, clubIds)
  const recording = queryRows(tx, RECORD_CHANGES, [
    clubIds,
    changes.map(({ clubId }) => clubId),
    changes.map(({ kind }) => kind),
    changes.map(({ key }) => key),
    changes.map(({ redelivered }) => redelivered ?? false),
  ])
  // Both are sent at once; one connection runs them in this order.
  const [, rows] = await Promise.all([locking, recording])
  return new Map(rows.map((row) => [row.club_id, row.rev]))
}

/** The member's row of a changed row of `group_member`, whose key is `group/member`. */
function memberOf({ clubId, key }: ChangedKey): ChangedKey {
  return { clubId, kind: 'member', key: key.slice(key.indexOf('/') + 1), redelivered: true }
}

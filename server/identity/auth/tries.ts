import { createHash } from 'node:crypto'
import { Refusal } from '#server/platform/http/errors.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'

/**
 * How often something may be tried without waiting: `free` times in `windowMs`. After that `grow` requires a wait of 15
 * seconds, doubled with each further try, of at most a minute; `hold` requires a wait until the end of the window.
 */
export interface Limit {
  free: number
  windowMs: number
  after: 'grow' | 'hold'
}

/** Must be longer than a burst of simultaneous tries takes, or one more of them would be checked. */
const FIRST_WAIT_S = 15
const LONGEST_WAIT_S = 60

export const growingLimit = (free: number): Limit => ({ free, windowMs: 15 * 60_000, after: 'grow' })

/** A counter of tries: what is tried, by whom, and how often that is allowed. Its row in `tries` has the two keys. */
interface Counter {
  /** The key of what is tried, such as an account; the column `about`. */
  target: string
  /** The key of those whose tries are counted, the column `tried_by`; empty when everybody's are. */
  triedBy: string
  limit: Limit
  /** What a successful try removes: all tries of this counter, or, where everybody is counted, only the try itself. */
  clearedBySuccess: 'all' | 'itself'
}

/** What can be tried. */
export type TryKind =
  /** A password at a login. */
  | 'account'
  /** A code of the second factor. */
  | 'factor'
  /** The old password of a user who changes it. */
  | 'own-password'
  | 'pin'
  /** The membership details of a child that a parent links. */
  | 'membership'
  /** Passwords of any accounts, from one network. */
  | 'network'
  /** The token of a mail's link. */
  | 'link'
  /** The state with which a browser returns from a login provider. */
  | 'state'
  /** A request for a mail that resets a password. */
  | 'reset'
  /** The beginning of a login at a provider, for which the browser leaves the portal. */
  | 'leave'

/** Keys hold only hashes, so that the table names no account or network. */
const keyOf = (kind: string, value: string) => `${kind}:${createHash('sha256').update(value).digest('hex')}`

/** What `triesAt` needs of the account with this name, whether it exists or not. */
export const accountOf = (type: string, name: string) => ['account', `${type}:${name.toLowerCase()}`] as const

/** A counter of tries at one target, by one network, device, session or user or, without `triedBy`, by everybody. */
export function triesAt(
  [kind, target]: readonly [TryKind, string],
  limit: Limit,
  triedBy?: readonly [kind: 'network' | 'device' | 'session' | 'user', id: string],
): Counter {
  return {
    target: keyOf(kind, target),
    triedBy: triedBy ? keyOf(...triedBy) : '',
    limit,
    clearedBySuccess: triedBy ? 'all' : 'itself',
  }
}

/** Where a try comes from. A known device has logged in to this account before. */
interface Trier {
  network: string
  device: string
  isKnownDevice: boolean
}

/**
 * The counters of a try at an account: one for its network, and one with a far higher limit for all networks together,
 * so that nobody can lock out the owner from elsewhere. A device with which the owner has logged in before has a
 * counter of its own, which nobody else can use up.
 */
export function triesFrom(
  { network, device, isKnownDevice }: Trier,
  target: readonly [TryKind, string],
  limits: { perTrier: Limit; total: Limit },
): Counter[] {
  if (isKnownDevice) return [triesAt(target, limits.perTrier, ['device', device])]
  return [triesAt(target, limits.perTrier, ['network', network]), triesAt(target, limits.total)]
}

/**
 * Counts a try before it is checked, so that of many simultaneous tries no more are checked than the limit allows. When
 * one of the counters requires a wait, the try is refused and counted nowhere. Returns the new count of each counter.
 * Counters are locked in the given order; callers put the counters of one network, device, session or user before
 * everybody's, so that two requests cannot deadlock.
 */
export async function reserveTries(
  db: Database,
  clientId: string,
  now: number,
  counters: readonly Counter[],
): Promise<number[]> {
  return inTenant(db, clientId, 'write', async (tx) => {
    const counting = counters.map((counter) => countTry(tx, counter, now))
    // The sweep comes last: it waits for no lock, and nobody waits for its locks.
    const [counts] = await Promise.all([Promise.all(counting), sweep(tx, now)])
    const exhausted = counters.filter((_, index) => counts[index] === null)
    if (exhausted.length === 0) return counts.map(Number)
    const waits = await Promise.all(exhausted.map((counter) => waitMs(tx, counter, now)))
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(Math.max(1, ...waits) / 1000) })
  })
}

const DELETE_COUNTER = tenantStatement(
  'identity/delete-counter',
  'DELETE FROM tries WHERE client_id = $1 AND about = $2 AND tried_by = $3',
)

const TAKE_TRY_BACK = tenantStatement(
  'identity/take-try-back',
  'UPDATE tries SET count = count - 1 WHERE client_id = $1 AND about = $2 AND tried_by = $3 AND count > 0',
)

/** Removes a successful try from the counters, and with it the earlier tries that `clearedBySuccess` names. */
export async function clearAfterSuccess(tx: Tx, counters: readonly Counter[]): Promise<void> {
  await Promise.all(
    counters.map(({ target, triedBy, clearedBySuccess }) =>
      execute(tx, clearedBySuccess === 'all' ? DELETE_COUNTER : TAKE_TRY_BACK, [target, triedBy]),
    ),
  )
}

/**
 * The rows are locked in the order of `reserveTries`: the counters of one network, device, session or user before
 * everybody's.
 */
const FORGET_TRIES = tenantStatement(
  'identity/forget-tries',
  `DELETE FROM tries WHERE (client_id, about, tried_by) IN
     (SELECT client_id, about, tried_by FROM tries WHERE client_id = $1 AND about = ANY($2)
      ORDER BY tried_by DESC FOR UPDATE)`,
)

/** Removes all counters of these targets, whoever tried. */
export async function forgetTries(tx: Tx, targets: readonly (readonly [TryKind, string])[]): Promise<void> {
  await execute(tx, FORGET_TRIES, [targets.map((target) => keyOf(...target))])
}

/**
 * Adds one to a counter, or starts a new window with a count of 1. Returns no row when the counter requires a wait. `$4`
 * is the present moment, `$5` the end of a window that begins now (null for never), `$6` how many tries are free, `$7`
 * whether the wait grows. The exponent is at most 6, which exceeds the longest wait already, so that the power cannot
 * overflow.
 */
const COUNT_TRY = tenantStatement(
  'identity/count-try',
  `INSERT INTO tries AS counter (client_id, about, tried_by, count, last, ends_at)
   VALUES ($1, $2, $3, 1, $4, coalesce($5, 'infinity'::timestamptz))
   ON CONFLICT (client_id, about, tried_by) DO UPDATE SET last = $4,
     count = CASE WHEN counter.ends_at > $4 THEN counter.count + 1 ELSE 1 END,
     ends_at = CASE WHEN counter.ends_at > $4 THEN counter.ends_at ELSE excluded.ends_at END
   -- the window has ended, a free try is left, or the last wait is over
   WHERE counter.ends_at <= $4 OR counter.count < $6
     OR ($7 AND extract(epoch FROM $4::timestamptz - counter.last)
       >= least(${FIRST_WAIT_S} * 2 ^ least(counter.count - $6, 6), ${LONGEST_WAIT_S}))
   RETURNING count`,
)

/**
 * Adds a try to a counter; returns null when the counter requires a wait. The row's lock makes simultaneous tries take
 * turns.
 */
async function countTry(tx: Tx, { target, triedBy, limit }: Counter, now: number): Promise<number | null> {
  const ends = Number.isFinite(limit.windowMs) ? new Date(now + limit.windowMs) : null
  const grows = limit.after === 'grow'
  const row = await findRow(tx, COUNT_TRY, [target, triedBy, new Date(now), ends, limit.free, grows])
  return row?.count ?? null
}

/** The end of a window, in ms, is infinite for a counter that only a success clears. */
const READ_COUNTER = tenantStatement(
  'identity/read-counter',
  `SELECT count, last, round(extract(epoch FROM ends_at) * 1000)::float8 AS ends_ms FROM tries
   WHERE client_id = $1 AND about = $2 AND tried_by = $3`,
)

/** How long the next try at a counter has to wait. */
async function waitMs(tx: Tx, { target, triedBy, limit }: Counter, now: number): Promise<number> {
  const row = await findRow(tx, READ_COUNTER, [target, triedBy])
  if (!row) return 0
  const endOfWait = row.last.getTime() + Math.min(FIRST_WAIT_S * 2 ** (row.count - limit.free), LONGEST_WAIT_S) * 1_000
  return Math.min(limit.after === 'grow' ? endOfWait : Infinity, row.ends_ms) - now
}

const DELETE_ENDED = tenantStatement(
  'identity/delete-ended-counters',
  `DELETE FROM tries WHERE (client_id, about, tried_by) IN
     (SELECT client_id, about, tried_by FROM tries WHERE client_id = $1 AND ends_at <= $2
      LIMIT 100 FOR UPDATE SKIP LOCKED)`,
)

/**
 * Deletes up to 100 counters whose window has ended. Without this, counters of invented names would stay for ever,
 * because such a name is tried only once.
 */
async function sweep(tx: Tx, now: number): Promise<void> {
  await execute(tx, DELETE_ENDED, [new Date(now)])
}

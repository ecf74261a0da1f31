import { createHash } from 'node:crypto'
import { Refusal } from '#server/platform/http/errors.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'

/** How often something may be tried before it has to wait: `grow` waits 15 seconds, doubled with each further try, at most a minute; `hold` waits for the window's end. */
export interface Limit {
  free: number
  windowMs: number
  after: 'grow' | 'hold'
}

/** Longer than a burst takes to be answered, or one more of it would be judged. */
const FIRST_WAIT_S = 15
const LONGEST_WAIT_S = 60

export const growingLimit = (free: number): Limit => ({ free, windowMs: 15 * 60_000, after: 'grow' })

/** What is tried, by whom, and how often that may be. */
interface Counter {
  about: string
  /** Empty: by anybody. */
  by: string
  limit: Limit
  /** What a right try takes back: all that its own side tried before, or, where others are counted too, itself. */
  forgiven: 'all' | 'itself'
}

export type Kind =
  | 'account'
  | 'factor'
  | 'own-password'
  | 'pin'
  | 'membership'
  | 'network'
  | 'link'
  | 'state'
  | 'reset'
  | 'leave'

const keyOf = (kind: string, value: string) => `${kind}:${createHash('sha256').update(value).digest('hex')}`

/** The account of this name, whether there is one or not. */
export const accountOf = (type: string, name: string) => ['account', `${type}:${name.toLowerCase()}`] as const

/** Tries at one thing, by one side or, without `by`, by anybody. */
export function triesAt(
  [kind, what]: readonly [Kind, string],
  limit: Limit,
  by?: readonly [side: 'network' | 'device' | 'session' | 'user', who: string],
): Counter {
  return {
    about: keyOf(kind, what),
    by: by ? keyOf(...by) : '',
    limit,
    forgiven: by ? 'all' : 'itself',
  }
}

/** Where a try comes from. `known`: the device has logged in to this account before. */
interface Trier {
  network: string
  device: string
  known: boolean
}

/**
 * Tries at an account: from one network, and far more from all of them together, so that nobody can keep its owner out
 * from elsewhere. A device that the owner has logged in with before has a count of its own, which nobody else can use up.
 */
export function triesFrom(
  { network, device, known }: Trier,
  what: readonly [Kind, string],
  limits: { own: Limit; all: Limit },
): Counter[] {
  if (known) return [triesAt(what, limits.own, ['device', device])]
  return [triesAt(what, limits.own, ['network', network]), triesAt(what, limits.all)]
}

/**
 * Counts a try before it is judged, so that of many at the same moment no more are judged than the limit allows. One
 * counter that has to wait refuses the try, which then counts nowhere. Answers how many tries each counter now holds.
 * Counters are locked in their order: narrow ones stand first, everywhere alike.
 */
export async function reserve(
  db: Database,
  clientId: string,
  now: number,
  counters: readonly Counter[],
): Promise<number[]> {
  return inTenant(db, clientId, 'write', async (tx) => {
    const sent = counters.map((counter) => count(tx, clientId, counter, now))
    // last, because it waits for no lock and what it locks makes nobody else wait
    const [counts] = await Promise.all([Promise.all(sent), sweep(tx, now)])
    const held = counters.filter((_, k) => counts[k] === null)
    if (held.length === 0) return counts.map(Number)
    const waits = await Promise.all(held.map((counter) => waitMs(tx, counter, now)))
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(Math.max(1, ...waits) / 1000) })
  })
}

/** After a right try. */
export async function clearAfterSuccess(tx: Tx, counters: readonly Counter[]): Promise<void> {
  await Promise.all(
    counters.map(({ about, by, forgiven }) =>
      tx.query(
        forgiven === 'all'
          ? 'DELETE FROM tries WHERE about = $1 AND tried_by = $2'
          : 'UPDATE tries SET count = count - 1 WHERE about = $1 AND tried_by = $2 AND count > 0',
        [about, by],
      ),
    ),
  )
}

/** What anybody tried at these. */
export async function forgetTries(tx: Tx, things: readonly (readonly [Kind, string])[]): Promise<void> {
  // in the order in which tries are reserved: each side before everybody
  await tx.query(
    `DELETE FROM tries WHERE (client_id, about, tried_by) IN
       (SELECT client_id, about, tried_by FROM tries WHERE about = ANY($1) ORDER BY tried_by DESC FOR UPDATE)`,
    [things.map((thing) => keyOf(...thing))],
  )
}

/** Null when the counter has to wait. The row's lock makes tries of the same moment take turns. */
async function count(tx: Tx, clientId: string, { about, by, limit }: Counter, now: number): Promise<number | null> {
  const ends = Number.isFinite(limit.windowMs) ? new Date(now + limit.windowMs) : 'infinity'
  const { rows } = await tx.query<{ count: number }>(
    `INSERT INTO tries AS t (client_id, about, tried_by, count, last, ends_at) VALUES ($1, $2, $3, 1, $4, $5)
     ON CONFLICT (client_id, about, tried_by) DO UPDATE SET last = $4,
       count = CASE WHEN t.ends_at > $4 THEN t.count + 1 ELSE 1 END,
       ends_at = CASE WHEN t.ends_at > $4 THEN t.ends_at ELSE $5 END
     WHERE t.ends_at <= $4 OR t.count < $6
       OR ($7 AND t.last + least($8 * 2 ^ least(t.count - $6, 6), $9) * interval '1 second' <= $4)
     RETURNING count`,
    [clientId, about, by, new Date(now), ends, limit.free, limit.after === 'grow', FIRST_WAIT_S, LONGEST_WAIT_S],
  )
  return rows[0]?.count ?? null
}

async function waitMs(tx: Tx, { about, by, limit }: Counter, now: number): Promise<number> {
  const { rows } = await tx.query<{ count: number; last: Date; ends_at: Date | number }>(
    'SELECT count, last, ends_at FROM tries WHERE about = $1 AND tried_by = $2',
    [about, by],
  )
  const [row] = rows
  if (!row) return 0
  const grown = row.last.getTime() + Math.min(FIRST_WAIT_S * 2 ** (row.count - limit.free), LONGEST_WAIT_S) * 1_000
  return Math.min(limit.after === 'grow' ? grown : Infinity, Number(row.ends_at)) - now
}

/** Counts that are over would stay for ever: a stranger's names are tried once. */
async function sweep(tx: Tx, now: number): Promise<void> {
  await tx.query(
    `DELETE FROM tries WHERE (client_id, about, tried_by) IN
       (SELECT client_id, about, tried_by FROM tries WHERE ends_at <= $1 LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    [new Date(now)],
  )
}

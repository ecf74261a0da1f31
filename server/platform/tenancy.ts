import { createHash } from 'node:crypto'
import pg from 'pg'
import { Refusal } from './http/errors.ts'

// Dates stay text and counters become numbers: neither needs a Date or a bigint anywhere.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Tx = Pick<pg.PoolClient, 'query'>

/** What the audit log takes from the session by itself. */
interface SessionOfWrite {
  originalUserId: string | null
  clubId: string | null
}

/** Sends the last statements of a transaction together with its commit. */
export type SendWithCommit = <R>(send: () => Promise<R>) => Promise<R>

/** The pool of the application role; nothing of a tenant is readable through it outside `inTenant`. */
export interface Database {
  pool: pg.Pool
  /** A transaction that would wait longer for a connection, in ms, is refused with 503. */
  waitMs: number
}

const WAIT_MS = 5_000
/** What must not be lost and is done beside the requests of people: pushes and tasks. They are refused last. */
const LONG_WAIT_MS = 20_000
/** Seconds after which a refused call is worth another try. */
const AGAIN_S = 5

/** The same database for work that waits longer for its connection. */
export function withLongWait(db: Database): Database {
  return { ...db, waitMs: LONG_WAIT_MS }
}

/** Connections that send without waiting for earlier answers; statements still run one after the other. */
export function openDatabase(url: string, max = 12, waitMs = WAIT_MS): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: LONG_WAIT_MS,
    idleTimeoutMillis: 30_000,
    pipeline: true,
  })
  // a connection that breaks is replaced, and the statements on it fail; without listeners it would end the process
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => broken.add(connection)))
  return { pool, waitMs }
}

/** Connections that ended under their statements. */
const broken = new WeakSet<object>()

const busy = (cause?: unknown) => new Refusal('OVERLOADED', { retryAfter: AGAIN_S, cause })

/** A connection of the pool; refused when none is free in time, or when there is no database. */
async function connect({ pool, waitMs }: Database): Promise<pg.PoolClient> {
  const asked = pool.connect()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, waitMs, 'late' as const)
  })
  const got = await Promise.race([asked, late])
    .catch((error: unknown) => {
      throw busy(error)
    })
    .finally(() => clearTimeout(timer))
  if (got !== 'late') return got
  // its turn in the queue comes all the same
  asked.then(
    (connection) => connection.release(),
    () => {},
  )
  throw busy()
}

/** What a failed transaction is answered: 503 when the database went away under it, and otherwise its own error. */
function failureOf(connection: pg.PoolClient, error: unknown): unknown {
  if (error instanceof Refusal) return error
  const ended = error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
  return ended || broken.has(connection) ? busy(error) : error
}

/** A statement about what no tenant owns, such as host names. */
export async function readOpen<T extends pg.QueryResultRow>(
  db: Database,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const connection = await connect(db)
  try {
    return (await connection.query<T>(text, values)).rows
  } catch (error) {
    throw failureOf(connection, error)
  } finally {
    connection.release(broken.has(connection))
  }
}

/**
 * Runs `work` in one transaction that sees one tenant. The setting is local to the transaction, so a transaction
 * pooler works. Begin and setting travel with the first statement of `work`; should they fail, that statement sees no
 * tenant at all. All statements of a read see one snapshot, so what they answer belongs together: read in separate
 * snapshots, a tablet's cursor skipped commits in between for good. A read is answered without waiting for its commit.
 * `session` is whose write it is: the audit log names its club, and who logged in where another user was switched to.
 */
export async function inTenant<T>(
  db: Database,
  clientId: string,
  mode: 'read' | 'write',
  work: (tx: Tx, last: SendWithCommit) => Promise<T>,
  session: SessionOfWrite | null = null,
): Promise<T> {
  const connection = await connect(db)
  const release = (statement: 'COMMIT' | 'ROLLBACK') =>
    connection.query(statement).then(
      () => connection.release(),
      (failed: Error) => {
        connection.release(failed)
        throw failureOf(connection, failed)
      },
    )
  const begun = connection.query(begin(connection, clientId, mode, session))
  begun.catch(() => {})
  let ended: Promise<void> | undefined
  let result: T
  try {
    result = await work(connection, (send) => {
      const sent = send()
      // after a failure PostgreSQL takes this commit for a rollback
      ended = release('COMMIT')
      return sent
    })
    await begun
  } catch (error) {
    await (ended ?? release('ROLLBACK')).catch(() => {})
    throw failureOf(connection, error)
  }
  ended ??= release('COMMIT')
  if (mode === 'write') await ended
  else ended.catch(() => {})
  return result
}

function begin(
  connection: pg.PoolClient,
  clientId: string,
  mode: 'read' | 'write',
  session: SessionOfWrite | null = null,
): string {
  const local = (name: string, value: string) => `set_config('${name}', ${connection.escapeLiteral(value)}, true)`
  const known = { 'app.original': session?.originalUserId ?? null, 'app.club': session?.clubId ?? null }
  const who = Object.entries(known).map(([name, value]) => (value === null ? '' : `, ${local(name, value)}`))
  return `BEGIN${mode === 'read' ? ' ISOLATION LEVEL REPEATABLE READ READ ONLY' : ''}; SELECT ${local('app.client', clientId)}${who.join('')}`
}

/** One statement that reads, in a transaction of its own that sees one tenant: one round trip for all of it. */
export async function readOne<T extends pg.QueryResultRow>(
  db: Database,
  clientId: string,
  query: pg.QueryConfig,
): Promise<T[]> {
  const connection = await connect(db)
  let failed: Error | undefined
  try {
    const [, { rows }] = await Promise.all([
      connection.query(begin(connection, clientId, 'read')),
      connection.query<T>(query),
      connection.query('COMMIT').catch((error: Error) => (failed = error)),
    ])
    return rows
  } catch (error) {
    throw failureOf(connection, error)
  } finally {
    connection.release(failed)
  }
}

/** For the statements of this transaction that count much: compiling them to machine code takes longer than running them, and their sums are made in memory. */
export function interpreted(tx: Tx): Promise<unknown> {
  return tx.query(`SELECT set_config('jit', 'off', true), set_config('work_mem', '64MB', true)`)
}

const names = new Map<string, string>()

/**
 * A statement that each connection prepares once: for hot ones whose planning costs as much as their running.
 * The text must be one of few: every text stays prepared.
 */
export function prepared(text: string, values: unknown[]): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
  }
  return { name, text, values }
}

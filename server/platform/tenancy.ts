import { createHash } from 'node:crypto'
import pg from 'pg'
import { Refusal } from './http/errors.ts'

// Dates stay text and bigints become numbers: no code needs the types Date and bigint for them.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A running transaction. */
export type Tx = Pick<pg.PoolClient, 'query'>

/** The fields of a session that the database writes into every entry of the audit log. */
interface SessionOfWrite {
  originalUserId: string | null
  clubId: string | null
}

/** Sends the last statements of a transaction together with its commit, which saves a round trip. */
export type SendWithCommit = <R>(send: () => Promise<R>) => Promise<R>

/** The pool of the application role; nothing of a tenant is readable through it outside `inTenant`. */
export interface Database {
  pool: pg.Pool
  /** The longest wait for a connection, in ms; after it the transaction is refused with 503. */
  waitMs: number
}

const WAIT_MS = 5_000
/** For sync pushes and tasks, which must not be lost and which nobody waits for on a screen. They are refused last. */
const LONG_WAIT_MS = 20_000
/** `Retry-After` of a refused call, in seconds. */
const RETRY_AFTER_S = 5

/** The same database, for work that may wait longer for a connection. */
export function withLongWait(db: Database): Database {
  return { ...db, waitMs: LONG_WAIT_MS }
}

/** Opens the pool. Its connections send statements without waiting for earlier answers (`pipeline`); the statements still run in order. */
export function openDatabase(url: string, max = 12, waitMs = WAIT_MS): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: LONG_WAIT_MS,
    idleTimeoutMillis: 30_000,
    pipeline: true,
  })
  // The pool replaces a broken connection, and the statements on it fail. Without listeners its error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => broken.add(connection)))
  return { pool, waitMs }
}

/** Connections that broke while they were in use. */
const broken = new WeakSet<object>()

const busy = (cause?: unknown) => new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_S, cause })

/** Takes a connection from the pool; refuses with 503 when none is free in time or the database is unreachable. */
async function connect({ pool, waitMs }: Database): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, waitMs, 'late' as const)
  })
  const winner = await Promise.race([connecting, late])
    .catch((error: unknown) => {
      throw busy(error)
    })
    .finally(() => clearTimeout(timer))
  if (winner !== 'late') return winner
  // The request stays in the pool's queue, so the connection is given back when it comes.
  connecting.then(
    (connection) => connection.release(),
    () => {},
  )
  throw busy()
}

/** The error of a failed transaction: a refusal with 503 when the connection broke, otherwise the original error. */
function failureOf(connection: pg.PoolClient, error: unknown): unknown {
  if (error instanceof Refusal) return error
  const ended = error instanceof pg.DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
  return ended || broken.has(connection) ? busy(error) : error
}

/** Runs a statement on tables that belong to no tenant, such as host names. */
export async function queryWithoutTenant<T extends pg.QueryResultRow>(
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
 * Runs `work` in one transaction that sees only the rows of one tenant. The tenant is a setting local to the
 * transaction, so a pooler in transaction mode works. BEGIN and the setting are sent together with the first statement
 * of `work`; if they fail, that statement sees no tenant at all. All statements of a read see one snapshot: with
 * separate snapshots a tablet's cursor could skip commits in between for good. A read returns without waiting for its
 * commit. `session` is the session of the writer: the audit log stores its club and, after a switch of user, who
 * logged in.
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
      // When a statement has failed, PostgreSQL treats this commit as a rollback.
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
  const settings = { 'app.original': session?.originalUserId ?? null, 'app.club': session?.clubId ?? null }
  const sessionSettings = Object.entries(settings).map(([name, value]) =>
    value === null ? '' : `, ${local(name, value)}`,
  )
  return `BEGIN${mode === 'read' ? ' ISOLATION LEVEL REPEATABLE READ READ ONLY' : ''}; SELECT ${local('app.client', clientId)}${sessionSettings.join('')}`
}

/** Runs a single reading statement in a transaction of one tenant, all in one round trip. */
export async function queryInTenant<T extends pg.QueryResultRow>(
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

/**
 * Prepares this transaction for statements that aggregate many rows. Just-in-time compilation is off, because compiling
 * them takes longer than running them; more working memory keeps the aggregates out of temporary files.
 */
export function withoutJit(tx: Tx): Promise<unknown> {
  return tx.query(`SELECT set_config('jit', 'off', true), set_config('work_mem', '64MB', true)`)
}

const names = new Map<string, string>()

/**
 * A statement that each connection prepares once, for frequent statements whose planning costs as much as their
 * execution. Use it only with a small number of different texts, because every text stays prepared.
 */
export function prepared(text: string, values: unknown[]): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('hex')
    names.set(text, name)
  }
  return { name, text, values }
}

import { Socket } from 'node:net'
import pg from 'pg'
import type { UserType } from '#contract/platform/fields.ts'
import { overloaded, Refusal } from './http/errors.ts'

// Dates stay text and bigints become numbers: no code needs the types Date and bigint for them.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** The channel that tells all servers in which queue work is due. */
export const DUE_CHANNEL = 'rungs_due'

/** The setting with which the policies of tenants compare. */
export const CLIENT_SETTING = 'app.client'

/** A running transaction of one tenant. */
export interface Tx {
  readonly clientId: string
  /** False behind a pooler, which gives each transaction another connection, on which nothing was prepared. */
  readonly canPrepare: boolean
  /** The queues of work whose servers are told after the commit (`tellOfWork`). */
  readonly dueQueues: Set<string>
  /** What must still be done before the commit, because of what was written (`needs` of a statement). */
  readonly undone: Set<string>
  /** Sends a statement at once; several run in the order in which they were sent. */
  query<T extends pg.QueryResultRow>(
    text: string | pg.QueryConfig,
    values?: readonly unknown[],
  ): Promise<pg.QueryResult<T>>
}

/**
 * For whom a transaction runs. The database writes club and original user into every entry of the audit log, and shows
 * drafts of schemes to authors only, by the type.
 */
export interface Caller {
  type: UserType | 'anybody'
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
  /** The most that wait for a connection at the same time; a further transaction is refused with 503 at once. */
  maxWaiting: number
  /** As of `Tx`. */
  canPrepare: boolean
  /** Runs on a connection before each transaction, which is refused with 503 when it throws; null for nothing. */
  makeReady: ((connection: pg.PoolClient) => Promise<void>) | null
}

const WAIT_MS = 5_000
/**
 * How many transactions may wait for each connection. One that the server can serve in time finds a shorter queue, and
 * of more than it can serve those that it takes are answered soon, instead of all of them late.
 */
const WAITING_PER_CONNECTION = 40
/** For sync pushes and tasks, which must not be lost and which nobody waits for on a screen. They are refused last. */
const LONG_WAIT_MS = 20_000
/** `Retry-After` of a refused call, in seconds. */
const RETRY_AFTER_S = 5

/** The same database, for work that may wait longer for a connection, and in a longer queue. */
export function withLongWait(db: Database): Database {
  return { ...db, waitMs: LONG_WAIT_MS, maxWaiting: Infinity }
}

/**
 * Sends all statements of one turn of the event loop in one piece. The driver corks the socket for each statement and
 * uncorks it after, which would be a system call each.
 */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

/**
 * Opens the pool. Its connections send statements without waiting for earlier answers (`pipeline`); the statements
 * still run in order.
 */
export function openDatabase(url: string, max = 12, waitMs = WAIT_MS): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // the longest wait of all; `connect` gives up earlier where `waitMs` is shorter
    connectionTimeoutMillis: LONG_WAIT_MS,
    idleTimeoutMillis: 30_000,
    // What waits for a machine that is gone without a word fails after 20 seconds; else it would wait for hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    pipeline: true,
    stream: () => new GatheringSocket(),
  })
  // The pool replaces a broken connection, and the statements on it fail. Without listeners its error would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => brokenConnections.add(connection)))
  return { pool, waitMs, maxWaiting: WAITING_PER_CONNECTION * max, canPrepare: true, makeReady: null }
}

/** Connections that broke while they were in use. */
const brokenConnections = new WeakSet<object>()

const refuseForNow = (why: unknown) => overloaded(why, RETRY_AFTER_S)

/**
 * Takes a connection from the pool; refuses with 503 when none is free in time, too many wait, or the database is
 * unreachable.
 */
async function connect({ pool, waitMs, maxWaiting, makeReady }: Database): Promise<pg.PoolClient> {
  if (pool.waitingCount >= maxWaiting) throw refuseForNow(`${maxWaiting} wait for a connection`)
  const connecting = pool.connect()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, waitMs, 'late' as const)
  })
  const connectionOrLate = await Promise.race([connecting, timeout])
    .catch((error: unknown) => {
      throw refuseForNow(error)
    })
    .finally(() => clearTimeout(timer))
  if (connectionOrLate !== 'late') {
    try {
      await makeReady?.(connectionOrLate)
      return connectionOrLate
    } catch (error) {
      // it may still wait for an answer
      connectionOrLate.release(true)
      throw refuseForNow(error)
    }
  }
  // The request stays in the pool's queue, so the connection is given back when it comes.
  connecting.then(
    (connection) => connection.release(),
    () => {},
  )
  throw refuseForNow(`no connection within ${waitMs} ms`)
}

/**
 * What the database reports when the same transaction may succeed later: a timeout of a statement or lock that the
 * operator has set, a deadlock, or a conflict of two transactions.
 */
const PASSING: readonly string[] = ['57014', '55P03', '40P01', '40001']

/** The class of errors that report a lack of disk, memory or locks. */
const LACK = '53'

/** What a standby reports to a write, when a failover has led the address to it before it takes writes. */
const READ_ONLY = '25006'

/** What the database reports of statements that were sent after one that failed. */
const ABORTED = '25P02'

const isPassing = (code: string, mode: 'read' | 'write') =>
  PASSING.includes(code) || code.startsWith(LACK) || (mode === 'write' && code === READ_ONLY)

/**
 * The error of a failed transaction: a refusal with 503 when the connection broke or when it may succeed later,
 * otherwise the original error.
 */
function failureOf(connection: pg.PoolClient, error: unknown, mode: 'read' | 'write'): unknown {
  if (error instanceof Refusal) return error
  const passes =
    error instanceof pg.DatabaseError &&
    (error.severity === 'FATAL' || error.severity === 'PANIC' || isPassing(error.code ?? '', mode))
  return passes || brokenConnections.has(connection) ? refuseForNow(error) : error
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
    throw failureOf(connection, error, 'write')
  } finally {
    connection.release(brokenConnections.has(connection))
  }
}

/**
 * Runs `work` in one transaction that sees only the rows of one tenant. The tenant is a setting local to the
 * transaction, so a pooler in transaction mode works. BEGIN and the settings are sent together with the first
 * statement of `work`; if they fail, that statement sees no tenant at all. All statements of a read see one snapshot:
 * with separate snapshots a tablet's cursor could skip commits in between for good. A read returns without waiting for
 * its commit. `caller` is null for the server's own work.
 */
export async function inTenant<T>(
  db: Database,
  clientId: string,
  mode: 'read' | 'write',
  work: (tx: Tx, sendWithCommit: SendWithCommit) => Promise<T>,
  caller: Caller | null = null,
): Promise<T> {
  const connection = await connect(db)
  const tx = transactionOn(connection, clientId, db.canPrepare)
  const endAndRelease = async (statement: 'COMMIT' | 'ROLLBACK') => {
    const ended = connection.query(statement)
    const telling = statement === 'COMMIT' && tellServers(connection, tx.dueQueues)
    try {
      await ended
      // it does not keep the caller waiting
      if (telling) void telling.then(() => connection.release())
      else connection.release()
    } catch (error) {
      connection.release(error instanceof Error ? error : true)
      throw failureOf(connection, error, mode)
    }
  }
  const began = Promise.all(beginStatements(clientId, mode, caller).map((text) => connection.query(text)))
  // Its error is reported by `await began` below.
  began.catch(() => {})
  let ended: Promise<void> | undefined
  let result: T
  try {
    result = await work(tx, (send) => {
      const sent = send()
      refuseUndone(tx)
      // When a statement has failed, PostgreSQL treats this commit as a rollback.
      ended = endAndRelease('COMMIT')
      return sent
    })
    await began
    refuseUndone(tx)
  } catch (error) {
    await (ended ?? endAndRelease('ROLLBACK')).catch(() => {})
    throw failureOf(connection, error, mode)
  }
  ended ??= endAndRelease('COMMIT')
  // a read does not wait for its commit, whose failure changes nothing
  if (mode === 'write') await ended
  else ended.catch(() => {})
  return result
}

/** Throws when a statement needs another one that has not run after it: a fault of the code, which nothing is to hide. */
function refuseUndone({ undone }: Tx): void {
  if (undone.size > 0) throw new Error(`the transaction lacks ${[...undone].join(', ')}`)
}

/**
 * Wakes the servers that run these queues; false when there is nothing to tell. A lost notification only delays the work
 * until a server looks by itself, so errors are ignored.
 */
function tellServers(connection: pg.PoolClient, queues: ReadonlySet<string>): Promise<unknown> | false {
  if (queues.size === 0) return false
  const text = `SELECT pg_notify('${DUE_CHANNEL}', queue) FROM unnest($1::text[]) queue`
  return connection.query(text, [[...queues]]).catch(() => {})
}

/**
 * The connection as a transaction of a tenant, which the caller begins and ends. A statement that was sent together with
 * an earlier one, and fails only because that one did, has the error of that one.
 */
export function transactionOn(connection: Pick<Tx, 'query'>, clientId: string, canPrepare = true): Tx {
  let failure: unknown
  return {
    clientId,
    canPrepare,
    dueQueues: new Set(),
    undone: new Set(),
    async query<T extends pg.QueryResultRow>(text: string | pg.QueryConfig, values?: readonly unknown[]) {
      try {
        return await connection.query<T>(text, values && [...values])
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.code === ABORTED)) failure = error
        throw failure ?? error
      }
    },
  }
}

/**
 * Sets a setting until the transaction ends. It is a statement and a message of its own, because a distributed engine
 * passes on no other form.
 */
function setLocally(name: string, value: string): string {
  return `SET LOCAL ${name} = ${pg.escapeLiteral(value)}`
}

/**
 * Just-in-time compilation is off, because compiling a list of a large club takes as long as reading it. It is one
 * message with the beginning, which costs nothing more.
 */
const BEGIN_READ = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${setLocally('jit', 'off')}`

/** The statements that begin a transaction and set its tenant and for whom it runs. */
function beginStatements(clientId: string, mode: 'read' | 'write', caller: Caller | null = null): string[] {
  const settings = {
    [CLIENT_SETTING]: clientId,
    'app.user_type': caller?.type ?? null,
    'app.original': caller?.originalUserId ?? null,
    'app.club': caller?.clubId ?? null,
  }
  return [
    mode === 'read' ? BEGIN_READ : 'BEGIN',
    ...Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [setLocally(name, value)])),
  ]
}

/** Runs work that moves entries of the history from one lane to another, which the database refuses otherwise. */
export async function movingHistory(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await tx.query(setLocally('app.history', 'move'))
  await work()
  await tx.query(setLocally('app.history', ''))
}

/** Names the club to whose log the audit entries of the rest of this transaction belong. */
export async function setClubOfLog(tx: Tx, clubId: string): Promise<void> {
  await tx.query(setLocally('app.club', clubId))
}

/**
 * Runs a single reading statement in a transaction of one tenant, all in one round trip. A prepared one is planned once.
 */
export async function queryInTenant<T extends pg.QueryResultRow>(
  db: Database,
  clientId: string,
  query: pg.QueryConfig,
): Promise<T[]> {
  const connection = await connect(db)
  let failed: Error | undefined
  try {
    // sent together; one connection runs them in this order. A failed commit does not matter for what was read, but the
    // connection is not used again.
    const settings = [...beginStatements(clientId, 'read'), ...(query.name === undefined ? [] : [PLAN_ONCE])]
    const [, { rows }] = await Promise.all([
      Promise.all(settings.map((text) => connection.query(text))),
      connection.query<T>(query),
      connection.query('COMMIT').catch((error: Error) => (failed = error)),
    ])
    return rows
  } catch (error) {
    throw failureOf(connection, error, 'read')
  } finally {
    connection.release(failed)
  }
}

/** A prepared statement is planned without its values, once for each connection. */
const PLAN_ONCE = setLocally('plan_cache_mode', 'force_generic_plan')

/**
 * Prepares this transaction for prepared statements that find their rows by the same indexes whatever their values are.
 * By itself PostgreSQL plans them anew for each short list of ids, which it takes for cheaper than the list of unknown
 * length, and planning some takes several times as long as running them.
 */
export async function planOnce(tx: Tx): Promise<void> {
  await tx.query(PLAN_ONCE)
}

/**
 * Prepares this transaction for statements that aggregate many rows. Just-in-time compilation is off, because compiling
 * them takes longer than running them; more working memory keeps the aggregates out of temporary files.
 */
export async function withoutJit(tx: Tx): Promise<void> {
  await Promise.all([setLocally('jit', 'off'), setLocally('work_mem', '64MB')].map((text) => tx.query(text)))
}

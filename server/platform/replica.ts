import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isOverload } from './http/errors.ts'
import { replicaReads } from './metrics/metrics.ts'
import { getRow, queryRowsWithoutTenant, statement, type RowOf } from './sql/statement.ts'
import { inTenant, openDatabase, transactionOn, type Caller, type Database, type Tx } from './tenancy.ts'

/** How far the database's log is flushed. Every commit that anybody was told of is in it. */
const LOG_END = statement(
  'platform/read-end-of-log',
  `SELECT system_identifier::text AS cluster, pg_current_wal_flush_lsn()::text AS lsn FROM pg_control_system()`,
)

/**
 * How a replica stands to that position. `seconds_behind` is the age of the last transaction that it has replayed; null
 * when there was none since its start.
 */
const REPLICA_STATE = statement(
  'platform/read-state-of-replica',
  `SELECT pg_is_in_recovery() AS is_replica, system_identifier::text = $1::text AS same_cluster,
     coalesce(pg_last_wal_replay_lsn() >= $2::text::pg_lsn, false) AS caught_up,
     extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS seconds_behind
   FROM pg_control_system()`,
)

const ASK = statement('platform/ask-replica', 'SELECT 1 AS answer')

type LogEnd = RowOf<typeof LOG_END>
type ReplicaState = RowOf<typeof REPLICA_STATE>

export async function readLogEnd(primary: Pick<Tx, 'query'>): Promise<LogEnd> {
  return getRow(transactionOn(primary, /* no client */ '', /* canPrepare */ false), LOG_END)
}

export async function readReplicaState(replica: Pick<Tx, 'query'>, { cluster, lsn }: LogEnd): Promise<ReplicaState> {
  // both columns of the log's end are never null
  const params = [cluster ?? '', lsn ?? ''] as const
  return getRow(transactionOn(replica, /* no client */ '', /* canPrepare */ false), REPLICA_STATE, params)
}

/** How many seconds a replica is behind; infinite for one of another cluster, and for what is no replica. */
export function secondsBehind({ is_replica, same_cluster, caught_up, seconds_behind }: ReplicaState): number {
  if (!is_replica || !same_cluster) return Infinity
  return caught_up ? 0 : (seconds_behind ?? Infinity)
}

/** The longest wait for a connection, and for any answer about the replica's state, in ms. */
const ANSWER_MS = 1_000
/** For so long a read waits until the replica has caught up, in ms. A replica nearby is some milliseconds behind. */
const CATCH_UP_MS = 200
const LOOK_AGAIN_MS = 2
/** After a read that the replica could not serve, the primary serves all reads for so long, in ms. */
const REST_MS = 5_000

/**
 * The URL of the replica: host, port, options and, if it names one, database are those of `readUrl`, and everything else
 * is that of the application's role, so that nobody connects there with other rights.
 */
export function replicaUrl(appUrl: string, readUrl: string): string {
  const url = new URL(appUrl)
  const read = new URL(readUrl)
  url.hostname = read.hostname
  url.port = read.port
  url.search = read.search
  if (read.pathname.length > 1) url.pathname = read.pathname
  return url.href
}

/**
 * A streaming replica, which serves reads of routes that say so. Before each it must have replayed everything that the
 * primary had committed by then. So a reader sees its own changes and those of which an event stream has told it,
 * whichever process wrote them. Where the replica lags, breaks or is gone, the primary serves the read.
 */
export class Replica {
  readonly #primary: Database
  readonly #db: Database
  /** Until then, in ms of the clock, the primary serves all reads. */
  #restsUntil = 0

  constructor(primary: Database, url: string, connections: number) {
    this.#primary = primary
    this.#db = {
      ...openDatabase(url, connections, ANSWER_MS),
      // works behind a pooler too, and these statements take longer than their planning
      canPrepare: false,
      makeReady: (connection) => within(ANSWER_MS, this.#catchUp(connection)),
    }
  }

  /** Runs a read, which begins again at the primary when the replica fails in the middle of it. */
  async read<T>(clientId: string, work: (tx: Tx) => Promise<T>, caller: Caller): Promise<T> {
    if (Date.now() >= this.#restsUntil)
      try {
        const result = await inTenant(this.#db, clientId, 'read', work, caller)
        replicaReads.inc({ by: 'replica' })
        return result
      } catch (error) {
        if (!isReplicasFault(error)) throw error
        this.#restsUntil = Date.now() + REST_MS
      }
    replicaReads.inc({ by: 'primary' })
    return inTenant(this.#primary, clientId, 'read', work, caller)
  }

  /** How many seconds it is behind; infinite when it does not answer. */
  async lag(): Promise<number> {
    return queryRowsWithoutTenant(this.#db, ASK).then(
      () => 0,
      ({ cause }: Error) => (cause instanceof Behind ? cause.seconds : Infinity),
    )
  }

  async close(): Promise<void> {
    await this.#db.pool.end()
  }

  /** Waits until the replica has what the primary has now; throws when that takes too long. */
  async #catchUp(connection: pg.PoolClient): Promise<void> {
    const [logEnd] = await queryRowsWithoutTenant(this.#primary, LOG_END)
    if (!logEnd) throw new Error('the primary does not say where its log ends')
    const deadline = Date.now() + CATCH_UP_MS
    for (;;) {
      const seconds = secondsBehind(await readReplicaState(connection, logEnd))
      if (seconds === 0) return
      if (seconds === Infinity || Date.now() > deadline) throw new Behind(seconds)
      await pause(LOOK_AGAIN_MS)
    }
  }
}

/** The replica has not caught up in time, or will not. */
class Behind extends Error {
  readonly seconds: number

  constructor(seconds: number) {
    super(`the replica is ${seconds} s behind`)
    this.seconds = seconds
  }
}

/**
 * Whether the primary may serve a read that has failed: the connection broke, the replica was not ready, or it had to
 * stop the statement in order to replay. A statement beyond its time limit would only run again as long.
 */
function isReplicasFault(error: unknown): boolean {
  if (!isOverload(error)) return false
  const { cause } = error as Error
  return !(cause instanceof pg.DatabaseError && cause.code === '57014')
}

/** The result of `work`; throws when that takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const late = pause(ms, null, { signal: ended.signal }).then(
    () => {
      throw new Error('no answer in time')
    },
    () => work,
  )
  return Promise.race([work, late]).finally(() => ended.abort())
}

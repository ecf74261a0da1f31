import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readLogEnd, readReplicaState, secondsBehind } from '#server/platform/replica.ts'
import { fail, ok, warn, type Finding } from './finding.ts'

/** In so many ms it must answer, and catch up. */
const ANSWER_MS = 3_000
const LOOK_AGAIN_MS = 100

/** Whether the replica at `url` follows the database, as the application's role sees it; null for none. */
export async function checkReplica(owner: pg.Client, url: string | null): Promise<Finding> {
  if (url === null) return ok('replica', 'none is named: the database serves all reads')
  const replica = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  replica.on('error', () => {})
  const advice = 'the database serves all reads meanwhile; the log of the replica says more'
  try {
    await replica.connect()
  } catch (error) {
    return warn('replica', `does not answer: ${(error as Error).message}`, advice)
  }
  try {
    const logEnd = await readLogEnd(owner)
    const deadline = Date.now() + ANSWER_MS
    for (;;) {
      const state = await readReplicaState(replica, logEnd)
      if (!state.is_replica || !state.same_cluster)
        return fail(
          'replica',
          'DATABASE_READ_URL leads to no replica of this database',
          'name a streaming standby there, or remove it',
        )
      const seconds = secondsBehind(state)
      if (seconds === 0) return ok('replica', 'has all that the database has')
      if (Date.now() > deadline) return warn('replica', `is ${Math.round(seconds)} s behind`, advice)
      await pause(LOOK_AGAIN_MS)
    }
  } finally {
    await replica.end().catch(() => {})
  }
}

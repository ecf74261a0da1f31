import { createHash } from 'node:crypto'
import pg from 'pg'

// Dates stay text and counters become numbers: neither needs a Date or a bigint anywhere.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export type Tx = Pick<pg.PoolClient, 'query'>

/** The pool of the application role; nothing of a tenant is readable through it outside `inTenant`. */
export interface Database {
  pool: pg.Pool
}

export function openDatabase(url: string, max = 12): Database {
  const pool = new pg.Pool({ connectionString: url, max, idleTimeoutMillis: 30_000 })
  // an idle connection that the server closed is replaced; without a listener it would end the process
  pool.on('error', () => {})
  return { pool }
}

/**
 * Runs `work` in one transaction that sees one tenant. The setting is local to the transaction, so a
 * transaction pooler works; begin and setting travel together.
 */
export async function inTenant<T>(
  db: Database,
  clientId: string,
  mode: 'read' | 'write',
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const connection = await db.pool.connect()
  let broken: Error | undefined
  try {
    const begin = mode === 'read' ? 'BEGIN READ ONLY' : 'BEGIN'
    await connection.query(`${begin}; SELECT set_config('app.client', ${connection.escapeLiteral(clientId)}, true)`)
    const result = await work(connection)
    await connection.query('COMMIT')
    return result
  } catch (error) {
    await connection.query('ROLLBACK').catch((failed: Error) => (broken = failed))
    throw error
  } finally {
    connection.release(broken)
  }
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

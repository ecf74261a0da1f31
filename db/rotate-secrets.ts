import type pg from 'pg'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { inTenant, openDatabase, queryWithoutTenant, type Database } from '#server/platform/tenancy.ts'
import { allClientIds } from './backup/policy.ts'
import { SECRET_COLUMNS } from './open-secrets.ts'

/** Values that are written in one transaction; servers wait for their rows meanwhile. */
const BATCH = 200

type Source = (typeof SECRET_COLUMNS)[number]
interface Sealed {
  sealed: string
  key: string[]
}
/** Runs a statement and returns its rows. */
type Query = <T extends pg.QueryResultRow>(sql: string, values: unknown[]) => Promise<T[]>

/** What a rotation has done. */
interface Rotated {
  /** The number of values that are encrypted anew. */
  count: number
  /** Rows whose value neither secret decrypts, as `table key`. */
  broken: string[]
}

/**
 * Encrypts with `SECRET` what is still encrypted with `SECRET_OTHER`, beside running servers. A value that a server
 * writes meanwhile stays as it is. It may be repeated after a break.
 */
export async function rotateSecrets(ownerUrl: string, box: SecretBox): Promise<Rotated> {
  const clientIds = await allClientIds(ownerUrl)
  const db = openDatabase(ownerUrl, /* connections */ 1)
  const rotated: Rotated = { count: 0, broken: [] }
  try {
    for (const source of SECRET_COLUMNS) {
      const isTenantTable = source.keyColumns.some((name) => name === 'client_id')
      // row-level security is forced for the owner too
      for (const clientId of isTenantTable ? clientIds : [null]) await rotateRows(db, box, source, clientId, rotated)
    }
  } finally {
    await db.pool.end()
  }
  return rotated
}

/** Rotates the values of one client in one table, or of a table without clients. */
async function rotateRows(
  db: Database,
  box: SecretBox,
  source: Source,
  clientId: string | null,
  rotated: Rotated,
): Promise<void> {
  const { table, column } = source
  const run = <T>(work: (query: Query) => Promise<T>) =>
    clientId === null
      ? work((sql, values) => queryWithoutTenant(db, sql, values))
      : inTenant(db, clientId, 'write', (tx) => work(async (sql, values) => (await tx.query<never>(sql, values)).rows))
  const rows = await run((query) =>
    query<Sealed>(
      `SELECT ${column} AS sealed, ${keySqlOf(source)} AS key FROM ${table} WHERE ${column} IS NOT NULL`,
      [],
    ),
  )
  const old = rows.filter(({ sealed, key }) => !box.isCurrent([`${table}.${column}`, ...key], sealed))
  for (let begin = 0; begin < old.length; begin += BATCH) {
    const batch = old.slice(begin, begin + BATCH)
    await run(async (query) => {
      for (const row of batch) await rotateRow(query, box, source, row, rotated)
    })
  }
}

const keySqlOf = ({ keyColumns }: Source) => `ARRAY[${keyColumns.map((name) => `${name}::text`).join(', ')}]`

async function rotateRow(
  query: Query,
  box: SecretBox,
  source: Source,
  { sealed, key }: Sealed,
  rotated: Rotated,
): Promise<void> {
  const { table, column } = source
  let fresh: string
  try {
    fresh = box.seal([`${table}.${column}`, ...key], box.open([`${table}.${column}`, ...key], sealed))
  } catch {
    rotated.broken.push(`${table} ${key.join('/')}`)
    return
  }
  const updated = await query(
    `UPDATE ${table} SET ${column} = $1 WHERE ${keySqlOf(source)} = $2 AND ${column} = $3 RETURNING 1`,
    [fresh, key, sealed],
  )
  rotated.count += updated.length
}

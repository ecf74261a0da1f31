import pg from 'pg'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { allClientIds } from './backup/policy.ts'
import { SECRET_COLUMNS } from './open-secrets.ts'

/** Values that are written in one transaction; servers wait for their rows meanwhile. */
const BATCH = 200

interface Sealed {
  sealed: string
  key: string[]
}

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
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const rotated: Rotated = { count: 0, broken: [] }
  try {
    for (const source of SECRET_COLUMNS) {
      const isTenantTable = source.keyColumns.some((name) => name === 'client_id')
      for (const clientId of isTenantTable ? clientIds : [null]) await rotateRows(owner, box, source, clientId, rotated)
    }
  } finally {
    await owner.end()
  }
  return rotated
}

/** Rotates the values of one client in one table, or of a table without clients. */
async function rotateRows(
  owner: pg.Client,
  box: SecretBox,
  { table, column, keyColumns }: (typeof SECRET_COLUMNS)[number],
  clientId: string | null,
  rotated: Rotated,
): Promise<void> {
  // row-level security is forced for the owner too
  await owner.query(`SELECT set_config('app.client', $1, false)`, [clientId ?? ''])
  const keySql = `ARRAY[${keyColumns.map((name) => `${name}::text`).join(', ')}]`
  const { rows } = await owner.query<Sealed>(
    `SELECT ${column} AS sealed, ${keySql} AS key FROM ${table} WHERE ${column} IS NOT NULL`,
  )
  const old = rows.filter(({ sealed, key }) => !box.isCurrent([`${table}.${column}`, ...key], sealed))
  for (let begin = 0; begin < old.length; begin += BATCH) {
    await owner.query('BEGIN')
    for (const { sealed, key } of old.slice(begin, begin + BATCH)) {
      const fresh = sealAnew(box, [`${table}.${column}`, ...key], sealed)
      if (fresh === null) {
        rotated.broken.push(`${table} ${key.join('/')}`)
        continue
      }
      const { rowCount } = await owner.query(
        `UPDATE ${table} SET ${column} = $1 WHERE ${keySql} = $2 AND ${column} = $3`,
        [fresh, key, sealed],
      )
      rotated.count += rowCount ?? 0
    }
    await owner.query('COMMIT')
  }
}

/** The value as `SECRET` encrypts it; null when neither secret decrypts it. */
function sealAnew(box: SecretBox, rowKey: [string, ...string[]], sealed: string): string | null {
  try {
    return box.seal(rowKey, box.open(rowKey, sealed))
  } catch {
    return null
  }
}

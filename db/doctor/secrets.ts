import type pg from 'pg'
import { SECRET_COLUMNS } from '#db/open-secrets.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { fail, ok, some, warn, type Finding } from './finding.ts'

/**
 * Whether the secrets decrypt every encrypted value of the database, on a connection that reads all clients, and whether
 * `SECRET_OTHER`, if it is set, is needed for any of them.
 */
export async function checkSecrets(owner: pg.Client, box: SecretBox, hasOther: boolean): Promise<Finding> {
  const broken: string[] = []
  let old = 0
  let count = 0
  for (const { table, column, keyColumns } of SECRET_COLUMNS) {
    const keySql = `ARRAY[${keyColumns.map((name) => `${name}::text`).join(', ')}]`
    const { rows } = await owner.query<{ sealed: string; key: string[] }>(
      `SELECT ${column} AS sealed, ${keySql} AS key FROM ${table} WHERE ${column} IS NOT NULL ORDER BY 2`,
    )
    count += rows.length
    for (const { sealed, key } of rows)
      try {
        box.open([`${table}.${column}`, ...key], sealed)
        if (!box.isCurrent([`${table}.${column}`, ...key], sealed)) old++
      } catch {
        broken.push(`${table} ${key.join('/')}`)
      }
  }
  if (broken.length > 0)
    return fail(
      'secrets',
      `${broken.length} of ${count} cannot be decrypted: ${some(broken)}`,
      'set SECRET to the one with which they were written',
    )
  if (old > 0)
    return warn(
      'secrets',
      `${old} of ${count} are encrypted with SECRET_OTHER`,
      'finish the rotation: rungs secret rotate',
    )
  if (hasOther)
    return warn(
      'secrets',
      `all ${count} are encrypted with SECRET: SECRET_OTHER is no longer needed`,
      'remove SECRET_OTHER once every server runs with this SECRET',
    )
  return ok('secrets', `all ${count} can be decrypted`)
}

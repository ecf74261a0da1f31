import type pg from 'pg'
import { SECRET_COLUMNS } from '#db/open-secrets.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { fail, ok, some, type Finding } from './finding.ts'

/** Whether `SECRET` decrypts every encrypted value of the database, on a connection that reads all clients. */
export async function checkSecrets(owner: pg.Client, box: SecretBox): Promise<Finding> {
  const broken: string[] = []
  let count = 0
  for (const { table, column, keyColumns } of SECRET_COLUMNS) {
    const keySql = `ARRAY[${keyColumns.map((name) => `${name}::text`).join(', ')}]`
    const { rows } = await owner.query<{ sealed: string; key: string[] }>(
      `SELECT ${column} AS sealed, ${keySql} AS key FROM ${table} ORDER BY 2`,
    )
    count += rows.length
    for (const { sealed, key } of rows)
      try {
        box.open([`${table}.${column}`, ...key], sealed)
      } catch {
        broken.push(`${table} ${key.join('/')}`)
      }
  }
  if (broken.length === 0) return ok('secrets', `all ${count} can be decrypted`)
  return fail(
    'secrets',
    `${broken.length} of ${count} cannot be decrypted: ${some(broken)}`,
    'set SECRET to the one with which they were written',
  )
}

import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Lets the application's role log in and returns the URL of its connection. The password is derived from the owner's,
 * so that all processes of a database use the same without sharing a file.
 */
export async function grantLogin(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl)
  const password = createHash('sha256').update(`rungs_app:${url.password}`).digest('hex')
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`ALTER ROLE rungs_app LOGIN PASSWORD '${password}'`)
  } finally {
    await client.end()
  }
  url.username = 'rungs_app'
  url.password = password
  return url.href
}

import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Lets the application's role log in and returns the URL of its connection. The password is derived from the owner's,
 * so that all processes of a database use the same without sharing a file.
 */
export async function grantLogin(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl)
  const password = createHash('sha256').update(`rungs_app:${url.password}`).digest('hex')
  await asOwner(ownerUrl, (owner) => owner.query(`ALTER ROLE rungs_app LOGIN PASSWORD '${password}'`))
  url.username = 'rungs_app'
  url.password = password
  return url.href
}

/**
 * Gives the role of `APP_DATABASE_URL` the rights of the application, and makes it when there is none. So several
 * installations in one cluster have a role each, whose password the other ones do not change.
 */
export async function grantRights(ownerUrl: string, appUrl: string): Promise<void> {
  const { username, password } = new URL(appUrl)
  const name = decodeURIComponent(username)
  await asOwner(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ isMember: boolean }>(
      `SELECT pg_has_role(oid, 'rungs_app', 'USAGE') AS "isMember" FROM pg_roles WHERE rolname = $1`,
      [name],
    )
    if (rows[0]?.isMember) return
    const role = pg.escapeIdentifier(name)
    const create = `CREATE ROLE ${role} LOGIN PASSWORD `
    try {
      if (rows.length === 0) await owner.query(create + pg.escapeLiteral(decodeURIComponent(password)))
      await owner.query(`GRANT rungs_app TO ${role}`)
    } catch (error) {
      throw new Error(
        `the owner may not prepare the role of APP_DATABASE_URL; as a superuser: ${rows.length === 0 ? `${create}'…'; ` : ''}GRANT rungs_app TO ${role}`,
        { cause: error },
      )
    }
  })
}

async function asOwner(ownerUrl: string, work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}

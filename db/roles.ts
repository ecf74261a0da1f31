import { createHash } from 'node:crypto'
import pg from 'pg'
import { MIGRATION_LOCK } from './migrate.ts'

/** PostgreSQL cuts off longer names. */
const MAX_NAME_BYTES = 63

/**
 * The application's role where no `APP_DATABASE_URL` names one. It is named for its database, because roles belong to the
 * whole cluster: the password of another installation there, or of a drill, must not become this one's.
 */
export function appRoleOf(ownerUrl: string): string {
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1))
  const name = `rungs_app_${database}`
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  return `rungs_app_${createHash('sha256').update(database).digest('hex').slice(0, 40)}`
}

/**
 * Lets the role of the application log in, makes it when there is none, and returns the URL of its connection. The
 * password is derived from the owner's, so that all processes of a database use the same without sharing a file.
 */
export async function grantLogin(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl)
  url.password = createHash('sha256').update(`rungs_app:${url.password}`).digest('hex')
  url.username = appRoleOf(ownerUrl)
  if (await hasRights(url.href)) return url.href
  await grantRights(ownerUrl, url.href)
  // the owner has another password than before
  if (!(await hasRights(url.href))) {
    const role = pg.escapeIdentifier(appRoleOf(ownerUrl))
    await asOwner(ownerUrl, (owner) => owner.query(`ALTER ROLE ${role} LOGIN PASSWORD '${url.password}'`))
  }
  return url.href
}

/** Whether somebody can connect at this URL with the rights of the application. */
async function hasRights(url: string): Promise<boolean> {
  const app = new pg.Client({ connectionString: url })
  // such as one that the database ends, because it has no such role
  app.on('error', () => {})
  try {
    await app.connect()
    const { rows } = await app.query<{ may: boolean }>(`SELECT pg_has_role('rungs_app', 'USAGE') AS may`)
    return rows[0]?.may === true
  } catch (error) {
    if (error instanceof pg.DatabaseError && NO_LOGIN.includes(error.code)) return false
    throw error
  } finally {
    await app.end()
  }
}

/** No such role or it may not log in; its password is another one. */
const NO_LOGIN: readonly (string | undefined)[] = ['28000', '28P01']

/**
 * Gives the role of `APP_DATABASE_URL` the rights of the application, and makes it when there is none. So several
 * installations in one cluster have a role each, whose password the other ones do not change.
 */
export async function grantRights(ownerUrl: string, appUrl: string): Promise<void> {
  const { username, password } = new URL(appUrl)
  const name = decodeURIComponent(username)
  await asOwner(ownerUrl, async (owner) => {
    // of several processes that start at once, one makes the role
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
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
        `the owner may not prepare the role of the application; as a superuser: ${rows.length === 0 ? `${create}'…'; ` : ''}GRANT rungs_app TO ${role}`,
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

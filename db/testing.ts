import pg from 'pg'
import { inject } from 'vitest'
import { appRoleOf } from './roles.ts'

export interface TestDatabase {
  ownerUrl: string
  appUrl: string
  drop: () => Promise<void>
}

/** Makes a database for one test file, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `rungs_${crypto.randomUUID().replaceAll('-', '')}`
  await query(inject('ownerUrl'), `CREATE DATABASE ${name} TEMPLATE rungs_template`)
  const urlOfCopy = (url: string) => {
    const copy = new URL(url)
    copy.pathname = `/${name}`
    return copy.href
  }
  return {
    ownerUrl: urlOfCopy(inject('ownerUrl')),
    appUrl: urlOfCopy(inject('appUrl')),
    drop: () => query(inject('ownerUrl'), `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/**
 * Makes an empty database whose owner is no superuser, as an operator's is: row-level security hides rows from it.
 */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `rungs_${crypto.randomUUID().replaceAll('-', '')}`
  await query(inject('ownerUrl'), `CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${name}'`)
  await query(inject('ownerUrl'), `CREATE DATABASE ${name} OWNER ${name}`)
  const urlOf = (url: string, user?: string) => {
    const own = new URL(url)
    own.pathname = `/${name}`
    if (user !== undefined) own.username = own.password = user
    return own.href
  }
  const ownerUrl = urlOf(inject('ownerUrl'), name)
  return {
    ownerUrl,
    appUrl: urlOf(inject('appUrl')),
    drop: async () => {
      await query(inject('ownerUrl'), `DROP DATABASE ${name} WITH (FORCE)`)
      // first the role that its owner has made, if a server was started: from PostgreSQL 16 on it holds the owner
      await query(inject('ownerUrl'), `DROP ROLE IF EXISTS ${appRoleOf(ownerUrl)}`)
      await query(inject('ownerUrl'), `DROP ROLE ${name}`)
    },
  }
}

/**
 * Lets the owner of a database make its application role, as an operator does for a second installation in a cluster:
 * from PostgreSQL 16 on, only who made `rungs_app` may grant it.
 */
export async function allowAppRole({ ownerUrl }: TestDatabase): Promise<void> {
  await query(inject('ownerUrl'), `GRANT rungs_app TO ${new URL(ownerUrl).username} WITH ADMIN OPTION`)
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

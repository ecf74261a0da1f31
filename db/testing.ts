import pg from 'pg'
import { inject } from 'vitest'

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
  return {
    ownerUrl: urlOf(inject('ownerUrl'), name),
    appUrl: urlOf(inject('appUrl')),
    drop: async () => {
      await query(inject('ownerUrl'), `DROP DATABASE ${name} WITH (FORCE)`)
      await query(inject('ownerUrl'), `DROP ROLE ${name}`)
    },
  }
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

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

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

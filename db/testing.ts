import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  ownerUrl: string
  appUrl: string
  drop: () => Promise<void>
}

/** A real database of one's own, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `rungs_${crypto.randomUUID().replaceAll('-', '')}`
  await query(inject('ownerUrl'), `CREATE DATABASE ${name} TEMPLATE rungs_template`)
  const at = (url: string) => {
    const own = new URL(url)
    own.pathname = `/${name}`
    return own.href
  }
  return {
    ownerUrl: at(inject('ownerUrl')),
    appUrl: at(inject('appUrl')),
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

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { appRoleOf, grantLogin, grantRights } from './roles.ts'
import { allowAppRole, createEmptyDatabase, type TestDatabase } from './testing.ts'

let databases: TestDatabase[]
/** The URL of each database's own application role. */
let appUrls: string[]

beforeAll(async () => {
  databases = [await createEmptyDatabase(), await createEmptyDatabase()]
  appUrls = databases.map(({ ownerUrl }, index) => {
    const url = new URL(ownerUrl)
    url.username = `${url.username}_app`
    url.password = `password-${index}`
    return url.href
  })
  for (const database of databases) {
    await migrate(database.ownerUrl)
    await allowAppRole(database)
  }
})
afterAll(async () => {
  // first what the owners have granted
  for (const url of appUrls) await ask(inject('ownerUrl'), `DROP ROLE IF EXISTS ${new URL(url).username}`)
  for (const { drop } of databases) await drop()
})

async function ask(url: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<object>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the role of the application without APP_DATABASE_URL', () => {
  test('is one of its database: that of another installation, or of a drill, leaves its password as it is', async () => {
    const urls: string[] = []
    // several processes start at once
    for (const { ownerUrl } of databases)
      urls.push(...(await Promise.all(Array.from({ length: 4 }, () => grantLogin(ownerUrl)))))
    expect(new Set(urls).size).toBe(databases.length)
    for (const url of urls) expect(await ask(url, 'SELECT FROM clients')).toEqual([])
    for (const url of new Set(urls))
      await expect(ask(url, 'DELETE FROM audit_log')).rejects.toThrow('permission denied')
  })

  test('follows the owner’s password', async () => {
    const [database] = databases
    const url = new URL(database?.ownerUrl ?? '')
    await ask(inject('ownerUrl'), `ALTER ROLE ${url.username} PASSWORD 'another'`)
    const before = url.href
    url.password = 'another'
    const after = await grantLogin(url.href)
    expect(await ask(after, 'SELECT FROM clients')).toEqual([])
    await ask(inject('ownerUrl'), `ALTER ROLE ${url.username} PASSWORD '${new URL(before).password}'`)
    await grantLogin(before)
  })

  test('has a name that PostgreSQL does not cut off', () => {
    expect(appRoleOf('postgres://owner@db/rungs')).toBe('rungs_app_rungs')
    expect(appRoleOf(`postgres://owner@db/${'d'.repeat(53)}`)).toBe(`rungs_app_${'d'.repeat(53)}`)
    expect(appRoleOf(`postgres://owner@db/${'d'.repeat(54)}`)).toMatch(/^rungs_app_[0-9a-f]{40}$/)
  })
})

describe('a role of APP_DATABASE_URL', () => {
  test('is made with the rights of the application, for each database of a cluster its own', async () => {
    for (const [index, { ownerUrl }] of databases.entries()) await grantRights(ownerUrl, appUrls[index] ?? '')
    // both at once: the second has not changed the password of the first
    for (const url of appUrls) {
      expect(await ask(url, 'SELECT name FROM schema_migrations LIMIT 1')).toHaveLength(1)
      expect(await ask(url, 'SELECT FROM clients')).toEqual([])
      await expect(ask(url, 'DELETE FROM audit_log')).rejects.toThrow('permission denied')
    }
    // once more changes nothing
    await grantRights(databases[0]?.ownerUrl ?? '', appUrls[0] ?? '')
  })

  test('is asked for where the owner may not make it', async () => {
    const [database] = databases
    if (!database) throw new Error('no database')
    const url = new URL(database.appUrl)
    url.username = 'rungs_nobody_app'
    await ask(inject('ownerUrl'), `ALTER ROLE ${new URL(database.ownerUrl).username} NOCREATEROLE`)
    await expect(grantRights(database.ownerUrl, url.href)).rejects.toThrow(
      `as a superuser: CREATE ROLE "rungs_nobody_app" LOGIN PASSWORD '…'; GRANT rungs_app TO "rungs_nobody_app"`,
    )
  })
})

import { mkdtemp, rm, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'

/** The data folder that the tests share. The first test creates a table in it, which the later ones read. */
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rungs-embedded-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** The process id of the database server, which is the first line of its lock file. */
async function serverPid(): Promise<number> {
  return Number((await readFile(join(dir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

test('a database left running is adopted; after kill -9 its stale lock is cleaned and nothing is lost', async () => {
  const first = await startEmbedded({ dataDir: dir })
  expect(first.adopted).toBe(false)
  await query(first.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)')

  const second = await startEmbedded({ dataDir: dir })
  expect(second).toMatchObject({ adopted: true, url: first.url })

  process.kill(await serverPid(), 'SIGKILL')
  const third = await startEmbedded({ dataDir: dir })
  expect(third.adopted).toBe(false)
  expect(await query(third.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  await third.stop()
  await expect(query(third.url, 'SELECT 1')).rejects.toThrow()
})

test('a database that is kept running is started again at the same address after kill -9, and stays stopped when it is stopped', async () => {
  const database = await startEmbedded({ dataDir: dir })
  const messages: string[] = []
  database.keepRunning((message) => messages.push(message))
  for (let round = 1; round <= 2; round++) {
    process.kill(await serverPid(), 'SIGKILL')
    await expect.poll(() => messages.length, { timeout: 40_000 }).toBe(round)
    expect(await query(database.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  }
  await database.stop()
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow()
  expect(messages).toHaveLength(2)
})

test('a database that is being stopped is waited for, and started again', async () => {
  const first = await startEmbedded({ dataDir: dir })
  const openConnection = new pg.Client({ connectionString: first.url })
  await openConnection.connect()
  // SIGTERM lets PostgreSQL refuse new connections, and end when the last open one is closed
  process.kill(await serverPid(), 'SIGTERM')
  await expect
    .poll(() => query(first.url, 'SELECT 1').then(() => 'open', String), { timeout: 10_000 })
    .toContain('shutting down')
  const second = startEmbedded({ dataDir: dir })
  await openConnection.end()
  expect((await second).adopted).toBe(false)
  expect(await query((await second).url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  await (await second).stop()
})

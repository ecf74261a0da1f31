import { mkdtemp, rm, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'

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

test('a database left running is adopted; after kill -9 its stale lock is cleaned and nothing is lost', async () => {
  const first = await startEmbedded({ dataDir: dir })
  expect(first.adopted).toBe(false)
  await query(first.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)')

  const second = await startEmbedded({ dataDir: dir })
  expect(second).toMatchObject({ adopted: true, url: first.url })

  const pid = Number((await readFile(join(dir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  const third = await startEmbedded({ dataDir: dir })
  expect(third.adopted).toBe(false)
  expect(await query(third.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  await third.stop()
  await expect(query(third.url, 'SELECT 1')).rejects.toThrow()
})

test('a database that is kept running is started again at the same address after kill -9, and stays stopped when it is stopped', async () => {
  const kept = await startEmbedded({ dataDir: dir })
  const said: string[] = []
  kept.keepRunning((text) => said.push(text))
  for (let round = 1; round <= 2; round++) {
    const pid = Number((await readFile(join(dir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => said.length, { timeout: 40_000 }).toBe(round)
    expect(await query(kept.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  }
  await kept.stop()
  await expect(query(kept.url, 'SELECT 1')).rejects.toThrow()
  expect(said).toHaveLength(2)
})

test('a database that is being stopped is waited for, and started again', async () => {
  const first = await startEmbedded({ dataDir: dir })
  const last = new pg.Client({ connectionString: first.url })
  await last.connect()
  // a smart shutdown: nobody comes in, and the last one out ends it
  process.kill(Number((await readFile(join(dir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGTERM')
  await expect
    .poll(() => query(first.url, 'SELECT 1').then(() => 'open', String), { timeout: 10_000 })
    .toContain('shutting down')
  const second = startEmbedded({ dataDir: dir })
  await last.end()
  expect((await second).adopted).toBe(false)
  expect(await query((await second).url, 'SELECT n FROM kept')).toEqual([{ n: 7 }])
  await (await second).stop()
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type World } from '#server/testing/world.ts'

let database: TestDatabase
let root = ''
let world: World

beforeAll(async () => {
  database = await createTestDatabase()
  root = await mkdtemp(join(tmpdir(), 'rungs-web-'))
  await writeFile(join(root, 'parent.html'), 'the page of parents')
  world = await createWorld(database, { web: { root, startPage: null } })
})
afterAll(async () => {
  await world.close()
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

test('localhost is an unknown host like any other where no demo is loaded', async () => {
  for (const host of ['localhost', 'localhost:4000', '127.0.0.1', 'stranger.example']) {
    const reply = await world.request({ url: '/', host })
    expect([host, reply.statusCode, reply.body]).toEqual([host, 404, 'the page of parents'])
  }
})

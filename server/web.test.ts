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

test('without a demo, localhost gets the page of parents with status 404, like any other unknown host', async () => {
  for (const host of ['localhost', 'localhost:4000', '127.0.0.1', 'stranger.example']) {
    const reply = await world.request({ url: '/', host })
    // The page itself tells the visitor that the host is unknown.
    expect([host, reply.statusCode, reply.body]).toEqual([host, 404, 'the page of parents'])
  }
})

test('a page is served whatever its query holds; a call of the API refuses a character 0', async () => {
  const query = '?scheme=%00&months=x'
  const page = await world.request({ url: `/reports${query}`, host: world.tenants[0].host('parent') })
  expect([page.statusCode, page.body]).toEqual([200, 'the page of parents'])
  // `%76%31` is `v1`: the router decodes a path before it looks for the route.
  for (const path of ['/v1/members', '/%76%31/members']) {
    const call = await world.request({ url: `${path}${query}`, host: world.tenants[0].host('parent') })
    expect([path, call.statusCode, call.json().error]).toEqual([path, 400, 'INVALID_REQUEST'])
  }
})

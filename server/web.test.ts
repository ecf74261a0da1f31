import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  await writeFile(join(root, 'version.json'), '{"version":"1"}')
  await writeFile(join(root, 'sw.js'), 'the worker')
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'assets', 'parent-Ab12.js'), 'the script')
  await writeFile(join(root, 'assets', 'parent-Ab12.js.br'), 'the script, compressed')
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

test('a script is kept for a year, compressed where the browser takes that; other files are asked for anew', async () => {
  const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    world.request({ method, url, host: world.tenants[0].host('parent'), headers })
  const script = await get('/assets/parent-Ab12.js')
  expect([script.statusCode, script.body]).toEqual([200, 'the script'])
  expect(script.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
    vary: 'accept-encoding',
  })
  const compressed = await get('/assets/parent-Ab12.js', { 'accept-encoding': 'gzip, br' })
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'the script, compressed'])
  expect(compressed.headers['content-type']).toBe('application/javascript; charset=utf-8')
  expect((await get('/assets/parent-Ab12.js', {}, 'HEAD')).statusCode).toBe(200)
  const worker = await get('/sw.js')
  expect([worker.body, worker.headers['cache-control']]).toEqual(['the worker', 'no-cache'])
})

test('no other file is reached by the path of a script', async () => {
  const statusOf = async (path: string) =>
    (await world.request({ url: `/assets/${path}`, host: world.tenants[0].host('parent') })).statusCode
  for (const path of ['parent-Zz99.js', 'parent-Ab12.js/x.js'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  for (const path of ['..%2fparent.html', '..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', 'parent-Ab12.js%00'])
    expect([path, await statusOf(path)]).toEqual([path, 400])
})

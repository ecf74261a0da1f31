import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StreamEvent } from '#contract/platform/events.ts'
import { migrationNames } from '#db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { openDatabase } from '#server/platform/tenancy.ts'
import { Hub } from './hub.ts'
import { Relay } from './relay.ts'

let database: TestDatabase
let proxy: Server
const clients: Socket[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const { hostname, port } = new URL(database.appUrl)
  proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    clients.push(client)
    client.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => client.destroy()).pipe(client)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  for (const client of clients) client.destroy()
  proxy.close()
  await database.drop()
})

test('a connection that hangs without an error is replaced, and the server is ready again', async () => {
  const url = new URL(database.appUrl)
  url.port = String((proxy.address() as AddressInfo).port)
  const db = openDatabase(database.appUrl, /* connections */ 1)
  const relay = new Relay(db, url.href, new Hub(), { forget: () => {} } as never, await migrationNames())
  await relay.open()
  expect(await relay.findFault()).toBe(null)
  // as a firewall that has forgotten the connection: nothing arrives, and nobody is told
  clients[0]?.unpipe()
  clients[0]?.pause()
  expect(await relay.findFault()).toBe('database')
  await expect.poll(() => relay.findFault(), { timeout: 15_000 }).toBe(null)
  expect(clients).toHaveLength(2)
  await relay.close()
  await db.pool.end()
})

test('a long announcement reaches another process whole, in parts that the database takes', async () => {
  const db = openDatabase(database.appUrl, /* connections */ 2)
  const hubs = [new Hub(), new Hub()] as const
  const relays = hubs.map((hub) => new Relay(db, database.appUrl, hub, { forget: () => {} } as never))
  for (const relay of relays) await relay.open()
  const heard: StreamEvent[] = []
  const listener = { clientId: 'one', userId: 'reader', family: null, clubId: null, author: true, end: () => {} }
  hubs[1].add({ ...listener, send: (event) => heard.push(event) })
  await hubs[1].heard('one')
  const slugs = Array.from({ length: 500 }, (_, index) => `scheme-with-a-long-name-${index}`)
  relays[0]?.announce({
    clientId: 'one',
    clubs: Array.from({ length: 300 }, () => [crypto.randomUUID(), 1] as [string, number]),
    parents: [],
    schemes: slugs.map((slug) => [slug, 1]),
    workingCopies: slugs,
    // a name of 50 letters of two bytes
    present: slugs.slice(0, 60).map((slug) => ({
      slug,
      user: slug,
      firstname: 'ж'.repeat(50),
      lastname: 'ж'.repeat(50),
      node: null,
      here: true,
    })),
  })
  await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(500 + 500 + 60)
  for (const relay of relays) await relay.close()
  await db.pool.end()
})

import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

const BODY_MS = 250

let database: TestDatabase
let world: World
let one: Tenant
let port = 0

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database, { bodyMs: BODY_MS })
  one = world.tenants[0]
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  port = (world.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** A raw connection, and everything the server says on it. */
async function open(
  head: string[],
  body = '',
): Promise<{ socket: Socket; said: () => string; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  // These tests expect the server to cut the connection.
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(socket, 'connect')
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  return { socket, said: () => text, ended }
}

test('a request with two Host headers is refused, whichever of them is a tenant', async () => {
  const { said, ended } = await open([
    'GET /v1/client?hostname=coach.one.test HTTP/1.1',
    `host: ${one.host('coach')}`,
    `Host: ${world.tenants[1].host('coach')}`,
    'connection: close',
  ])
  await ended
  expect(said()).toContain('HTTP/1.1 400')
  expect(said()).toContain('two Host headers')
})

describe('a caller who sends half a body and stops', () => {
  test.each([
    ['to a route that reads it', '/v1/auth/login'],
    ['to a route that does not exist', '/v1/nothing'],
    ['to a route that refuses it before it is read', '/v1/sync/push'],
    ['to an address that the router cannot read', '/v1/%zz'],
  ])('%s, is disconnected', async (_where, url) => {
    const head = [`POST ${url} HTTP/1.1`, `host: ${one.host('coach')}`, 'content-type: application/json']
    const half = await open([...head, 'content-length: 200'], '{"a":')
    const chunked = await open([...head, 'transfer-encoding: chunked'], '5\r\n{"a":\r\n')
    await Promise.all([half.ended, chunked.ended])
  })

  test('is disconnected though a byte comes now and then', async () => {
    const { socket, ended } = await open(
      [
        'POST /v1/auth/login HTTP/1.1',
        `host: ${one.host('coach')}`,
        'content-type: application/json',
        'content-length: 100000',
      ],
      '{',
    )
    const drip = setInterval(() => socket.write(' '), 20)
    await ended
    clearInterval(drip)
  })
})

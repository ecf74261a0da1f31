import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

/** The time within which a body must go on, short for these tests. */
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

/**
 * Sends the request line, headers and body on a raw connection; `received` returns everything that the server has sent
 * so far.
 */
async function sendRaw(
  lines: string[],
  body = '',
): Promise<{ socket: Socket; received: () => string; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  // These tests expect the server to cut the connection.
  socket.on('error', () => {})
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return { socket, received: () => text, ended }
}

test('a request with two Host headers is refused, whichever of them is a tenant', async () => {
  const { received, ended } = await sendRaw([
    'GET /v1/client?hostname=coach.one.test HTTP/1.1',
    `host: ${one.host('coach')}`,
    `Host: ${world.tenants[1].host('coach')}`,
    'connection: close',
  ])
  await ended
  expect(received()).toContain('HTTP/1.1 400')
  expect(received()).toContain('two Host headers')
})

describe('a caller who sends half a body and stops', () => {
  test.each([
    ['to a route that reads it', '/v1/auth/login'],
    ['to a route that does not exist', '/v1/nothing'],
    ['to a route that refuses it before it is read', '/v1/sync/push'],
    ['to an address that the router cannot read', '/v1/%zz'],
  ])('is disconnected: %s', async (_where, url) => {
    const lines = [`POST ${url} HTTP/1.1`, `host: ${one.host('coach')}`, 'content-type: application/json']
    const withLength = await sendRaw([...lines, 'content-length: 200'], '{"a":')
    const inChunks = await sendRaw([...lines, 'transfer-encoding: chunked'], '5\r\n{"a":\r\n')
    await Promise.all([withLength.ended, inChunks.ended])
  })

  test('is disconnected although single bytes keep coming', async () => {
    const { socket, ended } = await sendRaw(
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

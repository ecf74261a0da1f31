import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { startTracing } from './start-tracing.ts'

interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
  status: { code?: number }
}
interface Export {
  resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[]
}

let database: TestDatabase
let world: World
let collector: Server
const received: ReceivedSpan[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  collector = createServer((request, reply) => {
    void json(request).then((body) => {
      if (request.url === '/v1/traces')
        received.push(
          ...(body as Export).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
        )
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
})
afterAll(async () => {
  collector.close()
  await world.close()
  await database.drop()
})

test('a traced request has a span for each of its statements, with names and ids and without any value', async () => {
  const stop = await startTracing(`http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
  const [one] = world.tenants
  const { token } = await world.logIn(one, 'club')
  await world.request({ host: one.host('club'), token, url: '/v1/members?search=penhaligon' })
  await stop()
  // afterwards nothing is traced
  await world.request({ host: one.host('club'), token, url: '/v1/me' })

  const requests = received.filter(({ parentSpanId }) => !parentSpanId)
  expect(requests.map(({ name }) => name)).toEqual(['POST /v1/auth/login', 'GET /v1/members'])
  for (const { traceId, spanId } of requests) {
    const statements = received.filter((span) => span.traceId === traceId && span.spanId !== spanId)
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) {
      expect(statement.parentSpanId).toBe(spanId)
      expect(statement.name).toMatch(/^[a-z-]+\/[a-z-]+$/)
    }
  }
  const attributes = Object.fromEntries(requests[1]?.attributes.map(({ key, value }) => [key, value]) ?? [])
  expect(attributes).toMatchObject({
    'http.route': { stringValue: '/v1/members' },
    'http.response.status_code': { intValue: 200 },
    'rungs.client': { stringValue: one.id },
    'rungs.user': { stringValue: one.admin },
  })
  expect(JSON.stringify(received)).not.toMatch(/penhaligon|@|SELECT|password/i)
})

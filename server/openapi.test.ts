import { afterAll, beforeAll, expect, test } from 'vitest'
import { rightTo, type ActionName } from '#domain/access/policy.ts'
import { allFeatures, turnOnAllFeatures } from '#server/testing/all-features.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type World } from '#server/testing/world.ts'

interface Document {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        'x-action': ActionName
        security?: unknown
        responses?: Record<string, unknown>
        requestBody?: { content: Record<string, unknown> }
      }
    >
  >
}

let database: TestDatabase
let world: World

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

test('the OpenAPI document names the calls of logging in, the curriculum, the sync and the events', async () => {
  const document = (await world.request({ url: '/v1/openapi.json' })).json<Document>()
  expect(document.openapi).toMatch(/^3\.1/)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  for (const call of [
    'GET /v1/client',
    'GET /v1/status',
    'POST /v1/auth/login',
    'POST /v1/auth/refresh',
    'POST /v1/auth/logout',
    'GET /v1/me',
    'GET /v1/clubs',
    'GET /v1/users/{userUuid}/members',
    'GET /v1/schemes',
    'GET /v1/curriculum/{slug}',
    'GET /v1/schemes/{slug}/grades',
    'GET /v1/schemes/{slug}/videos',
    'GET /v1/schemes/{slug}/sections',
    'POST /v1/sync/push',
    'GET /v1/sync/changes',
    'GET /v1/events',
  ]) {
    expect(calls).toContain(call)
  }
})

test('every call that requires a token refuses a request without one', async () => {
  const document = (await world.request({ url: '/v1/openapi.json' })).json<Document>()
  const one = world.tenants[0]
  const answers: string[] = []
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { security }] of Object.entries(methods)) {
      if (!security) continue
      const url = path.replace('{userUuid}', one.parent).replace('{slug}', 'swim')
      const reply = await world.request({ method: method.toUpperCase() as 'GET', url })
      answers.push(`${method} ${path} ${reply.statusCode}`)
    }
  }
  // The loop did not skip almost everything.
  expect(answers.length).toBeGreaterThan(8)
  expect(answers.filter((answer) => !answer.endsWith(' 401'))).toEqual([])
})

test('every call refuses an unknown field in query or body, and the reply names the field', async () => {
  const document = (await world.request({ url: '/v1/openapi.json' })).json<Document>()
  const one = world.tenants[0]
  // with all flags on, each call is made by somebody who has a right to it: nobody else gets as far as the fields
  await turnOnAllFeatures(world)
  const users = { admin: one.admin, ngo: one.author, coach: one.coach, parent: one.parent } as const
  const portals = { admin: 'club', ngo: 'scheme', coach: 'coach', parent: 'parent' } as const
  const types = ['admin', 'ngo', 'coach', 'parent'] as const
  const tokens = new Map<string, string>()
  for (const type of types) tokens.set(type, (await world.logIn(one, portals[type])).token)
  const unexpected: string[] = []
  let requests = 0
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { requestBody, 'x-action': action }] of Object.entries(methods)) {
      const caller = types.find((type) => rightTo(action, { type, features: allFeatures }))
      if (!caller) throw new Error(`nobody may ${action}`)
      const url = path
        .replace('{slug}', 'swim')
        .replace('{*}', 'stage-1')
        .replaceAll(/\{(date)\}/g, '2026-11-21')
        .replace('{userUuid}', users[caller])
        .replaceAll(/\{\w+\}/g, one.group)
      const hasJsonBody = requestBody?.content['application/json'] !== undefined
      const expectRefusal = async (part: 'query' | 'body', address: string, payload?: object) => {
        const reply = await world.request({
          method: method.toUpperCase() as 'GET',
          url: address,
          host: one.host(portals[caller]),
          token: tokens.get(caller) ?? '',
          ...(payload ? { payload } : {}),
        })
        requests++
        const { error, field } = reply.json<{ error: string; field?: string }>()
        if (reply.statusCode !== 400 || error !== 'INVALID_REQUEST' || (field ?? '') === '')
          unexpected.push(`${part} of ${method} ${path}: ${reply.statusCode} ${reply.body.slice(0, 80)}`)
      }
      // The event stream never ends, so a request that it did not refuse would never be answered.
      if (path !== '/v1/events') await expectRefusal('query', `${url}?nobody_knows=1`)
      if (hasJsonBody) await expectRefusal('body', url, { nobody_knows: 1 })
    }
  }
  expect(unexpected).toEqual([])
  // The loop did not skip almost everything.
  expect(requests).toBeGreaterThan(200)
})

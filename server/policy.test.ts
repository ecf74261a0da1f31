import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fastify from 'fastify'
import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { allFeatures, turnOnAllFeatures } from '#server/testing/all-features.ts'
import { policy, rightTo, type ActionName } from '#domain/access/policy.ts'
import { guardRoutes } from '#server/gate.ts'
import { secured } from '#server/platform/http/schemas.ts'
import { smallestBody, unknownIds, withIds, type Ids, type Operation } from '#server/testing/smallest-request.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

type GuardedOperation = Operation & { 'x-action': ActionName }

let database: TestDatabase
let world: World
let one: Tenant
let operations: { method: string; path: string; operation: GuardedOperation }[]

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  const { paths } = (await world.request({ url: '/v1/openapi.json' })).json<{
    paths: Record<string, Record<string, GuardedOperation>>
  }>()
  await turnOnAllFeatures(world)
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The answer to a call of a route with ids that do not exist, but with the caller's own id as that of a user. */
async function answerTo(
  { method, path, operation }: (typeof operations)[number],
  portal: 'parent' | 'coach' | 'club' | 'scheme',
  caller: { token: string; userId: string },
): Promise<{ status: number; error: string | undefined }> {
  const schema = operation.requestBody?.content['application/json']?.schema
  const unknown = unknownIds()
  const ids: Ids = { ...unknown, user: path.includes('{userUuid}') ? caller.userId : unknown.user }
  const reply = await world.request({
    method: method.toUpperCase() as 'GET',
    url: withIds(path, ids),
    host: one.host(portal),
    token: caller.token,
    ...(schema ? { payload: smallestBody(schema, ids) as object } : {}),
  })
  const isJson = /json/.test(String(reply.headers['content-type']))
  return { status: reply.statusCode, error: isJson ? reply.json<{ error?: string }>().error : undefined }
}

describe.each([
  ['parent', 'parent'],
  ['coach', 'coach'],
  ['admin', 'club'],
  ['ngo', 'scheme'],
] as const)('the rights of %s', (type, portal) => {
  test('are what every route asks before it reads the body', async () => {
    const wrong: string[] = []
    let refused = 0
    let allowed = 0
    for (const called of operations) {
      const action = called.operation['x-action']
      // streams do not end, and a session that ends itself ends this test
      if (called.path === '/v1/events' || 'anybody' in policy[action].rights) continue
      const userId = { parent: one.parent, coach: one.coach, admin: one.admin, ngo: one.author }[type]
      const { token } = await world.logIn(one, portal)
      const { status, error } = await answerTo(called, portal, { token, userId })
      const isRefused = status === 403 && error === 'AUTH_USER_INSUFFICIENT_PERMISSIONS'
      const isGiven = rightTo(action, { type, features: allFeatures }) !== null
      if (isRefused === isGiven) wrong.push(`${called.method} ${called.path} (${action}): ${status} ${error}`)
      if (status === 401 || status >= 500) wrong.push(`${called.method} ${called.path}: ${status} ${error}`)
      if (isRefused) refused++
      else allowed++
    }
    expect(wrong).toEqual([])
    // The loop did not skip almost everything.
    expect(refused).toBeGreaterThan(30)
    expect(allowed).toBeGreaterThan(15)
  })
})

test('every action is named by a route', () => {
  const named = new Set(operations.map(({ operation }) => operation['x-action']))
  expect(Object.keys(policy).filter((action) => !named.has(action as ActionName))).toEqual([])
})

describe('the application refuses to start', () => {
  const start = async (options: object) => {
    const app = fastify()
    app.setValidatorCompiler(TypeBoxValidatorCompiler)
    guardRoutes(app as never, () => Promise.reject(new Error('not called')))
    app.get('/v1/thing', options, () => null)
    await app.close()
  }
  test('with a route that names no action', async () => {
    await expect(start({ schema: { security: secured } })).rejects.toThrow(
      'GET /v1/thing names no action of the policy',
    )
  })
  test('with a route that asks for a session although anybody may call it, or the other way round', async () => {
    await expect(start({ config: { action: 'client.read' }, schema: { security: secured } })).rejects.toThrow(
      'GET /v1/thing: client.read needs no session',
    )
    await expect(start({ config: { action: 'members.list' }, schema: {} })).rejects.toThrow(
      'GET /v1/thing: members.list needs a session',
    )
  })
  test('with a route without a session whose reads the replica may serve', async () => {
    await expect(start({ config: { action: 'client.read', mayReadReplica: true }, schema: {} })).rejects.toThrow(
      'GET /v1/thing: the replica serves only reads of a session',
    )
  })
})

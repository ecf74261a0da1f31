import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
const tokens = new Map<Tenant, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  for (const tenant of [one, two]) tokens.set(tenant, (await world.logIn(tenant, 'scheme')).token ?? '')
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Renames a scheme, the smallest write that there is, with this X-Request-Id or none. */
async function rename(id: string | null, name: unknown, { tenant = one, slug = 'swim' } = {}) {
  const reply = await world.request({
    method: 'PATCH',
    url: `/v1/schemes/${slug}`,
    host: tenant.host('scheme'),
    token: tokens.get(tenant) ?? '',
    headers: id === null ? {} : { 'x-request-id': id },
    payload: { name },
  })
  return { status: reply.statusCode, body: reply.json<{ name?: string; field?: string }>() }
}

/** How often schemes of a client have been renamed, by its audit log. */
async function countRenames(tenant = one): Promise<number> {
  const { rows } = await world.owner.query(
    `SELECT FROM audit_log WHERE client_id = $1 AND action = 'rename' AND entity = 'scheme'`,
    [tenant.id],
  )
  return rows.length
}

test('a repeated request is one write and gets the first answer, whatever happened since', async () => {
  const before = await countRenames()
  const first = await rename('once-1', 'Sea')
  expect(first).toMatchObject({ status: 200, body: { name: 'Sea' } })
  await rename('once-2', 'Lake')
  expect(await rename('once-1', 'Sea')).toEqual(first)
  const schemes = await world.request({
    url: '/v1/schemes',
    host: one.host('scheme'),
    token: tokens.get(one) ?? '',
  })
  expect(schemes.json()).toMatchObject([{ name: 'Lake' }])
  expect(await countRenames()).toBe(before + 2)
})

test('twenty simultaneous repeats are one write', async () => {
  const before = await countRenames()
  const answers = await Promise.all(Array.from({ length: 20 }, () => rename('at-once', 'River')))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await countRenames()).toBe(before + 1)
})

test('the same id with another body, another user, or no id at all, is another write', async () => {
  const before = await countRenames()
  await rename('same', 'A')
  await rename('same', 'B')
  await rename(null, 'B')
  await rename(null, 'B')
  // This id is invalid, so the server replaces it and the request is never a repeat.
  await rename('not a word', 'C')
  await rename('not a word', 'C')
  expect(await countRenames()).toBe(before + 6)
  const others = await countRenames(two)
  await rename('same', 'A', { tenant: two })
  expect(await countRenames(two)).toBe(others + 1)
})

test('a refused write is not remembered, and says what is wrong', async () => {
  expect(await rename('missing', 'X', { slug: 'nowhere' })).toMatchObject({ status: 404, body: { field: 'slug' } })
  expect(await rename('missing', 'X', { slug: 'nowhere' })).toMatchObject({ status: 404 })
  expect(await rename('empty', ' ')).toMatchObject({ status: 400, body: { field: 'name' } })
  const { rows } = await world.owner.query(`SELECT FROM requests WHERE request_id IN ('missing', 'empty')`)
  expect(rows).toEqual([])
})

test('the same id is the same write for a day, and another write later', async () => {
  const before = await countRenames()
  const first = await rename('daily', 'Pond')
  world.clock.now += 24 * 3_600_000
  tokens.set(one, (await world.logIn(one, 'scheme')).token ?? '')
  expect(await rename('daily', 'Pond')).toEqual(first)
  expect(await countRenames()).toBe(before + 1)
  world.clock.now += 1
  await rename('daily', 'Pond')
  expect(await countRenames()).toBe(before + 2)
})

test('only authors may rename a scheme', async () => {
  const { token } = await world.logIn(one, 'coach')
  const reply = await world.request({
    method: 'PATCH',
    url: '/v1/schemes/swim',
    host: one.host('coach'),
    token: token ?? '',
    payload: { name: 'Mine' },
  })
  expect(reply.json()).toMatchObject({ status: 403, error: 'AUTH_USER_INSUFFICIENT_PERMISSIONS' })
})

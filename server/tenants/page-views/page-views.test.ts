import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageViews } from '#contract/tenants/page-views.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const sendView = (page: unknown, host = one.host('parent')) =>
  world.request({ method: 'POST', url: '/v1/page-views', host, payload: { page } })
const today = () => new Date(world.clock.now).toISOString().slice(0, 10)
const readViews = async (tenant: Tenant, from = today(), to = today()) => {
  const { token } = await world.logIn(tenant, 'scheme')
  const query = new URLSearchParams({ from, to })
  return world.request({ url: `/v1/page-views?${query.toString()}`, host: tenant.host('scheme'), token })
}

test('views are counted by client, portal, page and day, also simultaneous ones, without the user', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => sendView('overview')))
  expect(replies.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 20 }, () => 204))
  await sendView('about')
  await sendView('about', one.host('coach'))
  await sendView('overview', two.host('parent'))
  expect((await readViews(one)).json<PageViews>()).toEqual([
    { day: today(), portal: 'coach', page: 'about', views: 1 },
    { day: today(), portal: 'parent', page: 'about', views: 1 },
    { day: today(), portal: 'parent', page: 'overview', views: 20 },
  ])
  const { rows } = await world.owner.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'page_views' ORDER BY 1`,
  )
  expect(rows.map((row) => row.name)).toEqual(['client_id', 'day', 'page', 'portal', 'views'])
  const before = today()
  world.clock.now += 86_400_000
  await sendView('overview')
  expect((await readViews(one)).json<PageViews>()).toEqual([
    { day: today(), portal: 'parent', page: 'overview', views: 1 },
  ])
  // The three rows of the day before, and the new one.
  expect((await readViews(one, before)).json<PageViews>()).toHaveLength(4)
})

test('only views of existing pages are counted, and a body that names a user is refused', async () => {
  for (const page of ['', 'users', 'toString', '../overview', 'x'.repeat(50), 7, null, ['overview']])
    expect((await sendView(page)).json(), String(page)).toMatchObject({ status: 400, field: 'page' })
  const payload = { page: 'overview', user_uuid: one.parent }
  const reply = await world.request({
    method: 'POST',
    url: '/v1/page-views',
    host: one.host('parent'),
    payload,
  })
  expect(reply.json()).toMatchObject({ status: 400, field: 'user_uuid' })
  expect((await sendView('overview', 'localhost')).json()).toMatchObject({ error: 'UNKNOWN_HOST' })
})

test('only authors may read the counts, and only for valid days', async () => {
  for (const portal of ['parent', 'coach', 'club'] as const) {
    const { token } = await world.logIn(one, portal)
    const url = `/v1/page-views?from=${today()}&to=${today()}`
    expect((await world.request({ url, host: one.host(portal), token })).statusCode).toBe(403)
  }
  for (const [from, to, field] of [
    ['2026-02-30', today(), 'from'],
    [today(), 'today', 'to'],
  ] as const)
    expect((await readViews(one, from, to)).json()).toMatchObject({ status: 400, field })
})

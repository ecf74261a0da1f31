import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Portal } from '#contract/platform/fields.ts'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function call(portal: Portal, method: 'GET' | 'POST', path: string, payload?: object) {
  const { token } = await world.logIn(one, portal)
  const host = one.host(portal)
  return world.request({ method, url: `/v1/${path}`, host, token, ...(payload ? { payload } : {}) })
}

describe('the list of schemes', () => {
  const listSlugs = async (portal: Portal, query: string) =>
    (await call(portal, 'GET', `schemes${query}`)).json<Scheme[]>().map(({ slug }) => slug)

  test('has all schemes, or only those that are published, are not published, or are used by groups of the caller’s clubs [7.28]', async () => {
    expect((await call('scheme', 'POST', 'schemes', { name: 'Dive', languages: ['en-GB'] })).statusCode).toBe(201)
    await world.owner.query(`UPDATE schemes SET published = (slug = 'dive') WHERE client_id = 'one'`)
    // only `swim` is used by a group
    const queries = ['', '?published=1', '?published=0', '?scheme_sessions_only=1', '?scheme_sessions_only=0']
    for (const portal of ['club', 'coach'] as const)
      expect(await Promise.all(queries.map((query) => listSlugs(portal, query))), portal).toEqual([
        ['dive', 'swim'],
        ['dive'],
        ['swim'],
        ['swim'],
        ['dive', 'swim'],
      ])
    expect(await listSlugs('club', '?published=1&scheme_sessions_only=1')).toEqual([])
  })
})

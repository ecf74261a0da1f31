import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { turnOnAllFeatures } from '#server/testing/all-features.ts'
import { unknownIds, withIds, type Operation } from '#server/testing/smallest-request.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

/**
 * What a GET may write: the audit log notes who read or downloaded personal data, and a login at a provider begins with
 * a GET that the browser follows.
 */
const MAY_CHANGE = ['audit_log', 'login_states']

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  await turnOnAllFeatures(world)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The rows of every table as one digest each. */
async function digestTables(): Promise<Map<string, string>> {
  const { rows } = await world.owner.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const digests = new Map<string, string>()
  for (const { name } of rows) {
    const { rows: found } = await world.owner.query<{ digest: string }>(
      `SELECT md5(coalesce(string_agg(row_text, '|' ORDER BY row_text), '')) AS digest
       FROM (SELECT listed::text AS row_text FROM ${name} listed) texts`,
    )
    digests.set(name, found[0]?.digest ?? '')
  }
  return digests
}

test('no GET changes a row, except for the audit log and the beginning of a login at a provider', async () => {
  const { paths } = (await world.request({ url: '/v1/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  const users = { parent: one.parent, coach: one.coach, club: one.admin, scheme: one.author } as const
  const tokens = new Map<string, string>()
  for (const portal of Object.keys(users) as (keyof typeof users)[])
    tokens.set(portal, (await world.logIn(one, portal)).token)
  const before = await digestTables()
  let answered = 0
  for (const [portal, user] of Object.entries(users) as [keyof typeof users, string][])
    for (const [path, operations] of Object.entries(paths)) {
      // the event stream does not end
      if (!operations['get'] || path === '/v1/events') continue
      const ids = { ...unknownIds(), user, member: one.members[0], group: one.group, scheme: 'swim' }
      const reply = await world.request({
        url: withIds(path, ids),
        host: one.host(portal),
        token: tokens.get(portal) ?? '',
      })
      if (reply.statusCode < 400) answered++
    }
  const after = await digestTables()
  expect(answered).toBeGreaterThan(80)
  expect([...after].filter(([name, digest]) => before.get(name) !== digest && !MAY_CHANGE.includes(name))).toEqual([])
})

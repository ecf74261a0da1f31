import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Portal } from '#contract/platform/fields.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, PASSWORD, type World } from '#server/testing/world.ts'

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

/** The portals with their app id and authentication type [6.1]–[6.4]. */
const typeOfPortal = { club: 'admin', coach: 'coach', scheme: 'ngo', parent: 'parent' } as const satisfies Record<
  Portal,
  string
>

test.each(Object.entries(typeOfPortal) as [Portal, string][])(
  'the %s portal serves logins and password resets of users of the type %s, and of no other type',
  async (portal, portalType) => {
    const [one] = world.tenants
    const request = { method: 'POST' as const, host: one.host(portal) }
    for (const type of Object.values(typeOfPortal)) {
      // The password is the right one of the user of this type.
      const payload = { client_id: one.id, type, email: `${type}@one.example`, password: PASSWORD }
      const login = await world.request({ ...request, url: '/v1/auth/login', payload })
      expect(login.statusCode === 200, `${type} ${login.body}`).toBe(type === portalType)
      const reset = { email: `${type}@one.example`, client_id: one.id, app_id: type }
      const resetReply = await world.request({ ...request, url: '/v1/auth/reset-password', payload: reset })
      expect(resetReply.statusCode < 300, `${type} ${resetReply.body}`).toBe(type === portalType)
    }
  },
)

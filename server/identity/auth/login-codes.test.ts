import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

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

/** The user type of each portal. */
const types = { parent: 'parent', coach: 'coach', club: 'admin', scheme: 'ngo' } as const
const logIn = (payload: object = {}, portal: keyof typeof types = 'coach') =>
  world.request({
    method: 'POST',
    url: '/v1/auth/login',
    host: one.host(portal),
    payload: {
      client_id: 'one',
      type: types[portal],
      email: `${types[portal]}@one.example`,
      password: PASSWORD,
      ...payload,
    },
  })
const codeOf = async (reply: ReturnType<typeof logIn>) => (await reply).json<{ error?: string }>().error

/** Runs `work` after the SQL statement `change`, then undoes the change with the statement `restore`. */
async function withChange<T>(change: string, restore: string, work: () => Promise<T>): Promise<T> {
  await world.owner.query(change)
  try {
    return await work()
  } finally {
    await world.owner.query(restore)
  }
}
/** Runs `work` while a column of the coach has another value; both values are SQL. */
const withUser = <T>(column: string, value: string, original: string, work: () => Promise<T>) => {
  const setTo = (sql: string) => `UPDATE users SET ${column} = ${sql} WHERE client_id = 'one' AND id = '${one.coach}'`
  return withChange(setTo(value), setTo(original), work)
}

describe('each login error has its cause', () => {
  test('ERROR_INVALID_EMAIL: no address, or an invalid one', async () => {
    expect(await codeOf(logIn({ email: 'coach' }))).toBe('ERROR_INVALID_EMAIL')
    expect(await codeOf(logIn({ email: undefined, username: 'coach' }))).toBe('ERROR_INVALID_EMAIL')
  })

  test('AUTH_INVALID_CREDENTIALS: a wrong name or password, also of a user who has left or is not verified', async () => {
    expect(await codeOf(logIn({ password: 'nope' }))).toBe('AUTH_INVALID_CREDENTIALS')
    expect(await codeOf(logIn({ email: 'nobody@one.example' }))).toBe('AUTH_INVALID_CREDENTIALS')
    const codeOfLapsed = await withUser('status', `'lapsed'`, `'current'`, () => codeOf(logIn({ password: 'nope' })))
    expect(codeOfLapsed).toBe('AUTH_INVALID_CREDENTIALS')
    const codeOfUnverified = await withUser('verified', 'false', 'true', () => codeOf(logIn({ password: 'nope' })))
    expect(codeOfUnverified).toBe('AUTH_INVALID_CREDENTIALS')
  })

  test('AUTH_USER_DELETED and AUTH_USER_NOT_FOUND: the right password of a user who has left, or whose account is closed or unlinked', async () => {
    expect(await withUser('status', `'lapsed'`, `'current'`, () => codeOf(logIn()))).toBe('AUTH_USER_DELETED')
    for (const status of ['anonymised', 'unlinked'])
      expect(await withUser('status', `'${status}'`, `'current'`, () => codeOf(logIn()))).toBe('AUTH_USER_NOT_FOUND')
  })

  test('AUTH_USER_NOT_VERIFIED: the right password of an account that was never confirmed', async () => {
    expect(await withUser('verified', 'false', 'true', () => codeOf(logIn()))).toBe('AUTH_USER_NOT_VERIFIED')
  })

  test('AUTH_USER_INSUFFICIENT_PERMISSIONS: a user type of another client or portal', async () => {
    expect(await codeOf(logIn({ client_id: 'two' }))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    expect(await codeOf(logIn({ type: 'admin' }))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    expect(await codeOf(logIn({ type: 'api' }))).toBe('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  })

  test('AUTH_CLUB_NOT_FOUND: a coach without any club today', async () => {
    const endClub = (to: string) => `UPDATE user_clubs SET to_date = ${to} WHERE user_id = '${one.coach}'`
    expect(await withChange(endClub(`'2020-01-01'`), endClub('NULL'), () => codeOf(logIn()))).toBe(
      'AUTH_CLUB_NOT_FOUND',
    )
  })

  test('ORG_PORTAL_NO_ACCESS: a club that does not take part in the organisations’ portal, only at the club portal and where the client has that feature', async () => {
    const setOrgPortal = (takesPart: boolean) => `UPDATE clubs SET org_portal = ${takesPart} WHERE id = '${one.club}'`
    const setFlag = (on: boolean) =>
      `UPDATE clients SET features = features || '{"ENABLE_ORGANISATIONS": ${on}}' WHERE client_id = 'one'`
    await withChange(setOrgPortal(false), setOrgPortal(true), async () => {
      expect((await logIn({}, 'club')).statusCode).toBe(200)
      await withChange(setFlag(true), setFlag(false), async () => {
        expect(await codeOf(logIn({}, 'club'))).toBe('ORG_PORTAL_NO_ACCESS')
        expect((await logIn()).statusCode).toBe(200)
      })
    })
    await withChange(setFlag(true), setFlag(false), async () => {
      expect((await logIn({}, 'club')).statusCode).toBe(200)
    })
  })

  test('PASSWORD_RESET_REQUIRED: the password must be renewed and the user has no address for a link; with an address the reply is reset', async () => {
    await withUser('password_reset_required', 'true', 'false', async () => {
      const reply = await logIn()
      expect([reply.statusCode, reply.json()]).toEqual([200, { reset: true }])
      expect(await codeOf(logIn({ password: 'nope' }))).toBe('AUTH_INVALID_CREDENTIALS')
    })
    const setLogin = (to: string) => `UPDATE clients SET login = ${to} WHERE client_id = 'one'`
    await withChange(setLogin(`'username'`), setLogin(`'email'`), () =>
      withUser(
        `(email, username, password_reset_required)`,
        `(NULL, 'anna', true)`,
        `('coach@one.example', NULL, false)`,
        async () => {
          expect(await codeOf(logIn({ email: undefined, username: 'anna' }))).toBe('PASSWORD_RESET_REQUIRED')
        },
      ),
    )
  })

  test('AUTH_USE_USERNAME: an address where the client’s users log in by name; the name is accepted, whatever its case', async () => {
    const setLogin = (to: string) => `UPDATE clients SET login = ${to} WHERE client_id = 'one'`
    await withChange(setLogin(`'username'`), setLogin(`'email'`), () =>
      withUser('username', `'anna'`, 'NULL', async () => {
        expect((await logIn()).json()).toMatchObject({ status: 400, error: 'AUTH_USE_USERNAME', field: 'username' })
        expect((await logIn({ email: undefined, username: 'Anna' })).statusCode).toBe(200)
        expect(await codeOf(logIn({ email: undefined, username: 'coach@one.example' }))).toBe(
          'AUTH_INVALID_CREDENTIALS',
        )
      }),
    )
  })

  test('EXTERNAL_CONFIG_ERROR: the client’s users log in at a provider', async () => {
    const setLogin = (to: string) => `UPDATE clients SET login = ${to} WHERE client_id = 'one'`
    for (const kind of ['federated', 'course_provider'])
      expect(await withChange(setLogin(`'${kind}'`), setLogin(`'email'`), () => codeOf(logIn()))).toBe(
        'EXTERNAL_CONFIG_ERROR',
      )
  })

  test('TOO_MANY_REQUESTS: after ten wrong passwords even the right one has to wait, for at most a minute', async () => {
    for (let n = 0; n < 10; n++) await logIn({ password: 'nope', email: 'admin@one.example' }, 'club')
    expect(await codeOf(logIn({}, 'club'))).toBe('TOO_MANY_REQUESTS')
    world.clock.now += 61_000
    expect((await logIn({}, 'club')).statusCode).toBe(200)
  })
})

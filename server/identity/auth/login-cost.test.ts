import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

/** Records the calls of the argon2 package, which the mock below passes on to the real one. */
const hashing = vi.hoisted(() => ({
  /** How many passwords were hashed. */
  hashes: 0,
  /** The algorithm and cost of each verified hash. */
  verified: [] as string[],
  running: 0,
  maxRunning: 0,
  /** Calls begin only when this promise is fulfilled. */
  gate: Promise.resolve(),
  /** Whether a verification succeeds at once instead of being computed. */
  instant: false,
}))

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  async function counted<T>(operation: () => Promise<T>): Promise<T> {
    hashing.maxRunning = Math.max(hashing.maxRunning, ++hashing.running)
    try {
      await hashing.gate
      return await operation()
    } finally {
      hashing.running--
    }
  }
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => {
      hashing.hashes++
      return counted(() => real.hash(...args))
    },
    verify: (...args: Parameters<typeof real.verify>) => {
      hashing.verified.push(String(args[0]).split('$').slice(0, 4).join('$'))
      return counted(() => (hashing.instant ? Promise.resolve(true) : real.verify(...args)))
    },
  }
})

const PORTAL_TYPES = [
  ['parent', 'parent'],
  ['coach', 'coach'],
  ['club', 'admin'],
  ['scheme', 'ngo'],
] as const

/** security.md 11: argon2id, 19 MiB, t = 2, p = 1. */
const COST = '$argon2id$v=19$m=19456,t=2,p=1'

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  // other files of this process have loaded the server with the real package
  vi.resetModules()
  const { createWorld } = await import('#server/testing/world.ts')
  world = await createWorld(database)
  one = world.tenants[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const logIn = (payload: object) =>
  world.request({
    method: 'POST',
    url: '/v1/auth/login',
    host: one.host('coach'),
    payload: { client_id: one.id, type: 'coach', password: PASSWORD, ...payload },
  })

/**
 * Runs an operation; returns its result, the SQL statements that it sent, in order, and what was hashed and verified.
 */
async function measure<T>(
  operation: () => Promise<T>,
): Promise<{ result: T; statements: string[]; hashes: number; verified: string[] }> {
  hashing.hashes = 0
  hashing.verified = []
  const querySpy = vi.spyOn(pg.Client.prototype, 'query')
  const result = await operation()
  const statements = querySpy.mock.calls.map(([sent]) => {
    const query: unknown = sent
    return typeof query === 'string' ? query : (query as { text: string }).text
  })
  querySpy.mockRestore()
  return { result, statements, hashes: hashing.hashes, verified: [...hashing.verified] }
}

describe('an unknown name costs what a wrong password costs', () => {
  beforeEach(() => {
    // Lets the windows of earlier tries end.
    world.clock.now += 16 * 60_000
  })
  afterEach(async () => {
    await world.owner.query(
      `UPDATE users SET status = 'current', verified = true, password_reset_required = false WHERE client_id = 'one'`,
    )
    await world.owner.query(`UPDATE clients SET login = 'email' WHERE client_id = 'one'`)
  })

  /**
   * Expects a wrong password to cost the same for the known name, in each state of its account, as for the unknown one.
   */
  const expectSameCost = async (names: { unknown: object; known: object }, states: readonly string[]) => {
    // The first login creates what is cached afterwards.
    await logIn({ ...names.unknown, password: 'x' })
    const unknown = await measure(() => logIn({ ...names.unknown, password: 'Wrong-horse-9' }))
    expect([unknown.result.statusCode, unknown.hashes, unknown.verified]).toEqual([401, 0, [COST]])
    for (const state of states) {
      await world.owner.query(`UPDATE users SET ${state} WHERE id = $1`, [one.coach])
      const known = await measure(() => logIn({ ...names.known, password: 'Wrong-horse-9' }))
      expect([known.result.statusCode, known.result.body], state).toEqual([401, unknown.result.body])
      expect([known.hashes, known.verified], state).toEqual([0, [COST]])
      expect(known.statements, state).toEqual(unknown.statements)
    }
  }

  test('where users log in by e-mail, whatever the account’s state: the same answer, statements and one verification of the same cost', async () => {
    const { rows } = await world.owner.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [one.coach],
    )
    const passwordHash = rows[0]?.password_hash ?? ''
    await expectSameCost({ unknown: { email: 'nobody@one.example' }, known: { email: 'coach@one.example' } }, [
      `status = 'current'`,
      `status = 'lapsed'`,
      `status = 'current', verified = false`,
      `verified = true, password_reset_required = true`,
      `password_hash = NULL`,
    ])
    await world.owner.query('UPDATE users SET password_hash = $2 WHERE id = $1', [one.coach, passwordHash])
  })

  test('where users log in by username', async () => {
    await world.owner.query(`UPDATE clients SET login = 'username' WHERE client_id = 'one'`)
    await world.owner.query(`UPDATE users SET username = 'anna' WHERE id = $1`, [one.coach])
    await expectSameCost({ unknown: { username: 'nobody' }, known: { username: 'anna' } }, [
      `status = 'current'`,
      `status = 'lapsed'`,
    ])
  })

  test('a right password sends more statements, so the measurement can tell a difference', async () => {
    const right = await measure(() => logIn({ email: 'coach@one.example' }))
    const wrong = await measure(() => logIn({ email: 'coach@one.example', password: 'Wrong-horse-9' }))
    expect([right.result.statusCode, wrong.result.statusCode]).toEqual([200, 401])
    expect(right.statements.length).toBeGreaterThan(wrong.statements.length)
  })
})

test('a forgotten password costs the same for an address that somebody has and one that nobody has', async () => {
  const requestReset = (email: string) =>
    measure(() =>
      world.request({
        method: 'POST',
        url: '/v1/auth/reset-password',
        host: one.host('coach'),
        payload: { client_id: one.id, app_id: 'coach', email },
      }),
    )
  // The first request creates what is cached afterwards.
  await requestReset('first@one.example')
  const [known, unknown] = [await requestReset('coach@one.example'), await requestReset('nobody@one.example')]
  expect([known.result.statusCode, known.result.body]).toEqual([unknown.result.statusCode, unknown.result.body])
  expect(known.result.statusCode).toBeLessThan(300)
  expect(known.statements).toEqual(unknown.statements)
  expect([known.hashes, known.verified, unknown.hashes, unknown.verified]).toEqual([0, [], 0, []])
  expect(await world.mails(one)).toHaveLength(1)
})

test('passwords are kept as argon2id of 19 MiB, two passes, one lane', async () => {
  const { hashPassword } = await import('./passwords.ts')
  expect((await hashPassword('x')).startsWith(`${COST}$`)).toBe(true)
  const { rows } = await world.owner.query<{ password_hash: string }>(
    'SELECT password_hash FROM users WHERE password_hash IS NOT NULL',
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const { password_hash } of rows) expect(password_hash.startsWith(`${COST}$`)).toBe(true)
})

/** Sends 200 logins, 50 for each portal. Each has its own network, because the limit of tries counts by network. */
const sendManyLogins = () =>
  Array.from({ length: 200 }, (_, n) => {
    const [portal, type] = PORTAL_TYPES[n % PORTAL_TYPES.length] ?? PORTAL_TYPES[0]
    return world.request({
      method: 'POST',
      url: '/v1/auth/login',
      host: one.host(portal),
      remoteAddress: `10.1.1.${n}`,
      payload: { client_id: one.id, type, email: `${type}@one.example`, password: PASSWORD },
    })
  })

test('of 200 simultaneous logins two passwords are verified at a time, and other requests do not wait for them', async () => {
  const { token } = await world.logIn(one, 'club')
  let openGate = () => {}
  hashing.gate = new Promise((resolve) => (openGate = resolve))
  hashing.maxRunning = 0
  // The time of a hash does not matter here; the queue must not outlast its wait.
  hashing.instant = true
  const logins = sendManyLogins()
  await vi.waitUntil(() => hashing.running > 0, { timeout: 30_000 })
  // No hash ends meanwhile.
  for (let n = 0; n < 40; n++) {
    const reply = await world.request({ url: '/v1/me', host: one.host('club'), token })
    expect(reply.statusCode).toBe(200)
  }
  expect(hashing.maxRunning).toBe(2)
  openGate()
  const replies = await Promise.all(logins)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(200).fill(200))
  expect(hashing.maxRunning).toBe(2)
  hashing.instant = false
})

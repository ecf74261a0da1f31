import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { PASSWORD, type Tenant, type World } from '#server/testing/world.ts'

/** What was hashed, for real, and how many at once; no hash begins before the gate is open. */
const work = vi.hoisted(() => ({
  hashes: 0,
  verified: [] as string[],
  running: 0,
  most: 0,
  gate: Promise.resolve(),
  instant: false,
}))

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original()
  async function counted<T>(doing: () => Promise<T>): Promise<T> {
    work.most = Math.max(work.most, ++work.running)
    try {
      await work.gate
      return await doing()
    } finally {
      work.running--
    }
  }
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => {
      work.hashes++
      return counted(() => real.hash(...args))
    },
    verify: (...args: Parameters<typeof real.verify>) => {
      work.verified.push(String(args[0]).split('$').slice(0, 4).join('$'))
      return counted(() => (work.instant ? Promise.resolve(true) : real.verify(...args)))
    },
  }
})

const KINDS = [
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

/** The statements of the application, in their order, and what was hashed, while something is done. */
async function workOf<T>(
  doing: () => Promise<T>,
): Promise<{ done: T; statements: string[]; hashes: number; verified: string[] }> {
  work.hashes = 0
  work.verified = []
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const done = await doing()
  const statements = query.mock.calls.map(([sent]) => {
    const said: unknown = sent
    return typeof said === 'string' ? said : (said as { text: string }).text
  })
  query.mockRestore()
  return { done, statements, hashes: work.hashes, verified: [...work.verified] }
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

  const same = async (names: { unknown: object; known: object }, states: readonly string[]) => {
    // Makes what is made only once, at the first login.
    await logIn({ ...names.unknown, password: 'x' })
    const unknown = await workOf(() => logIn({ ...names.unknown, password: 'Wrong-horse-9' }))
    expect([unknown.done.statusCode, unknown.hashes, unknown.verified]).toEqual([401, 0, [COST]])
    for (const state of states) {
      await world.owner.query(`UPDATE users SET ${state} WHERE id = $1`, [one.coach])
      const known = await workOf(() => logIn({ ...names.known, password: 'Wrong-horse-9' }))
      expect([known.done.statusCode, known.done.body], state).toEqual([401, unknown.done.body])
      expect([known.hashes, known.verified], state).toEqual([0, [COST]])
      expect(known.statements, state).toEqual(unknown.statements)
    }
  }

  test('by e-mail, whatever the account’s state: the same answer, statements and one verification of the same cost', async () => {
    const { rows } = await world.owner.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [one.coach],
    )
    const right = rows[0]?.password_hash ?? ''
    await same({ unknown: { email: 'nobody@one.example' }, known: { email: 'coach@one.example' } }, [
      `status = 'current'`,
      `status = 'lapsed'`,
      `status = 'current', verified = false`,
      `verified = true, password_reset_required = true`,
      `password_hash = NULL`,
    ])
    await world.owner.query('UPDATE users SET password_hash = $2 WHERE id = $1', [one.coach, right])
  })

  test('by username', async () => {
    await world.owner.query(`UPDATE clients SET login = 'username' WHERE client_id = 'one'`)
    await world.owner.query(`UPDATE users SET username = 'anna' WHERE id = $1`, [one.coach])
    await same({ unknown: { username: 'nobody' }, known: { username: 'anna' } }, [
      `status = 'current'`,
      `status = 'lapsed'`,
    ])
  })

  test('the spy sees what costs more: a right password does', async () => {
    const right = await workOf(() => logIn({ email: 'coach@one.example' }))
    const wrong = await workOf(() => logIn({ email: 'coach@one.example', password: 'Wrong-horse-9' }))
    expect([right.done.statusCode, wrong.done.statusCode]).toEqual([200, 401])
    expect(right.statements.length).toBeGreaterThan(wrong.statements.length)
  })
})

test('a forgotten password costs the same for an address that somebody has and one that nobody has', async () => {
  const ask = (email: string) =>
    workOf(() =>
      world.request({
        method: 'POST',
        url: '/v1/auth/reset-password',
        host: one.host('coach'),
        payload: { client_id: one.id, app_id: 'coach', email },
      }),
    )
  await ask('first@one.example')
  const [known, unknown] = [await ask('coach@one.example'), await ask('nobody@one.example')]
  expect([known.done.statusCode, known.done.body]).toEqual([unknown.done.statusCode, unknown.done.body])
  expect(known.done.statusCode).toBeLessThan(300)
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

/** Fifty from each portal, each from a network of its own: of one account and network ten are tried at once. */
const rush = () =>
  Array.from({ length: 200 }, (_, n) => {
    const [portal, type] = KINDS[n % KINDS.length] ?? KINDS[0]
    return world.request({
      method: 'POST',
      url: '/v1/auth/login',
      host: one.host(portal),
      remoteAddress: `10.1.1.${n}`,
      payload: { client_id: one.id, type, email: `${type}@one.example`, password: PASSWORD },
    })
  })

test('of 200 logins at the same moment two are hashed at once, and nobody else waits for them', async () => {
  const { token } = await world.logIn(one, 'club')
  let open = () => {}
  work.gate = new Promise((done) => (open = done))
  work.most = 0
  // The time of a hash does not matter here; the queue must not outlast its wait.
  work.instant = true
  const logins = rush()
  await vi.waitUntil(() => work.running > 0, { timeout: 30_000 })
  // No hash ends meanwhile.
  for (let n = 0; n < 40; n++) {
    const reply = await world.request({ url: '/v1/me', host: one.host('club'), token })
    expect(reply.statusCode).toBe(200)
  }
  expect(work.most).toBe(2)
  open()
  const replies = await Promise.all(logins)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(200).fill(200))
  expect(work.most).toBe(2)
  work.instant = false
})

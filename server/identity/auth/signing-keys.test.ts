import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { SETTLE_MS, Tokens } from '#server/platform/http/session.ts'
import { rungsOn } from '#server/testing/rungs.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let nowMs = Date.now()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The tokens as a server process of this database knows them. */
const startProcess = () => Tokens.load(world.db, world.secrets, () => nowMs)
const tenant = () => ({ clientId: one.id, portal: 'coach' }) as const
const sign = (tokens: Tokens) => tokens.sign(tenant(), 'file', 'picture', crypto.randomUUID(), 3_600)
const accepts = (tokens: Tokens, token: string) =>
  tokens.check(tenant(), 'file', token).then(
    () => true,
    () => false,
  )
const keyOf = (token: string) => decodeProtectedHeader(token).kid

test('a rotated key is accepted by running processes before any of them signs with it, and can then replace the old one', async () => {
  const rungs = rungsOn(database)
  const [first, second] = [await startProcess(), await startProcess()]
  const old = await sign(first)
  const { out } = await rungs('key', 'rotate')
  const added = /The key (\S+) is accepted/.exec(out)?.[1] ?? ''
  await first.readKeysAgain()
  await second.readKeysAgain()
  expect(keyOf(await sign(first))).toBe(keyOf(old))
  expect((await rungs('key', 'list')).out).toMatch(new RegExp(`${added} .* accepted, signs 10 minutes after`))
  expect((await rungs('key', 'remove', keyOf(old) ?? '')).error).toContain('signs now')

  // ten minutes later the first process has read them again, the second has not yet
  nowMs = Date.now() + SETTLE_MS
  await world.owner.query(`UPDATE signing_keys SET created_at = created_at - interval '${SETTLE_MS} milliseconds'`)
  await first.readKeysAgain()
  const fresh = await sign(first)
  expect(keyOf(fresh)).toBe(added)
  expect([await accepts(second, fresh), await accepts(second, old)]).toEqual([true, true])

  // without the old key its tokens end
  expect((await rungs('key', 'remove', keyOf(old) ?? '')).error).toBe('')
  await second.readKeysAgain()
  expect([await accepts(second, fresh), await accepts(second, old)]).toEqual([true, false])
  expect((await rungs('key', 'list')).out.split('\n')).toHaveLength(2)
})

test('a session ends in the process that had it in memory when its key is removed', async () => {
  const rungs = rungsOn(database)
  const { token } = await world.logIn(one, 'coach')
  const me = async () => (await world.request({ url: '/v1/me', host: one.host('coach'), token })).statusCode
  expect(await me()).toBe(200)
  await rungs('key', 'rotate')
  await world.owner.query(`UPDATE signing_keys SET created_at = created_at - interval '1 hour'`)
  await rungs('key', 'remove', keyOf(token) ?? '')
  expect(await me()).toBe(200)
  await world.tokens.readKeysAgain()
  expect(await me()).toBe(401)
})

test('an unknown key is not removed, and other words are no command', async () => {
  const rungs = rungsOn(database)
  expect((await rungs('key', 'remove', 'none')).error).toContain('no key "none"')
  expect((await rungs('key', 'rotate', 'now')).code).toBe(2)
  expect((await rungs('key')).code).toBe(2)
})

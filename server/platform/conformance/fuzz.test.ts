import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { Operation } from '#server/platform/docs/open-api.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { brokenRequest, validRequest, type TestRequest } from './requests.ts'
import type { KnownIds } from './values.ts'

/** Requests in all, half of them within the contract and half of them broken. `npm run prove requests` sends more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 5_000)
/** On a machine that does much else; how fast answers are is for benches. */
const LONGEST_MS = 15 * 60_000
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const PORTALS = ['parent', 'coach', 'club', 'scheme'] as const

let database: TestDatabase
let world: World
let known: KnownIds
const tokens = new Map<Portal, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  const [one, two] = world.tenants
  const of = (t: typeof one) => [t.club, t.coach, t.parent, t.admin, t.author, t.group, ...t.members]
  known = {
    uuids: [...of(one), ...of(one), ...of(two)],
    slugs: ['swim', 'swim', 'nothing'],
    nodes: ['/stage-1', '/stage-1/float', '/stage-1/manual', '/stage-2', '/nothing'],
  }
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function tokenOf(portal: Portal): Promise<string | undefined> {
  const token = tokens.get(portal) ?? (await world.logIn(world.tenants[0], portal).catch(() => null))?.token
  // A random request may have closed the account itself.
  if (token !== undefined) tokens.set(portal, token)
  return token
}

async function inject(sent: TestRequest, portal: Portal) {
  const token = await tokenOf(portal)
  const { payload, headers, ...rest } = sent
  return world.app.inject({
    ...rest,
    ...(payload === undefined ? {} : { payload }),
    headers: {
      host: world.tenants[0].host(portal),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
}

async function ask(operation: Operation, sent: TestRequest, portal: Portal): Promise<string | null> {
  const reply = await inject(sent, portal)
  // A random request may have ended its own session, or all sessions.
  if (reply.statusCode === 401) tokens.delete(portal)
  const said = `${sent.method} ${sent.url.slice(0, 200)} as ${portal}: ${(sent.payload ?? '').slice(0, 300)}`
  if (reply.statusCode >= 500) return `${reply.statusCode} ${said}`
  // A changed URL may belong to another operation or to none; the answer is checked against that one.
  const met = world.contract.operation(sent.method, sent.url) ?? operation
  const faults = reply.statusCode === 404 ? [] : world.contract.faults(met, reply)
  return faults.length === 0 ? null : `${faults.join('; ')} ${said}`
}

test(
  `${REQUESTS} requests with fixed seeds get no 5xx and no answer outside the contract`,
  async () => {
    // Operations that end accounts or sessions come last. The event stream is left out, because it never ends.
    const last = ({ method, path }: Operation) => Number(method === 'DELETE') * 2 + Number(/auth|password/.test(path))
    const operations = world.contract.operations
      .filter(({ path }) => path !== '/v1/events')
      .toSorted((a, b) => last(a) - last(b))
    const each = Math.ceil(REQUESTS / operations.length / 2)
    const found: string[] = []
    let asked = 0
    for (const [k, operation] of operations.entries()) {
      const seed = SEED + k
      const requests = [
        ...fc.sample(validRequest(operation, known), { seed, numRuns: each }),
        ...fc.sample(brokenRequest(operation, known), { seed, numRuns: each }),
      ]
      // Most requests come from a user who is allowed to make them.
      const may: Portal[] = []
      for (const portal of PORTALS) {
        const [sent] = requests
        if (sent && (await inject(sent, portal)).statusCode !== 403) may.push(portal, portal, portal)
      }
      const who = [...may, ...PORTALS]
      for (const [n, sent] of requests.entries()) {
        const fault = await ask(operation, sent, who[n % who.length] ?? 'club')
        asked++
        if (fault !== null && found.length < 40) found.push(fault)
      }
    }
    expect(found).toEqual([])
    expect(asked).toBeGreaterThanOrEqual(REQUESTS)
  },
  LONGEST_MS,
)

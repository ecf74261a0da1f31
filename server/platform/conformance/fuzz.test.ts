import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { Operation } from '#server/platform/docs/open-api.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { brokenRequest, validRequest, type TestRequest } from './requests.ts'
import type { KnownIds } from './values.ts'

/** Requests in all, half of them within the contract and half of them broken. `npm run prove requests` sends more. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_500)
/** Generous, because the machine may be busy; benchmarks measure the speed. */
const TIMEOUT_MS = 15 * 60_000
/** The first seed of the random requests; each operation adds its index. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const PORTALS = ['parent', 'coach', 'club', 'scheme'] as const

let database: TestDatabase
let world: World
let ids: KnownIds
const tokens = new Map<Portal, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  const [one, two] = world.tenants
  const idsOf = ({ club, coach, parent, admin, author, group, members }: typeof one) => [
    club,
    coach,
    parent,
    admin,
    author,
    group,
    ...members,
  ]
  // The ids of the requests' own tenant and scheme stand twice, so that they are chosen more often.
  ids = {
    uuids: [...idsOf(one), ...idsOf(one), ...idsOf(two)],
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

/** Sends a request; returns what is wrong with the answer, or null. */
async function faultOf(operation: Operation, sent: TestRequest, portal: Portal): Promise<string | null> {
  const reply = await inject(sent, portal)
  // A random request may have ended its own session, or all sessions.
  if (reply.statusCode === 401) tokens.delete(portal)
  const description = `${sent.method} ${sent.url.slice(0, 200)} as ${portal}: ${(sent.payload ?? '').slice(0, 300)}`
  if (reply.statusCode >= 500) return `${reply.statusCode} ${description}`
  // A changed URL may belong to another operation, against which the answer is checked, or to none, which is a 404.
  const called = world.contract.operation(sent.method, sent.url) ?? operation
  const faults = reply.statusCode === 404 ? [] : world.contract.faults(called, reply)
  return faults.length === 0 ? null : `${faults.join('; ')} ${description}`
}

test(
  `${REQUESTS} requests with fixed seeds get no 5xx and no answer outside the contract`,
  async () => {
    // Operations that end accounts or sessions come last. The event stream is left out, because it never ends.
    const rank = ({ method, path }: Operation) => Number(method === 'DELETE') * 2 + Number(/auth|password/.test(path))
    const operations = world.contract.operations
      .filter(({ path }) => path !== '/v1/events')
      .toSorted((a, b) => rank(a) - rank(b))
    const runsPerKind = Math.ceil(REQUESTS / operations.length / 2)
    const faults: string[] = []
    let sentRequests = 0
    for (const [index, operation] of operations.entries()) {
      const seed = SEED + index
      const requests = [
        ...fc.sample(validRequest(operation, ids), { seed, numRuns: runsPerKind }),
        ...fc.sample(brokenRequest(operation, ids), { seed, numRuns: runsPerKind }),
      ]
      // Each portal that may call the operation stands in the list three more times, so most requests are allowed.
      const allowed: Portal[] = []
      for (const portal of PORTALS) {
        const [sent] = requests
        if (sent && (await inject(sent, portal)).statusCode !== 403) allowed.push(portal, portal, portal)
      }
      const senders = [...allowed, ...PORTALS]
      for (const [n, sent] of requests.entries()) {
        const fault = await faultOf(operation, sent, senders[n % senders.length] ?? 'club')
        sentRequests++
        if (fault !== null && faults.length < 40) faults.push(fault)
      }
    }
    expect(faults).toEqual([])
    expect(sentRequests).toBeGreaterThanOrEqual(REQUESTS)
  },
  TIMEOUT_MS,
)

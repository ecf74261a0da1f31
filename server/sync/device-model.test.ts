import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChangesReply, MarkPayload, PushBody, PushReply } from '#contract/sync.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { CoachDatabase } from '#web/offline/database.ts'
import { enqueueMark } from '#web/offline/outbox.ts'
import { syncOnce, type SyncApi } from '#web/offline/sync-loop.ts'
import { readView } from '#web/offline/view.ts'
import { inTenant } from '#server/tenancy.ts'
import { createWorld, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

/**
 * The real client code on an IndexedDB, the real server on a real database, a network that fails before, in and after
 * a reply, and devices whose clocks are wrong. Whatever happens, in the end nothing is lost, nothing counts twice and
 * every device shows what the server holds (offline-sync.md, invariants 1 to 6).
 */

const DEVICES = 3

type Fault = 'none' | 'before' | 'after' | 'half'

type Step =
  | { do: 'mark'; device: number; member: number; skill: number; grade: number; late: number }
  | { do: 'sync'; device: number; push: Fault; pull: Fault }
  | { do: 'restart'; device: number }

const device = fc.nat(DEVICES - 1)
const fault: fc.Arbitrary<Fault> = fc.constantFrom('none', 'none', 'before', 'after', 'half')
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('mark' as const),
      device,
      member: fc.nat(1),
      skill: fc.nat(SKILLS.length - 1),
      grade: fc.integer({ min: -1, max: 3 }),
      late: fc.nat(500),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sync' as const), device, push: fault, pull: fault }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), device }) },
)

let database: TestDatabase
let world: World
let tenant: Tenant
let token: string
let run = 0

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  tenant = world.tenants[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

class Failure extends Error {
  readonly status = 0
}

/** The HTTP calls of one device; the next ones fail as told. */
class Network implements SyncApi {
  push_: Fault = 'none'
  pull_: Fault = 'none'

  async #call<T>(fault: Fault, send: () => ReturnType<World['request']>): Promise<T> {
    if (fault === 'before') throw new Failure('cut before')
    const reply = await send()
    if (fault === 'after') throw new Failure('cut after')
    if (reply.statusCode !== 200) throw Object.assign(new Failure(reply.body), { status: reply.statusCode })
    return reply.json<T>()
  }

  async push(body: PushBody): Promise<PushReply> {
    // a server that got to only half of a batch: what its answer does not name stays queued
    const operations = this.push_ === 'half' ? body.operations.filter((_, k) => k % 2 === 0) : body.operations
    return this.#call<PushReply>(this.push_, () =>
      world.request({ method: 'POST', url: '/v1/sync/push', token, payload: { ...body, operations } }),
    )
  }

  async changes({ cursor, club_id }: { cursor: string; club_id: string }): Promise<ChangesReply> {
    return this.#call<ChangesReply>(this.pull_ === 'half' ? 'after' : this.pull_, () =>
      world.request({ url: `/v1/sync/changes?club_id=${club_id}&cursor=${cursor}`, token }),
    )
  }
}

class Tablet {
  readonly #name: string
  readonly network = new Network()
  db: CoachDatabase
  /** How far this tablet's clock is off. */
  readonly skew: number
  readonly made: string[] = []

  constructor(name: string, skew: number) {
    this.#name = name
    this.skew = skew
    this.db = new CoachDatabase(name)
  }

  now = () => world.clock.now + this.skew
  get owner() {
    return { user: tenant.coach, club: tenant.club, timeZone: 'Europe/London' }
  }

  async mark(s: Extract<Step, { do: 'mark' }>): Promise<void> {
    const payload: MarkPayload = {
      memberUuid: tenant.members[s.member] ?? '',
      groupId: tenant.group,
      groupNgoId: null,
      schemeSlug: 'swim',
      schemeNodeId: `/stage-1/${SKILLS[s.skill]}`,
      assessmentGrade: s.grade,
      assessmentPassGrade: 3,
      assessmentDate: new Date(this.now()).toISOString().slice(0, 10),
      timestamp: Math.floor(this.now() / 1000),
    }
    const op = await enqueueMark(this.db, { userUuid: tenant.coach, club: tenant.club }, payload, this.now() + s.late)
    this.made.push(op.opId)
    // one's own write is visible at once
    expect((await this.shown()).get(`${payload.memberUuid}/swim`)?.get(payload.schemeNodeId)?.grade).toBe(s.grade)
  }

  async sync(push: Fault = 'none', pull: Fault = 'none'): Promise<void> {
    this.network.push_ = push
    this.network.pull_ = pull
    await syncOnce(this.db, this.network, this.owner, this.now).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.status !== 0) throw error
    })
  }

  async shown() {
    await this.db.open()
    const view = await readView(this.db, this.owner)
    return view.results
  }

  restart(): void {
    this.db.close()
    this.db = new CoachDatabase(this.#name)
  }
}

async function storedResults(): Promise<Map<string, number>> {
  const { rows } = await inTenant(world.db, tenant.id, 'read', (tx) =>
    tx.query<{ member_id: string; node_id: string; grade: number }>('SELECT member_id, node_id, grade FROM results'),
  )
  return new Map(rows.map((row) => [`${row.member_id}/swim${row.node_id}`, row.grade]))
}

async function play(steps: readonly Step[], skews: readonly number[]): Promise<void> {
  run++
  token = (await world.logIn(tenant, 'coach')).token
  const tablets = Array.from({ length: DEVICES }, (_, k) => new Tablet(`model-${run}-${k}`, skews[k] ?? 0))
  // a tablet shows nothing before its first load
  for (const tablet of tablets) await tablet.sync()
  for (const s of steps) {
    world.clock.now += 700
    const tablet = tablets[s.device]
    if (!tablet) continue
    if (s.do === 'mark') await tablet.mark(s)
    else if (s.do === 'sync') await tablet.sync(s.push, s.pull)
    else tablet.restart()
  }
  // quiet: two rounds, so that each sees what the others sent
  for (let round = 0; round < 2; round++) {
    world.clock.now += 700
    for (const tablet of tablets) await tablet.sync()
  }
  const stored = await storedResults()
  for (const tablet of tablets) {
    const queue = await tablet.db.syncs.toArray()
    // I1: everything made is still known, and nothing waits or failed
    expect(queue.map((op) => op.opId).toSorted()).toEqual(tablet.made.toSorted())
    expect(queue.filter((op) => op.state !== 'acknowledged')).toEqual([])
    // I4: what is shown is what the server holds
    const shown = new Map(
      [...(await tablet.shown())].flatMap(([key, of]) =>
        [...of].map(([node, r]) => [`${key}${node}`, r.grade] as const),
      ),
    )
    expect(shown).toEqual(stored)
  }
  // I2: one effect per operation
  const made = tablets.flatMap((t) => t.made)
  const { rows } = await inTenant(world.db, tenant.id, 'read', (tx) =>
    tx.query('SELECT op_id FROM assessments WHERE op_id = ANY($1)', [made]),
  )
  expect(rows).toHaveLength(made.length)
  // I3 and I5: the winner of each lane is the largest stamp of those that no later own edit outran
  const wrong = await inTenant(world.db, tenant.id, 'read', (tx) =>
    tx.query(
      `SELECT r.node_id FROM results r WHERE EXISTS (SELECT FROM assessments a WHERE a.member_id = r.member_id AND a.scheme_id = r.scheme_id
         AND a.node_id = r.node_id AND NOT a.outrun
         AND (a.stamp_ms, a.stamp_counter, a.stamp_device, a.stamp_seq) > (r.stamp_ms, r.stamp_counter, r.stamp_device, r.stamp_seq))`,
    ),
  )
  expect(wrong.rows).toEqual([])
  for (const tablet of tablets) await tablet.db.delete()
}

test('whatever the network does, nothing is lost, nothing counts twice and all devices agree', async () => {
  const quarter = 15 * 60_000
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.array(fc.integer({ min: -quarter, max: quarter }), { minLength: DEVICES, maxLength: DEVICES }),
      play,
    ),
    {
      numRuns: Number(process.env['MODEL_RUNS'] ?? 200),
      ...(process.env['MODEL_SEED'] ? { seed: Number(process.env['MODEL_SEED']) } : {}),
    },
  )
}, 600_000)

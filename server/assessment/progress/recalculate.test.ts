import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { RACE_ROUNDS, storedAndEngine } from '#server/testing/progress.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'
import { recalculateIfChanged } from '#server/curriculum/schemes/recalculate-if-changed.ts'
import { createWorker } from '#server/flows/jobs/create-worker.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
let one: Tenant
let device: Device
let schemeId: string
/** Three batches of a recalculation, which takes 200 members at a time. */
const members = Array.from({ length: 450 }, () => crypto.randomUUID())
/** What the workers reported. */
const errors: unknown[] = []
/** How far the workers' clock is ahead of the world's, which stands still so that access tokens stay valid. */
let aheadMs = 0
const now = () => world.clock.now + aheadMs
/** The 450 members and the two children that the world has already. */
const ALL_MEMBERS = 452
/** A recalculation starts a minute after the save that queued it. */
const DELAY_MS = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  const group = crypto.randomUUID()
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await enterMembers(
      tx,
      one.id,
      members.map((id, index) => ({
        id,
        clubIds: [one.club],
        firstname: `M${index}`,
        lastname: 'Lane',
        dob: '2016-01-01',
      })),
    )
    await addGroup(tx, {
      id: group,
      clubId: one.club,
      name: 'All',
      scheme_slug: 'swim',
      levels: ['/stage-1'],
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      first_date: '2020-01-01',
      coaches: [{ uuid: one.coach }],
      memberIds: members,
    })
    const { rows } = await tx.query<{ id: string }>(`SELECT id FROM schemes WHERE slug = 'swim'`)
    schemeId = rows[0]?.id ?? ''
  })
  device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  // three of four skills for everybody, all four for every third
  const ops = members.flatMap((id, index) =>
    SKILLS.slice(0, index % 3 === 0 ? 4 : 3).map((skill) =>
      device.mark(id, `/stage-1/${skill}`, 3, { payload: { groupId: group } }),
    ),
  )
  for (let from = 0; from < ops.length; from += 50) await device.push(...ops.slice(from, from + 50))
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(() => errors.splice(0))

function newWorker(): Worker {
  return createWorker({
    files: world.files,
    providers: new Providers(world.db, world.secrets, { demo: true, now: Date.now }),
    db: world.db,
    curricula: world.curricula,
    now,
    announce: (announcement) => world.announced.push(announcement),
    onError: (error) => errors.push(error),
  })
}

/** Runs a process that dies in its second batch: it asks for the time when it claims a task, and twice in a batch. */
async function killInSecondBatch(): Promise<void> {
  let timesAsked = 0
  const killedWorker = createWorker({
    files: world.files,
    providers: new Providers(world.db, world.secrets, { demo: true, now: Date.now }),
    db: world.db,
    curricula: world.curricula,
    now: () => {
      if (++timesAsked > 3) throw new Error('killed')
      return now()
    },
    announce: () => {},
    onError: () => {},
  })
  await expect(killedWorker.runDue(one.id)).rejects.toThrow('killed')
}

/**
 * Saves the scheme as an author does, with the skill skipped or counting again. Returns whether the rules now differ
 * from those of the stored progress, so that a recalculation is queued.
 */
async function saveSkipped(skipped: boolean, skill = 'dive'): Promise<boolean> {
  return inTenant(world.db, one.id, 'write', async (tx) => {
    await tx.query('UPDATE scheme_nodes SET skipped = $2 WHERE scheme_id = $1 AND id = $3', [
      schemeId,
      skipped,
      `/stage-1/${skill}`,
    ])
    await tx.query('UPDATE schemes SET revision = revision + 1 WHERE id = $1', [schemeId])
    const rules = await new Curricula().scheme(tx, one.id, schemeId)
    if (!rules) throw new Error('no scheme')
    return recalculateIfChanged(tx, rules, { schemeId, nowMs: now(), by: one.author })
  })
}

async function readTasks() {
  const { rows } = await world.owner.query<{ state: string; done: number; total: number; tries: number }>(
    `SELECT state, done, total, tries FROM tasks WHERE client_id = 'one' ORDER BY created_at, id`,
  )
  return rows
}

async function expectProgressOfEngine(): Promise<void> {
  const [stored, engine] = await inTenant(world.db, one.id, 'read', (tx) => storedAndEngine(tx, one.id, 'swim'))
  expect(stored).toEqual(engine)
}

async function countAwards(): Promise<number> {
  const { rows } = await world.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM awards WHERE client_id = 'one' AND node_id = '/stage-1' AND ended_at IS NULL`,
  )
  return rows[0]?.count ?? 0
}

describe('a recalculation', () => {
  test('waits a minute, runs once for several saves, and makes progress and awards equal to the engine’s', async () => {
    // a third of the 450 members has all four skills; without `dive` everybody has enough
    expect(await countAwards()).toBe(150)
    expect(await saveSkipped(true)).toBe(true)
    expect(await saveSkipped(true, 'kick')).toBe(true)
    expect(await saveSkipped(false, 'kick')).toBe(true)
    const worker = newWorker()
    await worker.runDue(one.id)
    expect(await readTasks()).toMatchObject([{ state: 'queued', done: 0 }])
    aheadMs += DELAY_MS
    await worker.runDue(one.id)
    expect(errors).toEqual([])
    expect(await readTasks()).toMatchObject([{ state: 'done', done: ALL_MEMBERS, total: ALL_MEMBERS }])
    expect(await countAwards()).toBe(450)
    await expectProgressOfEngine()
  })

  test('that an undo made unnecessary evaluates only members who were marked in between', async () => {
    const before = await countAwards()
    await saveSkipped(false)
    // the member's progress is now computed by rules that the next save undoes
    await device.push(device.mark(one.members[0], '/stage-1/float', 3))
    await saveSkipped(true)
    aheadMs += DELAY_MS
    await newWorker().runDue(one.id)
    expect((await readTasks()).at(-1)).toMatchObject({ state: 'done', done: 1, total: 1 })
    expect(await countAwards()).toBe(before)
    await expectProgressOfEngine()
  })

  test('that is interrupted is continued by another worker', async () => {
    await saveSkipped(false)
    aheadMs += DELAY_MS
    await killInSecondBatch()
    // the first batch of 200 members was committed
    expect((await readTasks()).at(-1)).toMatchObject({ state: 'running', done: 200, total: ALL_MEMBERS })
    // the lease of the dead worker, 30 seconds, has not expired yet
    await newWorker().runDue(one.id)
    expect((await readTasks()).at(-1)).toMatchObject({ state: 'running', done: 200 })
    aheadMs += 31_000
    await newWorker().runDue(one.id)
    // the takeover of an interrupted try counts as the same try
    expect((await readTasks()).at(-1)).toMatchObject({ state: 'done', done: ALL_MEMBERS, tries: 1 })
    expect(await countAwards()).toBe(150)
    await expectProgressOfEngine()
  })

  test('that an undo made unnecessary in its middle evaluates again whom it has reached', async () => {
    await saveSkipped(true)
    aheadMs += DELAY_MS
    await killInSecondBatch()
    expect((await readTasks()).at(-1)).toMatchObject({ state: 'running', done: 200 })
    // the rules are those of the last finished recalculation again
    expect(await saveSkipped(false)).toBe(true)
    aheadMs += DELAY_MS
    await newWorker().runDue(one.id)
    expect((await readTasks()).at(-1)).toMatchObject({ state: 'done', done: ALL_MEMBERS })
    expect(await countAwards()).toBe(150)
    await expectProgressOfEngine()
  })

  test('that fails is tried again later, and after the last try waits for a person', async () => {
    await saveSkipped(true)
    aheadMs += DELAY_MS
    const failingWorker = createWorker({
      files: world.files,
      providers: new Providers(world.db, world.secrets, { demo: true, now: Date.now }),
      db: world.db,
      // the worker of a recalculation calls nothing else of it
      curricula: { schemes: () => Promise.reject(new Error('broken')) } as never,
      now,
      announce: () => {},
      onError: (error) => errors.push(error),
    })
    for (let tries = 1; tries <= 5; tries++) {
      await failingWorker.runDue(one.id)
      expect((await readTasks()).at(-1)).toMatchObject({ state: tries < 5 ? 'queued' : 'failed', tries })
      // the longest pause between two tries
      aheadMs += 10 * 60_000
    }
    expect(errors).toHaveLength(5)
    // the next save queues a new task
    expect(await saveSkipped(true)).toBe(true)
    aheadMs += DELAY_MS
    await newWorker().runDue(one.id)
    expect((await readTasks()).at(-1)).toMatchObject({ state: 'done', done: ALL_MEMBERS })
    await expectProgressOfEngine()
  })

  test('is announced to the parents of recalculated members', async () => {
    world.announced.splice(0)
    await saveSkipped(false)
    aheadMs += DELAY_MS
    await newWorker().runDue(one.id)
    expect(world.announced.flatMap(({ parents }) => parents)).toContainEqual([one.parent, one.members[0]])
  })
})

test('a push beside a recalculation leaves progress equal to the engine over the stored results', async () => {
  // only the two children stay, so that the recalculation is short and meets the push in each round
  for (const table of ['progress', 'awards', 'results', 'assessments', 'member_schemes'])
    await world.owner.query(`DELETE FROM ${table} WHERE client_id = 'one' AND member_id <> ALL($1)`, [one.members])
  const worker = newWorker()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    await saveSkipped(round % 2 === 0)
    aheadMs += DELAY_MS
    // a grade of 1 takes a skill back below its pass point, so that the level is lost again
    const grade = round % 5 === 0 ? 1 : 3
    const mark = device.mark(one.members[0], `/stage-1/${SKILLS[round % 4]}`, grade)
    const [{ outcomes }] = await Promise.all([device.push(mark), worker.runDue(one.id)])
    expect(outcomes[0]?.outcome).toBe('applied')
    await expectProgressOfEngine()
  }
  expect(errors).toEqual([])
}, 600_000)

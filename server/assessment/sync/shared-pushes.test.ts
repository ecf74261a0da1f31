import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Operation, PushReply } from '#contract/assessment/sync.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { inTenant, openDatabase } from '#server/platform/tenancy.ts'
import { addSecondCoach } from '#server/testing/add-user.ts'
import { storedAndEngine } from '#server/testing/progress.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'
import { sharedPushes } from './shared-pushes.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** Tokens of two coaches of one group. */
let anna: string
let bryn: string
let brynsId: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  brynsId = await addSecondCoach(world, one)
  anna = (await world.logIn(one, 'coach')).token
  bryn = (await world.logIn(one, 'coach', 'bryn@one.example')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(() => {
  world.clock.now += 60_000
})

/**
 * Runs `send` while another transaction has locked a member, or all of them, and returns the replies after it has
 * ended.
 */
async function whileLocked(
  send: () => Promise<PushReply>[],
  whenSent: () => Promise<unknown> = () => Promise.resolve(),
  locked: string | null = null,
): Promise<PushReply[]> {
  const blocker = new pg.Client({ connectionString: database.ownerUrl })
  await blocker.connect()
  try {
    await blocker.query('BEGIN')
    await blocker.query(
      `SELECT FROM member_schemes WHERE client_id = 'one' AND member_id = coalesce($1, member_id) FOR UPDATE`,
      [locked],
    )
    const replies = send()
    await whenSent()
    await blocker.query('COMMIT')
    return await Promise.all(replies)
  } finally {
    await blocker.end()
  }
}

/** Waits until so many transactions wait for a lock. */
function untilLocksAreAwaited(count: number): Promise<void> {
  return expect
    .poll(async () => (await world.owner.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount)
    .toBe(count)
}

/** The queue of a server process; it takes a push in as soon as it is called. */
function createQueue(db = world.db) {
  const share = sharedPushes({
    db,
    curricula: world.curricula,
    now: () => world.clock.now,
    announce: () => {},
    onError: (error) => failures.push(error),
  })
  return ({ device, mark }: Sent) =>
    share(
      {
        clientId: one.id,
        userId: mark.authorUuid,
        originalUserId: null,
      },
      { deviceId: device.id, operations: [mark] },
    )
}
/** What the database refused unexpectedly. */
const failures: unknown[] = []

/** A mark and the tablet that sends it. */
interface Sent {
  device: Device
  mark: Operation
}

/** The number of transactions that wrote the marks. */
async function transactionsOf(operations: readonly Operation[]): Promise<number> {
  const { rows } = await world.owner.query<{ count: number }>(
    `SELECT count(DISTINCT xmin::text)::int AS count FROM assessments WHERE client_id = 'one' AND op_id = ANY($1)`,
    [operations.map(({ opId }) => opId)],
  )
  return rows[0]?.count ?? 0
}

const answersOf = (replies: readonly PushReply[]) =>
  replies.map(({ outcomes }) => outcomes.map(({ outcome, code }) => code ?? outcome))

/** A tablet of each coach for each skill of a member, with a mark for that skill. */
function marksOf(memberUuid: string, grade: number): Sent[] {
  return SKILLS.map((skill, index) => {
    const device = index % 2 === 0 ? new Device(world, one, anna) : new Device(world, one, bryn, brynsId)
    return { device, mark: device.mark(memberUuid, `/stage-1/${skill}`, grade) }
  })
}

test('pushes that arrive together share transactions, and each keeps its author, its answer and its entry in the log', async () => {
  const [sian, beca] = one.members
  const sent = [...marksOf(sian, 2), ...marksOf(beca, 3)]
  const replies = await whileLocked(
    () => sent.map(({ device, mark }) => device.push(mark)),
    // until the server has taken them in
    () => new Promise((done) => setTimeout(done, 1_000)),
  )
  const marks = sent.map(({ mark }) => mark)
  expect(replies.map(({ outcomes }) => outcomes)).toEqual(
    marks.map(({ opId, payload }) => [
      {
        opId,
        outcome: 'applied',
        value: { grade: (payload as { assessmentGrade: number }).assessmentGrade, pass: 3 },
        rev: expect.any(Number),
      },
    ]),
  )
  // the first ones alone, all others together
  expect(await transactionsOf(marks)).toBeLessThan(sent.length / 2)
  const { rows } = await world.owner.query<{ op: string; author: string; winner: string; logged: string }>(
    `SELECT op_id AS op, assessments.author_id AS author, results.author_id AS winner, audit_entries.user_id AS logged
     FROM assessments
     JOIN results USING (client_id, member_id, scheme_id, node_id)
     JOIN audit_entries ON audit_entries.client_id = 'one' AND audit_entries.after ->> 'op' = op_id::text
     WHERE assessments.client_id = 'one' AND op_id = ANY($1)`,
    [marks.map(({ opId }) => opId)],
  )
  expect(new Map(rows.map(({ op, ...authors }) => [op, authors]))).toEqual(
    new Map(
      marks.map(({ opId, authorUuid }) => [opId, { author: authorUuid, winner: authorUuid, logged: authorUuid }]),
    ),
  )
  const [stored, engine] = await inTenant(world.db, one.id, 'read', (tx) => storedAndEngine(tx, one.id, 'swim'))
  expect(stored).toEqual(engine)
})

test('a push with a mistake, or one on which the database fails, costs the others nothing', async () => {
  const [sian] = one.members
  const sent = marksOf(sian, 1)
  const [, second, third] = sent
  if (!second || !third) throw new Error('too few skills')
  // the second names an unknown skill; the database fails on the third
  second.mark = second.device.mark(sian, '/stage-1/unknown', 1)
  await world.owner.query(
    `CREATE FUNCTION fail_on_mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
     CREATE TRIGGER fail_on_mark BEFORE INSERT ON assessments
       FOR EACH ROW WHEN (NEW.op_id = '${third.mark.opId}') EXECUTE FUNCTION fail_on_mark()`,
  )
  const replies = await whileLocked(() => sent.map(createQueue()))
  expect(failures).not.toEqual([])
  await world.owner.query('DROP FUNCTION fail_on_mark CASCADE')
  expect(answersOf(replies)).toEqual([['applied'], ['UNKNOWN_NODE'], ['SERVER_ERROR'], ['applied']])
  expect(answersOf([await third.device.push(third.mark)])).toEqual([['applied']])
})

test('marks of two coaches for one skill that arrive together become a conflict, as if one had come after the other', async () => {
  const [, beca] = one.members
  const first = new Device(world, one, anna)
  const other = new Device(world, one, bryn, brynsId)
  const markOf = (device: Device, grade: number) => ({ ...device.mark(beca, '/stage-2/turn', grade), baseRev: 0 })
  const different = [
    { device: first, mark: markOf(first, 3) },
    { device: other, mark: markOf(other, 1) },
  ]
  const sent = [...marksOf(beca, 2), ...different]
  const replies = await whileLocked(() => sent.map(createQueue()))
  expect(answersOf(replies).flat()).not.toContain('retry')
  const { rows } = await world.owner.query<{ ops: string[] }>(
    `SELECT ops FROM conflicts WHERE client_id = 'one' AND node_id = '/stage-2/turn'`,
  )
  expect(rows.map(({ ops }) => ops.toSorted())).toEqual([different.map(({ mark }) => mark.opId).toSorted()])
})

test('a push that waits for a lock does not hold up those that need other locks', async () => {
  const [sian, beca] = one.members
  const [waiting] = marksOf(sian, 3)
  const [other] = marksOf(beca, 1)
  if (!waiting || !other) throw new Error('too few skills')
  const send = createQueue()
  const replies = await whileLocked(
    () => [send(waiting)],
    async () => {
      await untilLocksAreAwaited(1)
      expect(answersOf([await send(other)])).toEqual([['applied']])
    },
    sian,
  )
  expect(answersOf(replies)).toEqual([['applied']])
})

test('edits of one device keep their order when its next push comes before the answer', async () => {
  const [sian] = one.members
  const device = new Device(world, one, anna)
  const grades = [1, 2, 3, 2, 1]
  const marks = grades.map((grade, index) =>
    device.mark(sian, '/stage-1/float', grade, { ms: world.clock.now - 100 + index }),
  )
  const replies = await whileLocked(() => marks.map((mark) => ({ device, mark })).map(createQueue()))
  expect(answersOf(replies)).toEqual(grades.map(() => ['applied']))
  expect(replies.map(({ outcomes }) => outcomes[0]?.value?.grade)).toEqual(grades)
})

test('an entry of a register that two processes write at once for the first time has the value of the later one', async () => {
  const entryOf = (device: Device, value: string, ms: number): Sent => ({
    device,
    mark: device.registerEntry(
      { kind: 'attendance', groupId: one.group, memberUuid: one.members[0], date: localDate(ms, 'Europe/London') },
      value,
      { ms },
    ),
  })
  const { now } = world.clock
  const later = entryOf(new Device(world, one, anna), 'absent', now)
  const earlier = entryOf(new Device(world, one, bryn, brynsId), 'present', now - 30_000)
  const blocker = new pg.Client({ connectionString: database.ownerUrl })
  await blocker.connect()
  try {
    // the first push has written its entry and waits for the club's counter, when the second one arrives
    await blocker.query(`BEGIN; SELECT FROM club_counters WHERE client_id = 'one' FOR UPDATE`)
    const replies = [createQueue()(later)]
    await untilLocksAreAwaited(1)
    replies.push(createQueue()(earlier))
    await untilLocksAreAwaited(2)
    await blocker.query('COMMIT')
    expect(answersOf(await Promise.all(replies))).toEqual([['applied'], ['superseded']])
  } finally {
    await blocker.end()
  }
  const { rows } = await world.owner.query<{ value: unknown; edits: number }>(
    `SELECT value, (SELECT count(*)::int FROM register_edits edit WHERE edit.lane = registers.lane) AS edits
     FROM registers WHERE client_id = 'one'`,
  )
  expect(rows).toEqual([{ value: 'absent', edits: 2 }])
})

test('a connection plans the statements of pushes once, and not for each list of ids', async () => {
  const db = openDatabase(database.appUrl, /* connections */ 1)
  try {
    const push = createQueue(db)
    for (const sent of marksOf(one.members[0], 3)) await push(sent)
    const { rows } = await db.pool.query<{ name: string; planned: number }>(
      `SELECT name, custom_plans::int AS planned FROM pg_prepared_statements WHERE name LIKE 'assessment/%'`,
    )
    expect(rows.map(({ name }) => name)).toContain('assessment/read-nodes')
    expect(rows.filter(({ planned }) => planned > 0)).toEqual([])
  } finally {
    await db.pool.end()
  }
})

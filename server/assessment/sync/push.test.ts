import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { Operation } from '#contract/assessment/sync.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import { AWARD_AFTER_MS } from '#server/assessment/awards/parents-awards.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { RACE_ROUNDS, storedAndEngine } from '#server/testing/progress.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'coach')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The children as their parent's overview shows them. */
async function children(): Promise<Member[]> {
  const parent = await world.logIn(one, 'parent')
  const reply = await world.request({
    url: `/v1/users/${one.parent}/members?page=0&per_page=999&with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1`,
    host: one.host('parent'),
    token: parent.token,
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<Member[]>()
}

async function child(uuid: string): Promise<Member> {
  const member = (await children()).find((candidate) => candidate.uuid === uuid)
  if (!member) throw new Error('no such child')
  return member
}

/** Expects the member's stored progress to be what the engine computes from the stored results. */
async function expectProgressOfEngine(memberId: string): Promise<void> {
  const [stored, engine] = await inTenant(world.db, one.id, 'read', (tx) => storedAndEngine(tx, one.id, 'swim'))
  const ofMember = (rows: typeof stored) => rows.filter((row) => row.member_id === memberId)
  expect(ofMember(stored)).toEqual(ofMember(engine))
}

describe('a mark', () => {
  test('of the last skill passes the level and gives the award, and taking the mark back removes both', async () => {
    const device = new Device(world, one, token)
    const [sian] = one.members
    // long enough ago for parents to be told
    const ms = world.clock.now - AWARD_AFTER_MS
    const ops = SKILLS.map((skill) => device.mark(sian, `/stage-1/${skill}`, 3, { ms }))
    const reply = await device.push(...ops)
    expect(reply.outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied', 'applied'])
    const passed = await child(sian)
    expect(passed.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'passed', percent: 100, forced: false })
    expect(passed.awards?.['swim']?.['/stage-1']?.title).toBe('stage-1')
    expect(passed.assessments?.complete['swim']?.['/stage-1/dive']).toBe(true)

    // a grade of -1 takes the mark back
    await device.push(device.mark(sian, '/stage-1/dive', -1, { ms: world.clock.now + 1 }))
    const revoked = await child(sian)
    expect(revoked.progress?.['swim']?.['/stage-1']).toMatchObject({ state: 'started', percent: 75 })
    expect(revoked.awards?.['swim']?.['/stage-1']).toBeUndefined()
    await expectProgressOfEngine(sian)
  })

  test('on the manual node passes a level, and clears the pass', async () => {
    const device = new Device(world, one, token)
    const [, beca] = one.members
    const state = async () => (await child(beca)).progress?.['swim']?.['/stage-2']
    // even the last of the four marks, at ms + 3, is old enough for parents to be told
    const ms = world.clock.now - AWARD_AFTER_MS - 3
    await device.push(device.mark(beca, '/stage-2/manual', 1, { ms }))
    expect(await state()).toMatchObject({ state: 'passed', forced: true })
    await device.push(device.mark(beca, '/stage-2/manual', 0, { ms: ms + 1 }))
    expect(await state()).toBeUndefined()
    await device.push(device.mark(beca, '/stage-2/turn', 3, { ms: ms + 2 }))
    expect(await state()).toMatchObject({ state: 'completed', percent: 100 })
    await device.push(device.mark(beca, '/stage-2/manual', 1, { ms: ms + 3 }))
    expect(await state()).toMatchObject({ state: 'passed', forced: false })
    await expectProgressOfEngine(beca)
  })

  test('sent twice has one effect and the same answer', async () => {
    const device = new Device(world, one, token)
    const op = device.mark(one.members[1], '/stage-1/float', 2)
    const [first] = (await device.push(op)).outcomes
    const [second] = (await device.push(op)).outcomes
    expect([first?.outcome, second?.outcome]).toEqual(['applied', 'applied'])
    const stored = await inTenant(world.db, one.id, 'read', (tx) =>
      tx.query('SELECT FROM assessments WHERE op_id = $1', [op.opId]),
    )
    expect(stored.rowCount).toBe(1)
  })

  test('that has the id of an earlier mark but another payload is rejected', async () => {
    const device = new Device(world, one, token)
    const op = device.mark(one.members[1], '/stage-1/float', 2)
    await device.push(op)
    const opWithUsedId = { ...device.mark(one.members[1], '/stage-1/float', 3), opId: op.opId }
    expect((await device.push(opWithUsedId)).outcomes).toMatchObject([{ outcome: 'rejected', code: 'OP_ID_REUSED' }])
  })

  test('that is older than the stored one is superseded, whatever the order of arrival', async () => {
    const [tablet, otherTablet] = [new Device(world, one, token), new Device(world, one, token)]
    const member = one.members[1]
    const newer = tablet.mark(member, '/stage-1/glide', 3)
    const older = otherTablet.mark(member, '/stage-1/glide', 1, { ms: world.clock.now - 5_000 })
    await tablet.push(newer)
    expect((await otherTablet.push(older)).outcomes).toMatchObject([{ outcome: 'superseded', value: { grade: 3 } }])
    expect((await child(member)).scores?.['swim']?.['/stage-1/glide']?.grade).toBe(3)
  })

  test('with a stamp of the future is stored with the server’s time', async () => {
    const [tablet, otherTablet] = [new Device(world, one, token), new Device(world, one, token)]
    const member = one.members[1]
    const quarterOfAnHour = 15 * 60_000
    await tablet.push(tablet.mark(member, '/stage-1/kick', 1, { ms: world.clock.now + quarterOfAnHour }))
    // a second later the other tablet's mark wins, which it would not if the first had kept its stamp
    world.clock.now += 1_000
    const { outcomes } = await otherTablet.push(otherTablet.mark(member, '/stage-1/kick', 2))
    expect(outcomes).toMatchObject([{ outcome: 'applied' }])
  })

  test('with a stamp that no clock gives is rejected for good, and costs the others nothing', async () => {
    const device = new Device(world, one, token)
    const [sian] = one.members
    const date = world.today()
    const ops = [
      device.mark(sian, '/stage-1/kick', 2),
      device.registerEntry({ kind: 'attendance', memberUuid: sian, date }, 'present'),
      device.registerEntry({ kind: 'note', memberUuid: sian }, 'shy'),
    ]
    const damaged = ops.flatMap(({ stamp, ...op }) => [
      { ...op, opId: crypto.randomUUID(), stamp: { ...stamp, counter: 2 ** 40 } },
      { ...op, opId: crypto.randomUUID(), stamp: { ...stamp, deviceSeq: 2 ** 70 } },
    ])
    const { outcomes } = await device.push(...damaged, ...ops)
    expect(outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual([
      ...damaged.map(() => 'INVALID_PAYLOAD'),
      ...ops.map(() => 'applied'),
    ])
  })

  test('for a day in the future is stored for today, and so is the award that it gives', async () => {
    const device = new Device(world, one, token)
    const [sian] = one.members
    const today = world.today()
    const inAYear = world.clock.now + 365 * 86_400_000
    const marksOfFastClock = SKILLS.map((skill) => device.mark(sian, `/stage-1/${skill}`, 3, { ms: inAYear }))
    const markFor2099 = device.mark(sian, '/stage-2/turn', 3, { payload: { assessmentDate: '2099-01-01' } })
    const { outcomes } = await device.push(...marksOfFastClock, markFor2099)
    expect(outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual(Array(5).fill('applied'))
    const { rows } = await world.owner.query<{ date: string; latest: number }>(
      'SELECT date::text, max(greatest(ts, entered_ts))::int AS latest FROM assessments WHERE op_id = ANY($1) GROUP BY date',
      [[...marksOfFastClock, markFor2099].map((op) => op.opId)],
    )
    expect(rows).toEqual([{ date: today, latest: Math.floor(world.clock.now / 1000) }])
    const awards = await world.owner.query<{ day: string }>(
      `SELECT DISTINCT (to_timestamp(completed_ts) AT TIME ZONE 'Europe/London')::date::text AS day FROM awards
       WHERE member_id = $1 AND node_id = '/stage-1' AND ended_at IS NULL`,
      [sian],
    )
    expect(awards.rows).toEqual([{ day: today }])
  })

  test('of a merged or erased child is refused with a code of its own', async () => {
    const device = new Device(world, one, token)
    const [merged, erased] = [crypto.randomUUID(), crypto.randomUUID()]
    await inTenant(world.db, one.id, 'write', async (tx) => {
      const details = { clubIds: [one.club], lastname: 'Hughes', dob: '2016-02-03' }
      await enterMembers(tx, one.id, [
        { id: merged, firstname: 'Gwen', ...details },
        { id: erased, firstname: 'Idris', ...details },
      ])
      await tx.query(`UPDATE club_members SET status = 'merged', inactive_since = now() WHERE member_id = $1`, [merged])
      const { changed } = await eraseMember(tx, null, erased)
      await recordChanges(tx, changed)
    })
    const attendance = (memberUuid: string) => {
      const date = world.today()
      return device.registerEntry({ kind: 'attendance', groupId: one.group, date, memberUuid }, 'present')
    }
    const { outcomes } = await device.push(
      ...[merged, erased].flatMap((member) => [device.mark(member, '/stage-1/float', 3), attendance(member)]),
    )
    expect(outcomes.map((o) => o.code)).toEqual(['MEMBER_MERGED', 'MEMBER_MERGED', 'MEMBER_ERASED', 'MEMBER_ERASED'])
  })

  test('that is wrong is refused, and a good one of the same batch is applied', async () => {
    const device = new Device(world, one, token)
    const [, beca] = one.members
    const cases = [
      [device.mark(crypto.randomUUID(), '/stage-1/float', 3), 'UNKNOWN_MEMBER_OR_GROUP'],
      [device.mark(world.tenants[1].members[0], '/stage-1/float', 3), 'UNKNOWN_MEMBER_OR_GROUP'],
      [
        device.mark(beca, '/stage-1/float', 3, { payload: { groupId: world.tenants[1].group } }),
        'UNKNOWN_MEMBER_OR_GROUP',
      ],
      [device.mark(beca, '/stage-9/float', 3), 'UNKNOWN_NODE'],
      [device.mark(beca, '/stage-1', 3), 'UNKNOWN_NODE'],
      [device.mark(beca, '/stage-1/float', 2, { payload: { assessmentPassGrade: 2 } }), 'PASS_GRADE_UNKNOWN'],
      [device.mark(beca, '/stage-1/float', 3, { payload: { assessmentDate: '2031-02-31' } }), 'INVALID_PAYLOAD'],
      [device.mark(beca, '/stage-1/float', 3, { payload: { assessmentDate: '2020-01-01' } }), 'DATE_NOT_ALLOWED'],
      [{ ...device.mark(beca, '/stage-1/float', 3), payloadHash: '0'.repeat(64) }, 'HASH_MISMATCH'],
      [{ ...device.mark(beca, '/stage-1/float', 3), kind: 'party' }, 'UNKNOWN_KIND'],
      [{ ...device.mark(beca, '/stage-1/float', 3), lane: 'mark/x' }, 'WRONG_LANE'],
      [{ ...device.mark(beca, '/stage-1/float', 3), authorUuid: crypto.randomUUID() }, 'WRONG_AUTHOR'],
      [{ ...device.mark(beca, '/stage-1/float', 3), payload: { hello: 1 } }, 'INVALID_PAYLOAD'],
    ] as const
    const good = device.mark(beca, '/stage-1/dive', 2)
    const { outcomes } = await device.push(...cases.map(([op]) => op), good)
    expect(outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual([...cases.map(([, code]) => code), 'applied'])
  })
})

describe('without additional assessments', () => {
  /** Sets whether coaches may mark skills outside the group's levels; a new login gets the flag in its access token. */
  const allowAdditional = (on: boolean) =>
    world.owner.query(
      `UPDATE clients SET features = features || '{"ENABLE_ADDITIONAL_ASSESSMENTS": ${on}}' WHERE client_id = 'one'`,
    )
  const codes = async (device: Device, ...operations: Operation[]) =>
    (await device.push(...operations)).outcomes.map(({ outcome, code }) => code ?? outcome)
  let device: Device
  let beca: string

  beforeAll(async () => {
    await allowAdditional(false)
    device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    beca = one.members[1]
  })
  afterAll(() => allowAdditional(true))

  test('a mark or pass outside the group’s levels is refused, but taking one back never is', async () => {
    expect(
      await codes(
        device,
        device.mark(beca, '/stage-2/turn', 3),
        device.mark(beca, '/stage-2/manual', 1),
        device.mark(beca, '/stage-1/float', 3),
        device.mark(beca, '/stage-1/manual', 1),
        device.mark(beca, '/stage-2/turn', -1),
      ),
    ).toEqual(['NOT_IN_LEVELS', 'NOT_IN_LEVELS', 'applied', 'applied', 'applied'])
  })

  test('a mark is accepted from a device that had not received the group’s new levels', async () => {
    await inTenant(world.db, one.id, 'write', (tx) =>
      recordChanges(tx, [{ clubId: one.club, kind: 'group', key: one.group }]),
    )
    const { rows } = await world.owner.query<{ rev: string }>(
      `SELECT rev FROM changes WHERE client_id = 'one' AND kind = 'group' AND key = $1`,
      [one.group],
    )
    /** The change counter at the last change of the group. */
    const rev = Number(rows[0]?.rev)
    const markWithBase = (baseRev: number) => ({ ...device.mark(beca, '/stage-2/turn', 2), baseRev })
    expect(await codes(device, markWithBase(rev - 1), markWithBase(rev), markWithBase(rev + 1))).toEqual([
      'applied',
      'NOT_IN_LEVELS',
      'NOT_IN_LEVELS',
    ])
  })

  test('a mark is accepted that was entered before the scheme was last saved', async () => {
    // a save a minute ago, to a revision that no other test reaches
    await world.owner.query(
      `INSERT INTO scheme_edits (client_id, scheme_id, revision, user_id, edits, at)
       SELECT client_id, id, 99, $1, '[]', to_timestamp($2) FROM schemes WHERE client_id = 'one' AND slug = 'swim'`,
      [one.author, Math.floor(world.clock.now / 1000) - 60],
    )
    const before = device.mark(beca, '/stage-2/turn', 1, { ms: world.clock.now - 90_000 })
    const after = device.mark(beca, '/stage-2/turn', 2)
    // the accepted mark may be older than those of the tests above, and then it is superseded
    expect(await codes(device, before, after)).toEqual([expect.stringMatching('applied|superseded'), 'NOT_IN_LEVELS'])
  })
})

test('nothing is recorded in a group that has ended longer ago than tablets hold it, and everything before [R6.10]', async () => {
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  const [memberUuid] = one.members
  const badge = { kind: 'badge', memberUuid, schemeSlug: 'swim', schemeNodeId: '/stage-1' } as const
  const whenEnded = async (daysAgo: number, baseRev: number | null = null) => {
    await world.owner.query('UPDATE groups SET last_date = $2 WHERE id = $1', [one.group, world.today(-daysAgo)])
    const attendance = { kind: 'attendance', groupId: one.group, date: world.today(), memberUuid } as const
    const ops = [
      device.mark(memberUuid, '/stage-1/kick', 1),
      device.registerEntry(attendance, 'present'),
      device.registerEntry(badge, true),
    ]
    const { outcomes } = await device.push(...ops.map((op) => ({ ...op, baseRev })))
    return outcomes.map(({ outcome, code }) => code ?? outcome)
  }
  expect(await whenEnded(30)).toEqual(['applied', 'applied', 'applied'])
  expect(await whenEnded(31)).toEqual(['NOT_ASSIGNED', 'NOT_ASSIGNED', 'NOT_ASSIGNED'])
  // a tablet that has not heard that the group got an earlier last date keeps its work
  await inTenant(world.db, one.id, 'write', (tx) =>
    recordChanges(tx, [{ clubId: one.club, kind: 'group', key: one.group }]),
  )
  expect(await whenEnded(31, 0)).toEqual(['applied', 'applied', 'applied'])
  await world.owner.query('UPDATE groups SET last_date = NULL WHERE id = $1', [one.group])
})

test('a mark is judged by the flags of its own club, at whichever club the coach is logged in when it is sent [R1.4]', async () => {
  const quay = crypto.randomUUID()
  const whales = crypto.randomUUID()
  const idris = crypto.randomUUID()
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, null, { id: quay, name: 'Quay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] })
    await tx.query('UPDATE clubs SET features = $2 WHERE id = $1', [quay, { CAN_ASSESS_IN_THE_PAST: false }])
    await tx.query(
      `INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ($1, $2, $3, '2020-01-01')`,
      [one.id, one.coach, quay],
    )
    const name = { firstname: 'Idris', lastname: 'Hughes', dob: '2016-02-03' }
    await enterMembers(tx, one.id, [{ id: idris, clubIds: [quay], ...name }])
    await addGroup(tx, {
      id: whales,
      clubId: quay,
      name: 'Whales',
      scheme_slug: 'swim',
      levels: ['/stage-1'],
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      first_date: '2020-01-01',
      coaches: [{ uuid: one.coach }],
      memberIds: [idris],
    })
  })
  const { token: atHarbour, refresh_token } = await world.logIn(one, 'coach')
  const payload = { refresh_token, club_id: quay }
  const changed = await world.request({ method: 'POST', url: '/v1/auth/change-club', payload })
  const atQuay = changed.json<{ token: string }>().token
  const yesterday = { assessmentDate: world.today(-1) }
  for (const sender of [atHarbour, atQuay]) {
    const harbour = new Device(world, one, sender)
    const whale = new Device(world, { ...one, club: quay, group: whales }, sender)
    const { outcomes } = await harbour.push(harbour.mark(one.members[0], '/stage-1/float', 2, { payload: yesterday }))
    expect(outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual(['applied'])
    const sent = [
      whale.mark(idris, '/stage-1/float', 2, { payload: yesterday }),
      whale.mark(idris, '/stage-1/glide', 2),
    ]
    const reply = await whale.push(...sent)
    expect(reply.outcomes.map(({ outcome, code }) => code ?? outcome)).toEqual(['DATE_NOT_ALLOWED', 'applied'])
  }
})

test('two pushes for one child at the same moment leave progress equal to the engine over the stored results', async () => {
  const [tablet, otherTablet] = [new Device(world, one, token), new Device(world, one, token)]
  const [sian] = one.members
  let ms = world.clock.now
  for (let round = 0; round < RACE_ROUNDS; round++) {
    ms += 10
    world.clock.now = ms + 10
    // both devices mark the same two skills; skills and grades change from round to round
    const skillPath = (offset: number) => `/stage-1/${SKILLS[(round + offset) % SKILLS.length]}`
    await Promise.all([
      tablet.push(tablet.mark(sian, skillPath(0), round % 4, { ms }), tablet.mark(sian, skillPath(1), 3, { ms })),
      otherTablet.push(
        otherTablet.mark(sian, skillPath(1), (round * 7) % 4, { ms: ms + 1 }),
        otherTablet.mark(sian, skillPath(0), 3, { ms: ms + 2 }),
      ),
    ])
    await expectProgressOfEngine(sian)
  }
}, 600_000)

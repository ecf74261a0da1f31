import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#domain/platform/club-time.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { AuditEntry } from '#contract/tenants/audit.ts'
import type { Colleague, GroupLessonPlan, LessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { Change, ChangesReply, Operation } from '#contract/assessment/sync.ts'
import type { PlanContent } from '#domain/assessment/lesson-plan.ts'
import { createWorld, Device, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** Anna has two tablets, and Ben and Cerys one each; Cerys is a coach of the client `two`. */
let tablet: Device
let secondTablet: Device
let bensTablet: Device
let cerysTablet: Device
let annasToken: string
let bensToken: string
const benId = crypto.randomUUID()
/** A new id for each test: that of the plan that the test writes. */
let plan: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await setFeatures(true, true)
  // all users of `createWorld` have the same password
  const { rows } = await world.owner.query<{ password_hash: string }>('SELECT password_hash FROM users LIMIT 1')
  await inTenant(world.db, one.id, 'write', (tx) =>
    createUser(tx, null, {
      id: benId,
      type: 'coach',
      email: 'ben@one.example',
      username: null,
      firstname: 'Ben',
      lastname: 'Morris',
      passwordHash: rows[0]?.password_hash ?? null,
      clubIds: [one.club],
    }),
  )
  annasToken = (await world.logIn(one, 'coach')).token
  bensToken = (await logInAs('ben@one.example')).token
  tablet = new Device(world, one, annasToken)
  secondTablet = new Device(world, one, annasToken)
  bensTablet = new Device(world, one, bensToken, benId)
  cerysTablet = new Device(world, two, (await world.logIn(two, 'coach')).token)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(() => {
  plan = crypto.randomUUID()
})

/** Sets whether coaches may write lesson plans, and whether they may attach them to groups, for both clients. */
async function setFeatures(planning: boolean, groups: boolean): Promise<void> {
  const features = { ENABLE_SESSION_PLANNING: planning, CAN_ADD_SESSION_PLAN_GROUP: groups }
  await world.owner.query('UPDATE clients SET features = features || $1', [features])
}

async function logInAs(email: string): Promise<{ token: string }> {
  const payload = { client_id: one.id, type: 'coach', email, password: PASSWORD }
  return (await world.request({ method: 'POST', url: '/v1/auth/login', payload })).json<{ token: string }>()
}

/** The content of a plan with one section: a block of skills and an activity. */
const content = (title: string, changes: Partial<PlanContent> = {}): PlanContent => ({
  title,
  schemeSlug: 'swim',
  sections: [
    {
      id: crypto.randomUUID(),
      title: 'Main part',
      blocks: [
        { id: crypto.randomUUID(), type: 'skills', nodes: ['/stage-1/float'] },
        { id: crypto.randomUUID(), type: 'activity', text: 'Floating in pairs', minutes: 10 },
      ],
    },
  ],
  reminder: '',
  ...changes,
})
/**
 * Saves a text that was begun from the revision `base`. Texts that build on one another share a `chain`; when the plan
 * was changed meanwhile, the chain's id becomes that of the copy.
 */
const save = (device: Device, title: string, chain: string, base: number, planUuid = plan) =>
  device.plan({ kind: 'plan', planUuid, chain, base, content: content(title) })
const share = (device: Device, userUuid: string, value: boolean) =>
  device.plan({ kind: 'plan_share', planUuid: plan, userUuid, value })
const attach = (device: Device, value: boolean, groupId = one.group) =>
  device.plan({ kind: 'plan_group', planUuid: plan, groupId, value })
const newChain = () => crypto.randomUUID()

/** Pushes operations; returns for each its outcome, or the code of a refusal. */
async function outcomes(device: Device, ...ops: Operation[]): Promise<string[]> {
  return (await device.push(...ops)).outcomes.map(({ outcome, code }) =>
    outcome === 'retry' ? `retry ${code}` : (code ?? outcome),
  )
}

/**
 * The data of one kind that a coach's device pulls, by key, and the cursor after it: everything without `from`, else
 * what changed since that cursor. Data that the device must remove is null. The compiler cannot see that the kind
 * decides the type of the data, so it is cast.
 */
async function pulled<K extends Change['kind']>(token: string, kind: K, from = '') {
  const byKey = new Map<string, Extract<Change, { kind: K }>['data']>()
  for (let cursor = from; ;) {
    const url = `/v1/sync/changes?club_id=${one.club}&cursor=${cursor}`
    const page = (await world.request({ url, token })).json<ChangesReply>()
    for (const change of page.changes) if (change.kind === kind) byKey.set(change.key, change.data as never)
    cursor = page.cursor
    if (!page.more) return { byKey, cursor }
  }
}
const planOf = async (token: string) => (await pulled(token, 'plan')).byKey.get(plan) as LessonPlan | null | undefined

describe('a lesson plan', () => {
  test('is stored once with its two edits, and reaches only its owner’s devices', async () => {
    const op = save(tablet, 'First lesson', newChain(), 0)
    expect(await outcomes(tablet, op, save(tablet, 'First lesson, longer', newChain(), 1))).toEqual([
      'applied',
      'applied',
    ])
    // sent again
    expect(await outcomes(tablet, op)).toEqual(['applied'])
    expect(await planOf(annasToken)).toMatchObject({
      uuid: plan,
      owner: { uuid: one.coach, firstname: 'Anna' },
      content: { title: 'First lesson, longer', schemeSlug: 'swim', sections: [{ title: 'Main part' }] },
      revision: 2,
      shared: [],
    })
    expect(await planOf(bensToken)).toBe(undefined)
    const { rows } = await world.owner.query('SELECT action, after FROM audit_log WHERE entity_id = $1', [plan])
    // one entry for each edit, without the plan's text
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('First lesson')
  })

  test('is in the log of the club where it was written or attached to a group, and of no other', async () => {
    const pool = crypto.randomUUID()
    await inTenant(world.db, one.id, 'write', (tx) =>
      createClub(tx, null, {
        id: pool,
        name: 'Pool',
        timeZone: 'Europe/London',
        ngoId: null,
        memberTypes: [],
      }),
    )
    await world.owner.query(
      `INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ('one', $1, $3, '2020-01-01'), ('one', $2, $3, '2020-01-01')`,
      [one.coach, one.admin, pool],
    )
    const atPool = (op: Operation): Operation => ({ ...op, club: pool })
    const ops = [atPool(save(tablet, 'Away day', newChain(), 0)), attach(tablet, true)]
    expect(await outcomes(tablet, ...ops)).toEqual(['applied', 'applied'])
    const host = one.host('club')
    const harbourLogin = await world.logIn(one, 'club')
    const poolLogin = await world.request({
      method: 'POST',
      url: '/v1/auth/change-club',
      host,
      payload: { refresh_token: harbourLogin.refresh_token, club_id: pool },
    })
    const log = async (token: string) =>
      (await world.request({ url: `/v1/audit?entity=lesson_plan&entity_id=${plan}`, host, token }))
        .json<AuditEntry[]>()
        .map(({ action, thing, club }) => [action, thing, club?.name])
    expect(await log(harbourLogin.token)).toEqual([['plan_group', 'Away day', 'Harbour']])
    expect(await log(poolLogin.json<{ token: string }>().token)).toEqual([['plan', 'Away day', 'Pool']])
    // the later tests need a group without a plan, and coach and administrator at one club only
    await tablet.push(attach(tablet, false))
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-01-02' WHERE club_id = $1`, [pool])
  })

  test('that was changed on two tablets keeps both texts, and later edits of the second tablet go into its copy', async () => {
    await tablet.push(save(tablet, 'Floats', newChain(), 0))
    const [firstChain, secondChain] = [newChain(), newChain()]
    expect(await outcomes(secondTablet, save(secondTablet, 'Glides', firstChain, 1))).toEqual(['applied'])
    expect(await outcomes(tablet, save(tablet, 'Kicks', secondChain, 1))).toEqual(['applied'])
    expect(await outcomes(tablet, save(tablet, 'Kicks, then dives', secondChain, 1))).toEqual(['applied'])
    const { byKey } = await pulled(annasToken, 'plan')
    expect(byKey.get(plan)).toMatchObject({ content: { title: 'Glides' }, copyOf: null })
    expect(byKey.get(secondChain)).toMatchObject({ content: { title: 'Kicks, then dives' }, copyOf: plan, revision: 2 })
    // an edit that arrives after the next edit of its chain changes nothing
    const ops = [save(secondTablet, 'Glides 1', firstChain, 1), save(secondTablet, 'Glides 2', firstChain, 1)]
    expect(await outcomes(secondTablet, ...ops.toReversed())).toEqual(['applied', 'superseded'])
    expect(await planOf(annasToken)).toMatchObject({ content: { title: 'Glides 2' } })
  })

  test('can be deleted only by a device that has its newest text, and is then removed from every device', async () => {
    await tablet.push(save(tablet, 'Floats', newChain(), 0), attach(tablet, true))
    await secondTablet.push(save(secondTablet, 'Glides', newChain(), 1))
    const { cursor } = await pulled(annasToken, 'plan')
    const remove = (device: Device, base: number) =>
      device.plan({ kind: 'plan', planUuid: plan, chain: newChain(), base, content: null })
    expect(await outcomes(tablet, remove(tablet, 1))).toEqual(['PLAN_CHANGED'])
    expect(await planOf(annasToken)).toMatchObject({ content: { title: 'Glides' } })
    expect(await outcomes(tablet, remove(tablet, 2))).toEqual(['applied'])
    expect((await pulled(annasToken, 'plan', cursor)).byKey.get(plan)).toBe(null)
    expect((await pulled(annasToken, 'group', cursor)).byKey.get(one.group)).toMatchObject({ session_plan_uuid: null })
  })

  test('cannot be read, changed or deleted by a colleague or another client, whatever id they send', async () => {
    await tablet.push(save(tablet, 'Mine', newChain(), 0))
    expect(await outcomes(cerysTablet, save(cerysTablet, 'Theirs', newChain(), 0))).toEqual(['applied'])
    expect(await outcomes(bensTablet, save(bensTablet, 'Taken', newChain(), 1))).toEqual(['UNKNOWN_PLAN'])
    const deletion = bensTablet.plan({ kind: 'plan', planUuid: plan, chain: newChain(), base: 1, content: null })
    expect(await outcomes(bensTablet, deletion)).toEqual(['retry UNKNOWN_PLAN'])
    // a copy usually takes the id of its chain, but here that is the id of Anna's plan
    const bensPlan = crypto.randomUUID()
    await bensTablet.push(
      save(bensTablet, 'Ben’s', newChain(), 0, bensPlan),
      save(bensTablet, 'Ben’s 2', newChain(), 1, bensPlan),
    )
    expect(await outcomes(bensTablet, save(bensTablet, 'Ben’s late one', plan, 1, bensPlan))).toEqual(['applied'])
    expect(await planOf(annasToken)).toMatchObject({ content: { title: 'Mine' }, revision: 1 })
    const bensPlans = [...(await pulled(bensToken, 'plan')).byKey.values()]
    const titles = bensPlans.map((data) => (data as LessonPlan).content.title)
    expect(titles.toSorted()).toEqual(['Ben’s 2', 'Ben’s late one'])
  })

  test('that is invalid is refused with a code, and a valid one of the same batch is applied', async () => {
    const newPlan = { kind: 'plan', planUuid: plan, chain: newChain(), base: 0 } as const
    const blockWithoutUuid = { id: 'x', type: 'activity', text: 'a', minutes: 5 }
    const section = (changes: object) => [{ id: crypto.randomUUID(), title: '', blocks: [], ...changes }] as never
    const good = save(tablet, 'Good', newChain(), 0)
    const cases: [Operation, string][] = [
      [tablet.plan({ ...newPlan, content: content('') }), 'INVALID_PAYLOAD'],
      [tablet.plan({ ...newPlan, content: content('   ') }), 'INVALID_PAYLOAD'],
      // a title may have 100 characters
      [tablet.plan({ ...newPlan, content: content('x'.repeat(101)) }), 'INVALID_PAYLOAD'],
      [
        tablet.plan({ ...newPlan, content: content('A', { sections: section({ blocks: [blockWithoutUuid] }) }) }),
        'INVALID_PAYLOAD',
      ],
      [tablet.plan({ ...newPlan, content: content('A', { sections: section({ colour: 'red' }) }) }), 'INVALID_PAYLOAD'],
      // the client has no scheme `sail`; an unknown scheme has the code of an unknown node
      [tablet.plan({ ...newPlan, content: content('A', { schemeSlug: 'sail' }) }), 'UNKNOWN_NODE'],
      [{ ...good, opId: crypto.randomUUID(), lane: `plan/${newChain()}` }, 'WRONG_LANE'],
      [{ ...good, opId: crypto.randomUUID(), payloadHash: '0'.repeat(64) }, 'HASH_MISMATCH'],
      [{ ...good, opId: crypto.randomUUID(), authorUuid: benId }, 'WRONG_AUTHOR'],
      [{ ...good, opId: crypto.randomUUID(), payloadVersion: 2 }, 'UNKNOWN_KIND'],
      [{ ...good, opId: crypto.randomUUID(), club: two.club }, 'UNKNOWN_MEMBER_OR_GROUP'],
      [good, 'applied'],
    ]
    expect(await outcomes(tablet, ...cases.map(([op]) => op))).toEqual(cases.map(([, code]) => code))
  })
})

describe('sharing', () => {
  test('lets a colleague read and leave a plan but not edit it, until the owner takes the share back', async () => {
    await tablet.push(save(tablet, 'Floats', newChain(), 0), share(tablet, benId, true))
    expect(await planOf(bensToken)).toMatchObject({ content: { title: 'Floats' }, owner: { firstname: 'Anna' } })
    expect((await planOf(annasToken))?.shared).toMatchObject([{ uuid: benId, firstname: 'Ben', lastname: 'Morris' }])
    expect(
      await outcomes(bensTablet, save(bensTablet, 'Changed', newChain(), 1), share(bensTablet, one.coach, true)),
    ).toEqual(['NOT_PLAN_OWNER', 'NOT_PLAN_OWNER'])
    // an edit of the owner reaches the reader
    const { cursor } = await pulled(bensToken, 'plan')
    await tablet.push(save(tablet, 'Floats on the back', newChain(), 1))
    const news = await pulled(bensToken, 'plan', cursor)
    expect(news.byKey.get(plan)).toMatchObject({ content: { title: 'Floats on the back' } })
    // later than Anna's edit of the share; of two edits in one millisecond the device's id decides which one wins
    world.clock.now += 1000
    expect(await outcomes(bensTablet, share(bensTablet, benId, false))).toEqual(['applied'])
    expect((await pulled(bensToken, 'plan', news.cursor)).byKey.get(plan)).toBe(null)
    expect((await planOf(annasToken))?.shared).toEqual([])
    world.clock.now += 1000
    await tablet.push(share(tablet, benId, true))
    expect(await planOf(bensToken)).toMatchObject({ uuid: plan })
    world.clock.now += 1000
    await tablet.push(share(tablet, benId, false))
    expect(await planOf(bensToken)).toBe(null)
  })

  test('is possible only with coaches of a club in common', async () => {
    await tablet.push(save(tablet, 'Floats', newChain(), 0))
    for (const user of [two.coach, one.admin, one.parent, one.coach, crypto.randomUUID()])
      expect(await outcomes(tablet, share(tablet, user, true))).toEqual(['UNKNOWN_COLLEAGUE'])
    const colleagues = await world.request({ url: '/v1/colleagues', token: annasToken })
    expect(colleagues.json<Colleague[]>()).toEqual([{ uuid: benId, firstname: 'Ben', lastname: 'Morris' }])
    // somebody who begins at the club tomorrow is no colleague yet
    const setStart = (day: string) =>
      world.owner.query('UPDATE user_clubs SET from_date = $2 WHERE user_id = $1', [benId, day])
    const today = world.today()
    await setStart(addDays(today, 1))
    expect((await world.request({ url: '/v1/colleagues', token: annasToken })).json()).toEqual([])
    expect(await outcomes(tablet, save(tablet, 'Not yet shared', newChain(), 0), share(tablet, benId, true))).toEqual([
      'applied',
      'UNKNOWN_COLLEAGUE',
    ])
    await setStart(today)
    const parent = await world.logIn(one, 'parent')
    expect(
      (await world.request({ url: '/v1/colleagues', token: parent.token, host: one.host('parent') })).statusCode,
    ).toBe(403)
    expect((await world.request({ url: '/v1/colleagues' })).statusCode).toBe(401)
  })

  test('is answered with retry until the plan has arrived, and so are later edits of its lane', async () => {
    const [firstShare, secondShare] = [share(tablet, benId, true), share(tablet, benId, false)]
    expect(await outcomes(tablet, firstShare, secondShare, attach(tablet, true))).toEqual(
      Array(3).fill('retry UNKNOWN_PLAN'),
    )
    const newPlan = save(tablet, 'Late', newChain(), 0)
    expect(await outcomes(tablet, newPlan, firstShare, secondShare)).toEqual(['applied', 'applied', 'applied'])
    expect(await planOf(bensToken)).toBe(null)
  })
})

describe('a plan on a group', () => {
  test('can be read by all coaches of the group until it is detached', async () => {
    await world.owner.query(
      'INSERT INTO group_coaches (client_id, group_id, user_id, from_date) VALUES ($1, $2, $3, $4)',
      [one.id, one.group, benId, '2020-01-01'],
    )
    expect(await outcomes(tablet, save(tablet, 'Session', newChain(), 0), attach(tablet, true))).toEqual([
      'applied',
      'applied',
    ])
    const { cursor } = await pulled(bensToken, 'plan')
    expect((await pulled(bensToken, 'plan_group')).byKey.get(`${one.group}/${plan}`)).toMatchObject({ planUuid: plan })
    expect(await planOf(bensToken)).toMatchObject({ content: { title: 'Session' } })
    expect((await pulled(bensToken, 'group')).byKey.get(one.group)).toMatchObject({ session_plan_uuid: plan })
    expect(await outcomes(bensTablet, save(bensTablet, 'No', newChain(), 1))).toEqual(['NOT_PLAN_OWNER'])
    world.clock.now += 1000
    expect(await outcomes(bensTablet, attach(bensTablet, false))).toEqual(['applied'])
    expect((await pulled(bensToken, 'plan', cursor)).byKey.get(plan)).toBe(null)
    expect((await pulled(bensToken, 'plan_group', cursor)).byKey.get(`${one.group}/${plan}`)).toBe(null)
    await world.owner.query('DELETE FROM group_coaches WHERE user_id = $1', [benId])
  })

  test('can be attached and detached by a covering coach from a week before the session until the day after', async () => {
    await tablet.push(save(tablet, 'Session', newChain(), 0), share(tablet, benId, true))
    // before the session Ben attaches the plan; from its day on he detaches it, which needs the same right
    for (const [days, outcome] of [
      [8, 'NOT_ASSIGNED'],
      [7, 'applied'],
      [0, 'applied'],
      [-1, 'applied'],
      [-2, 'NOT_ASSIGNED'],
    ] as const) {
      await world.owner.query('DELETE FROM session_covers')
      await world.owner.query(
        'INSERT INTO session_covers (client_id, group_id, date, user_id) VALUES ($1, $2, $3, $4)',
        [one.id, one.group, world.today(days), benId],
      )
      world.clock.now += 1000
      expect(await outcomes(bensTablet, attach(bensTablet, days > 0)), String(days)).toEqual([outcome])
    }
    await world.owner.query('DELETE FROM session_covers')
  })

  test('can be attached only by the group’s coaches, and only where the client allows it', async () => {
    await tablet.push(save(tablet, 'Session', newChain(), 0), share(tablet, benId, true))
    expect(await outcomes(bensTablet, attach(bensTablet, true))).toEqual(['NOT_ASSIGNED'])
    const unknownGroup = crypto.randomUUID()
    expect(await outcomes(tablet, attach(tablet, true, two.group), attach(tablet, true, unknownGroup))).toEqual([
      'UNKNOWN_MEMBER_OR_GROUP',
      'UNKNOWN_MEMBER_OR_GROUP',
    ])
    // each change of the features needs a new login, because the access token holds them
    await setFeatures(true, false)
    const deviceWithoutGroups = new Device(world, one, (await world.logIn(one, 'coach')).token)
    expect(
      await outcomes(
        deviceWithoutGroups,
        attach(deviceWithoutGroups, true),
        save(deviceWithoutGroups, 'Still', newChain(), 1),
      ),
    ).toEqual(['FEATURE_OFF', 'applied'])
    await setFeatures(false, true)
    const { token } = await world.logIn(one, 'coach')
    const deviceWithoutPlanning = new Device(world, one, token)
    expect(
      await outcomes(
        deviceWithoutPlanning,
        attach(deviceWithoutPlanning, true),
        save(deviceWithoutPlanning, 'No', newChain(), 2),
      ),
    ).toEqual(['FEATURE_OFF', 'FEATURE_OFF'])
    expect((await world.request({ url: '/v1/colleagues', token })).statusCode).toBe(403)
    await setFeatures(true, true)
  })
})

test('three simultaneous pushes of the same new plan store it once', async () => {
  const op = save(tablet, 'Twice', newChain(), 0)
  const replies = await Promise.all([tablet.push(op), tablet.push(op), tablet.push(op)])
  expect(replies.flatMap((reply) => reply.outcomes.map((o) => o.outcome))).toEqual(['applied', 'applied', 'applied'])
  expect(await planOf(annasToken)).toMatchObject({ revision: 1 })
  const { rowCount } = await world.owner.query('SELECT FROM lesson_plan_edits WHERE op_id = $1', [op.opId])
  expect(rowCount).toBe(1)
})

test('a coach who joins a second club finds their own plans there', async () => {
  await tablet.push(save(tablet, 'Everywhere', newChain(), 0))
  const quay = crypto.randomUUID()
  await world.owner.query(
    `WITH new_club AS (INSERT INTO clubs (client_id, id, name, time_zone) VALUES ($1, $2, 'Quay', 'Europe/London'))
     INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $3, $2)`,
    [one.id, quay, one.coach],
  )
  const url = `/v1/sync/changes?club_id=${quay}&cursor=`
  const page = (await world.request({ url, token: annasToken })).json<ChangesReply>()
  expect(page.changes.filter(({ kind }) => kind === 'plan').map(({ key }) => key)).toContain(plan)
})

test('the office of a club reads the lesson plans on its groups, and no others', async () => {
  const { token } = await world.logIn(one, 'club')
  const readPlans = (groupId: string, reader = token, portal: 'club' | 'coach' | 'scheme' = 'club') =>
    world.request({ url: `/v1/groups/${groupId}/lesson-plans`, host: one.host(portal), token: reader })
  const titles = async () => (await readPlans(one.group)).json<GroupLessonPlan[]>().map((found) => found.content.title)
  const before = await titles()
  expect(await outcomes(tablet, save(tablet, 'For the office', newChain(), 0))).toEqual(['applied'])
  // on no group yet
  expect(await titles()).toEqual(before)
  expect(await outcomes(tablet, attach(tablet, true))).toEqual(['applied'])
  const [newest, ...others] = (await readPlans(one.group)).json<GroupLessonPlan[]>().filter(({ uuid }) => uuid === plan)
  expect(newest).toMatchObject({
    owner: { uuid: one.coach, firstname: 'Anna' },
    content: { title: 'For the office', schemeSlug: 'swim', sections: [{ title: 'Main part' }] },
  })
  expect(others).toEqual([])
  expect(await outcomes(tablet, attach(tablet, false))).toEqual(['applied'])
  expect(await titles()).toEqual(before)
  for (const group of [two.group, crypto.randomUUID()])
    expect((await readPlans(group)).json()).toMatchObject({ error: 'NOT_FOUND', field: 'id' })
  expect((await readPlans(one.group, annasToken, 'coach')).statusCode).toBe(403)
  expect((await readPlans(one.group, (await world.logIn(one, 'scheme')).token, 'scheme')).statusCode).toBe(403)
  await setFeatures(false, true)
  expect((await readPlans(one.group, (await world.logIn(one, 'club')).token)).statusCode).toBe(403)
  await setFeatures(true, true)
})

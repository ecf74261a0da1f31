import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { AuditEntry } from '#contract/tenants/audit.ts'
import type { Colleague, LessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { Change, ChangesReply, Operation } from '#contract/assessment/sync.ts'
import type { PlanContent } from '#domain/assessment/lesson-plan.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
/** Anna's two tablets, Ben's and Cerys's of the other client. */
let tablet: Device
let second: Device
let bens: Device
let theirs: Device
let anna: string
let ben: string
const benId = crypto.randomUUID()
let plan: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await flags(true, true)
  const { rows } = await world.owner.query<{ password_hash: string }>('SELECT password_hash FROM users LIMIT 1')
  await inTenant(world.db, one.id, 'write', (tx) =>
    createUser(tx, one.id, null, {
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
  anna = (await world.logIn(one, 'coach')).token
  ben = (await logInAs('ben@one.example')).token
  tablet = new Device(world, one, anna)
  second = new Device(world, one, anna)
  bens = new Device(world, one, ben, benId)
  theirs = new Device(world, two, (await world.logIn(two, 'coach')).token)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(() => {
  plan = crypto.randomUUID()
})

async function flags(planning: boolean, groups: boolean): Promise<void> {
  const features = { ENABLE_SESSION_PLANNING: planning, CAN_ADD_SESSION_PLAN_GROUP: groups }
  await world.owner.query('UPDATE clients SET features = features || $1', [features])
}

async function logInAs(email: string): Promise<{ token: string }> {
  const payload = { client_id: one.id, type: 'coach', email, password: 'Right-horse-9' }
  return (await world.request({ method: 'POST', url: '/v1/auth/login', payload })).json<{ token: string }>()
}

const content = (title: string, more: Partial<PlanContent> = {}): PlanContent => ({
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
  ...more,
})
const save = (device: Device, title: string, chain: string, base: number, planUuid = plan) =>
  device.plan({ kind: 'plan', planUuid, chain, base, content: content(title) })
const share = (device: Device, userUuid: string, value: boolean) =>
  device.plan({ kind: 'plan_share', planUuid: plan, userUuid, value })
const attach = (device: Device, value: boolean, groupId = one.group) =>
  device.plan({ kind: 'plan_group', planUuid: plan, groupId, value })
const chain = () => crypto.randomUUID()

async function outcomes(device: Device, ...ops: Operation[]): Promise<string[]> {
  return (await device.push(...ops)).outcomes.map((o) =>
    o.outcome === 'retry' ? `retry ${o.code}` : (o.code ?? o.outcome),
  )
}

/** Everything of a kind that a coach's device holds after a full load, by key; what is gone is null. */
async function pulled<K extends Change['kind']>(token: string, kind: K, from = '') {
  const found = new Map<string, Extract<Change, { kind: K }>['data']>()
  for (let cursor = from; ;) {
    const url = `/v1/sync/changes?club_id=${one.club}&cursor=${cursor}`
    const page = (await world.request({ url, token })).json<ChangesReply>()
    for (const change of page.changes) if (change.kind === kind) found.set(change.key, change.data as never)
    cursor = page.cursor
    if (!page.more) return { found, cursor }
  }
}
const planOf = async (token: string) => (await pulled(token, 'plan')).found.get(plan) as LessonPlan | null | undefined

describe('a plan', () => {
  test('is stored once with all its edits, and reaches only its owner’s devices', async () => {
    const op = save(tablet, 'First lesson', chain(), 0)
    expect(await outcomes(tablet, op, save(tablet, 'First lesson, longer', chain(), 1))).toEqual(['applied', 'applied'])
    expect(await outcomes(tablet, op)).toEqual(['applied'])
    expect(await planOf(anna)).toMatchObject({
      uuid: plan,
      owner: { uuid: one.coach, firstname: 'Anna' },
      content: { title: 'First lesson, longer', schemeSlug: 'swim', sections: [{ title: 'Main part' }] },
      revision: 2,
      shared: [],
    })
    expect(await planOf(ben)).toBe(undefined)
    const { rows } = await world.owner.query('SELECT action, after FROM audit_log WHERE entity_id = $1', [plan])
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('First lesson')
  })

  test('is in the log of the club where it was written or attached to a group, and of no other', async () => {
    const pool = crypto.randomUUID()
    await inTenant(world.db, one.id, 'write', (tx) =>
      createClub(tx, one.id, null, {
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
    const there = (op: Operation): Operation => ({ ...op, club: pool })
    const ops = [there(save(tablet, 'Away day', chain(), 0)), attach(tablet, true)]
    expect(await outcomes(tablet, ...ops)).toEqual(['applied', 'applied'])
    const host = one.host('club')
    const home = await world.logIn(one, 'club')
    const away = await world.request({
      method: 'POST',
      url: '/v1/auth/change-club',
      host,
      payload: { refresh_token: home.refresh_token, club_id: pool },
    })
    const log = async (token: string) =>
      (await world.request({ url: `/v1/audit?entity=lesson_plan&entity_id=${plan}`, host, token }))
        .json<AuditEntry[]>()
        .map(({ action, thing, club }) => [action, thing, club?.name])
    expect(await log(home.token)).toEqual([['plan_group', 'Away day', 'Harbour']])
    expect(await log(away.json<{ token: string }>().token)).toEqual([['plan', 'Away day', 'Pool']])
    await tablet.push(attach(tablet, false))
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-01-02' WHERE club_id = $1`, [pool])
  })

  test('that was changed on two tablets keeps both texts, and later edits of the second tablet go into its copy', async () => {
    await tablet.push(save(tablet, 'Floats', chain(), 0))
    const [hers, late] = [chain(), chain()]
    expect(await outcomes(second, save(second, 'Glides', hers, 1))).toEqual(['applied'])
    expect(await outcomes(tablet, save(tablet, 'Kicks', late, 1))).toEqual(['applied'])
    expect(await outcomes(tablet, save(tablet, 'Kicks, then dives', late, 1))).toEqual(['applied'])
    const { found } = await pulled(anna, 'plan')
    expect(found.get(plan)).toMatchObject({ content: { title: 'Glides' }, copyOf: null })
    expect(found.get(late)).toMatchObject({ content: { title: 'Kicks, then dives' }, copyOf: plan, revision: 2 })
    // an edit that arrives after its own successor changes nothing
    const ops = [save(second, 'Glides 1', hers, 1), save(second, 'Glides 2', hers, 1)]
    expect(await outcomes(second, ...ops.toReversed())).toEqual(['applied', 'superseded'])
    expect(await planOf(anna)).toMatchObject({ content: { title: 'Glides 2' } })
  })

  test('can be deleted only by a device that has its newest text, and then leaves every device', async () => {
    await tablet.push(save(tablet, 'Floats', chain(), 0), attach(tablet, true))
    await second.push(save(second, 'Glides', chain(), 1))
    const { cursor } = await pulled(anna, 'plan')
    const remove = (device: Device, base: number) =>
      device.plan({ kind: 'plan', planUuid: plan, chain: chain(), base, content: null })
    expect(await outcomes(tablet, remove(tablet, 1))).toEqual(['PLAN_CHANGED'])
    expect(await planOf(anna)).toMatchObject({ content: { title: 'Glides' } })
    expect(await outcomes(tablet, remove(tablet, 2))).toEqual(['applied'])
    expect((await pulled(anna, 'plan', cursor)).found.get(plan)).toBe(null)
    expect((await pulled(anna, 'group', cursor)).found.get(one.group)).toMatchObject({ session_plan_uuid: null })
  })

  test('cannot be read, changed or deleted by a colleague or another client, whatever id they send', async () => {
    await tablet.push(save(tablet, 'Mine', chain(), 0))
    expect(await outcomes(theirs, save(theirs, 'Theirs', chain(), 0))).toEqual(['applied'])
    expect(await outcomes(bens, save(bens, 'Taken', chain(), 1))).toEqual(['UNKNOWN_PLAN'])
    const gone = bens.plan({ kind: 'plan', planUuid: plan, chain: chain(), base: 1, content: null })
    expect(await outcomes(bens, gone)).toEqual(['retry UNKNOWN_PLAN'])
    // a copy never lands on somebody else's plan
    const own = crypto.randomUUID()
    await bens.push(save(bens, 'Ben’s', chain(), 0, own), save(bens, 'Ben’s 2', chain(), 1, own))
    expect(await outcomes(bens, save(bens, 'Ben’s late one', plan, 1, own))).toEqual(['applied'])
    expect(await planOf(anna)).toMatchObject({ content: { title: 'Mine' }, revision: 1 })
    const titles = [...(await pulled(ben, 'plan')).found.values()].map((p) => (p as LessonPlan).content.title)
    expect(titles.toSorted()).toEqual(['Ben’s 2', 'Ben’s late one'])
  })

  test('that is wrong is refused with a code, and the others of its batch are applied', async () => {
    const base = { kind: 'plan', planUuid: plan, chain: chain(), base: 0 } as const
    const block = { id: 'x', type: 'activity', text: 'a', minutes: 5 }
    const section = (more: object) => [{ id: crypto.randomUUID(), title: '', blocks: [], ...more }] as never
    const good = save(tablet, 'Good', chain(), 0)
    const cases: [Operation, string][] = [
      [tablet.plan({ ...base, content: content('') }), 'INVALID_PAYLOAD'],
      [tablet.plan({ ...base, content: content('   ') }), 'INVALID_PAYLOAD'],
      [tablet.plan({ ...base, content: content('x'.repeat(101)) }), 'INVALID_PAYLOAD'],
      [tablet.plan({ ...base, content: content('A', { sections: section({ blocks: [block] }) }) }), 'INVALID_PAYLOAD'],
      [tablet.plan({ ...base, content: content('A', { sections: section({ colour: 'red' }) }) }), 'INVALID_PAYLOAD'],
      [tablet.plan({ ...base, content: content('A', { schemeSlug: 'sail' }) }), 'UNKNOWN_NODE'],
      [{ ...good, opId: crypto.randomUUID(), lane: `plan/${chain()}` }, 'WRONG_LANE'],
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
    await tablet.push(save(tablet, 'Floats', chain(), 0), share(tablet, benId, true))
    expect(await planOf(ben)).toMatchObject({ content: { title: 'Floats' }, owner: { firstname: 'Anna' } })
    expect((await planOf(anna))?.shared).toMatchObject([{ uuid: benId, firstname: 'Ben', lastname: 'Morris' }])
    expect(await outcomes(bens, save(bens, 'Changed', chain(), 1), share(bens, one.coach, true))).toEqual([
      'NOT_PLAN_OWNER',
      'NOT_PLAN_OWNER',
    ])
    // an edit of the owner reaches the reader
    const { cursor } = await pulled(ben, 'plan')
    await tablet.push(save(tablet, 'Floats on the back', chain(), 1))
    const news = await pulled(ben, 'plan', cursor)
    expect(news.found.get(plan)).toMatchObject({ content: { title: 'Floats on the back' } })
    // later than the share: at the same millisecond the device's id would decide
    world.clock.now += 1000
    expect(await outcomes(bens, share(bens, benId, false))).toEqual(['applied'])
    expect((await pulled(ben, 'plan', news.cursor)).found.get(plan)).toBe(null)
    expect((await planOf(anna))?.shared).toEqual([])
    world.clock.now += 1000
    await tablet.push(share(tablet, benId, true))
    expect(await planOf(ben)).toMatchObject({ uuid: plan })
    world.clock.now += 1000
    await tablet.push(share(tablet, benId, false))
    expect(await planOf(ben)).toBe(null)
  })

  test('is possible only with coaches of a club in common', async () => {
    await tablet.push(save(tablet, 'Floats', chain(), 0))
    for (const user of [two.coach, one.admin, one.parent, one.coach, crypto.randomUUID()])
      expect(await outcomes(tablet, share(tablet, user, true))).toEqual(['UNKNOWN_COLLEAGUE'])
    const colleagues = await world.request({ url: '/v1/colleagues', token: anna })
    expect(colleagues.json<Colleague[]>()).toEqual([{ uuid: benId, firstname: 'Ben', lastname: 'Morris' }])
    const parent = await world.logIn(one, 'parent')
    expect(
      (await world.request({ url: '/v1/colleagues', token: parent.token, host: one.host('parent') })).statusCode,
    ).toBe(403)
    expect((await world.request({ url: '/v1/colleagues' })).statusCode).toBe(401)
  })

  test('is answered with retry until the plan has arrived, and so are later edits of its lane', async () => {
    const [first, then] = [share(tablet, benId, true), share(tablet, benId, false)]
    expect(await outcomes(tablet, first, then, attach(tablet, true))).toEqual(Array(3).fill('retry UNKNOWN_PLAN'))
    const made = save(tablet, 'Late', chain(), 0)
    expect(await outcomes(tablet, made, first, then)).toEqual(['applied', 'applied', 'applied'])
    expect(await planOf(ben)).toBe(null)
  })
})

describe('a plan on a group', () => {
  test('can be read by all coaches of the group until it is detached', async () => {
    await world.owner.query(
      'INSERT INTO group_coaches (client_id, group_id, user_id, from_date) VALUES ($1, $2, $3, $4)',
      [one.id, one.group, benId, '2020-01-01'],
    )
    expect(await outcomes(tablet, save(tablet, 'Session', chain(), 0), attach(tablet, true))).toEqual([
      'applied',
      'applied',
    ])
    const { cursor } = await pulled(ben, 'plan')
    expect((await pulled(ben, 'plan_group')).found.get(`${one.group}/${plan}`)).toMatchObject({ planUuid: plan })
    expect(await planOf(ben)).toMatchObject({ content: { title: 'Session' } })
    expect((await pulled(ben, 'group')).found.get(one.group)).toMatchObject({ session_plan_uuid: plan })
    expect(await outcomes(bens, save(bens, 'No', chain(), 1))).toEqual(['NOT_PLAN_OWNER'])
    world.clock.now += 1000
    expect(await outcomes(bens, attach(bens, false))).toEqual(['applied'])
    expect((await pulled(ben, 'plan', cursor)).found.get(plan)).toBe(null)
    expect((await pulled(ben, 'plan_group', cursor)).found.get(`${one.group}/${plan}`)).toBe(null)
    await world.owner.query('DELETE FROM group_coaches WHERE user_id = $1', [benId])
  })

  test('can be attached by a covering coach from a week before the session until the day after', async () => {
    await tablet.push(save(tablet, 'Session', chain(), 0), share(tablet, benId, true))
    const day = (days: number) => addDays(localDate(world.clock.now, 'Europe/London'), days)
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
        [one.id, one.group, day(days), benId],
      )
      world.clock.now += 1000
      expect(await outcomes(bens, attach(bens, days > 0)), String(days)).toEqual([outcome])
    }
    await world.owner.query('DELETE FROM session_covers')
  })

  test('can be attached only by the group’s coaches, and only where the client allows it', async () => {
    await tablet.push(save(tablet, 'Session', chain(), 0), share(tablet, benId, true))
    expect(await outcomes(bens, attach(bens, true))).toEqual(['NOT_ASSIGNED'])
    expect(await outcomes(tablet, attach(tablet, true, two.group), attach(tablet, true, plan))).toEqual([
      'UNKNOWN_MEMBER_OR_GROUP',
      'UNKNOWN_MEMBER_OR_GROUP',
    ])
    await flags(true, false)
    const limited = new Device(world, one, (await world.logIn(one, 'coach')).token)
    expect(await outcomes(limited, attach(limited, true), save(limited, 'Still', chain(), 1))).toEqual([
      'FEATURE_OFF',
      'applied',
    ])
    await flags(false, true)
    const { token } = await world.logIn(one, 'coach')
    const none = new Device(world, one, token)
    expect(await outcomes(none, attach(none, true), save(none, 'No', chain(), 2))).toEqual([
      'FEATURE_OFF',
      'FEATURE_OFF',
    ])
    expect((await world.request({ url: '/v1/colleagues', token })).statusCode).toBe(403)
    await flags(true, true)
  })
})

test('two simultaneous pushes of the same new plan store it once', async () => {
  const op = save(tablet, 'Twice', chain(), 0)
  const replies = await Promise.all([tablet.push(op), tablet.push(op), tablet.push(op)])
  expect(replies.flatMap((r) => r.outcomes.map((o) => o.outcome))).toEqual(['applied', 'applied', 'applied'])
  expect(await planOf(anna)).toMatchObject({ revision: 1 })
  const { rowCount } = await world.owner.query('SELECT FROM lesson_plan_edits WHERE op_id = $1', [op.opId])
  expect(rowCount).toBe(1)
})

test('a coach who joins a second club finds the own plans there', async () => {
  await tablet.push(save(tablet, 'Everywhere', chain(), 0))
  const quay = crypto.randomUUID()
  await world.owner.query(
    `WITH c AS (INSERT INTO clubs (client_id, id, name, time_zone) VALUES ($1, $2, 'Quay', 'Europe/London'))
     INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $3, $2)`,
    [one.id, quay, one.coach],
  )
  const url = `/v1/sync/changes?club_id=${quay}&cursor=`
  const page = (await world.request({ url, token: anna })).json<ChangesReply>()
  expect(page.changes.filter((c) => c.kind === 'plan').map((c) => c.key)).toContain(plan)
})

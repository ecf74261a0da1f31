import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noteErasures } from '#db/backup/erased-since.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { Change, ChangesReply, CoachMember, GroupMember, Operation } from '#contract/assessment/sync.ts'
import type { Guest } from '#contract/flows/guests.ts'
import type { ChangeSet } from '#contract/flows/change-sets.ts'
import type { MemberDetail } from '#contract/members/club-members.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { enterMembers } from '#server/testing/enter-members.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** The tokens of an administrator and of two coaches of the club. */
let token = ''
let coach = ''
let device: Device
/** The id of a child whom the coach has entered and marked. */
let lily = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  await logIn()
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function logIn(): Promise<void> {
  token = (await world.logIn(one, 'club')).token
  coach = (await world.logIn(one, 'coach')).token
  device = new Device(world, one, coach)
}
const call = (options: InjectOptions & { host?: string; token?: string }) =>
  world.request({ host: one.host('club'), token, ...options })
const guests = async () => (await call({ url: '/v1/guests' })).json<Guest[]>()
const decide = (uuid: string, how: 'member' | 'join', payload: object) =>
  call({ method: 'POST', url: `/v1/guests/${uuid}/${how}`, payload })
const present = (memberUuid: string) =>
  device.registerEntry({ kind: 'attendance', groupId: one.group, date: world.today(), memberUuid }, 'present')
const outcomesOf = async (...ops: Operation[]) =>
  (await device.push(...ops)).outcomes.map(({ outcome, code }) => code ?? outcome)

/** What a full load of a coach's tablet brings of one child. */
async function onTablet(uuid: string) {
  const found: Change[] = []
  for (let cursor = ''; ;) {
    const url = `/v1/sync/changes?club_id=${one.club}&cursor=${cursor}`
    const page = (await world.request({ url, token: coach })).json<ChangesReply>()
    found.push(...page.changes)
    cursor = page.cursor
    if (!page.more) break
  }
  const of = <D>(kind: Change['kind'], key: string) =>
    found.findLast((change) => change.kind === kind && change.key === key)?.data as D | null | undefined
  return {
    member: of<CoachMember>('member', uuid),
    stay: of<GroupMember>('group_member', `${one.group}/${uuid}`),
    results: found.flatMap((change) =>
      change.kind === 'result' && change.data?.memberUuid === uuid ? [change.data] : [],
    ),
    registers: found.flatMap((change) =>
      change.kind === 'register' && change.data?.memberUuid === uuid ? [change.data.value] : [],
    ),
  }
}

beforeEach(async () => {
  world.clock.now += 1_000
  lily = crypto.randomUUID()
  const ops = [device.guest(lily, { firstname: 'Lily' }), present(lily), device.mark(lily, '/stage-1/float', 3)]
  expect(await outcomesOf(...ops)).toEqual(['applied', 'applied', 'applied'])
})

describe('a guest', () => {
  test('is on every tablet of the group, marked like any other child, and in no list of members', async () => {
    const { member, stay, results, registers } = await onTablet(lily)
    expect(member).toMatchObject({ firstname: 'Lily', lastname: '', dob: null, status: 'active', guest: 'today' })
    expect(stay).toEqual({ groupId: one.group, memberUuid: lily, from: world.today(), to: world.today() })
    expect(results).toMatchObject([{ nodeId: '/stage-1/float', grade: 3 }])
    expect(registers).toEqual(['present'])
    const list = await call({ url: '/v1/members?search=Lily' })
    expect(list.headers['x-total-count']).toBe('0')
    expect((await call({ url: `/v1/members/${lily}` })).statusCode).toBe(404)
    expect((await guests()).find(({ uuid }) => uuid === lily)).toEqual({
      uuid: lily,
      firstname: 'Lily',
      lastname: '',
      group: { id: one.group, name: expect.any(String) },
      from: world.today(),
      to: world.today(),
      coach: 'Anna Pritchard',
      marks: 1,
    })
  })

  test('who was erased does not come back from a tablet after the restore of an earlier backup', async () => {
    const erased = crypto.randomUUID()
    // the backup knows neither the child nor a club of the child
    await world.owner.query(noteErasures([{ client_id: one.id, entity: 'member', entity_id: erased }]))
    const ops = [device.guest(erased, { firstname: 'Nia' }), device.mark(erased, '/stage-1/float', 3)]
    expect(await outcomesOf(...ops)).toEqual(['MEMBER_ERASED', 'MEMBER_ERASED'])
    expect(await world.owner.query('SELECT FROM members WHERE id = $1', [erased])).toMatchObject({ rowCount: 0 })
  })

  test('is stored once, however often the tablet sends it, and cannot take the id of a member', async () => {
    const again = device.guest(lily, { firstname: 'Lily' })
    const other = device.guest(one.members[0], { firstname: 'Lily' })
    expect(await outcomesOf(again, other)).toEqual(['MEMBER_EXISTS', 'MEMBER_EXISTS'])
    const twice = device.guest(crypto.randomUUID(), { firstname: 'Mo' })
    expect(await outcomesOf(twice)).toEqual(['applied'])
    expect(await outcomesOf(twice)).toEqual(['applied'])
    const { rowCount } = await world.owner.query(`SELECT FROM audit_log WHERE action = 'guest' AND entity_id = $1`, [
      JSON.parse(JSON.stringify(twice.payload)).memberUuid,
    ])
    expect(rowCount).toBe(1)
  })

  test('cannot take the id of a child whom only another club has', async () => {
    const [cove, child] = [crypto.randomUUID(), crypto.randomUUID()]
    await inTenant(world.db, one.id, 'write', async (tx) => {
      const club = { id: cove, name: 'Cove', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }
      await createClub(tx, null, club)
      const names = { firstname: 'Gwen', lastname: 'Hughes', dob: '2016-02-03' }
      await enterMembers(tx, one.id, [{ id: child, clubIds: [cove], ...names, medical: 'Grommets' }])
    })
    expect(await outcomesOf(device.guest(child, { firstname: 'Gwen' }))).toEqual(['MEMBER_EXISTS'])
    expect(await outcomesOf(device.mark(child, '/stage-1/float', 3))).toEqual(['UNKNOWN_MEMBER_OR_GROUP'])
    expect((await onTablet(child)).member).toBeUndefined()
    expect((await guests()).some(({ uuid }) => uuid === child)).toBe(false)
  })

  test('from a tablet whose clock is a day ahead is entered for today, with the marks and attendance of the same push', async () => {
    const mia = crypto.randomUUID()
    const tomorrow = world.today(1)
    const ms = world.clock.now + 24 * 3_600_000
    const timestamp = Math.floor(ms / 1_000)
    const attendance = { kind: 'attendance', groupId: one.group, date: tomorrow, memberUuid: mia } as const
    const ops = [
      device.guest(mia, { firstname: 'Mia' }, { date: tomorrow, timestamp }),
      device.registerEntry(attendance, 'present', { ms }),
      device.mark(mia, '/stage-1/float', 3, { ms }),
    ]
    expect(await outcomesOf(...ops)).toEqual(['applied', 'applied', 'applied'])
    const { stay, results, registers } = await onTablet(mia)
    expect(stay).toMatchObject({ from: world.today(), to: world.today() })
    expect([results.length, registers]).toEqual([1, ['present']])
  })

  test('of today is gone from the group the day after tomorrow, and one on trial is not', async () => {
    const trial = crypto.randomUUID()
    await device.push(device.guest(trial, { firstname: 'Tom' }, { value: 'trial' }))
    expect((await onTablet(trial)).stay).toMatchObject({ to: null })
    world.clock.now += 2 * 86_400_000
    await logIn()
    expect(await outcomesOf(present(trial), present(lily))).toEqual(['applied', 'NOT_ASSIGNED'])
  })
})

describe('the office', () => {
  const member = { firstname: 'Lily', lastname: 'Marsh', dob: '2017-03-04' }

  test('makes a guest a member, whose marks stay and who goes on in the group', async () => {
    const reply = await decide(lily, 'member', { member: { ...member, ngo_id: 'L-1' }, stays: true })
    expect(reply.json<MemberDetail>()).toMatchObject({ uuid: lily, lastname: 'Marsh', ngo_id: 'L-1', status: 'active' })
    const { scores } = (await call({ url: `/v1/members/${lily}/progress` })).json<MemberProgress>()
    expect(scores).toMatchObject({ swim: { '/stage-1/float': { grade: 3 } } })
    const { member: shown, stay, registers } = await onTablet(lily)
    expect(shown).toMatchObject({ lastname: 'Marsh', dob: '2017-03-04', guest: null })
    expect(stay).toMatchObject({ from: world.today(), to: null })
    expect(registers).toEqual(['present'])
    expect((await guests()).some(({ uuid }) => uuid === lily)).toBe(false)
    // a second decision finds no guest
    expect((await decide(lily, 'member', { member, stays: true })).statusCode).toBe(404)
  })

  test('is told what is wrong with the member, by field, and the guest stays on the list', async () => {
    const wrong = await decide(lily, 'member', { member: { ...member, lastname: 'M4rsh' }, stays: false })
    expect([wrong.statusCode, wrong.json<{ field: string }>().field]).toEqual([400, 'lastname'])
    const first = await decide(lily, 'member', { member: { ...member, firstname: 'Lil' }, stays: false })
    expect(first.statusCode, first.body).toBe(200)
    const second = crypto.randomUUID()
    await device.push(device.guest(second, { firstname: 'Lil' }))
    const twin = await decide(second, 'member', { member: { ...member, firstname: 'Lil' }, stays: false })
    expect(twin.json<{ error: string }>().error).toBe('CONFLICT_MEMBER')
    expect((await guests()).some(({ uuid }) => uuid === second)).toBe(true)
  })

  test('lets a guest go on only in a group that has room and is not over', async () => {
    const stays = () => decide(lily, 'member', { member: { ...member, firstname: 'Lila' }, stays: true })
    const setGroup = (sql: string) => world.owner.query(`UPDATE groups SET ${sql} WHERE id = $1`, [one.group])
    await setGroup('max_size = 2')
    expect((await stays()).json()).toMatchObject({ error: 'GROUP_FULL', field: 'stays' })
    await setGroup(`max_size = NULL, last_date = '${world.today(-1)}'`)
    expect((await stays()).json()).toMatchObject({ error: 'GROUP_ENDED', field: 'stays' })
    await setGroup('max_size = 8, last_date = NULL')
    expect((await guests()).some(({ uuid }) => uuid === lily)).toBe(true)
    expect((await stays()).statusCode).toBe(200)
  })

  test('takes what a coach entered on the day for a guest who became a member and left the group', async () => {
    await decide(lily, 'member', { member: { ...member, firstname: 'Lili' }, stays: false })
    expect((await onTablet(lily)).stay).toMatchObject({ from: world.today(), to: world.today() })
    expect(await outcomesOf(device.mark(lily, '/stage-1/glide', 2))).toEqual(['applied'])
  })

  test('joins a guest with a member, who gets marks and attendance, and may undo it', async () => {
    const [sian] = one.members
    const before = await onTablet(sian)
    expect(before.results.some(({ nodeId }) => nodeId === '/stage-1/float')).toBe(false)
    const joined = await decide(lily, 'join', { member_uuid: sian })
    expect(joined.statusCode, joined.body).toBe(200)
    expect(joined.json<MemberDetail>().uuid).toBe(sian)
    const after = await onTablet(sian)
    expect(after.results).toMatchObject([{ nodeId: '/stage-1/float', grade: 3 }])
    expect(after.registers).toEqual(['present'])
    expect((await onTablet(lily)).member ?? null).toBe(null)
    expect(await outcomesOf(device.mark(lily, '/stage-1/float', 2))).toEqual(['MEMBER_MERGED'])
    const [merge] = (await call({ url: '/v1/change-sets' })).json<ChangeSet[]>()
    expect((await call({ method: 'POST', url: `/v1/change-sets/${merge?.id}/undo` })).statusCode).toBe(200)
    expect((await onTablet(sian)).results).toEqual([])
    expect((await call({ url: `/v1/members/${lily}` })).json<MemberDetail>()).toMatchObject({ firstname: 'Lily' })
  })

  test('drops a guest with all that was marked', async () => {
    expect((await call({ method: 'DELETE', url: `/v1/guests/${lily}` })).statusCode).toBe(204)
    const { member: gone, results } = await onTablet(lily)
    expect([gone ?? null, results]).toEqual([null, []])
    expect(await outcomesOf(device.mark(lily, '/stage-1/float', 2))).toEqual(['MEMBER_ERASED'])
    const { rows } = await world.owner.query('SELECT FROM members WHERE id = $1', [lily])
    expect(rows).toEqual([])
  })

  test('drops a guest also while a tablet sends an entry, which goes with it', async () => {
    // the entry is written, and waits with its commit
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
    const sending = outcomesOf(present(lily))
    await untilWaiting(world, 1)
    const dropping = call({ method: 'DELETE', url: `/v1/guests/${lily}` })
    await untilWaiting(world, 2)
    await world.owner.query('COMMIT')
    expect(await sending).toEqual(['applied'])
    const dropped = await dropping
    expect(dropped.statusCode, dropped.body).toBe(204)
    expect((await world.owner.query('SELECT FROM registers WHERE member_id = $1', [lily])).rowCount).toBe(0)
  })

  test('of another club or client, and a coach, cannot see or decide about a guest', async () => {
    const other = world.tenants[1]
    const otherToken = (await world.logIn(other, 'club')).token
    const foreign = { host: other.host('club'), token: otherToken }
    expect((await call({ ...foreign, url: '/v1/guests' })).json()).toEqual([])
    for (const [method, url, payload] of [
      ['POST', 'member', { member, stays: true }],
      ['POST', 'join', { member_uuid: other.members[0] }],
      ['DELETE', '', undefined],
    ] as const) {
      const path = `/v1/guests/${lily}${url === '' ? '' : `/${url}`}`
      const options = { method, url: path, ...(payload ? { payload } : {}) }
      expect((await call({ ...options, ...foreign })).statusCode, path).toBe(404)
      expect((await call({ ...options, host: one.host('coach'), token: coach })).statusCode, path).toBe(403)
    }
    expect((await guests()).some(({ uuid }) => uuid === lily)).toBe(true)
  })
})

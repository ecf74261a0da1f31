import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '#contract/members.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/tenancy.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { inviteUser } from '#server/users/invite.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let admin: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await world.owner.query(`UPDATE members SET ngo_id = 'TW-' || ngo_id WHERE client_id = 'two'`)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  world.clock.now += 3_600_001
  admin = (await world.logIn(one, 'club')).token
})

const invite = (payload: object = {}, more: { member?: string; token?: string; host?: string } = {}) =>
  world.request({
    method: 'POST',
    url: `/v1/members/${more.member ?? one.members[0]}/invites`,
    host: more.host ?? one.host('club'),
    token: more.token ?? admin,
    payload: { email: 'gran@one.example', firstname: 'Gwen', lastname: "O'Connor", ...payload },
  })
const tokenIn = (text = '') => /set-password#token=([\w-]+)/.exec(text)?.[1] ?? ''
const setPassword = (token: string) =>
  world.request({
    method: 'POST',
    url: '/v1/auth/set-password',
    host: one.host('parent'),
    payload: { token, password: PASSWORD },
  })
async function children(session: { token: string }, user: string): Promise<string[]> {
  const reply = await world.request({
    url: `/v1/users/${user}/members`,
    host: one.host('parent'),
    token: session.token,
  })
  return reply.json<Member[]>().map(({ uuid }) => uuid)
}

describe('an invited guardian', () => {
  test('gets a mail, sets a password and sees the children of all invitations at the first login', async () => {
    const first = await invite()
    expect([first.statusCode, first.json().state]).toEqual([201, 'invited'])
    expect((await invite({ email: 'GRAN@one.example' }, { member: one.members[1] })).json()).toEqual(first.json())
    const mails = await world.mails(one)
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['gran@one.example', 'Set up your account at Client one'],
      ['gran@one.example', 'Set up your account at Client one'],
    ])
    const { rows } = await world.owner.query('SELECT FROM member_links WHERE user_id = $1', [first.json().user_uuid])
    expect(rows).toEqual([])
    const reply = await setPassword(tokenIn(mails[0]?.text))
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await children(reply.json(), first.json().user_uuid)).sort()).toEqual([...one.members].sort())
    expect((await setPassword(tokenIn(mails[1]?.text))).json()).toMatchObject({ error: 'ALREADY_ACTIVATED' })
  })

  test('who has an account sees the child at once and is told by mail', async () => {
    await world.owner.query(`DELETE FROM member_links WHERE client_id = 'one' AND member_id = $1`, [one.members[1]])
    const session = await world.logIn(one, 'parent')
    expect(await children(session, one.parent)).toEqual([one.members[0]])
    const reply = await invite({ email: 'parent@one.example' }, { member: one.members[1] })
    expect(reply.json()).toEqual({ user_uuid: one.parent, state: 'linked' })
    expect(await children(session, one.parent)).toHaveLength(2)
    expect((await world.mails(one)).map(({ subject }) => subject)).toEqual(['Beca: now on your page at Client one'])
  })

  test('is refused with the conflict it is', async () => {
    expect((await invite({ email: 'parent@one.example' })).json()).toMatchObject({
      status: 409,
      error: 'CONFLICT_GUARDIAN',
      field: 'email',
    })
    await world.owner.query(`UPDATE users SET status = 'lapsed' WHERE id = $1`, [one.parent])
    const lapsed = await invite({ email: 'parent@one.example' })
    await world.owner.query(`UPDATE users SET status = 'current' WHERE id = $1`, [one.parent])
    expect(lapsed.json()).toMatchObject({ status: 409, error: 'CONFLICT_EMAIL' })
    expect(await world.mails(one)).toEqual([])
  })

  test('is invited by the administrators of the child’s clubs only; any other child is not there', async () => {
    const replies = await Promise.all(
      [two.members[0], crypto.randomUUID(), 'x'].map((member) => invite({}, { member })),
    )
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-01-01' WHERE user_id = $1`, [one.admin])
    expect((await invite()).statusCode).toBe(404)
    await world.owner.query('UPDATE user_clubs SET to_date = NULL WHERE user_id = $1', [one.admin])
    for (const portal of ['parent', 'coach', 'scheme'] as const) {
      const { token } = await world.logIn(one, portal)
      expect((await invite({}, { token, host: one.host(portal) })).statusCode, portal).toBe(403)
    }
  })

  test('is named where the invitation is wrong', async () => {
    expect((await invite({ email: 'a@b.c\r\nBcc: x@y.z' })).json()).toMatchObject({
      error: 'ERROR_INVALID_EMAIL',
      field: 'email',
    })
    expect((await invite({ firstname: '<b>' })).json()).toMatchObject({ status: 400, field: 'firstname' })
    expect((await invite({ status: 'current' })).json()).toMatchObject({ status: 400, field: 'status' })
  })

  test('by two administrators at the same moment is one account', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => invite({ email: 'twice@one.example' })))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    await world.mails(one)
  })
})

describe('inviting staff', () => {
  const staff = (more: object = {}) =>
    inTenant(world.db, 'one', 'write', (tx) =>
      inviteUser(tx, 'one', null, new Date(world.clock.now), {
        type: 'coach',
        email: 'new.coach@one.example',
        username: null,
        firstname: 'Dewi',
        lastname: 'Lloyd',
        ngoId: 'C-7',
        clubIds: [one.club],
        ...more,
      }),
    )

  test('leads to the coach’s own portal, with the club', async () => {
    const { userId } = await staff()
    const [mail] = await world.mails(one)
    expect(mail?.text).toContain('https://coach.one.test/set-password#token=')
    const reply = await world.request({
      method: 'POST',
      url: '/v1/auth/set-password',
      host: one.host('coach'),
      payload: { token: tokenIn(mail?.text), password: PASSWORD },
    })
    expect(reply.json()).toMatchObject({ clubs: [{ id: one.club }] })
    expect(userId).toBeTruthy()
  })

  test('with an address or number that somebody has is a conflict', async () => {
    await expect(staff({ email: 'Coach@one.example' })).rejects.toMatchObject({
      code: 'CONFLICT_EMAIL',
      field: 'email',
    })
    await expect(staff({ email: 'third@one.example' })).rejects.toMatchObject({
      code: 'CONFLICT_NGO_ID',
      field: 'ngo_id',
    })
    expect(await world.mails(one)).toEqual([])
  })
})

describe('a membership', () => {
  let parent: string
  beforeAll(async () => {
    await world.owner.query(`DELETE FROM member_links WHERE client_id = 'one' AND user_id = $1`, [one.parent])
  })
  beforeEach(async () => {
    parent = (await world.logIn(one, 'parent')).token
  })
  const right = { ngo_id: 'AQ-1', firstname: 'Siân', lastname: "O'Connor", dob: '2017-05-06' }
  const link = (payload: object = {}, user = one.parent) =>
    world.request({
      method: 'POST',
      url: `/v1/users/${user}/members`,
      host: one.host('parent'),
      token: parent,
      payload: { ...right, ...payload },
    })
  const unlink = (member: string, user = one.parent) =>
    world.request({
      method: 'DELETE',
      url: `/v1/users/${user}/members/${member}`,
      host: one.host('parent'),
      token: parent,
    })

  test('is linked when number, names and date of birth match, and shown at once', async () => {
    const reply = await link({ ngo_id: ' aq-1 ', firstname: 'SIÂN', lastname: 'O’Connor' })
    expect([reply.statusCode, reply.json()]).toEqual([201, { uuid: one.members[0] }])
    expect(await children({ token: parent }, one.parent)).toEqual([one.members[0]])
    expect((await link()).json()).toMatchObject({ status: 409, error: 'CONFLICT_MEMBER' })
  })

  test('that does not match gets one answer, whatever was wrong, and a sixth try has to wait an hour', async () => {
    const wrong = [
      { ngo_id: 'AQ-99' },
      { firstname: 'Sian' },
      { lastname: 'Connor' },
      { dob: '2017-05-07' },
      { ngo_id: 'TW-AQ-1' },
    ]
    const replies: string[] = []
    for (const change of wrong) replies.push((await link(change)).body)
    expect(JSON.parse(replies[0] ?? '')).toMatchObject({ status: 404, error: 'NO_MEMBERSHIP_MATCH' })
    expect(new Set(replies).size).toBe(1)
    const held = await link()
    expect(held.json()).toMatchObject({ status: 429, error: 'TOO_MANY_REQUESTS' })
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(3_500)
  })

  test('of a club without a parent portal does not match', async () => {
    await world.owner.query('UPDATE clubs SET parent_portal = false WHERE id = $1', [one.club])
    const reply = await link({ ngo_id: 'AQ-2', firstname: 'Beca' })
    await world.owner.query('UPDATE clubs SET parent_portal = true WHERE id = $1', [one.club])
    expect(reply.json()).toMatchObject({ error: 'NO_MEMBERSHIP_MATCH' })
  })

  test('is linked and unlinked by the parent itself only', async () => {
    const foreign = await Promise.all([two.parent, crypto.randomUUID()].map((user) => link({}, user)))
    for (const reply of foreign) expect([reply.statusCode, reply.body]).toEqual([404, foreign[0]?.body])
    expect((await unlink(one.members[0], two.parent)).statusCode).toBe(404)
    expect((await unlink(one.members[0])).statusCode).toBe(204)
    expect((await unlink(one.members[0])).statusCode).toBe(404)
    expect((await unlink(two.members[0])).statusCode).toBe(404)
    expect(await children({ token: parent }, one.parent)).toEqual([])
    const { rows } = await world.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE client_id = 'one' AND user_id = $1 AND entity = 'member' ORDER BY id`,
      [one.parent],
    )
    expect(rows.map(({ action }) => action)).toEqual(['link', 'unlink'])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '#contract/assessment/linked-member.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { addMemberToClub } from '#server/members/commands.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, PASSWORD, SKILLS, type Tenant, type World } from '#server/testing/world.ts'
import { inviteUser } from '#server/identity/users/invite.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
/** The first client of `createWorld`; its children are Siân and Beca O'Connor (AQ-1, AQ-2). */
let one: Tenant
let two: Tenant
let adminToken: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  // No number of a child exists at both clients.
  await world.owner.query(`UPDATE members SET ngo_id = 'TW-' || ngo_id WHERE client_id = 'two'`)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  // more than the hour for which tries are counted
  world.clock.now += 3_600_001
  adminToken = (await world.logIn(one, 'club')).token
})

const invite = (payload: object = {}, options: { member?: string; token?: string; host?: string } = {}) =>
  world.request({
    method: 'POST',
    url: `/v1/members/${options.member ?? one.members[0]}/invites`,
    host: options.host ?? one.host('club'),
    token: options.token ?? adminToken,
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
/** The ids of a parent's children. */
async function readChildren(session: { token: string }, user: string): Promise<string[]> {
  const reply = await world.request({
    url: `/v1/users/${user}/members`,
    host: one.host('parent'),
    token: session.token,
  })
  return reply.json<Member[]>().map(({ uuid }) => uuid)
}

describe('an invited guardian', () => {
  test('gets a mail, sets a password and sees the children of all invitations at the first login', async () => {
    const firstInvite = await invite()
    expect([firstInvite.statusCode, firstInvite.json().state]).toEqual([201, 'invited'])
    expect((await invite({ email: 'GRAN@one.example' }, { member: one.members[1] })).json()).toEqual(firstInvite.json())
    const mails = await world.mails(one)
    expect(mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      ['gran@one.example', 'Set up your account at Client one'],
      ['gran@one.example', 'Set up your account at Client one'],
    ])
    const { rows } = await world.owner.query('SELECT FROM member_links WHERE user_id = $1', [
      firstInvite.json().user_uuid,
    ])
    expect(rows).toEqual([])
    const reply = await setPassword(tokenIn(mails[0]?.text))
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await readChildren(reply.json(), firstInvite.json().user_uuid)).sort()).toEqual([...one.members].sort())
    expect((await setPassword(tokenIn(mails[1]?.text))).json()).toMatchObject({ error: 'ALREADY_ACTIVATED' })
  })

  test('who has an account sees the child at once and is told by mail', async () => {
    await world.owner.query(`DELETE FROM member_links WHERE client_id = 'one' AND member_id = $1`, [one.members[1]])
    const session = await world.logIn(one, 'parent')
    expect(await readChildren(session, one.parent)).toEqual([one.members[0]])
    const reply = await invite({ email: 'parent@one.example' }, { member: one.members[1] })
    expect(reply.json()).toEqual({ user_uuid: one.parent, state: 'linked' })
    expect(await readChildren(session, one.parent)).toHaveLength(2)
    expect((await world.mails(one)).map(({ subject }) => subject)).toEqual(['Beca: now on your page at Client one'])
  })

  test('who has the child already, or whose account the client has ended, gets no invitation but a conflict', async () => {
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

  test('can be invited only by administrators of the child’s clubs; for others the child does not exist', async () => {
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

  test('is not invited where parents log in at a provider, and could not set the password of the mail', async () => {
    const { rows } = await world.owner.query(`SELECT auth_provider, login FROM clients WHERE client_id = 'one'`)
    await world.owner.query(`UPDATE clients SET auth_provider = 'bg', login = 'federated' WHERE client_id = 'one'`)
    const reply = await invite({ email: 'elsewhere@one.example' })
    await world.owner.query('UPDATE clients SET auth_provider = $2, login = $3 WHERE client_id = $1', [
      'one',
      rows[0]?.auth_provider,
      rows[0]?.login,
    ])
    expect(reply.json()).toMatchObject({ status: 403, error: 'PROVIDER_OWNS', field: 'email' })
    expect(await world.mails(one)).toEqual([])
  })

  test('with a wrong field is refused with the field’s name', async () => {
    expect((await invite({ email: 'a@b.c\r\nBcc: x@y.z' })).json()).toMatchObject({
      error: 'ERROR_INVALID_EMAIL',
      field: 'email',
    })
    expect((await invite({ firstname: '<b>' })).json()).toMatchObject({ status: 400, field: 'firstname' })
    expect((await invite({ status: 'current' })).json()).toMatchObject({ status: 400, field: 'status' })
  })

  test('who is invited three times at the same moment gets one account', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => invite({ email: 'twice@one.example' })))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    // Drops the invitations, which no later test expects.
    await world.mails(one)
  })
})

// `inviteUser` is tested here, because it does the same as the invitation of a guardian above.
describe('inviting staff', () => {
  const inviteCoach = (options: object = {}) =>
    inTenant(world.db, 'one', 'write', (tx) =>
      inviteUser(tx, null, new Date(world.clock.now), {
        type: 'coach',
        email: 'new.coach@one.example',
        username: null,
        firstname: 'Dewi',
        lastname: 'Lloyd',
        ngo_id: 'C-7',
        clubIds: [one.club],
        ...options,
      }),
    )

  test('sends a coach to the coach portal, with the club', async () => {
    const { userId } = await inviteCoach()
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

  test('with an address or number of another user is a conflict', async () => {
    await expect(inviteCoach({ email: 'Coach@one.example' })).rejects.toMatchObject({
      code: 'CONFLICT_EMAIL',
      field: 'email',
    })
    await expect(inviteCoach({ email: 'third@one.example' })).rejects.toMatchObject({
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
  /** Siân's number, names and date of birth in the sample data. */
  const sianFields = { ngo_id: 'AQ-1', firstname: 'Siân', lastname: "O'Connor", dob: '2017-05-06' }
  const link = (payload: object = {}, user = one.parent) =>
    world.request({
      method: 'POST',
      url: `/v1/users/${user}/members`,
      host: one.host('parent'),
      token: parent,
      payload: { ...sianFields, ...payload },
    })
  const unlink = (member: string, user = one.parent) =>
    world.request({
      method: 'DELETE',
      url: `/v1/users/${user}/members/${member}`,
      host: one.host('parent'),
      token: parent,
    })

  test('is linked when number, names and date of birth match, and the child is shown at once', async () => {
    await world.owner.query(`UPDATE members SET lastname = 'Mair O''Connor' WHERE id = $1`, [one.members[0]])
    // The form has one field for the whole name, so the division into first and last name is a guess.
    const reply = await link({ ngo_id: ' aq-1 ', firstname: 'SIÂN MAIR', lastname: 'O’Connor' })
    await world.owner.query(`UPDATE members SET lastname = 'O''Connor' WHERE id = $1`, [one.members[0]])
    expect([reply.statusCode, reply.json()]).toEqual([201, { uuid: one.members[0] }])
    expect(await readChildren({ token: parent }, one.parent)).toEqual([one.members[0]])
    expect((await link()).json()).toMatchObject({ status: 409, error: 'CONFLICT_MEMBER' })
  })

  test('is found by its number with or without dashes and blanks', async () => {
    // it is linked already, so that it is found is all that is new
    for (const ngo_id of ['aq1', 'AQ 1', 'A-Q-1'])
      expect((await link({ ngo_id })).json(), ngo_id).toMatchObject({ error: 'CONFLICT_MEMBER' })
    expect((await link({ ngo_id: 'AQ11' })).json()).toMatchObject({ error: 'NO_MEMBERSHIP_MATCH' })
  })

  test('number has a form, which the parent alone gets, of this client and not of another', async () => {
    const askForm = async (token: string | undefined, user = one.parent) =>
      world.request({
        url: `/v1/users/${user}/membership-number`,
        host: one.host('parent'),
        ...(token === undefined ? {} : { token }),
      })
    // the numbers of two children are no form: they could be their own
    expect((await askForm(parent)).json()).toEqual({ form: null })
    const identity = { firstname: 'Gwen', lastname: 'Rees', dob: '2019-04-05', ngo_id: 'AQ-4' }
    await inTenant(world.db, one.id, 'write', (tx) =>
      enterMembers(tx, one.id, [{ ...identity, id: crypto.randomUUID(), clubIds: [one.club] }]),
    )
    expect((await askForm(parent)).json()).toEqual({ form: 'AQ-0' })
    expect((await askForm(parent, two.parent)).statusCode).toBe(404)
    expect((await askForm(undefined)).statusCode).toBe(401)
  })

  test('that does not match gets the same answer whatever was wrong, and the sixth try must wait an hour', async () => {
    const wrongFields = [
      { ngo_id: 'AQ-99' },
      { firstname: 'Sian' },
      { lastname: 'Connor' },
      { dob: '2017-05-07' },
      { ngo_id: 'TW-AQ-1' },
    ]
    const replies: string[] = []
    for (const wrongField of wrongFields) replies.push((await link(wrongField)).body)
    expect(JSON.parse(replies[0] ?? '')).toMatchObject({ status: 404, error: 'NO_MEMBERSHIP_MATCH' })
    expect(new Set(replies).size).toBe(1)
    const sixthTry = await link()
    expect(sixthTry.json()).toMatchObject({ status: 429, error: 'TOO_MANY_REQUESTS' })
    expect(Number(sixthTry.headers['retry-after'])).toBeGreaterThan(3_500)
  })

  test('with a date of birth that does not exist is refused at that field, and this counts as no try', async () => {
    for (const dob of ['2017-02-29', '2017-04-31', '9999-99-99', '0000-01-01', '2017-13-01', '2017-00-10'])
      expect((await link({ dob })).json(), dob).toMatchObject({ status: 400, error: 'INVALID_REQUEST', field: 'dob' })
    expect((await link({ dob: '2017-05-07' })).json()).toMatchObject({ error: 'NO_MEMBERSHIP_MATCH' })
  })

  test('of a club without a parent portal does not match', async () => {
    await world.owner.query('UPDATE clubs SET parent_portal = false WHERE id = $1', [one.club])
    const reply = await link({ ngo_id: 'AQ-2', firstname: 'Beca' })
    await world.owner.query('UPDATE clubs SET parent_portal = true WHERE id = $1', [one.club])
    expect(reply.json()).toMatchObject({ error: 'NO_MEMBERSHIP_MATCH' })
  })

  test('is linked and unlinked only by the parent', async () => {
    const foreign = await Promise.all([two.parent, crypto.randomUUID()].map((user) => link({}, user)))
    for (const reply of foreign) expect([reply.statusCode, reply.body]).toEqual([404, foreign[0]?.body])
    expect((await unlink(one.members[0], two.parent)).statusCode).toBe(404)
    expect((await unlink(one.members[0])).statusCode).toBe(204)
    expect((await unlink(one.members[0])).statusCode).toBe(404)
    expect((await unlink(two.members[0])).statusCode).toBe(404)
    expect(await readChildren({ token: parent }, one.parent)).toEqual([])
    const { rows } = await world.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE client_id = 'one' AND user_id = $1 AND entity = 'member' ORDER BY id`,
      [one.parent],
    )
    expect(rows.map(({ action }) => action)).toEqual(['link', 'unlink'])
  })
})

describe('two parents of one child', () => {
  test('both see the child, and when one of them unlinks it the other still sees it', async () => {
    await invite({ email: 'dad@one.example', firstname: 'Dai' }, { member: one.members[1] })
    await invite({ email: 'mum@one.example', firstname: 'Mair' }, { member: one.members[1] })
    const mails = await world.mails(one)
    const [dad, mum] = await Promise.all(
      ['dad@one.example', 'mum@one.example'].map(async (email) => {
        const mail = mails.find(({ to }) => to.address === email)
        const { token } = (await setPassword(tokenIn(mail?.text))).json<{ token: string }>()
        const { rows } = await world.owner.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email])
        return { token, id: rows[0]?.id ?? '' }
      }),
    )
    if (!dad || !mum) throw new Error('nobody was invited')
    for (const parent of [dad, mum]) expect(await readChildren(parent, parent.id)).toEqual([one.members[1]])
    const unlinked = await world.request({
      method: 'DELETE',
      url: `/v1/users/${dad.id}/members/${one.members[1]}`,
      host: one.host('parent'),
      token: dad.token,
    })
    expect(unlinked.statusCode).toBe(204)
    expect(await readChildren(dad, dad.id)).toEqual([])
    expect(await readChildren(mum, mum.id)).toEqual([one.members[1]])
    // Neither parent can read the other's children by the other's id.
    expect(
      (await world.request({ url: `/v1/users/${mum.id}/members`, host: one.host('parent'), token: dad.token }))
        .statusCode,
    ).toBe(404)
  })

  test('see once that a level was taken back after a day, and get no certificate for it', async () => {
    const mark = async (grade: number, ...skills: readonly string[]) => {
      const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
      await device.push(...skills.map((skill) => device.mark(one.members[1], `/stage-1/${skill}`, grade)))
    }
    await mark(3, ...SKILLS)
    world.clock.now += 24 * 60 * 60_000
    // The level is taken back, given again and taken back once more, within seconds.
    for (const grade of [1, 3, 1]) {
      await mark(grade, 'float')
      world.clock.now += 1_000
    }
    const login = await world.request({
      method: 'POST',
      url: '/v1/auth/login',
      host: one.host('parent'),
      payload: { client_id: one.id, type: 'parent', email: 'mum@one.example', password: PASSWORD },
    })
    const { token } = login.json<{ token: string }>()
    const { rows } = await world.owner.query<{ id: string }>(`SELECT id FROM users WHERE email = 'mum@one.example'`)
    const read = await world.request({
      url: `/v1/users/${rows[0]?.id}/members?with_awards=1`,
      host: one.host('parent'),
      token,
    })
    const [child] = read.json<Member[]>()
    expect(child?.awards).toEqual({})
    expect(child?.ended_awards).toEqual([
      {
        scheme_slug: 'swim',
        node_id: '/stage-1',
        title: 'stage-1',
        completed_ts: expect.any(Number) as number,
        ended_ts: expect.any(Number) as number,
      },
    ])
    const certificate = await world.request({
      url: `/v1/users/${rows[0]?.id}/members/${one.members[1]}/certificate.pdf?scheme=swim&node=%2Fstage-1`,
      host: one.host('parent'),
      token,
    })
    expect(certificate.statusCode).toBe(404)
  })
})

describe('a family of several clubs', () => {
  const [bay, cove] = [crypto.randomUUID(), crypto.randomUUID()]
  const thirdChild = crypto.randomUUID()
  let parent: { token: string; refresh_token: string }
  /** Reads all children of the parent with everything that the overview shows. */
  const readFamily = async (options = {}) =>
    world.request({
      url: `/v1/users/${one.parent}/members?with_groups=1&with_progress=1&with_awards=1&with_owners=1`,
      host: one.host('parent'),
      token: parent.token,
      ...options,
    })

  beforeAll(async () => {
    const club = { ngoId: null, timeZone: 'Europe/London', memberTypes: [] }
    const group = { start_at: '10:00', weekdays: [6], first_date: '2020-01-01', scheme_slug: 'swim' }
    await inTenant(world.db, one.id, 'write', async (tx) => {
      await createClub(tx, null, { ...club, id: bay, name: 'Bay' })
      await createClub(tx, null, { ...club, id: cove, name: 'Cove' })
      await addMemberToClub(
        tx,
        { userId: null, nowMs: Date.now() },
        { memberId: one.members[0], clubId: bay, memberType: null },
      )
      const identity = { firstname: 'Tomos', lastname: "O'Connor", dob: '2018-02-03', ngo_id: 'AQ-3' }
      await enterMembers(tx, one.id, [{ ...identity, id: thirdChild, clubIds: [cove] }])
      for (const [clubId, memberId, levels] of [
        [bay, one.members[0], ['/stage-2']],
        [cove, thirdChild, ['/stage-1']],
      ] as const)
        await addGroup(tx, {
          ...group,
          id: crypto.randomUUID(),
          clubId,
          name: 'Seals',
          levels: [...levels],
          memberIds: [memberId],
        })
      for (const member of [...one.members, thirdChild]) await linkMember(tx, null, one.parent, member)
    })
    await world.owner.query(
      `INSERT INTO user_clubs (client_id, user_id, club_id) SELECT 'one', $1, * FROM unnest($2::uuid[])`,
      [one.parent, [bay, cove]],
    )
  })
  beforeEach(async () => {
    parent = await world.logIn(one, 'parent')
  })

  test('sees all children with the groups and clubs of each', async () => {
    const groupsAndClubsOfEach = (await readFamily())
      .json<Member[]>()
      .map(({ firstname, groups = [], owners = [] }) => [
        firstname,
        groups.map(({ name, club_id: club }) => [name, owners.find(({ id }) => id === club)?.name]),
        owners.map(({ name, logo }) => [name, logo]),
      ])
    expect(groupsAndClubsOfEach).toEqual([
      ['Beca', [['Dolphins', 'Harbour']], [['Harbour', null]]],
      [
        'Siân',
        [
          ['Dolphins', 'Harbour'],
          ['Seals', 'Bay'],
        ],
        [
          ['Bay', null],
          ['Harbour', null],
        ],
      ],
      ['Tomos', [['Seals', 'Cove']], [['Cove', null]]],
    ])
  })

  test('sees the same at each of its clubs', async () => {
    const before = (await readFamily()).body
    const changed = await world.request({
      method: 'POST',
      url: '/v1/auth/change-club',
      host: one.host('parent'),
      payload: { refresh_token: parent.refresh_token, club_id: cove },
    })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await readFamily({ token: changed.json<{ token: string }>().token })).body).toBe(before)
  })

  test('sees a club’s new name, although the browser has cached the overview with the old one', async () => {
    const { etag = '' } = (await readFamily()).headers
    const url = `/v1/clubs/${bay}`
    const author = { host: one.host('scheme'), token: (await world.logIn(one, 'scheme')).token }
    const { revision } = (await world.request({ ...author, url })).json<{ revision: string }>()
    const headers = { 'if-match': `"${revision}"` }
    await world.request({ ...author, method: 'PATCH', url, payload: { name: 'Bay Pool' }, headers })
    // The second child is Siân, and Bay the first of her clubs.
    const after = await readFamily({ headers: { 'if-none-match': etag } })
    expect([after.statusCode, after.json<Member[]>()[1]?.owners?.[0]?.name]).toEqual([200, 'Bay Pool'])
  })
})

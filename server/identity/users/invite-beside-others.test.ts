import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addUser } from '#server/testing/add-user.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { closeAccount } from './close-account.ts'

let database: TestDatabase
let world: World
let one: Tenant
/** Of the administrator. */
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const post = (url: string, payload: object) =>
  world.request({ method: 'POST', url, host: one.host('club'), token, payload })
const inviteFor = (member: string, email = 'gran@one.example') =>
  post(`/v1/members/${member}/invites`, { email, firstname: 'Gwen', lastname: 'Price' })

test('a guardian who sets the password while being invited for a second child sees both', async () => {
  const [first, second] = one.members
  const { user_uuid } = (await inviteFor(first)).json<{ user_uuid: string }>()
  const link = /set-password#token=([\w-]+)/.exec((await world.mails(one))[0]?.text ?? '')?.[1] ?? ''
  // the same invitation, which is taken back, holds the second one up after it has read the account
  await world.owner.query('BEGIN')
  await world.owner.query('INSERT INTO invited_links (client_id, user_id, member_id) VALUES ($1, $2, $3)', [
    one.id,
    user_uuid,
    second,
  ])
  const inviting = inviteFor(second)
  await untilWaiting(world, 1)
  const payload = { token: link, password: PASSWORD }
  const accepting = world.request({
    method: 'POST',
    url: '/v1/auth/set-password',
    host: one.host('parent'),
    payload,
  })
  // it ends now, or waits for the invitation
  await Promise.race([accepting, untilWaiting(world, 2)])
  await world.owner.query('ROLLBACK')
  await inviting
  const session = (await accepting).json<LoginReply>()
  const children = await world.request({
    url: `/v1/users/${user_uuid}/members`,
    host: one.host('parent'),
    token: session.token,
  })
  expect(
    children
      .json<Member[]>()
      .map(({ uuid }) => uuid)
      .sort(),
  ).toEqual([first, second].sort())
})

const person = { type: 'coach', firstname: 'Nia', lastname: 'Rees' } as const

test('of two authors who give one number at once, the second is told that it is in use', async () => {
  const { token: author } = await world.logIn(one, 'scheme')
  const add = (email: string) =>
    world.request({
      method: 'POST',
      url: '/v1/users',
      host: one.host('scheme'),
      token: author,
      payload: { ...person, email, ngo_id: 'STAFF-7', club_ids: [one.club] },
    })
  // a third one, who is given up, holds both up
  await world.owner.query('BEGIN')
  await world.owner.query('UPDATE users SET ngo_id = $2 WHERE id = $1', [one.coach, 'STAFF-7'])
  const adding = ['rhys@one.example', 'mair@one.example'].map((email) => add(email))
  await untilWaiting(world, 2)
  await world.owner.query('ROLLBACK')
  const replies = await Promise.all(adding)
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(replies.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
    error: 'CONFLICT_NGO_ID',
    field: 'ngo_id',
  })
})

test('an address that another user is just getting is in use', async () => {
  await world.owner.query('BEGIN')
  await world.owner.query('UPDATE users SET email = $2 WHERE id = $1', [one.coach, 'new@one.example'])
  const inviting = post('/v1/users', { ...person, email: 'new@one.example' })
  await untilWaiting(world, 1)
  await world.owner.query('COMMIT')
  expect((await inviting).json()).toMatchObject({ status: 409, error: 'CONFLICT_EMAIL', field: 'email' })
})

test('a guardian whose address another parent is just getting is not invited, but the others are', async () => {
  const [first, second] = one.members
  await world.owner.query('UPDATE users SET email = NULL WHERE id = $1', [one.parent])
  for (const [member, email] of [
    [first, 'taken@one.example'],
    [second, 'free@one.example'],
  ])
    await world.owner.query(
      `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email)
       VALUES ($1, $2, 5, 'Gwen', 'Price', $3)`,
      [one.id, member, email],
    )
  await world.owner.query('BEGIN')
  await world.owner.query('UPDATE users SET email = $2 WHERE id = $1', [one.parent, 'taken@one.example'])
  const inviting = post('/v1/members/invites', { member_uuids: [first, second] })
  await untilWaiting(world, 1)
  await world.owner.query('COMMIT')
  const reply = await inviting
  expect([reply.statusCode, reply.json()]).toEqual([200, { invited: 1, linked: 0, refused: 1 }])
})

test('two invitations of the same guardians in different orders both succeed, one after the other', async () => {
  const [first, second] = one.members
  for (const [member, email] of [
    [first, 'ann@one.example'],
    [second, 'bob@one.example'],
  ])
    await world.owner.query(
      `INSERT INTO guardians (client_id, member_id, position, firstname, lastname, email)
       VALUES ($1, $2, 6, 'Gwen', 'Price', $3)`,
      [one.id, member, email],
    )
  // the lock of the first address holds both up, the second invitation perhaps after it has the other address
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${one.id}:parent:ann@one.example`])
  const inviting = [post('/v1/members/invites', { member_uuids: [first, second] })]
  await untilWaiting(world, 1)
  inviting.push(post('/v1/members/invites', { member_uuids: [second, first] }))
  await untilWaiting(world, 2)
  await world.owner.query('COMMIT')
  const replies = await Promise.all(inviting)
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
})

test('a child is linked with no account that is closed meanwhile', async () => {
  const closing = await addUser(world, one, {
    type: 'parent',
    firstname: 'Ifan',
    lastname: 'Rees',
    email: 'ifan@one.example',
  })
  const [child] = one.members
  const link = [one.id, closing, child]
  // the same link, which is taken back, holds the invitation up
  await world.owner.query('BEGIN')
  await world.owner.query('INSERT INTO member_links (client_id, user_id, member_id) VALUES ($1, $2, $3)', link)
  const inviting = inviteFor(child, 'ifan@one.example')
  await untilWaiting(world, 1)
  const closed = inTenant(world.db, one.id, 'write', (tx) => closeAccount(tx, null, closing, new Date()))
  await Promise.race([closed, untilWaiting(world, 2)])
  await world.owner.query('ROLLBACK')
  await Promise.all([inviting, closed])
  const { rows } = await world.owner.query('SELECT FROM member_links WHERE user_id = $1', [closing])
  expect(rows).toHaveLength(0)
})

test('a coach who leaves a club while another one adds the account keeps it', async () => {
  const name = 'Marina'
  const marina = crypto.randomUUID()
  await inTenant(world.db, one.id, 'write', (tx) =>
    createClub(tx, null, { id: marina, name, ngoId: null, timeZone: 'Europe/London', memberTypes: [] }),
  )
  await addUser(
    world,
    { ...one, club: marina },
    {
      type: 'admin',
      firstname: 'Lowri',
      lastname: 'Parry',
      email: 'lowri@one.example',
    },
  )
  const { token: otherToken } = await world.logIn(one, 'club', 'lowri@one.example')
  const coach = await addUser(world, one, { ...person, email: 'nia@one.example' })
  // the same employment, which is taken back, holds the other club up
  await world.owner.query('BEGIN')
  await world.owner.query('INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)', [
    one.id,
    coach,
    marina,
  ])
  const joining = world.request({
    method: 'POST',
    url: '/v1/users',
    host: one.host('club'),
    token: otherToken,
    payload: { ...person, email: 'nia@one.example' },
  })
  await untilWaiting(world, 1)
  const leaving = world.request({ method: 'DELETE', url: `/v1/users/${coach}`, host: one.host('club'), token })
  await untilWaiting(world, 2)
  await world.owner.query('ROLLBACK')
  expect([(await joining).json(), (await leaving).statusCode]).toEqual([{ uuid: coach, state: 'joined' }, 204])
  expect((await world.logIn(one, 'coach', 'nia@one.example')).clubs.map((club) => club.name)).toEqual([name])
})

test('a coach who is put into a group while being removed from the club is not left in it', async () => {
  const coach = await addUser(world, one, { ...person, email: 'sara@one.example' })
  const before = await world.request({ url: `/v1/groups/${one.group}`, host: one.host('club'), token })
  const { coaches, revision } = before.json<GroupDetail>()
  const entered = coaches.map(({ uuid, from, to }) => ({ uuid, from, to }))
  // the change of the group is written, and waits with its commit
  await world.owner.query('BEGIN')
  await world.owner.query('SELECT FROM club_counters WHERE club_id = $1 FOR UPDATE', [one.club])
  const changing = world.request({
    method: 'PATCH',
    url: `/v1/groups/${one.group}`,
    host: one.host('club'),
    token,
    headers: { 'if-match': `"${revision}"` },
    payload: { coaches: [...entered, { uuid: coach, from: '2020-01-01', to: null }] },
  })
  await untilWaiting(world, 1)
  const leaving = world.request({ method: 'DELETE', url: `/v1/users/${coach}`, host: one.host('club'), token })
  await Promise.race([leaving, untilWaiting(world, 2)])
  await world.owner.query('COMMIT')
  expect([(await changing).statusCode, (await leaving).statusCode]).toEqual([200, 204])
  const after = await world.request({ url: `/v1/groups/${one.group}`, host: one.host('club'), token })
  expect(after.json<GroupDetail>().coaches.map(({ uuid }) => uuid)).not.toContain(coach)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
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

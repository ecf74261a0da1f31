import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Notice, Notification } from '#contract/notices/notifications.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let authorToken = ''
/** The id of a second club of client one. */
const otherClub = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  authorToken = (await world.logIn(one, 'scheme')).token
  await inTenant(world.db, one.id, 'write', (tx) =>
    createClub(tx, null, {
      id: otherClub,
      name: 'Bay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    }),
  )
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const asAuthor = (options: InjectOptions) => world.request({ host: one.host('scheme'), token: authorToken, ...options })
const newNotification = (fields: object = {}) => ({
  heading: 'Pool closed',
  description: 'The deep end is drained.\nUse pool 2.',
  start: world.today(),
  end: world.today(1),
  global: false,
  club_ids: [one.club],
  ...fields,
})
const postNotification = (fields: object = {}) =>
  asAuthor({ method: 'POST', url: '/v1/notifications', payload: newNotification(fields) })
const createNotification = async (fields: object = {}) => (await postNotification(fields)).json<Notification>()
/** The headings of the notifications that a portal shows to the user of `createWorld`. */
async function shownHeadings(portal: 'coach' | 'club', tenant = one): Promise<string[]> {
  const { token } = await world.logIn(tenant, portal)
  const reply = await world.request({ host: tenant.host(portal), token, url: '/v1/me/notifications' })
  return reply.json<Notice[]>().map((notice) => notice.heading)
}

test('a notification shows to coaches and administrators of its clubs between its dates', async () => {
  const reply = await postNotification()
  expect(reply.statusCode, reply.body).toBe(201)
  await postNotification({ heading: 'Elsewhere', club_ids: [otherClub] })
  await postNotification({ heading: 'For all', global: true, club_ids: [] })
  await postNotification({ heading: 'Tomorrow', start: world.today(1), end: world.today(2) })
  await postNotification({ heading: 'Long ago', start: world.today(-4), end: world.today(-2) })
  for (const portal of ['coach', 'club'] as const)
    expect((await shownHeadings(portal)).sort(), portal).toEqual(['For all', 'Pool closed'])
  expect(await shownHeadings('coach', two)).toEqual([])
  // `current` leaves out what has ended, but not what begins later.
  const list = await asAuthor({ url: '/v1/notifications?per_page=2&sort=aheading&current=1' })
  expect(list.headers['x-total-count']).toBe('4')
  expect(list.json<Notification[]>().map(({ heading }) => heading)).toEqual(['Elsewhere', 'For all'])
  // all five have the same description
  expect((await asAuthor({ url: '/v1/notifications?search=drained' })).headers['x-total-count']).toBe('5')
})

test('a notification’s first and last day are those of the club’s time zone', async () => {
  // Auckland is half a day ahead of London
  await world.owner.query(`UPDATE clubs SET time_zone = 'Pacific/Auckland' WHERE client_id = 'two'`)
  const { token } = await world.logIn(two, 'scheme')
  const todayInAuckland = localDate(world.clock.now, 'Pacific/Auckland')
  const payload = { ...newNotification(), start: todayInAuckland, end: todayInAuckland, global: true, club_ids: [] }
  await world.request({ host: two.host('scheme'), token, method: 'POST', url: '/v1/notifications', payload })
  expect(await shownHeadings('coach', two)).toEqual(['Pool closed'])
  await world.owner.query(
    `UPDATE notifications SET start_date = start_date + 1, end_date = end_date + 1 WHERE client_id = 'two'`,
  )
  expect(await shownHeadings('coach', two)).toEqual([])
})

test('a notification is edited, but not with an old revision, deleted and restored, and each change is logged', async () => {
  const { id, revision } = await createNotification({ heading: 'Draft' })
  const patch = (payload: object) =>
    asAuthor({ method: 'PATCH', url: `/v1/notifications/${id}`, payload, headers: { 'if-match': `"${revision}"` } })
  expect((await patch(newNotification({ heading: 'Final', global: true, club_ids: [] }))).json()).toMatchObject({
    heading: 'Final',
    clubs: [],
  })
  const read = await asAuthor({ url: `/v1/notifications/${id}` })
  expect([read.statusCode, read.json()]).toMatchObject([200, { id, heading: 'Final', clubs: [] }])
  expect(read.json<{ revision: string }>().revision).not.toBe(revision)
  expect((await patch(newNotification())).statusCode).toBe(412)
  expect((await asAuthor({ method: 'DELETE', url: `/v1/notifications/${id}` })).statusCode).toBe(204)
  expect(await shownHeadings('coach')).not.toContain('Final')
  expect((await asAuthor({ method: 'DELETE', url: `/v1/notifications/${id}` })).statusCode).toBe(404)
  expect((await asAuthor({ method: 'POST', url: `/v1/notifications/${id}/undelete` })).statusCode).toBe(200)
  expect(await shownHeadings('coach')).toContain('Final')
  const { rows } = await world.owner.query('SELECT action FROM audit_log WHERE entity_id = $1 ORDER BY at', [id])
  expect(rows.map((row) => row.action)).toEqual(['create', 'change', 'delete', 'undelete'])
})

test.each([
  [{ heading: ' ' }, 400, 'heading'],
  [{ description: '' }, 400, 'description'],
  [{ description: '\n' }, 400, 'description'],
  [{ start: '2026-02-31' }, 400, 'start'],
  [{ end: '2020-01-01' }, 400, 'end'],
  [{ club_ids: [] }, 400, 'club_ids'],
  [{ club_ids: ['11111111-1111-4111-8111-111111111111'] }, 404, 'club_ids'],
  [{ global: 1 }, 400, 'global'],
  [{ id: 'x' }, 400, 'id'],
])('a notification with %j is refused, and the reply names the field', async (fields, status, field) => {
  const reply = await postNotification(fields)
  expect([reply.statusCode, reply.json<{ field: string }>().field]).toEqual([status, field])
})

test('only authors write notifications, and another client’s are not found', async () => {
  const { id } = await createNotification({ heading: 'Ours' })
  const calls: InjectOptions[] = [
    { url: '/v1/notifications' },
    { method: 'POST', url: '/v1/notifications', payload: newNotification() },
    { url: `/v1/notifications/${id}` },
    {
      method: 'PATCH',
      url: `/v1/notifications/${id}`,
      payload: newNotification({ club_ids: [two.club] }),
      headers: { 'if-match': '"x"' },
    },
    { method: 'DELETE', url: `/v1/notifications/${id}` },
    { method: 'POST', url: `/v1/notifications/${id}/undelete` },
  ]
  const otherAuthorToken = (await world.logIn(two, 'scheme')).token
  for (const [index, options] of calls.entries()) {
    expect((await world.request({ host: one.host('scheme'), ...options })).statusCode).toBe(401)
    for (const portal of ['parent', 'coach', 'club'] as const) {
      const { token } = await world.logIn(one, portal)
      expect((await world.request({ host: one.host(portal), token, ...options })).statusCode, portal).toBe(403)
    }
    // The first two calls are about no single notification, so the other author may make them.
    if (index < 2) continue
    const asOtherAuthor = { host: two.host('scheme'), token: otherAuthorToken }
    expect((await world.request({ ...asOtherAuthor, ...options })).statusCode).toBe(404)
  }
  for (const portal of ['parent', 'scheme'] as const) {
    const { token } = await world.logIn(one, portal)
    expect((await world.request({ host: one.host(portal), token, url: '/v1/me/notifications' })).statusCode).toBe(403)
  }
})

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Club, ClubSettings, NewClubBody } from '#contract/tenants/clubs.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { createUser } from '#server/identity/users/commands.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token = ''

/** The body of a request that creates a club. */
const newClub: NewClubBody = {
  name: 'Bay',
  ngo_id: 'B-1',
  time_zone: 'Europe/Paris',
  parent_portal: 1,
  org_portal: 0,
  member_types: ['Squad'],
  language_ids: [2],
}

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'scheme')).token
})
beforeEach(() => setProvider('local'))
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function setProvider(name: string): Promise<void> {
  await world.owner.query('UPDATE clients SET auth_provider = $1 WHERE client_id = $2', [name, one.id])
}
const call = (options: InjectOptions) => world.request({ host: one.host('scheme'), token, ...options })
const postClub = (fields: Partial<NewClubBody> = {}) =>
  call({ method: 'POST', url: '/v1/clubs', payload: { ...newClub, ...fields } })
const createClub = async (fields: Partial<NewClubBody> = {}) => (await postClub(fields)).json<ClubSettings>()
const deleteClub = (id: string) => call({ method: 'DELETE', url: `/v1/clubs/${id}` })
const changeClub = ({ id, revision }: ClubSettings, payload: object) =>
  call({ method: 'PATCH', url: `/v1/clubs/${id}`, payload, headers: { 'if-match': `"${revision}"` } })
const loggedActions = async (id: string) =>
  (await world.owner.query('SELECT action FROM audit_log WHERE entity_id = $1 ORDER BY at', [id])).rows.map(
    (row: { action: string }) => row.action,
  )

describe('the client’s clubs', () => {
  test('can be created, changed and listed with the numbers of their members and users', async () => {
    const reply = await postClub()
    expect(reply.statusCode, reply.body).toBe(201)
    const club = reply.json<ClubSettings>()
    expect(club).toMatchObject({ ...newClub, members: 0, users: 0 })
    expect(reply.headers['etag']).toBe(`"${club.revision}"`)
    const changed = await changeClub(club, { name: 'Bay Swimming', ngo_id: 'B-2', org_portal: 1 })
    expect(changed.json()).toMatchObject({ name: 'Bay Swimming', ngo_id: 'B-2', org_portal: 1 })
    const secondPage = await call({ url: '/v1/clubs?with_counts=1&per_page=1&page=1&sort=aname' })
    expect(secondPage.headers['x-total-count']).toBe('2')
    // The users of Harbour are its coach and its administrator.
    expect(secondPage.json<Club[]>()).toMatchObject([{ name: 'Harbour', members: 2, users: 2 }])
    const found = await call({ url: `/v1/clubs?search=${encodeURIComponent('b-2')}` })
    expect(found.json<Club[]>().map(({ name }) => name)).toEqual(['Bay Swimming'])
    expect(await loggedActions(club.id)).toEqual(['create', 'change'])
    await deleteClub(club.id)
  })

  test('are found by id, each only by authors of its client and administrators of the club', async () => {
    const club = await createClub({ name: 'Alone', ngo_id: null })
    const namesOf = async (options: InjectOptions) => (await call(options)).json<Club[]>().map(({ name }) => name)
    expect(await namesOf({ url: `/v1/clubs?id=${club.id}` })).toEqual(['Alone'])
    expect(await namesOf({ url: `/v1/clubs?id=${two.club}` })).toEqual([])
    expect((await call({ url: '/v1/clubs?id=x' })).json()).toMatchObject({ status: 400, field: 'id' })
    const admin = { host: one.host('club'), token: (await world.logIn(one, 'club')).token }
    const asAdmin = (id: string) => world.request({ ...admin, url: `/v1/clubs?id=${id}` })
    expect((await asAdmin(club.id)).json()).toEqual([])
    expect((await asAdmin(one.club)).json<Club[]>()).toHaveLength(1)
    await deleteClub(club.id)
  })

  test('cannot be changed over somebody else’s change', async () => {
    const club = await createClub({ name: 'Twice', ngo_id: null })
    await changeClub(club, { parent_portal: 0 })
    expect((await changeClub(club, { parent_portal: 1 })).statusCode).toBe(412)
    await deleteClub(club.id)
  })

  test('are created once however often the same request arrives', async () => {
    const headers = { 'x-request-id': crypto.randomUUID() }
    const post = () => call({ method: 'POST', url: '/v1/clubs', payload: { ...newClub, name: 'Once' }, headers })
    const [first, second] = [await post(), await post()]
    expect(second.json<ClubSettings>().id).toBe(first.json<ClubSettings>().id)
    await deleteClub(first.json<ClubSettings>().id)
  })

  test.each([
    [{ name: ' ' }, 400, 'name'],
    [{ name: 'x'.repeat(101) }, 400, 'name'],
    [{ ngo_id: '' }, 400, 'ngo_id'],
    [{ time_zone: 'Europe/Atlantis' }, 400, 'time_zone'],
    [{ time_zone: 'utc' }, 400, 'time_zone'],
    [{ member_types: ['Squad', 'squad'] }, 400, 'member_types'],
    [{ language_ids: [] }, 400, 'language_ids'],
    [{ language_ids: [9] }, 404, 'language_ids'],
    [{ org_portal: 2 }, 400, 'org_portal'],
  ])('are not created with %j, and the reply names the field', async (fields, status, field) => {
    const reply = await postClub(fields as Partial<NewClubBody>)
    expect([reply.statusCode, reply.json<{ field: string }>().field]).toEqual([status, field])
    const { rows } = await world.owner.query('SELECT FROM clubs WHERE client_id = $1 AND deleted_at IS NULL', [one.id])
    expect(rows).toHaveLength(1)
  })

  test('have unique numbers; the number of a deleted club is free again', async () => {
    const club = await createClub()
    const duplicate = await postClub({ name: 'Other' })
    expect([duplicate.statusCode, duplicate.json()]).toMatchObject([409, { error: 'CONFLICT_NGO_ID', field: 'ngo_id' }])
    expect((await deleteClub(club.id)).statusCode).toBe(204)
    const recreated = await postClub()
    expect(recreated.statusCode).toBe(201)
    await deleteClub(recreated.json<ClubSettings>().id)
  })
})

describe('a club that is deleted', () => {
  test('must have no active member', async () => {
    const reply = await deleteClub(one.club)
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { error: 'CLUB_IN_USE' }])
  })

  test('no longer exists for anybody: users without another club are logged out, others keep their other clubs', async () => {
    const club = await createClub({ name: 'Quay', ngo_id: null })
    // One administrator works only at this club, the other at Harbour too.
    const staff = { only: crypto.randomUUID(), both: crypto.randomUUID() }
    const { rows } = await world.owner.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE client_id = $1 AND id = $2',
      [one.id, one.admin],
    )
    await inTenant(world.db, one.id, 'write', async (tx) => {
      for (const [name, clubIds] of [
        ['only', [club.id]],
        ['both', [club.id, one.club]],
      ] as const)
        await createUser(tx, null, {
          id: staff[name],
          type: 'admin',
          email: `${name}@quay.example`,
          username: null,
          passwordHash: rows[0]?.password_hash ?? '',
          firstname: 'Rhys',
          lastname: 'Morgan',
          clubIds: [...clubIds],
        })
    })
    const logIn = (name: string) =>
      world.request({
        method: 'POST',
        url: '/v1/auth/login',
        host: one.host('club'),
        payload: {
          client_id: one.id,
          type: 'admin',
          email: `${name}@quay.example`,
          password: PASSWORD,
        },
      })
    const earlierToken = (await logIn('only')).json<{ token: string }>().token
    expect((await deleteClub(club.id)).statusCode).toBe(204)
    expect((await world.request({ host: one.host('club'), url: '/v1/clubs', token: earlierToken })).statusCode).toBe(
      401,
    )
    expect((await logIn('only')).json()).toMatchObject({ error: 'AUTH_USER_DELETED' })
    expect((await logIn('both')).json<{ clubs: Club[] }>().clubs.map(({ name }) => name)).toEqual(['Harbour'])
    expect((await call({ url: '/v1/clubs' })).json<Club[]>().map(({ name }) => name)).toEqual(['Harbour'])
    expect((await call({ url: `/v1/clubs/${club.id}` })).statusCode).toBe(404)
    expect((await changeClub(club, { name: 'Back' })).statusCode).toBe(404)
    expect((await deleteClub(club.id)).statusCode).toBe(404)
    expect(await loggedActions(club.id)).toEqual(['create', 'delete'])
  })
})

describe('changing clubs', () => {
  const calls = (id: string): InjectOptions[] => [
    { method: 'POST', url: '/v1/clubs', payload: newClub },
    { method: 'DELETE', url: `/v1/clubs/${id}` },
  ]

  test('needs a session of the scheme portal', async () => {
    for (const options of calls(one.club)) {
      expect((await world.request({ host: one.host('scheme'), ...options })).statusCode).toBe(401)
      for (const portal of ['parent', 'coach', 'club'] as const) {
        const caller = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
        expect((await world.request({ ...caller, ...options })).statusCode, portal).toBe(403)
      }
    }
  })

  test('is possible at the author’s client only: a club of another client is answered like one that does not exist', async () => {
    for (const id of [two.club, crypto.randomUUID()]) {
      expect((await call({ url: `/v1/clubs/${id}` })).statusCode).toBe(404)
      expect((await deleteClub(id)).statusCode).toBe(404)
      expect((await changeClub({ id, revision: 'x' } as ClubSettings, { name: 'Mine' })).statusCode).toBe(404)
    }
    expect((await deleteClub('no-id')).statusCode).toBe(400)
  })

  test('is limited to their settings where a course provider owns them: they cannot be renamed, created or deleted', async () => {
    await setProvider('coursepro')
    const club = (await call({ url: `/v1/clubs/${one.club}` })).json<ClubSettings>()
    expect((await changeClub(club, { name: 'Mine' })).json()).toMatchObject({ status: 403, field: 'name' })
    expect((await changeClub(club, { org_portal: 1, member_types: ['Squad'] })).statusCode).toBe(200)
    expect((await postClub()).statusCode).toBe(403)
    expect((await deleteClub(one.club)).statusCode).toBe(403)
  })

  test('is refused at a federated client, which has no page of clubs [6.17]', async () => {
    await setProvider('bg')
    expect((await call({ url: `/v1/clubs/${one.club}` })).statusCode).toBe(403)
    expect((await postClub()).statusCode).toBe(403)
  })
})

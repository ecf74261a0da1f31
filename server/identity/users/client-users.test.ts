import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GroupDetail } from '#contract/scheduling/groups.ts'
import type { ListedUser } from '#contract/identity/user-list.ts'
import type { NewUserBody, UserDetail } from '#contract/identity/user-writes.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { PASSWORD, createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions) => world.request({ host: one.host('scheme'), token, ...options })
const postUser = (payload: object) => call({ method: 'POST', url: '/v1/users', payload })
const urlOf = (uuid: string, path = '') => `/v1/users/${uuid}${path}`
const patch = (uuid: string, payload: object) => call({ method: 'PATCH', url: urlOf(uuid), payload })
const read = async (uuid: string) => (await call({ url: urlOf(uuid) })).json<UserDetail>()
const list = async (query = '') => (await call({ url: `/v1/users?${query}` })).json<ListedUser[]>()
const newCoach = (fields: Partial<NewUserBody> = {}): NewUserBody => ({
  type: 'coach',
  firstname: 'Dewi',
  lastname: 'Lloyd',
  email: 'dewi@one.example',
  club_ids: [one.club],
  ...fields,
})
const createUser = async (payload: object) => {
  const reply = await postUser(payload)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<{ uuid: string }>().uuid
}

describe('users of a client', () => {
  test('are listed by last name: all types but parents, and none of another client', async () => {
    const reply = await call({ url: '/v1/users?with_clubs=1' })
    expect(reply.headers['x-total-count']).toBe('3')
    expect(reply.json<ListedUser[]>().map(({ lastname, type }) => [lastname, type])).toEqual([
      ['Lind', 'ngo'],
      ['Price', 'admin'],
      ['Pritchard', 'coach'],
    ])
    expect(await list('type[]=parent')).toEqual([])
    expect((await list('type[]=admin&type[]=ngo')).map(({ type }) => type)).toEqual(['ngo', 'admin'])
    expect(reply.body).not.toContain(two.coach)
  })

  test('are invited as any type, with number, postcode and clubs, and found by number and postcode', async () => {
    const dewi = await createUser(newCoach({ ngo_id: 'DL-77', postcode: 'CF10 1EP' }))
    const author = await createUser({ type: 'ngo', firstname: 'Nia', lastname: 'Rees', email: 'nia@one.example' })
    expect(await read(dewi)).toMatchObject({ clubs: [{ id: one.club }], ngo_id: 'DL-77', verified: 0, own: true })
    expect((await list('ngo_id=dl-7')).map(({ uuid }) => uuid)).toEqual([dewi])
    expect((await list('postcode=cf101')).map(({ uuid }) => uuid)).toEqual([dewi])
    expect(await list('postcode=F10')).toEqual([])
    expect((await list('search=rees')).map(({ uuid }) => uuid)).toEqual([author])
    expect((await world.mails(one)).map((mail) => mail.to.address).toSorted()).toEqual([
      'dewi@one.example',
      'nia@one.example',
    ])
    expect((await postUser(newCoach({ email: 'd2@one.example', ngo_id: 'DL-77' }))).json()).toMatchObject({
      error: 'CONFLICT_NGO_ID',
      field: 'ngo_id',
    })
  })

  test('with a wrong entry are refused, and the reply names the field', async () => {
    for (const [payload, field, error] of [
      [newCoach({ firstname: 'R2' }), 'firstname', 'INVALID_REQUEST'],
      [{ type: 'coach', firstname: 'A', email: 'a@one.example', club_ids: [one.club] }, 'lastname', 'INVALID_REQUEST'],
      [newCoach({ email: 'no' }), 'email', 'ERROR_INVALID_EMAIL'],
      [newCoach({ email: 'coach@one.example' }), 'email', 'CONFLICT_EMAIL'],
      [newCoach({ club_ids: [] }), 'club_ids', 'INVALID_REQUEST'],
      [newCoach({ club_ids: [one.club, two.club] }), 'club_ids/1', 'NOT_FOUND'],
      [newCoach({ type: 'ngo' }), 'club_ids', 'INVALID_REQUEST'],
      [{ ...newCoach(), type: 'parent' }, 'type', 'INVALID_REQUEST'],
      [{ ...newCoach(), status: 'current' }, 'status', 'INVALID_REQUEST'],
      [{ type: 'api', firstname: 'Bookings', email: 'b@one.example' }, 'email', 'INVALID_REQUEST'],
      [{ type: 'api', firstname: '   ' }, 'firstname', 'INVALID_REQUEST'],
      [{ type: 'api', firstname: 'x'.repeat(51) }, 'firstname', 'INVALID_REQUEST'],
    ] as const)
      expect((await postUser(payload)).json(), JSON.stringify(payload)).toMatchObject({ field, error })
    for (const query of ['ngo_id=%25', 'postcode=', 'status=x', 'type[]=x'])
      expect((await call({ url: `/v1/users?${query}` })).statusCode, query).toBe(400)
  })

  test('can be changed in names, number, postcode and type; authors cannot change their own type, clubs or status', async () => {
    const uuid = await createUser(newCoach({ email: 'gwen@one.example' }))
    const reply = await patch(uuid, { lastname: 'Hughes', postcode: 'SA1 1AA', ngo_id: 'G-1' })
    expect(reply.json(), reply.body).toMatchObject({ lastname: 'Hughes', postcode: 'SA1 1AA', ngo_id: 'G-1' })
    expect((await patch(uuid, { ngo_id: null })).json()).toMatchObject({ ngo_id: null })
    expect((await patch(uuid, { type: 'admin' })).json()).toMatchObject({ type: 'admin' })
    expect((await patch(uuid, { club_ids: [one.club, one.club] })).json()).toMatchObject({
      status: 400,
      field: 'club_ids',
    })
    for (const payload of [{ club_ids: [two.club] }, { club_ids: [crypto.randomUUID()] }])
      expect((await patch(uuid, payload)).json()).toMatchObject({ status: 404, field: 'club_ids/0' })
    expect((await patch(one.author, { type: 'coach' })).json()).toMatchObject({ status: 400, field: 'type' })
    expect((await patch(one.author, { club_ids: [one.club] })).json()).toMatchObject({ status: 400, field: 'club_ids' })
    expect((await patch(one.author, { status: 'lapsed' })).json()).toMatchObject({ status: 403, field: 'status' })
    expect((await patch(one.author, { firstname: 'Gwyneth' })).json()).toMatchObject({ firstname: 'Gwyneth' })
  })

  test('cannot become of a type of which another user has the same user name', async () => {
    const setName = (name: string | null) =>
      world.owner.query('UPDATE users SET username = $1 WHERE id IN ($2, $3)', [name, one.coach, one.admin])
    await setName('sam')
    const reply = await patch(one.coach, { type: 'admin' })
    await setName(null)
    expect(reply.json(), reply.body).toMatchObject({ status: 409, error: 'NAME_TAKEN', field: 'type' })
  })

  test('can be given a new password, lose their PIN, and leave their groups when made inactive', async () => {
    await world.owner.query(`INSERT INTO user_pins (client_id, user_id, pin_hash) VALUES ('one', $1, 'x')`, [one.coach])
    expect((await list('search=pritchard'))[0]).toMatchObject({ has_pin: 1 })
    expect((await call({ method: 'DELETE', url: urlOf(one.coach, '/pin') })).statusCode).toBe(204)
    expect((await list('search=pritchard'))[0]).toMatchObject({ has_pin: 0 })
    const oldSession = await world.logIn(one, 'coach')
    const givePassword = (password: string) =>
      call({ method: 'PATCH', url: urlOf(one.coach, '/password'), payload: { password } })
    expect((await givePassword('weak')).json()).toMatchObject({ error: 'PASSWORD_WEAK' })
    expect((await givePassword(PASSWORD)).statusCode).toBe(204)
    expect((await world.request({ url: '/v1/me', token: oldSession.token })).statusCode).toBe(401)
    expect((await patch(one.coach, { status: 'lapsed' })).json()).toMatchObject({ status: 'lapsed' })
    const { token: adminToken } = await world.logIn(one, 'club')
    const group = await world.request({ url: `/v1/groups/${one.group}`, host: one.host('club'), token: adminToken })
    expect(group.json<GroupDetail>().coaches).toEqual([])
    expect((await patch(one.coach, { status: 'current' })).json()).toMatchObject({ status: 'current' })
  })
})

describe('an API user', () => {
  test('is created with a name alone, can be renamed, and has neither e-mail address nor password', async () => {
    // Drops the mails of earlier tests, because none may be sent here.
    await world.mails(one)
    const uuid = await createUser({ type: 'api', firstname: 'Booking system 2' })
    expect(await read(uuid)).toMatchObject({ type: 'api', firstname: 'Booking system 2', lastname: '', email: null })
    expect(await world.mails(one)).toEqual([])
    expect((await patch(uuid, { firstname: 'Bookings / night' })).json()).toMatchObject({
      firstname: 'Bookings / night',
    })
    expect((await patch(uuid, { email: 'a@one.example' })).json()).toMatchObject({ status: 400, field: 'email' })
    const passwordReply = await call({
      method: 'PATCH',
      url: urlOf(uuid, '/password'),
      payload: { password: 'Quiet-harbour-9' },
    })
    expect(passwordReply.statusCode).toBe(403)
    expect((await call({ url: urlOf(uuid, '/tokens') })).json()).toEqual([])
  })
})

describe('the export of a user’s personal data', () => {
  const downloadExport = (uuid: string, access: { host?: string; token?: string } = {}) =>
    call({ url: urlOf(uuid, '/export'), ...access })
  const exportedIds = async () =>
    (
      await world.owner.query<{ entity_id: string }>(
        `SELECT entity_id FROM audit_log WHERE action = 'export' AND user_id = $1 ORDER BY id`,
        [one.author],
      )
    ).rows.map((row) => row.entity_id)

  test('is one file with all accounts of the same address, without password hashes and without the children’s data', async () => {
    await world.owner.query(`UPDATE users SET postcode = 'CANARY 1' WHERE id = $1`, [one.coach])
    await world.owner.query(`UPDATE users SET email = 'COACH@one.example' WHERE id = $1`, [one.parent])
    const reply = await downloadExport(one.coach)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.headers['content-disposition']).toBe('attachment; filename="rungs-data.json"')
    const { accounts } = reply.json<{
      accounts: { users: { id: string }[]; member_links: { member_id: string }[] }[]
    }>()
    expect(accounts.map(({ users }) => users.map(({ id }) => id))).toEqual([[one.coach], [one.parent]])
    expect(accounts[1]?.member_links.map((link) => link.member_id).toSorted()).toEqual([...one.members].toSorted())
    expect(reply.body).toContain('CANARY 1')
    for (const excluded of ['Beca', 'Asthma', 'argon2', 'Lind', 'two'])
      expect(reply.body, excluded).not.toContain(excluded)
    await world.owner.query(`UPDATE users SET email = 'parent@one.example' WHERE id = $1`, [one.parent])
    expect(await exportedIds()).toEqual([one.coach, one.parent])
    const exportOfOneAccount = (await downloadExport(one.coach)).json<{ accounts: object[] }>()
    expect(exportOfOneAccount.accounts).toHaveLength(1)
  })

  test('does not exist for parents or users of other clients, and administrators may not download it', async () => {
    const before = await exportedIds()
    for (const uuid of [one.parent, two.coach, crypto.randomUUID(), 'x'])
      expect((await downloadExport(uuid)).json(), uuid).toMatchObject({ status: 404, error: 'NOT_FOUND' })
    for (const portal of ['club', 'coach', 'parent'] as const) {
      const access = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
      expect((await downloadExport(one.author, access)).statusCode, portal).toBe(404)
    }
    expect(await exportedIds()).toEqual(before)
    // Their own export is allowed.
    expect((await downloadExport(one.author)).json()).toMatchObject({ account: { users: [{ id: one.author }] } })
  })
})

describe('a closed account', () => {
  test('keeps no names and addresses, stays in the audit log, and cannot be changed or reactivated', async () => {
    const uuid = await createUser(
      newCoach({ firstname: 'Quillfeather', email: 'quillfeather@one.example', ngo_id: 'Quillfeather-1' }),
    )
    // The invitation is sent before the account is closed.
    await world.mails(one)
    const reply = await call({ method: 'DELETE', url: urlOf(uuid) })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(await list('search=quillfeather')).toEqual([])
    expect(await list('status=anonymised')).toMatchObject([{ uuid, firstname: '–', lastname: '–', email: null }])
    const { rows: tables } = await world.owner.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    )
    for (const { name } of tables) {
      const { rowCount } = await world.owner.query(`SELECT FROM "${name}" r WHERE lower(r::text) LIKE '%quillfeather%'`)
      expect(rowCount, name).toBe(0)
    }
    const { rows } = await world.owner.query(
      `SELECT user_id FROM audit_log WHERE entity_id = $1 AND action = 'close-account'`,
      [uuid],
    )
    expect(rows).toEqual([{ user_id: one.author }])
    for (const [field, payload] of [
      ['firstname', { firstname: 'Back' }],
      ['status', { status: 'current' }],
    ] as const)
      expect((await patch(uuid, payload)).json(), field).toMatchObject({ status: 403 })
    expect((await call({ method: 'DELETE', url: urlOf(uuid) })).statusCode).toBe(403)
    const newUuid = await createUser(newCoach({ email: 'quillfeather@one.example' }))
    expect(newUuid).not.toBe(uuid)
  })

  test('can be neither an author’s own account nor one of a parent or of another client', async () => {
    expect((await call({ method: 'DELETE', url: urlOf(one.author) })).statusCode).toBe(403)
    for (const uuid of [one.parent, two.coach, crypto.randomUUID()])
      for (const options of [
        { method: 'GET', url: urlOf(uuid) },
        { method: 'DELETE', url: urlOf(uuid) },
        { method: 'DELETE', url: urlOf(uuid, '/pin') },
        { method: 'PATCH', url: urlOf(uuid), payload: { firstname: 'X' } },
        { method: 'PATCH', url: urlOf(uuid, '/password'), payload: { password: 'Quiet-harbour-9' } },
      ] as const)
        expect((await call(options)).statusCode, `${options.method} ${options.url}`).toBe(404)
  })
})

test('a coach leaves and joins a club, and leaves its groups, by the day at the club', async () => {
  const tomorrow = addDays(new Date(world.clock.now).toISOString().slice(0, 10), 1)
  // in Honolulu it is still the evening before
  world.clock.now = Date.parse(`${tomorrow}T03:00:00Z`)
  token = (await world.logIn(one, 'scheme')).token
  await world.owner.query(`UPDATE clubs SET time_zone = 'Pacific/Honolulu' WHERE id = $1`, [one.club])
  await world.owner.query('UPDATE group_coaches SET to_date = NULL WHERE user_id = $1', [one.coach])
  const quay = crypto.randomUUID()
  await inTenant(world.db, 'one', 'write', (tx) =>
    createClub(tx, null, { id: quay, name: 'Quay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }),
  )
  const daysBefore = async (table: 'user_clubs' | 'group_coaches', condition = 'true') => {
    const days = `$1::date - from_date AS joined, $1::date - to_date AS left`
    const query = `SELECT DISTINCT ${days} FROM ${table} WHERE user_id = $2 AND ${condition}`
    return (await world.owner.query(query, [tomorrow, one.coach])).rows
  }
  const ofClub = `club_id = '${one.club}'`
  expect((await patch(one.coach, { club_ids: [quay] })).statusCode).toBe(200)
  expect(await daysBefore('user_clubs', ofClub)).toMatchObject([{ left: 2 }])
  expect(await daysBefore('group_coaches')).toMatchObject([{ left: 2 }])
  await world.owner.query(`DELETE FROM user_clubs WHERE user_id = $1 AND ${ofClub}`, [one.coach])
  await patch(one.coach, { club_ids: [one.club] })
  expect(await daysBefore('user_clubs', ofClub)).toEqual([{ joined: 1, left: null }])
  expect(await read(one.coach)).toMatchObject({ clubs: [{ id: one.club }] })
  await world.owner.query(`UPDATE clubs SET time_zone = 'Europe/London' WHERE id = $1`, [one.club])
})

test('where a course provider owns staff, only authors and API users can be created and changed', async () => {
  const setProvider = (provider: string) =>
    world.owner.query('UPDATE clients SET auth_provider = $1 WHERE client_id = $2', [provider, 'one'])
  await setProvider('coursepro')
  try {
    expect((await postUser(newCoach({ email: 'c@one.example' }))).statusCode).toBe(403)
    expect((await patch(one.coach, { firstname: 'X' })).statusCode).toBe(403)
    expect((await read(one.coach)).own).toBe(false)
    expect((await postUser({ type: 'api', firstname: 'Rosters' })).statusCode).toBe(201)
    await setProvider('bg')
    expect((await call({ url: '/v1/users' })).statusCode).toBe(403)
  } finally {
    await setProvider('local')
  }
})

test('ten thousand users can be searched, sorted and paged', async () => {
  await world.owner.query(
    `INSERT INTO users (client_id, id, type, email, firstname, lastname, postcode)
     SELECT 'one', gen_random_uuid(), 'coach', 'many' || k || '@one.example', 'Carys', 'Zz' || to_char(k, 'FM00000'), 'ZZ1 ' || k
     FROM generate_series(1, 10000) k`,
  )
  const page = await call({ url: '/v1/users?search=zz0&page=99&per_page=100&with_clubs=1' })
  // All but `Zz10000` begin with `zz0`.
  expect(page.headers['x-total-count']).toBe('9999')
  expect(page.json<ListedUser[]>().at(-1)?.lastname).toBe('Zz09999')
  expect((await list('sort=dlastname&per_page=1'))[0]?.lastname).toBe('Zz10000')
  // `zz19999` is the postcode `ZZ1 9999` without its space.
  expect((await list('postcode=zz19999')).map(({ lastname }) => lastname)).toEqual(['Zz09999'])
  const { rows } = await world.owner.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT * FROM users u WHERE client_id = 'one' AND type = 'ngo' AND status = 'current' ORDER BY sort_name, id LIMIT 10`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_by_name')
})

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attention } from '#contract/tenants/attention.ts'
import type { AuditEntry, AuditDetail } from '#contract/tenants/audit.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

let database: TestDatabase
let world: World
/** The first client of `createWorld`; its children are Siân and Beca O'Connor (AQ-1, AQ-2). */
let one: Tenant
let two: Tenant
/** The author's token. */
let token = ''
let adminToken = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await world.owner.query(
    `UPDATE clients SET features = features || '{"DOCUMENTS_PAGE": true}' WHERE client_id = 'one'`,
  )
  token = (await world.logIn(one, 'scheme')).token
  adminToken = (await world.logIn(one, 'club')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions) => world.request({ host: one.host('scheme'), token, ...options })
const searchLog = async (query = '') => (await call({ url: `/v1/audit?${query}` })).json<AuditEntry[]>()
const clubNames = async (only: string) =>
  (await call({ url: `/v1/clubs?only=${only}` })).json<{ name: string }[]>().map(({ name }) => name)
const readAttention = async () => (await call({ url: '/v1/attention' })).json<Attention>()

describe('the log', () => {
  test('lists who did what, when and at which club, newest first, with the values before and after', async () => {
    const reply = await world.request({
      host: one.host('club'),
      token: adminToken,
      method: 'POST',
      url: '/v1/users',
      payload: { type: 'coach', firstname: 'Dewi', lastname: 'Lloyd', email: 'dewi@one.example' },
    })
    const { uuid } = reply.json<{ uuid: string }>()
    const [entry, ...earlier] = await searchLog(`entity=user&entity_id=${uuid}`)
    expect(earlier.map(({ action }) => action)).toEqual(['create'])
    expect(entry).toMatchObject({
      action: 'invite',
      user: { id: one.admin, name: 'Owain Price' },
      acting_as: null,
      club: { id: one.club, name: 'Harbour' },
    })
    const id = earlier[0]?.id ?? 0
    const detail = (await call({ url: `/v1/audit/${id}` })).json<AuditDetail>()
    expect(detail).toMatchObject({ id, before: null, after: { firstname: 'Dewi', lastname: 'Lloyd' } })
  })

  test('can be searched by person, entity, action, club and day', async () => {
    const created = await call({ method: 'POST', url: '/v1/users', payload: { type: 'api', firstname: 'Bookings' } })
    const { uuid } = created.json<{ uuid: string }>()
    expect((await searchLog('search=lind&entity=user')).map((entry) => entry.entity_id)).toContain(uuid)
    // the author is Greta Lind: entries by her or about her
    const lind = await searchLog('search=lind&per_page=100')
    expect(lind.every(({ user, entity_id: id }) => user?.id === one.author || id === one.author)).toBe(true)
    expect((await searchLog('search=beca&entity=member')).map(({ thing }) => thing)).toContain("Beca O'Connor")
    expect(new Set((await searchLog('entity=scheme')).map(({ thing }) => thing))).toEqual(new Set(['Swim']))
    expect(new Set((await searchLog('action=invite')).map(({ action }) => action))).toEqual(new Set(['invite']))
    expect(await searchLog('search=greta%20lind&entity=group')).toEqual([])
    const clubEntries = await searchLog(`club=${one.club}&per_page=1000`)
    // The newest first: Dewi's invitation and creation, and the creation of the club.
    expect(clubEntries.map(({ entity }) => entity)).toEqual(['user', 'user', 'club'])
    const day = new Date(world.clock.now).toISOString().slice(0, 10)
    expect((await searchLog(`from=${day}&to=${day}`)).length).toBeGreaterThan(0)
    expect(await searchLog('to=2020-01-01')).toEqual([])
    expect((await call({ url: '/v1/audit/actions' })).statusCode).toBe(403)
    expect((await call({ url: '/v1/audit/entities' })).json()).toEqual(
      expect.arrayContaining(['club', 'group', 'scheme', 'user']),
    )
    const oldestFirst = await searchLog('sort=aat&per_page=2')
    expect((oldestFirst[0]?.id ?? 0) < (oldestFirst[1]?.id ?? 0)).toBe(true)
  })

  test('refuses invalid filters, and the reply names the field', async () => {
    for (const [query, field] of [
      ['from=2026-02-30', 'from'],
      ['to=x', 'to'],
      ['club=x', 'club'],
      ['entity=%25', 'entity'],
      ['search=x', 'search'],
      ['action=%25', 'action'],
      ['from=0000-01-01', 'from'],
      ['what=x', 'what'],
      ['sort=at', 'sort'],
    ]) {
      expect((await call({ url: `/v1/audit?${query}` })).json(), query).toMatchObject({ status: 400, field })
    }
    // the first id could exist, the others are no ids
    for (const id of ['999999999999999', '0', 'x'])
      expect((await call({ url: `/v1/audit/${id}` })).statusCode).toBe(id === '999999999999999' ? 404 : 400)
  })

  test('can be downloaded as a file without formulas, and the download is logged', async () => {
    await world.owner.query(
      `INSERT INTO audit_log (client_id, action, entity, entity_id) VALUES ('one', 'change', 'tag', '=cmd()')`,
    )
    const reply = await call({ url: '/v1/audit/file?entity=tag' })
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const [header, row] = reply.body.replace('\u{FEFF}', '').trim().split('\n')
    expect(header).toBe('at,user,user_uuid,logged_in,action,entity,entity_id,thing,club')
    expect(row).toMatch(/^\d{4}-.*,,,,change,tag,'=cmd\(\),,$/)
    expect((await searchLog('entity=audit'))[0]).toMatchObject({ action: 'download', user: { id: one.author } })
  })

  test('names the user who had logged in before a switch of user, and leaves the name of a closed account empty', async () => {
    await world.owner.query(
      `INSERT INTO audit_log (client_id, user_id, acting_as, action, entity, entity_id) VALUES ('one', $1, $2, 'x', 'switched', 'y')`,
      [one.coach, one.admin],
    )
    expect((await searchLog('search=price&entity=switched'))[0]).toMatchObject({
      user: { name: 'Anna Pritchard' },
      acting_as: { name: 'Owain Price' },
    })
    await call({ method: 'DELETE', url: `/v1/users/${one.coach}` })
    expect((await searchLog('entity=switched'))[0]).toMatchObject({ user: { id: one.coach, name: '' } })
  })

  test('counts and pages ten thousand entries, uses an index to search, and reaches others in the other order', async () => {
    await world.owner.query(
      `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, club_id)
       SELECT 'one', $1, 'change', 'one-of-many', k::text, $2 FROM generate_series(1, 10001) k`,
      [one.admin, one.club],
    )
    // the last page, at whose end is the oldest entry but one
    const reply = await call({ url: '/v1/audit?entity=one-of-many&page=399&per_page=25' })
    expect(reply.headers['x-total-count']).toBe('10000')
    expect(reply.json<AuditEntry[]>().at(-1)?.entity_id).toBe('2')
    expect((await searchLog('entity=one-of-many&sort=aat&per_page=1')).map(({ entity_id: id }) => id)).toEqual(['1'])
    expect((await searchLog('entity=one-of-many&entity_id=777')).map(({ entity_id: id }) => id)).toEqual(['777'])
    await world.owner.query('ANALYZE audit_log')
    const { rows } = await world.owner.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT * FROM audit_log WHERE client_id = 'one' AND user_id = $1 ORDER BY id DESC LIMIT 10`,
      [one.author],
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_log_user')
  })
})

describe('what needs attention', () => {
  test('is counted as long as it lasts', async () => {
    const nothing = {
      maintenance: 0,
      failed_tasks: 0,
      subscribers: 0,
      stale: [],
      unsent_mails: 0,
      ending_tokens: 0,
      unread_documents: 0,
    }
    // Nobody has marked anything yet, so the club counts as idle.
    expect(await readAttention()).toEqual({ ...nothing, idle_clubs: 1, clubs_without_admin: 0 })
    expect([await clubNames('idle'), await clubNames('unadministered')]).toEqual([['Harbour'], []])
    // At client two a coach has marked somebody, and the page of documents is off.
    const coachOfTwo = await world.logIn(two, 'coach')
    const device = new Device(world, two, coachOfTwo.token)
    await device.push(device.mark(two.members[0], '/stage-1/float', 2))
    const authorOfTwo = { host: two.host('scheme'), token: (await world.logIn(two, 'scheme')).token }
    expect((await world.request({ ...authorOfTwo, url: '/v1/attention' })).json()).toMatchObject({
      idle_clubs: 0,
      unread_documents: null,
    })
    // At client one: a failed task, an unsent mail, an outdated translation, a subscriber and an unread document.
    const eightDaysAgo = `now() - interval '8 days'`
    await world.owner.query(
      `INSERT INTO tasks (client_id, kind, subject, state, due_at, created_at) VALUES ('one', 'recalculate', 'x', 'failed', now(), now())`,
    )
    await world.owner.query(
      `INSERT INTO mails (client_id, user_id, kind, created_at, due_at, state, ended_at) VALUES ('one', $1, 'invite', now(), now(), 'failed', now())`,
      [one.admin],
    )
    await world.owner.query(
      `UPDATE scheme_nodes SET pins = '{"cy": {"a": "b"}}' WHERE client_id = 'one' AND id = '/stage-1'`,
    )
    await world.owner.query(
      `INSERT INTO subscriptions (client_id, owner_id, owner_scheme_id, client_name, message, asked_at)
       SELECT 'two', 'one', id, 'Two', '', now() FROM schemes WHERE client_id = 'one'`,
    )
    const document = crypto.randomUUID()
    await world.owner.query(
      `INSERT INTO documents (client_id, id, folder, description, version, updated_at) VALUES ('one', $1, 'document-policy', 'Safety', 1, ${eightDaysAgo})`,
      [document],
    )
    await world.owner.query(`INSERT INTO document_clubs (client_id, document_id, club_id) VALUES ('one', $1, $2)`, [
      document,
      one.club,
    ])
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-01-01' WHERE user_id = $1`, [one.coach])
    await world.owner.query(`UPDATE schemes SET name = '{"cy": "Nofio"}' WHERE client_id = $1`, [one.id])
    // The coach left the club, which still has its administrator.
    expect(await readAttention()).toEqual({
      maintenance: 0,
      failed_tasks: 1,
      subscribers: 1,
      unread_documents: 1,
      stale: [{ slug: 'swim', name: 'Nofio', nodes: 1 }],
      idle_clubs: 1,
      clubs_without_admin: 0,
      unsent_mails: 1,
      ending_tokens: 0,
    })
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-01-01' WHERE user_id = $1`, [one.admin])
    // A club without an administrator has nobody who could read its document.
    expect(await readAttention()).toMatchObject({ clubs_without_admin: 1, unread_documents: 0 })
    expect(await clubNames('unadministered')).toEqual(['Harbour'])
    await world.owner.query(`UPDATE subscriptions SET ended_at = now() WHERE client_id = 'two'`)
    expect(await readAttention()).toMatchObject({ subscribers: 0 })
  })

  test('is a token that ends in less than two weeks, not one that ended earlier today', async () => {
    // a second before and after: on the day of the database both are later than its midnight
    for (const seconds of [-1, 1])
      await world.owner.query(
        `INSERT INTO api_tokens (client_id, id, user_id, name, scopes, hash, per_minute, created_at, expires_at)
         VALUES ('one', $1, $2, 'Bookings', '{}', $3, 60, now(), $4)`,
        [
          crypto.randomUUID(),
          one.author,
          crypto.getRandomValues(Buffer.alloc(32)),
          new Date(world.clock.now + seconds * 1000),
        ],
      )
    expect(await readAttention()).toMatchObject({ ending_tokens: 1 })
  })
})

describe('the log of a club', () => {
  /** A second club of the client. */
  const otherClub = crypto.randomUUID()
  const atClub = (options: InjectOptions & { token?: string }) =>
    world.request({ host: one.host('club'), token: adminToken, ...options })
  const searchClubLog = async (query = '') => (await atClub({ url: `/v1/audit?${query}` })).json<AuditEntry[]>()

  beforeAll(async () => {
    await world.owner.query(`UPDATE user_clubs SET to_date = NULL WHERE user_id = $1`, [one.admin])
    await inTenant(world.db, 'one', 'write', (tx) =>
      createClub(tx, one.author, {
        id: otherClub,
        name: 'Lakeside',
        ngoId: null,
        timeZone: 'Pacific/Auckland',
        memberTypes: [],
      }),
    )
  })

  /** Writes an entry of a club, or of the client when `clubId` is null; returns its id. */
  async function writeEntry(clubId: string | null, entity = 'tag', entityId = 'x'): Promise<number> {
    const { rows } = await world.owner.query<{ id: number }>(
      `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, club_id) VALUES ('one', $1, 'change', $2, $3, $4) RETURNING id`,
      [one.admin, entity, entityId, clubId],
    )
    return rows[0]?.id ?? 0
  }

  test('lists only entries of this club, none of another club or of the client', async () => {
    const [ownEntry, otherClubsEntry, clientsEntry] = [
      await writeEntry(one.club),
      await writeEntry(otherClub),
      await writeEntry(null),
    ]
    const ids = (await searchClubLog('per_page=1000')).map(({ id }) => id)
    expect(ids).toContain(ownEntry)
    expect(ids).not.toContain(otherClubsEntry)
    expect(ids).not.toContain(clientsEntry)
    expect(await searchClubLog(`club=${otherClub}`)).toEqual([])
    expect((await atClub({ url: `/v1/audit/${ownEntry}` })).json()).toMatchObject({
      id: ownEntry,
      club: { id: one.club },
    })
    for (const id of [otherClubsEntry, clientsEntry])
      expect((await atClub({ url: `/v1/audit/${id}` })).statusCode, `${id}`).toBe(404)
    // the header and the entry of this club
    const file = (await atClub({ url: '/v1/audit/file?entity=tag' })).body
    expect(file.trim().split('\n')).toHaveLength(2)
    const [download] = await searchClubLog('entity=audit')
    expect(download).toMatchObject({
      action: 'download',
      entity_id: one.club,
      user: { id: one.admin, name: 'Owain Price' },
    })
  })

  test('names the members that entries are about, but none of another club', async () => {
    const memberOfOtherClub = crypto.randomUUID()
    await inTenant(world.db, 'one', 'write', (tx) =>
      enterMembers(tx, 'one', [
        {
          id: memberOfOtherClub,
          clubIds: [otherClub],
          firstname: 'Zelda',
          lastname: 'Marsh',
          dob: '2017-05-06',
        },
      ]),
    )
    await writeEntry(one.club, 'member', memberOfOtherClub)
    await writeEntry(one.club, 'session', `${one.group}/2026-11-20`)
    expect(await searchClubLog('search=zelda')).toEqual([])
    expect((await searchClubLog(`entity_id=${memberOfOtherClub}`))[0]).toMatchObject({ entity: 'member', thing: null })
    expect((await searchClubLog('entity=session'))[0]).toMatchObject({ thing: 'Dolphins' })
    // reading a member with medical notes is logged
    await atClub({ url: `/v1/members/${one.members[0]}` })
    const [read] = await searchClubLog('search=si%C3%A2n&entity=member')
    expect(read).toMatchObject({ action: 'read-medical', thing: "Siân O'Connor", user: { id: one.admin } })
    expect((await searchClubLog('action=read-medical')).map(({ id }) => id)).toEqual([read?.id])
  })

  test('finds an entry once whose user and member both have the searched name', async () => {
    const id = crypto.randomUUID()
    const price = { id, clubIds: [one.club], firstname: 'Mali', lastname: 'Price', dob: '2017-05-06' }
    await inTenant(world.db, 'one', 'write', (tx) => enterMembers(tx, 'one', [price]))
    await writeEntry(one.club, 'member', id)
    const ofMali = (await searchClubLog('search=price&per_page=100')).filter(({ entity_id: about }) => about === id)
    expect(ofMali).toHaveLength(1)
    expect(ofMali[0]).toMatchObject({ user: { name: 'Owain Price' }, thing: 'Mali Price' })
  })

  test('offers only the entities and actions of this club, and searches days in the club’s time zone', async () => {
    await writeEntry(otherClub, 'kind-elsewhere')
    await writeEntry(null, 'kind-nowhere')
    const kinds = (await atClub({ url: '/v1/audit/entities' })).json<string[]>()
    expect(kinds).toEqual(expect.arrayContaining(['audit', 'member', 'session', 'tag']))
    expect(kinds.filter((kind) => kind.startsWith('kind-'))).toEqual([])
    const actions = (await atClub({ url: '/v1/audit/actions' })).json<string[]>()
    expect(actions).toEqual(expect.arrayContaining(['change', 'download', 'invite', 'read-medical']))
    expect(actions).not.toContain('publish')
    await world.owner.query(
      `INSERT INTO audit_log (client_id, action, entity, entity_id, club_id, at) VALUES ('one', 'change', 'of-a-day', 'x', $1, '2026-07-01T23:30:00Z')`,
      [one.club],
    )
    // 23:30 UTC is half past midnight of the next day in British summer time.
    expect(await searchClubLog('entity=of-a-day&from=2026-07-02&to=2026-07-02')).toHaveLength(1)
    expect(await searchClubLog('entity=of-a-day&to=2026-07-01')).toEqual([])
    expect(await searchLog('entity=of-a-day&to=2026-07-01')).toHaveLength(1)
  })

  test('uses an index to find its entities and to page ten thousand entries', async () => {
    await world.owner.query(
      `INSERT INTO audit_log (client_id, user_id, action, entity, entity_id, club_id)
       SELECT 'one', $1, 'change', 'one-of-club', k::text, CASE WHEN k % 2 = 0 THEN $2::uuid ELSE $3::uuid END FROM generate_series(1, 20000) k`,
      [one.admin, one.club, otherClub],
    )
    await world.owner.query('ANALYZE audit_log')
    const reply = await atClub({ url: '/v1/audit?entity=one-of-club&page=399&per_page=25' })
    expect(reply.headers['x-total-count']).toBe('10000')
    // The entries with even numbers are of this club, and 2 is the oldest of them.
    expect(reply.json<AuditEntry[]>().at(-1)?.entity_id).toBe('2')
    expect((await atClub({ url: '/v1/audit/file?entity=one-of-club' })).body.trim().split('\n')).toHaveLength(10_001)
    const { rows } = await world.owner.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT entity, action FROM audit_log WHERE client_id = 'one' AND club_id = $1 AND (entity, action) > ('a', 'b')
       ORDER BY entity, action LIMIT 1`,
      [one.club],
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_log_kinds')
  })

  test('is refused to a former administrator of the club', async () => {
    const { token: formerToken } = await world.logIn(one, 'club')
    await world.owner.query(`UPDATE user_clubs SET to_date = '2020-01-01' WHERE user_id = $1`, [one.admin])
    for (const path of ['', '/entities', '/actions', '/file', '/1'])
      expect((await atClub({ url: `/v1/audit${path}`, token: formerToken })).statusCode, path).toBeGreaterThanOrEqual(
        401,
      )
    await world.owner.query(`UPDATE user_clubs SET to_date = NULL WHERE user_id = $1`, [one.admin])
  })
})

test('only authors and administrators may read the log, and only that of their client', async () => {
  const [entry] = await searchLog()
  const id = entry?.id ?? 0
  const urls = ['/v1/audit', '/v1/audit/entities', '/v1/audit/actions', '/v1/audit/file', `/v1/audit/${id}`]
  for (const portal of ['parent', 'coach'] as const) {
    const { token: tokenOfTwo } = await world.logIn(two, portal)
    for (const url of [...urls, '/v1/attention'])
      expect(
        (await world.request({ host: two.host(portal), token: tokenOfTwo, url })).statusCode,
        `${portal} ${url}`,
      ).toBe(403)
  }
  for (const portal of ['club', 'scheme'] as const) {
    const accessOfTwo = { host: two.host(portal), token: (await world.logIn(two, portal)).token }
    expect((await world.request({ ...accessOfTwo, url: `/v1/audit/${id}` })).statusCode).toBe(404)
    expect((await world.request({ ...accessOfTwo, url: '/v1/audit/file' })).body).not.toContain(one.admin)
    expect((await world.request({ ...accessOfTwo, url: '/v1/attention' })).statusCode).toBe(
      portal === 'club' ? 403 : 200,
    )
  }
  for (const url of [...urls, '/v1/attention'])
    expect((await world.request({ host: one.host('scheme'), url })).statusCode).toBe(401)
})

test('a mark is an entry of the log among the others, though it is stored only once', async () => {
  const three = await world.add('three')
  const ofThree = { host: three.host('scheme'), token: (await world.logIn(three, 'scheme')).token }
  const search = async (query: string) =>
    (await world.request({ ...ofThree, url: `/v1/audit?${query}&per_page=100` })).json<AuditEntry[]>()
  const coach = new Device(world, three, (await world.logIn(three, 'coach')).token)
  const [member] = three.members
  const mark = coach.mark(member, '/stage-1/float', 2)
  const ofMember = () => search(`entity=member&entity_id=${member}`)
  await coach.push(coach.registerEntry({ kind: 'move', groupId: three.group, memberUuid: member }, 'stay'))
  const before = await ofMember()
  expect(before.map(({ action }) => action)).toContain('move')
  await coach.push(mark)
  await coach.push(coach.registerEntry({ kind: 'move', groupId: three.group, memberUuid: member }, 'move'))
  const [decision, entry, ...earlier] = (await ofMember()).filter(({ action }) => action !== 'read-medical')
  expect(decision).toMatchObject({ action: 'move' })
  expect(entry).toMatchObject({
    action: 'mark',
    user: { id: three.coach },
    acting_as: null,
    entity_id: member,
    thing: "Siân O'Connor",
    club: { id: three.club },
  })
  expect(earlier).toEqual(before.filter(({ action }) => action !== 'read-medical'))
  expect(Math.abs((entry?.at ?? 0) * 1000 - Date.now())).toBeLessThan(60_000)
  const detail = (await world.request({ ...ofThree, url: `/v1/audit/${entry?.id}` })).json<AuditDetail>()
  expect(detail).toMatchObject({ ...entry, before: null, after: { op: mark.opId } })
  const { rows } = await world.owner.query(`SELECT FROM audit_log WHERE client_id = 'three' AND action = 'mark'`)
  expect(rows).toEqual([])

  // by action, by club, in the page's choice of actions, and for who searches the child's name
  const found = async (query: string) => (await search(query)).map(({ id }) => id)
  expect(await found('action=mark')).toEqual([entry?.id])
  expect(await found(`action=mark&club=${three.club}`)).toEqual([entry?.id])
  expect(await found(`action=mark&club=${crypto.randomUUID()}`)).toEqual([])
  expect(await found('search=o%27connor')).toEqual(expect.arrayContaining([entry?.id, decision?.id]))
  expect(await found('search=pritchard')).toEqual(expect.arrayContaining([entry?.id, decision?.id]))
  expect(await found('search=nobody%20at%20all')).toEqual([])
  const actions = await world.request({
    host: three.host('club'),
    token: (await world.logIn(three, 'club')).token,
    url: '/v1/audit/actions',
  })
  expect(actions.json()).toContain('mark')
  // a foreign client finds neither the entry nor its number
  const foreign = { host: two.host('scheme'), token: (await world.logIn(two, 'scheme')).token }
  expect((await world.request({ ...foreign, url: `/v1/audit/${entry?.id}` })).statusCode).toBe(404)
})

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { DocumentDetail, ListedDocument, ReminderReply } from '#contract/notices/documents.ts'
import type { StoredFile } from '#contract/platform/files.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { form, pdf } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { createUser } from '#server/identity/users/commands.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let authorToken = ''
let adminToken = ''
/** The ids of a second club of client one, and of its administrator. */
const otherClub = crypto.randomUUID()
const otherAdmin = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await world.owner.query(`UPDATE clients SET features = features || '{"DOCUMENTS_PAGE": true}'`)
  authorToken = (await world.logIn(one, 'scheme')).token
  adminToken = (await world.logIn(one, 'club')).token
  await inTenant(world.db, one.id, 'write', async (tx) => {
    await createClub(tx, null, {
      id: otherClub,
      name: 'Bay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    })
    await createUser(tx, null, {
      id: otherAdmin,
      type: 'admin',
      email: 'cadi@one.example',
      username: null,
      firstname: 'Cadi',
      lastname: 'Morgan',
      passwordHash: null,
      clubIds: [otherClub],
    })
  })
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const asAuthor = (options: InjectOptions) => world.request({ host: one.host('scheme'), token: authorToken, ...options })
const asAdmin = (options: InjectOptions) => world.request({ host: one.host('club'), token: adminToken, ...options })

async function upload(name = 'Policy.pdf'): Promise<StoredFile> {
  const { payload, type } = form({ name, type: 'application/pdf', bytes: pdf })
  const url = '/v1/uploads/document'
  return (await asAuthor({ method: 'POST', url, payload, headers: { 'content-type': type } })).json<StoredFile>()
}
const newDocument = async (fields: object = {}) => ({
  folder: 'document-policy',
  description: 'Safeguarding',
  file_id: (await upload()).id,
  club_ids: [one.club],
  ...fields,
})
const postDocument = async (fields: object = {}) =>
  asAuthor({ method: 'POST', url: '/v1/files', payload: await newDocument(fields) })
const createDocument = async (fields: object = {}) => (await postDocument(fields)).json<DocumentDetail>()
const changeDocument = (id: string, revision: string, payload: object) =>
  asAuthor({ method: 'PATCH', url: `/v1/files/${id}`, payload, headers: { 'if-match': `"${revision}"` } })
const listDocuments = async (query = '') =>
  (await asAdmin({ url: `/v1/files?per_page=999&with_logs=1&restrict_by_club=1${query}` })).json<ListedDocument[]>()
const findListed = async (id: string) => (await listDocuments()).find((document) => document.id === id)
const confirm = (id: string) => asAdmin({ method: 'POST', url: `/v1/files/${id}/read` })

describe('a document', () => {
  test('is listed, read and confirmed at the clubs that it is for', async () => {
    const reply = await postDocument({ description: '  Safeguarding 2026 ' })
    expect(reply.statusCode, reply.body).toBe(201)
    const { id, versions } = reply.json<DocumentDetail>()
    const fileId = versions[0]?.file.id ?? ''
    expect(await findListed(id)).toMatchObject({
      description: 'Safeguarding 2026',
      version: 1,
      read: 0,
      logs: [],
      file: { id: fileId },
    })
    expect((await asAdmin({ url: `/v1/files/file?id=${fileId}` })).rawPayload.equals(pdf)).toBe(true)
    expect((await confirm(id)).statusCode).toBe(204)
    expect((await confirm(id)).statusCode).toBe(204)
    expect(await findListed(id)).toMatchObject({ read: 1, logs: [{ user_uuid: one.admin, club_id: one.club }] })
    const detail = (await asAuthor({ url: `/v1/files/${id}` })).json<DocumentDetail>()
    expect(detail.clubs).toMatchObject([{ id: one.club, people: [{ uuid: one.admin, read_ts: expect.any(Number) }] }])
    const { rows } = await world.owner.query(`SELECT action FROM audit_log WHERE entity_id = $1 ORDER BY at`, [id])
    expect(rows.map((row) => row.action)).toEqual(['create', 'confirm-read'])
  })

  test('of other clubs is not listed and cannot be read or confirmed', async () => {
    const { id, versions } = await createDocument({ club_ids: [otherClub] })
    expect(await findListed(id)).toBeUndefined()
    expect((await asAdmin({ url: `/v1/files/file?id=${versions[0]?.file.id}` })).statusCode).toBe(404)
    expect((await confirm(id)).statusCode).toBe(404)
  })

  test('is unread again in a new version, and the old version is kept but no longer served', async () => {
    const { id, revision, versions } = await createDocument()
    await confirm(id)
    const newFile = await upload('Policy v2.pdf')
    const reply = await changeDocument(id, revision, { file_id: newFile.id })
    expect(reply.json()).toMatchObject({ version: 2, versions: [{ version: 2 }, { version: 1 }] })
    expect(await findListed(id)).toMatchObject({ read: 0, version: 2, file: { filename: 'Policy v2.pdf' } })
    expect((await asAdmin({ url: `/v1/files/file?id=${versions[0]?.file.id}` })).statusCode).toBe(404)
    expect((await asAuthor({ url: `/v1/files/file?id=${versions[0]?.file.id}` })).statusCode).toBe(200)
  })

  test('is not confirmed by who has read the version before the newest', async () => {
    const { id, revision } = await createDocument()
    await changeDocument(id, revision, { file_id: (await upload('Policy v2.pdf')).id })
    const confirmVersion = (version: number) =>
      asAdmin({ method: 'POST', url: `/v1/files/${id}/read`, headers: { 'if-match': `"${version}"` } })
    for (const version of [1, 3])
      expect((await confirmVersion(version)).json()).toMatchObject({ status: 412, error: 'EDIT_CONFLICT' })
    expect(await findListed(id)).toMatchObject({ read: 0, version: 2 })
    expect((await confirmVersion(2)).statusCode).toBe(204)
    expect(await findListed(id)).toMatchObject({ read: 1, version: 2 })
  })

  test('is changed field by field, and not with an old revision', async () => {
    const { id, revision } = await createDocument()
    const reply = await changeDocument(id, revision, {
      description: 'Pool rules',
      folder: 'document-additional',
      club_ids: [one.club, otherClub],
    })
    expect(reply.json()).toMatchObject({ description: 'Pool rules', folder: 'document-additional', version: 1 })
    expect((await changeDocument(id, revision, { description: 'Mine' })).statusCode).toBe(412)
  })

  test('is gone at once when it is deleted, and can be restored', async () => {
    const { id, versions } = await createDocument()
    expect((await asAuthor({ method: 'DELETE', url: `/v1/files/${id}` })).statusCode).toBe(204)
    expect(await findListed(id)).toBeUndefined()
    expect((await asAdmin({ url: `/v1/files/file?id=${versions[0]?.file.id}` })).statusCode).toBe(404)
    expect((await asAuthor({ method: 'DELETE', url: `/v1/files/${id}` })).statusCode).toBe(404)
    expect((await asAuthor({ method: 'POST', url: `/v1/files/${id}/undelete` })).statusCode).toBe(200)
    expect(await findListed(id)).toMatchObject({ id })
  })

  test('is for at least one club, also after a change [5.20]', async () => {
    const { id, revision } = await createDocument({ club_ids: [one.club] })
    const none = await changeDocument(id, revision, { club_ids: [] })
    expect(none.json(), none.body).toMatchObject({ status: 400, error: 'INVALID_REQUEST', field: 'club_ids' })
    const another = await changeDocument(id, revision, { club_ids: [otherClub] })
    expect(another.statusCode, another.body).toBe(200)
  })

  test('with a wrong field is refused, and the reply names the field', async () => {
    const refusalOf = async (fields: object) => {
      const reply = await postDocument(fields)
      return [reply.statusCode, reply.json<{ field?: string }>().field]
    }
    expect(await refusalOf({ club_ids: [] })).toEqual([400, 'club_ids'])
    expect(await refusalOf({ club_ids: [two.club] })).toEqual([404, 'club_ids'])
    // a body of this size is accepted (CLUBS_LIMIT), so the ids are checked
    const thousands = Array.from({ length: 10_000 }, () => crypto.randomUUID())
    expect(await refusalOf({ club_ids: thousands })).toEqual([404, 'club_ids'])
    expect(await refusalOf({ file_id: crypto.randomUUID() })).toEqual([404, 'file_id'])
    expect(await refusalOf({ description: ' ' })).toEqual([400, 'description'])
    // PostgreSQL cannot store this character
    expect(await refusalOf({ description: 'a\u0000b' })).toEqual([400, 'description'])
    expect(await refusalOf({ description: 'x'.repeat(201) })).toEqual([400, 'description'])
    expect(await refusalOf({ folder: 'private' })).toEqual([400, 'folder'])
    expect(await refusalOf({ client_id: 'two' })).toEqual([400, 'client_id'])
  })
})

describe('the list [7.40]', () => {
  test('is paged, sorted by description and searched, and has the total', async () => {
    for (const description of ['Zebra crossing', 'Ambulance', 'Éclair'])
      await createDocument({ description, folder: 'document-additional' })
    /** The total and the descriptions of the folder, which also has the document of an earlier test, "Pool rules". */
    const listFolder = async (query: string) => {
      const reply = await asAdmin({ url: `/v1/files?folder=document-additional&restrict_by_club=1${query}` })
      return [reply.headers['x-total-count'], reply.json<ListedDocument[]>().map((document) => document.description)]
    }
    expect(await listFolder('&per_page=2')).toEqual(['4', ['Ambulance', 'Éclair']])
    expect(await listFolder('&per_page=2&page=1')).toEqual(['4', ['Pool rules', 'Zebra crossing']])
    expect(await listFolder('&sort=ddescription&per_page=1')).toEqual(['4', ['Zebra crossing']])
    expect(await listFolder('&search=ecl')).toEqual(['1', ['Éclair']])
    expect((await asAdmin({ url: '/v1/files?sort=password' })).statusCode).toBe(400)
    expect((await asAdmin({ url: '/v1/files?folder=x' })).statusCode).toBe(400)
    expect((await asAdmin({ url: '/v1/files?secret=1' })).statusCode).toBe(400)
  })

  test('counts readers by club and in all for authors, and only of the own club for an administrator', async () => {
    const { id } = await createDocument({ club_ids: [one.club, otherClub] })
    await confirm(id)
    const authorsList = (await asAuthor({ url: '/v1/files?per_page=999&with_clubs=1&with_legs=1&with_counts=1' })).json<
      ListedDocument[]
    >()
    // a "leg" is the count of one club
    const legs = [
      { club_id: otherClub, name: 'Bay', read: 0, total: 1 },
      { club_id: one.club, name: 'Harbour', read: 1, total: 1 },
    ]
    expect(authorsList.find((document) => document.id === id)).toMatchObject({
      legs,
      counts: { clubs: 2, read: 1, total: 2 },
      clubs: [{ name: 'Bay' }, { name: 'Harbour' }],
    })
    const adminsEntry = (await listDocuments('&with_clubs=1&with_legs=1&with_counts=1')).find(
      (document) => document.id === id,
    )
    expect(adminsEntry?.legs).toEqual([legs[1]])
    expect(adminsEntry?.counts).toEqual({ clubs: 1, read: 1, total: 1 })
    expect(adminsEntry?.clubs).toHaveLength(1)
  })
})

test('a reminder is sent to those who have not read the document, at most once a day', async () => {
  const { id } = await createDocument({ description: 'Insurance', club_ids: [one.club, otherClub] })
  const remind = async () =>
    (await asAuthor({ method: 'POST', url: `/v1/files/${id}/reminders` })).json<ReminderReply>()
  expect(await remind()).toEqual({ reminded: 2 })
  expect(await remind()).toEqual({ reminded: 0 })
  // one of the two confirms before the mails are written, so only the other gets one
  await confirm(id)
  const mails = await world.mails(one)
  expect(mails.map((mail) => [mail.to.address, mail.subject])).toEqual([['cadi@one.example', 'Please read: Insurance']])
  expect(mails[0]?.text).toContain('https://club.one.test/documents')
  world.clock.now += 86_400_000 + 1000
  authorToken = (await world.logIn(one, 'scheme')).token
  adminToken = (await world.logIn(one, 'club')).token
  expect(await remind()).toEqual({ reminded: 1 })
})

test('a reminder reaches an administrator of two clubs who has read the document for one of them', async () => {
  await world.owner.query(
    `INSERT INTO user_clubs (client_id, user_id, club_id, from_date) VALUES ('one', $1, $2, '2020-01-01')`,
    [one.admin, otherClub],
  )
  const { id } = await createDocument({ description: 'Rescue', club_ids: [one.club, otherClub] })
  await confirm(id)
  await asAuthor({ method: 'POST', url: `/v1/files/${id}/reminders` })
  const mails = (await world.mails(one)).filter(({ subject }) => subject === 'Please read: Rescue')
  const addresses = mails.map((mail) => mail.to.address)
  expect(addresses.toSorted()).toEqual(['admin@one.example', 'cadi@one.example'])
  await world.owner.query('DELETE FROM user_clubs WHERE user_id = $1 AND club_id = $2', [one.admin, otherClub])
})

describe('permissions for documents', () => {
  /** First the call of the list, which administrators may use too, and last that of confirming. */
  const calls = (id: string): InjectOptions[] => [
    { url: '/v1/files' },
    { url: `/v1/files/${id}` },
    { method: 'PATCH', url: `/v1/files/${id}`, payload: { description: 'x' }, headers: { 'if-match': '"x"' } },
    { method: 'DELETE', url: `/v1/files/${id}` },
    { method: 'POST', url: `/v1/files/${id}/undelete` },
    { method: 'POST', url: `/v1/files/${id}/reminders` },
    { method: 'POST', url: `/v1/files/${id}/read` },
  ]

  test('only authors write documents, only administrators confirm them, and others may do nothing', async () => {
    const { id } = await createDocument()
    for (const call of calls(id)) {
      expect((await world.request({ host: one.host('scheme'), ...call })).statusCode, call.url as string).toBe(401)
      for (const portal of ['parent', 'coach'] as const) {
        const { token } = await world.logIn(one, portal)
        expect((await world.request({ host: one.host(portal), token, ...call })).statusCode, portal).toBe(403)
      }
    }
    for (const call of calls(id).slice(1, -1)) expect((await asAdmin(call)).statusCode, call.url as string).toBe(403)
    expect((await asAdmin({ method: 'POST', url: '/v1/files', payload: await newDocument() })).statusCode).toBe(403)
    expect((await asAuthor({ method: 'POST', url: `/v1/files/${id}/read` })).statusCode).toBe(403)
  })

  test('another client’s document is not found', async () => {
    const { id } = await createDocument()
    const [scheme, club] = [await world.logIn(two, 'scheme'), await world.logIn(two, 'club')]
    for (const call of calls(id).slice(1, -1)) {
      const reply = await world.request({ host: two.host('scheme'), token: scheme.token, ...call })
      expect(reply.statusCode, call.url as string).toBe(404)
    }
    const read = { method: 'POST' as const, url: `/v1/files/${id}/read` }
    expect((await world.request({ host: two.host('club'), token: club.token, ...read })).statusCode).toBe(404)
    expect((await world.request({ host: two.host('club'), token: club.token, url: '/v1/files' })).json()).toEqual([])
  })

  test('nobody reads documents where the page is off [6.15]', async () => {
    const { id, versions } = await createDocument()
    await world.owner.query(
      `UPDATE clients SET features = features || '{"DOCUMENTS_PAGE": false}' WHERE client_id = 'one'`,
    )
    authorToken = (await world.logIn(one, 'scheme')).token
    adminToken = (await world.logIn(one, 'club')).token
    for (const call of calls(id)) {
      expect((await asAdmin(call)).statusCode, call.url as string).toBe(403)
      expect((await asAuthor(call)).statusCode, call.url as string).toBe(403)
    }
    expect((await asAdmin({ url: `/v1/files/file?id=${versions[0]?.file.id}` })).statusCode).toBe(404)
  })
})

import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientFile } from '#contract/tenants/client-files.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { StoredFile } from '#contract/platform/files.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { form, mp4, pdf, picture, type FormFile } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { storageKey } from '#server/platform/files/storage.ts'
import { setUses, type FileUser } from '#server/platform/files/uses.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let authorToken = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  authorToken = (await world.logIn(one, 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions) => world.request({ host: one.host('scheme'), token: authorToken, ...options })
async function listFiles(query = '') {
  const reply = await call({ url: `/v1/client-files?${query}` })
  return { total: Number(reply.headers['x-total-count']), rows: reply.json<ClientFile[]>() }
}
async function upload(purpose: Purpose, file: FormFile, tenant = one): Promise<string> {
  const { payload, type } = form(file)
  const token = tenant === one ? authorToken : (await world.logIn(tenant, 'scheme')).token
  const headers = { 'content-type': type }
  const reply = await world.request({
    host: tenant.host('scheme'),
    token,
    method: 'POST',
    url: `/v1/uploads/${purpose}`,
    payload,
    headers,
  })
  return reply.json<StoredFile>().id
}
const deleteFile = (id: string) => call({ method: 'DELETE', url: `/v1/client-files/${id}` })
const recordUse = (user: FileUser, purpose: Purpose, ids: string[], tenant = one) =>
  inTenant(world.db, tenant.id, 'write', (tx) => setUses(tx, user, { purpose, ids, field: 'file' }))
const rulesPdf = { name: 'Rheolau.pdf', type: 'application/pdf', bytes: pdf }

test('all files of the client are listed with their type, their uploader and their uses', async () => {
  const { rows: schemes } = await world.owner.query<{ id: string }>(`SELECT id FROM schemes WHERE client_id = 'one'`)
  const scheme = schemes[0]?.id ?? ''
  const drawing = await upload('curriculum-file', {
    name: 'Float.png',
    type: 'image/png',
    bytes: await picture(300, 200),
  })
  const film = await upload('curriculum-video', { name: 'Dive.mp4', type: 'video/mp4', bytes: mp4 })
  const logo = await upload('club-logo', { name: 'Harbour.png', type: 'image/png', bytes: await picture(60, 40) })
  const document = await upload('document', rulesPdf)
  await upload('document', { ...rulesPdf, name: 'Theirs.pdf' }, two)
  await recordUse({ kind: 'node', key: `${scheme}/stage-1/float` }, 'curriculum-file', [drawing])
  await recordUse({ kind: 'node', key: `${scheme}/stage-1/gone` }, 'curriculum-file', [drawing])
  await recordUse({ kind: 'club', key: one.club }, 'club-logo', [logo])
  const { total, rows } = await listFiles('sort=aname')
  expect([total, rows.map((file) => file.filename)]).toEqual([
    4,
    ['Dive.mp4', 'Float.png', 'Harbour.png', 'Rheolau.pdf'],
  ])
  expect(rows[1]).toMatchObject({
    id: drawing,
    purpose: 'curriculum-file',
    media_type: 'image/png',
    width: 300,
    height: 200,
    by: 'Greta Lind',
    used: 2,
    uses: [
      { kind: 'node', name: 'float', to: '/scheme/swim/stage-1/float' },
      // A deleted node is still listed under the name of its scheme, without a link.
      { kind: 'node', name: 'Swim', to: null },
    ],
  })
  expect(rows[2]).toMatchObject({ uses: [{ kind: 'club', name: 'Harbour', to: `/clubs?club=${one.club}` }] })
  expect(
    rows
      .filter((file) => file.used === 0)
      .map((file) => file.id)
      .toSorted(),
  ).toEqual([film, document].toSorted())
  expect((await listFiles('unused=1')).total).toBe(2)
  expect((await listFiles('purpose=document')).rows.map((file) => file.id)).toEqual([document])
  expect((await listFiles('search=rheol')).rows.map((file) => file.id)).toEqual([document])
  // Pages are counted from 0, so this is the last of the four files.
  expect((await listFiles('sort=dbytes&per_page=1&page=3')).rows).toHaveLength(1)
  expect((await call({ url: '/v1/client-files?sort=kind' })).json()).toMatchObject({ status: 400, field: 'sort' })
})

test('an unused file can be deleted with its bytes; a used or published one cannot', async () => {
  const id = await upload('document', rulesPdf)
  const used = await upload('document', rulesPdf)
  await recordUse({ kind: 'document', key: crypto.randomUUID() }, 'document', [used])
  expect((await deleteFile(used)).json()).toMatchObject({ status: 409, error: 'FILE_IN_USE' })
  const stateOfBytes = async (file: string) =>
    (await world.files.disk.exists(storageKey(one.id, file))) ? 'stored' : 'deleted'
  expect([await stateOfBytes(id), await stateOfBytes(used)]).toEqual(['stored', 'stored'])
  expect((await deleteFile(id)).statusCode).toBe(204)
  expect([await stateOfBytes(id), await stateOfBytes(used)]).toEqual(['deleted', 'stored'])
  expect((await deleteFile(id)).statusCode).toBe(404)
  // A file that a published revision of a scheme shows.
  const published = await upload('curriculum-file', rulesPdf)
  await world.owner.query(
    `INSERT INTO published_files (client_id, scheme_id, file_id, purpose, filename, media_type, bytes, variants)
     SELECT 'one', s.id, $1, 'curriculum-file', 'Rheolau.pdf', 'application/pdf', 9, '{}' FROM schemes s WHERE s.client_id = 'one'`,
    [published],
  )
  expect((await deleteFile(published)).statusCode).toBe(409)
  await world.owner.query(`UPDATE schemes SET name = '{"cy": "Nofio"}' WHERE client_id = 'one'`)
  expect((await listFiles('per_page=100')).rows.find((file) => file.id === published)).toMatchObject({
    used: 1,
    uses: [{ kind: 'published', name: 'Nofio', to: '/sharing' }],
  })
  const { rows } = await world.owner.query(
    `SELECT user_id, before ->> 'filename' AS name FROM audit_log WHERE entity = 'file' AND action = 'delete' AND entity_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ user_id: one.author, name: 'Rheolau.pdf' }])
})

test('only authors may read files, and files of another client do not exist for them', async () => {
  const otherClientsFile = await upload('document', rulesPdf, two)
  expect((await deleteFile(otherClientsFile)).statusCode).toBe(404)
  expect((await deleteFile(crypto.randomUUID())).statusCode).toBe(404)
  const calls: InjectOptions[] = [
    { url: '/v1/client-files' },
    { method: 'DELETE', url: `/v1/client-files/${crypto.randomUUID()}` },
  ]
  for (const options of calls) {
    expect((await world.request({ host: one.host('scheme'), ...options })).statusCode).toBe(401)
    for (const portal of ['parent', 'coach', 'club'] satisfies Portal[]) {
      const { token } = await world.logIn(one, portal)
      expect((await world.request({ host: one.host(portal), token, ...options })).statusCode, portal).toBe(403)
    }
  }
})

import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { DirectUrl, StoredFile } from '#contract/platform/files.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { docx, form, mp4, odt, pdf, picture, svg, webm, type FormFile } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { storageKey } from '#server/platform/files/storage.ts'
import { setUses } from '#server/platform/files/uses.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
const tokens = new Map<Portal, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  for (const portal of ['parent', 'coach', 'club', 'scheme'] as const)
    tokens.set(portal, (await world.logIn(one, portal)).token)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const accessOf = (portal: Portal) => ({ host: one.host(portal), token: tokens.get(portal) ?? '' })

function sendUpload(purpose: Purpose, file: FormFile, headers: Record<string, string> = {}, portal: Portal = 'scheme') {
  const { payload, type } = form(file)
  return world.request({
    ...accessOf(portal),
    method: 'POST',
    url: `/v1/uploads/${purpose}`,
    payload,
    headers: { 'content-type': type, ...headers },
  })
}
const upload = async (purpose: Purpose, file: FormFile, portal: Portal = 'scheme') =>
  (await sendUpload(purpose, file, {}, portal)).json<StoredFile>()
const download = (id: string, query = '', portal: Portal = 'scheme', headers = {}) =>
  world.request({ ...accessOf(portal), url: `/v1/files/file?id=${id}${query}`, headers })
const samplePdf: FormFile = { name: 'Rules.pdf', type: 'application/pdf', bytes: pdf }
/** Status and code of the refusal of an upload. */
const refusalOf = async (purpose: Purpose, file: FormFile) => {
  const reply = await sendUpload(purpose, file)
  return [reply.statusCode, reply.json<{ error: string }>().error]
}

describe('an upload', () => {
  test('is downloaded unchanged, under its name', async () => {
    const reply = await sendUpload('document', { ...samplePdf, name: 'Rheolau diogelŵch.pdf' })
    expect(reply.statusCode, reply.body).toBe(201)
    const file = reply.json<StoredFile>()
    expect(file).toMatchObject({ filename: 'Rheolau diogelŵch.pdf', media_type: 'application/pdf', bytes: pdf.length })
    const downloaded = await download(file.id)
    expect(downloaded.rawPayload.equals(pdf)).toBe(true)
    expect(downloaded.headers['content-disposition']).toBe(
      `inline; filename="Rheolau diogel?ch.pdf"; filename*=UTF-8''Rheolau%20diogel%C5%B5ch.pdf`,
    )
    expect(downloaded.headers['x-content-type-options']).toBe('nosniff')
    expect(downloaded.headers['cache-control']).toBe('private, no-cache')
    const ifChanged = { 'if-none-match': String(downloaded.headers.etag) }
    expect((await download(file.id, '', 'scheme', ifChanged)).statusCode).toBe(304)
  })

  test.each([
    ['document', 'a.docx', 'application/octet-stream', docx],
    ['document', 'a.odt', 'application/vnd.oasis.opendocument.text', odt],
    ['document', 'Liste.CSV', 'application/vnd.ms-excel', Buffer.from('a;b\n1;2\n')],
    ['curriculum-video', 'a.mp4', 'video/mp4', mp4],
    ['curriculum-video', 'a.webm', 'video/webm', webm],
    ['curriculum-file', 'a.svg', 'image/svg+xml', svg()],
  ] as const)('of a %s accepts %s', async (purpose, name, type, bytes) => {
    const reply = await sendUpload(purpose, { name, type, bytes })
    expect(reply.statusCode, reply.body).toBe(201)
    expect((await download(reply.json<StoredFile>().id)).rawPayload.equals(bytes)).toBe(true)
  })

  test('of a picture is encoded anew: only its pixels stay, and smaller copies are made', async () => {
    const bytes = await picture(3000, 1500, 'jpeg')
    // `Canary` is the name of the camera in the picture's Exif data.
    expect(bytes.includes('Canary')).toBe(true)
    const file = await upload('curriculum-file', { name: 'pool.JPG', type: 'image/jpeg', bytes })
    // no stored picture is wider than 2560
    expect(file).toMatchObject({ width: 2560, height: 1280 })
    const storedBytes = (await download(file.id)).rawPayload
    expect(storedBytes.includes('Canary')).toBe(false)
    expect((await sharp(storedBytes).metadata()).exif).toBeUndefined()
    // The smallest copy that is wide enough is sent; no copy is 2000 wide, so the second is the stored picture itself.
    expect((await sharp((await download(file.id, '&width=500')).rawPayload).metadata()).width).toBe(640)
    expect((await sharp((await download(file.id, '&width=2000')).rawPayload).metadata()).width).toBe(2560)
  })

  test('sent twice with one request id is stored once; another file sent with that id is stored as a second one', async () => {
    const id = crypto.randomUUID()
    const headers = { 'x-request-id': id }
    const first = (await sendUpload('document', samplePdf, headers)).json<StoredFile>()
    expect((await sendUpload('document', samplePdf, headers)).json<StoredFile>()).toEqual(first)
    const otherPdf = { ...samplePdf, bytes: Buffer.concat([pdf, Buffer.from('\n%%EOF')]) }
    expect((await sendUpload('document', otherPdf, headers)).json<StoredFile>().id).not.toBe(first.id)
  })

  test('is audited', async () => {
    const { id } = await upload('document', samplePdf)
    const { rows } = await world.owner.query(
      `SELECT user_id, action FROM audit_log WHERE entity = 'file' AND entity_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ user_id: one.author, action: 'create' }])
  })
})

describe('an unusual upload', () => {
  test.each([
    ['an empty file', 'document', 'a.pdf', 'application/pdf', Buffer.alloc(0), 400, 'FILE_EMPTY'],
    ['a file of no known type', 'document', 'a.exe', 'application/pdf', pdf, 415, 'FILE_TYPE'],
    ['a file without extension', 'document', 'pdf', 'application/pdf', pdf, 415, 'FILE_TYPE'],
    ['a file of a type for another purpose', 'document', 'a.mp4', 'video/mp4', mp4, 415, 'FILE_TYPE'],
    ['a file declared as another type', 'document', 'a.pdf', 'image/png', pdf, 415, 'FILE_TYPE'],
    ['a file whose bytes do not match its name', 'document', 'a.png', 'image/png', pdf, 415, 'FILE_TYPE'],
    ['a text with zero bytes', 'document', 'a.csv', 'text/csv', Buffer.from('a\0b'), 415, 'FILE_TYPE'],
    [
      'an HTML page named as a drawing',
      'club-logo',
      'a.svg',
      'image/svg+xml',
      Buffer.from('<html></html>'),
      415,
      'FILE_TYPE',
    ],
    [
      'a drawing with an XML entity',
      'club-logo',
      'a.svg',
      'image/svg+xml',
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'),
      415,
      'FILE_TYPE',
    ],
    ['a drawing cut off', 'club-logo', 'a.svg', 'image/svg+xml', svg().subarray(0, 80), 400, 'FILE_DAMAGED'],
    ['a document cut off', 'document', 'a.pdf', 'application/pdf', pdf.subarray(0, 40), 400, 'FILE_DAMAGED'],
    [
      'an archive cut off',
      'document',
      'a.odt',
      'application/octet-stream',
      odt.subarray(0, odt.length - 20),
      400,
      'FILE_DAMAGED',
    ],
    ['a film cut off', 'curriculum-video', 'a.mp4', 'video/mp4', mp4.subarray(0, -9), 400, 'FILE_DAMAGED'],
    ['a film without its index', 'curriculum-video', 'a.mp4', 'video/mp4', mp4.subarray(0, 24), 400, 'FILE_DAMAGED'],
    ['a film of one byte', 'curriculum-video', 'a.webm', 'video/webm', Buffer.from('a'), 415, 'FILE_TYPE'],
    [
      'a file one byte too large',
      'club-logo',
      'a.png',
      'image/png',
      Buffer.alloc(5 * 1024 * 1024 + 1),
      413,
      'FILE_TOO_LARGE',
    ],
    ['a file far too large', 'club-logo', 'a.png', 'image/png', Buffer.alloc(6 * 1024 * 1024), 413, 'FILE_TOO_LARGE'],
  ] as const)('%s is refused', async (_title, purpose, name, type, bytes, status, code) => {
    expect(await refusalOf(purpose, { name, type, bytes })).toEqual([status, code])
  })

  test('a picture cut off is refused', async () => {
    const bytes = (await picture(900, 900, 'jpeg')).subarray(0, 3000)
    expect(await refusalOf('club-logo', { name: 'a.jpg', type: 'image/jpeg', bytes })).toEqual([400, 'FILE_DAMAGED'])
  })

  test('a small file with far too many pixels is refused', async () => {
    const bytes = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bytes.length).toBeLessThan(1024 * 1024)
    expect(await refusalOf('club-logo', { name: 'a.png', type: 'image/png', bytes })).toEqual([413, 'FILE_TOO_LARGE'])
  })

  test('a request in another format, without a file, with another field or for an unknown purpose is refused; no upload stays in the folder', async () => {
    const url = '/v1/uploads/document'
    const asAuthor = { ...accessOf('scheme'), method: 'POST' as const }
    const json = await world.request({ ...asAuthor, url, payload: { file: 'x' } })
    expect([json.statusCode, json.json<{ error: string }>().error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const empty = form()
    const replyWithoutFile = await world.request({
      ...asAuthor,
      url,
      payload: empty.payload,
      headers: { 'content-type': empty.type },
    })
    expect(replyWithoutFile.statusCode).toBe(400)
    const broken = await world.request({
      ...asAuthor,
      url,
      payload: 'xx',
      headers: { 'content-type': 'multipart/form-data' },
    })
    expect(broken.statusCode).toBe(400)
    expect((await sendUpload('document', { ...samplePdf, field: 'other' })).statusCode).toBe(400)
    expect((await sendUpload('holiday-photo' as Purpose, samplePdf)).statusCode).toBe(400)
    expect((await sendUpload('document', samplePdf)).statusCode).toBe(201)
    expect(await readdir(world.files.uploadFolder)).toEqual([])
  })

  test('a connection that is cut leaves nothing behind', async () => {
    const port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
    const { payload, type } = form({ ...samplePdf, bytes: Buffer.concat([pdf, Buffer.alloc(300_000)]) })
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /v1/uploads/document HTTP/1.1\r\nHost: ${one.host('scheme')}\r\nAuthorization: Bearer ${tokens.get('scheme')}\r\nContent-Type: ${type}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    )
    // Not the whole payload: the server waits for the rest.
    socket.write(payload.subarray(0, 200_000))
    await expect.poll(() => readdir(world.files.uploadFolder)).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => readdir(world.files.uploadFolder)).toEqual([])
  })

  test('a quotation mark in a file name is decoded as browsers encode it in a form', async () => {
    expect((await upload('document', { ...samplePdf, name: 'a%22b%0D%0A 100%.pdf' })).filename).toBe('a"b 100%.pdf')
  })

  test('a name with a path, line breaks or 300 letters is tidied', async () => {
    // U+202E shows the letters after it in reverse, so that a name can pretend another extension.
    const file = await upload('document', { ...samplePdf, name: `../../etc/${'n'.repeat(300)}\u202Efdp.pdf` })
    expect(file.filename).toMatch(/^n{190,}\.pdf$/)
    expect(file.filename.length).toBeLessThanOrEqual(200)
  })

  test('a long name is never cut in the middle of a character', async () => {
    const file = await upload('document', { ...samplePdf, name: `${'n'.repeat(195)}🏊${'n'.repeat(20)}.pdf` })
    expect(file.filename).toBe(`${'n'.repeat(195)}.pdf`)
  })
})

describe('permissions for files', () => {
  test('an upload needs a token, a role, and the client’s own host', async () => {
    const { payload, type } = form(samplePdf)
    const withoutToken = {
      method: 'POST' as const,
      url: '/v1/uploads/document',
      payload,
      headers: { 'content-type': type },
    }
    expect((await world.request({ ...withoutToken, host: one.host('scheme') })).statusCode).toBe(401)
    expect(
      (await world.request({ ...withoutToken, host: two.host('scheme'), token: tokens.get('scheme') ?? '' }))
        .statusCode,
    ).toBe(401)
    for (const portal of ['parent', 'coach', 'club'] as const)
      expect((await sendUpload('document', samplePdf, {}, portal)).statusCode, portal).toBe(403)
    const logo = { name: 'l.png', type: 'image/png', bytes: await picture(20, 20) }
    expect((await sendUpload('club-logo', logo, {}, 'club')).statusCode).toBe(201)
    for (const portal of ['parent', 'coach'] as const)
      expect((await sendUpload('club-logo', logo, {}, portal)).statusCode, portal).toBe(403)
  })

  test('a logo is readable by all users of the client, a document without addressees is not', async () => {
    const logo = await upload('club-logo', { name: 'l.png', type: 'image/png', bytes: await picture(20, 20) }, 'club')
    const document = await upload('document', samplePdf)
    for (const portal of ['parent', 'coach', 'club', 'scheme'] as const) {
      expect((await download(logo.id, '', portal)).statusCode, portal).toBe(200)
      expect((await download(document.id, '', portal)).statusCode, portal).toBe(portal === 'scheme' ? 200 : 404)
    }
    const foreign = (await world.logIn(two, 'scheme')).token
    const replyToOtherClient = await world.request({
      host: two.host('scheme'),
      token: foreign,
      url: `/v1/files/file?id=${logo.id}`,
    })
    expect(replyToOtherClient.statusCode).toBe(404)
    expect((await world.request({ host: one.host('scheme'), url: `/v1/files/file?id=${logo.id}` })).statusCode).toBe(
      401,
    )
    expect((await download(crypto.randomUUID())).statusCode).toBe(404)
    expect((await download('x')).statusCode).toBe(400)
  })

  test('files of a curriculum need rich media [6.11]', async () => {
    const { id } = await upload('curriculum-file', samplePdf)
    expect((await download(id, '', 'coach')).statusCode).toBe(404)
    await world.owner.query(
      `UPDATE clients SET features = features || '{"ENABLE_RICH_MEDIA": true}' WHERE client_id = 'one'`,
    )
    const { token } = await world.logIn(one, 'coach')
    const reply = await world.request({ host: one.host('coach'), token, url: `/v1/files/file?id=${id}` })
    expect(reply.statusCode).toBe(200)
  })

  test('a direct address works without a token, but only for its file and at its host', async () => {
    const file = await upload('curriculum-video', { name: 'a.mp4', type: 'video/mp4', bytes: mp4 })
    const { direct_url } = (await download(file.id, '&direct=1')).json<DirectUrl>()
    const host = one.host('scheme')
    const open = await world.request({ host, url: direct_url })
    expect(open.rawPayload.equals(mp4)).toBe(true)
    const part = await world.request({ host, url: direct_url, headers: { range: 'bytes=4-11' } })
    expect([part.statusCode, part.headers['content-range'], part.body]).toEqual([
      206,
      `bytes 4-11/${mp4.length}`,
      'ftypisom',
    ])
    const lastBytes = await world.request({ host, url: direct_url, headers: { range: 'bytes=-3' } })
    expect([lastBytes.statusCode, lastBytes.rawPayload.length]).toEqual([206, 3])
    expect((await world.request({ host, url: direct_url, headers: { range: 'bytes=9999-' } })).statusCode).toBe(416)
    const otherFile = await upload('document', samplePdf)
    expect((await world.request({ host, url: direct_url.replace(file.id, otherFile.id) })).statusCode).toBe(404)
    expect((await world.request({ host: one.host('club'), url: direct_url })).statusCode).toBe(401)
    expect(
      (await world.request({ host, url: `/v1/files/direct?id=${file.id}&token=${tokens.get('scheme')}` })).statusCode,
    ).toBe(401)
  })

  test('an SVG drawing is sent as a download, with a policy under which nothing in it runs', async () => {
    const bytes = svg('<script>alert(1)</script>')
    const file = await upload('curriculum-file', { name: 'a.svg', type: 'image/svg+xml', bytes })
    const { headers } = await download(file.id)
    expect(headers['content-disposition']).toBe('attachment; filename=a.svg')
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
  })
})

describe('a file in use', () => {
  /** Runs the sweep of files as if so much time had passed. */
  const sweep = async (afterMs: number) => {
    const before = world.clock.now
    // the file system dates files by the real clock; the test's clock starts near it
    world.clock.now += afterMs
    const worker = createJobWorker(world, (error) => void Promise.reject(error))
    await worker.runDue(one.id)
    world.clock.now = before
  }
  const use = (kind: 'node' | 'video', key: string, ids: string[], purpose: Purpose = 'curriculum-file') =>
    inTenant(world.db, one.id, 'write', (tx) => setUses(tx, { kind, key }, { purpose, ids, field: 'file_id' }))
  const isStored = (id: string) => world.files.disk.exists(storageKey(one.id, id))
  const HOUR_MS = 3_600_000
  const DAY_MS = 24 * HOUR_MS

  test('is kept; a file without a use is deleted after a day, and so are bytes without a row', async () => {
    const [used, unused] = [await upload('curriculum-file', samplePdf), await upload('curriculum-file', samplePdf)]
    await use('node', 'swim/stage-1', [used.id])
    const uses = await world.request({ ...accessOf('scheme'), url: `/v1/files/${used.id}/uses` })
    expect(uses.json()).toEqual([{ kind: 'node', key: 'swim/stage-1' }])
    const orphan = crypto.randomUUID()
    await world.files.disk.put(storageKey(one.id, orphan), 'left by a crash')
    await sweep(HOUR_MS)
    expect(await Promise.all([used.id, unused.id, orphan].map(isStored))).toEqual([true, true, true])
    // An upload queues a sweep for a day and an hour later.
    await sweep(DAY_MS + 2 * HOUR_MS)
    expect(await Promise.all([used.id, unused.id, orphan].map(isStored))).toEqual([true, false, false])
    expect((await download(unused.id)).statusCode).toBe(404)
    expect((await download(used.id)).statusCode).toBe(200)
    await use('node', 'swim/stage-1', [])
    // An upload queues no second sweep, and one that is queued already may be due too late: it is made due now.
    await inTenant(world.db, one.id, 'write', (tx) =>
      tx.query(`UPDATE tasks SET due_at = $1 WHERE state = 'queued'`, [new Date(world.clock.now)]),
    )
    await upload('document', samplePdf)
    await sweep(2 * DAY_MS + 2 * HOUR_MS)
    expect(await isStored(used.id)).toBe(false)
  })

  test('cannot be deleted, not even by a statement in the database', async () => {
    const file = await upload('curriculum-file', samplePdf)
    await use('video', 'v1', [file.id])
    await expect(world.owner.query('DELETE FROM files WHERE id = $1', [file.id])).rejects.toThrow(/file_uses/)
  })

  test('must have the right purpose and belong to the client', async () => {
    const file = await upload('document', samplePdf)
    await expect(use('node', 'swim/stage-2', [file.id])).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'file_id' })
    await expect(use('node', 'swim/stage-2', [crypto.randomUUID()])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const uses = (token: string, host: string) => world.request({ host, token, url: `/v1/files/${file.id}/uses` })
    expect((await uses(tokens.get('club') ?? '', one.host('club'))).statusCode).toBe(403)
    expect((await uses((await world.logIn(two, 'scheme')).token, two.host('scheme'))).statusCode).toBe(404)
  })
})

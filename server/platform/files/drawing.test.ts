import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { LogoContrast, StoredFile } from '#contract/platform/files.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { form, picture, svg, type FormFile } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { storageKey } from './storage.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** `levels` groups, each of ten uses of the one before: 10 ** levels circles. */
function nested(levels: number): Buffer {
  const group = (id: number, inside: string) => `<g id="g${id}">${inside}</g>`
  const groups = Array.from({ length: levels }, (_, k) => group(k + 1, `<use href="#g${k}"/>`.repeat(10)))
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><defs>${group(0, '<circle r="9"/>')}${groups.join('')}</defs><use href="#g${levels}"/></svg>`,
  )
}
const slow: FormFile = { name: 'logo.svg', type: 'image/svg+xml', bytes: nested(6) }
const simple: FormFile = {
  name: 'logo.svg',
  type: 'image/svg+xml',
  bytes: svg('<circle cx="9" cy="9" r="9" fill="red"/>'),
}

async function upload(tenant: Tenant, file: FormFile, purpose: Purpose = 'client-logo') {
  const { token } = await world.logIn(tenant, 'scheme')
  const { payload, type } = form(file)
  const url = `/v1/uploads/${purpose}`
  return world.request({
    host: tenant.host('scheme'),
    token,
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type },
  })
}

/** Makes a new file the client's logo. */
async function wear(file: FormFile): Promise<string> {
  const reply = await upload(one, file)
  expect(reply.statusCode, reply.body).toBe(201)
  const { id } = reply.json<StoredFile>()
  await world.owner.query(`UPDATE clients SET logo_file_id = $1 WHERE client_id = 'one'`, [id])
  return id
}
const get = (url: string) => world.request({ host: one.host('parent'), url })
const icon = async () => (await get('/manifest.webmanifest')).json<{ icons: { src: string }[] }>().icons[0]?.src ?? ''

describe('a picture that takes too long to draw', () => {
  test('is refused, and other clients do not wait for it', async () => {
    const ended: string[] = []
    const [refused, taken] = await Promise.all([
      upload(one, slow).finally(() => ended.push('slow')),
      upload(two, simple).finally(() => ended.push('simple')),
    ])
    expect([refused.statusCode, refused.json()]).toMatchObject([
      413,
      { error: 'FILE_TOO_LARGE', field: 'file', detail: 'DRAWING' },
    ])
    expect(taken.statusCode, taken.body).toBe(201)
    expect(ended).toEqual(['simple', 'slow'])
  })

  test('is tried only once when it is stored already; visitors see the theme’s logo', async () => {
    const id = await wear(simple)
    await world.files.disk.delete(storageKey(one.id, id, 'png'))
    await world.files.disk.put(storageKey(one.id, id), slow.bytes)
    const logo = await get(`/themes/logo-${id}.png`)
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    // Its bytes are deleted, so that it cannot be drawn again.
    await world.files.disk.delete(storageKey(one.id, id))
    const second = await get(await icon())
    expect(second.statusCode, second.body).toBe(200)
    const { token } = await world.logIn(one, 'scheme')
    const seen = await world.request({ host: one.host('scheme'), token, url: `/v1/files/${id}/seen` })
    expect([seen.statusCode, seen.json()]).toEqual([200, []])
  })
})

test('a logo is drawn at its upload or at its first use, and never again', async () => {
  const asPng: FormFile = { name: 'logo.png', type: 'image/png', bytes: await picture(300, 100) }
  for (const file of [simple, asPng]) {
    const id = await wear(file)
    const { token } = await world.logIn(one, 'scheme')
    const seen = () => world.request({ host: one.host('scheme'), token, url: `/v1/files/${id}/seen` })
    if (file === asPng) await seen()
    await world.files.disk.delete(storageKey(one.id, id))
    expect((await get(`/themes/logo-${id}.png`)).statusCode, file.name).toBe(200)
    expect((await get(await icon())).statusCode, file.name).toBe(200)
    expect((await seen()).json<LogoContrast[]>(), file.name).toHaveLength(2)
  }
})

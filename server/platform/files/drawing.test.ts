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

/** An SVG of 10 ** `levels` circles: each of its groups uses the one before ten times. */
function nestedSvg(levels: number): Buffer {
  const group = (id: number, inside: string) => `<g id="g${id}">${inside}</g>`
  const groups = Array.from({ length: levels }, (_, id) => group(id + 1, `<use href="#g${id}"/>`.repeat(10)))
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><defs>${group(0, '<circle r="9"/>')}${groups.join('')}</defs><use href="#g${levels}"/></svg>`,
  )
}
const slowSvg: FormFile = { name: 'logo.svg', type: 'image/svg+xml', bytes: nestedSvg(/* levels */ 6) }
const simpleSvg: FormFile = {
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

/** Uploads a file and makes it the client's logo. */
async function setLogo(file: FormFile): Promise<string> {
  const reply = await upload(one, file)
  expect(reply.statusCode, reply.body).toBe(201)
  const { id } = reply.json<StoredFile>()
  await world.owner.query(`UPDATE clients SET logo_file_id = $1 WHERE client_id = 'one'`, [id])
  return id
}
const getAsVisitor = (url: string) => world.request({ host: one.host('parent'), url })
const iconUrl = async () =>
  (await getAsVisitor('/manifest.webmanifest')).json<{ icons: { src: string }[] }>().icons[0]?.src ?? ''

describe('a picture that takes too long to draw', () => {
  test('is refused, and other clients do not wait for it', async () => {
    const ended: string[] = []
    const [refused, accepted] = await Promise.all([
      upload(one, slowSvg).finally(() => ended.push('slow')),
      upload(two, simpleSvg).finally(() => ended.push('simple')),
    ])
    expect([refused.statusCode, refused.json()]).toMatchObject([
      413,
      { error: 'FILE_TOO_LARGE', field: 'file', detail: 'DRAWING' },
    ])
    expect(accepted.statusCode, accepted.body).toBe(201)
    expect(ended).toEqual(['simple', 'slow'])
  })

  test('is tried only once when it was stored earlier; visitors see the theme’s logo', async () => {
    // As if the slow picture had been accepted before there was a limit: it is stored, and its PNG is not.
    const id = await setLogo(simpleSvg)
    await world.files.disk.delete(storageKey(one.id, id, 'png'))
    await world.files.disk.put(storageKey(one.id, id), slowSvg.bytes)
    const logo = await getAsVisitor(`/themes/logo-${id}.png`)
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    // Its bytes are deleted, so that it cannot be drawn again.
    await world.files.disk.delete(storageKey(one.id, id))
    const second = await getAsVisitor(await iconUrl())
    expect(second.statusCode, second.body).toBe(200)
    const { token } = await world.logIn(one, 'scheme')
    const contrasts = await world.request({ host: one.host('scheme'), token, url: `/v1/files/${id}/seen` })
    expect([contrasts.statusCode, contrasts.json()]).toEqual([200, []])
  })
})

test('a logo is drawn at its upload or at its first use, and never again', async () => {
  const pngLogo: FormFile = { name: 'logo.png', type: 'image/png', bytes: await picture(300, 100) }
  for (const file of [simpleSvg, pngLogo]) {
    const id = await setLogo(file)
    const { token } = await world.logIn(one, 'scheme')
    const readContrasts = () => world.request({ host: one.host('scheme'), token, url: `/v1/files/${id}/seen` })
    // The SVG was drawn at its upload; the first use of the PNG is here.
    if (file === pngLogo) await readContrasts()
    // From here on only the stored PNG can be read.
    await world.files.disk.delete(storageKey(one.id, id))
    expect((await getAsVisitor(`/themes/logo-${id}.png`)).statusCode, file.name).toBe(200)
    expect((await getAsVisitor(await iconUrl())).statusCode, file.name).toBe(200)
    expect((await readContrasts()).json<LogoContrast[]>(), file.name).toHaveLength(2)
  }
})

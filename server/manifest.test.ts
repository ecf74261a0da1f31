import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

interface Manifest {
  name: string
  theme_color: string
  icons: { src: string }[]
}

describe('a portal that can be installed', () => {
  const getManifest = (portal: 'parent' | 'coach' | 'club' | 'scheme', tenant = world.tenants[0]) =>
    world.request({ url: '/manifest.webmanifest', host: tenant.host(portal) })

  test('has its tenant’s name, colours and icons', async () => {
    const reply = await getManifest('parent')
    expect(reply.headers['content-type']).toContain('application/manifest+json')
    expect(reply.json()).toMatchObject({ name: 'Client one', display: 'standalone', theme_color: '#00405c' })
    expect((await getManifest('coach', world.tenants[1])).json()).toMatchObject({ name: 'Client two, Coach' })
    // An unknown theme has icons too, those of the default theme.
    await world.owner.query(`UPDATE clients SET theme_name = 'unknown' WHERE client_id = 'two'`)
    const icons = [reply, await getManifest('parent', world.tenants[1])].flatMap(
      (manifest) => manifest.json<Manifest>().icons,
    )
    for (const { src } of icons) expect([src, existsSync(`web/ui${src}`)]).toEqual([src, true])
  })

  test('has the client’s own colours, and its icons have the brand colour as background', async () => {
    const ownColours = { brand: '#5b1111', accent: '#f5c6c6', action: '#7a1f1f' }
    await world.owner.query(`UPDATE clients SET own_theme = $1 WHERE client_id = 'one'`, [ownColours])
    const manifest = (await getManifest('parent')).json<Manifest>()
    expect(manifest).toMatchObject({ theme_color: '#5b1111', background_color: '#5b1111' })
    for (const [index, { src }] of manifest.icons.entries()) {
      const icon = await world.request({ url: src, host: world.tenants[0].host('parent') })
      const { data, info } = await sharp(icon.rawPayload).raw().toBuffer({ resolveWithObject: true })
      const firstPixel = [...data.subarray(0, 3)]
      expect([info.width, firstPixel]).toEqual([[192, 512][index], [0x5b, 0x11, 0x11]])
    }
    await world.owner.query(`UPDATE clients SET own_theme = NULL WHERE client_id = 'one'`)
  })

  test('exists for parents and coaches only', async () => {
    expect((await getManifest('club')).statusCode).toBe(404)
    expect((await getManifest('scheme')).statusCode).toBe(404)
    expect((await world.request({ url: '/manifest.webmanifest', host: 'nowhere.test' })).statusCode).toBe(404)
  })
})

import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { LogoContrast, StoredFile } from '#contract/platform/files.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { srgbOf } from '#domain/platform/oklch.ts'
import { form, pdf } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { darkBrands } from './logo-contrasts.ts'

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

async function callerAt(portal: Portal, tenant = one) {
  return { host: tenant.host(portal), token: (await world.logIn(tenant, portal)).token }
}

/** An SVG of a coloured disc on a transparent background. */
const disc = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="${colour}"/></svg>`,
  )

async function upload(purpose: Purpose, bytes: Buffer, name: string, type: string, portal: Portal = 'scheme') {
  const multipart = form({ name, type, bytes })
  const headers = { 'content-type': multipart.type }
  const caller = await callerAt(portal)
  const url = `/v1/uploads/${purpose}`
  const reply = await world.request({ ...caller, method: 'POST', url, payload: multipart.payload, headers })
  return reply.json<StoredFile>().id
}
const uploadLogo = async (purpose: Purpose, colour: string, portal: Portal = 'scheme') =>
  upload(purpose, await sharp(disc(colour)).png().toBuffer(), 'logo.png', 'image/png', portal)
const requestContrasts = async (id: string, portal: Portal = 'scheme', tenant = one) =>
  world.request({ ...(await callerAt(portal, tenant)), url: `/v1/files/${id}/seen` })
const visibilityOf = async (id: string, portal: Portal = 'scheme') => {
  const reply = await requestContrasts(id, portal)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<LogoContrast[]>().map(({ mode, seen }) => [mode, seen])
}

describe('the visibility of a logo', () => {
  test('of a club is judged on pages and paper and in dark mode', async () => {
    const [white, ink, red] = [
      await uploadLogo('club-logo', '#ffffff', 'club'),
      await uploadLogo('club-logo', '#101010'),
      await uploadLogo('club-logo', '#dc3c3c'),
    ]
    const visible = ({ light, dark }: { light: boolean; dark: boolean }) => [
      ['light', light],
      ['dark', dark],
    ]
    expect(await visibilityOf(white, 'club')).toEqual(visible({ light: false, dark: true }))
    expect(await visibilityOf(ink, 'club')).toEqual(visible({ light: true, dark: false }))
    expect(await visibilityOf(red)).toEqual(visible({ light: true, dark: true }))
    const svg = await upload('club-logo', disc('#fff'), 'logo.svg', 'image/svg+xml')
    expect(await visibilityOf(svg)).toEqual(visible({ light: false, dark: true }))
  })

  test('of a client is judged on its theme’s colour or its own', async () => {
    const navy = await uploadLogo('client-logo', '#002030')
    const setTheme = (theme: string, ownColours: object | null) =>
      world.owner.query(`UPDATE clients SET theme_name = $1, own_theme = $2 WHERE client_id = 'one'`, [
        theme,
        ownColours,
      ])
    await setTheme('aquila', null)
    expect((await requestContrasts(navy)).json()).toMatchObject([
      { mode: 'light', ground: '#00405c', seen: false },
      { mode: 'dark', ground: darkBrands['aquila'], seen: false },
    ])
    await setTheme('aquila', { brand: '#d8eef8', accent: '#0a3a52', action: '#055c83' })
    expect((await requestContrasts(navy)).json()).toMatchObject([
      { mode: 'light', ground: '#d8eef8', seen: true },
      { mode: 'dark', seen: false },
    ])
  })

  test('is answered only for logos, to those who may upload them, within their client', async () => {
    const id = await uploadLogo('club-logo', '#ffffff')
    expect((await requestContrasts(id, 'coach')).statusCode).toBe(403)
    expect((await requestContrasts(id, 'parent')).statusCode).toBe(403)
    expect((await requestContrasts(id, 'scheme', two)).statusCode).toBe(404)
    expect((await requestContrasts(crypto.randomUUID())).statusCode).toBe(404)
    expect((await requestContrasts('x')).statusCode).toBe(400)
    expect((await requestContrasts(await upload('document', pdf, 'Rules.pdf', 'application/pdf'))).statusCode).toBe(404)
  })
})

test('the dark backgrounds are those of the themes', () => {
  for (const theme of Object.keys(darkBrands)) {
    const path = theme === 'rungs' ? 'web/ui/tokens.css' : `web/ui/themes/${theme}.css`
    const [, lightness, chroma, hue] =
      /--brand: light-dark\(oklch\([^)]*\), oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\)/.exec(readFileSync(path, 'utf8')) ??
      []
    expect(darkBrands[theme], theme).toBe(srgbOf({ l: Number(lightness), c: Number(chroma), h: Number(hue) }))
  }
})

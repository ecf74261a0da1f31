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

async function as(portal: Portal, tenant = one) {
  return { host: tenant.host(portal), token: (await world.logIn(tenant, portal)).token }
}

/** A disc of a colour on nothing. */
const disc = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="${colour}"/></svg>`,
  )

async function stored(purpose: Purpose, bytes: Buffer, name: string, type: string, portal: Portal = 'scheme') {
  const sent = form({ name, type, bytes })
  const headers = { 'content-type': sent.type }
  const caller = await as(portal)
  const url = `/v1/uploads/${purpose}`
  const reply = await world.request({ ...caller, method: 'POST', url, payload: sent.payload, headers })
  return reply.json<StoredFile>().id
}
const logo = async (purpose: Purpose, colour: string, portal: Portal = 'scheme') =>
  stored(purpose, await sharp(disc(colour)).png().toBuffer(), 'logo.png', 'image/png', portal)
const ask = async (id: string, portal: Portal = 'scheme', tenant = one) =>
  world.request({ ...(await as(portal, tenant)), url: `/v1/files/${id}/seen` })
const seen = async (id: string, portal: Portal = 'scheme') => {
  const reply = await ask(id, portal)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json<LogoContrast[]>().map((one) => [one.mode, one.seen])
}

describe('the visibility of a logo', () => {
  test('a club’s, on pages and paper and in the dark', async () => {
    const [white, ink, red] = [
      await logo('club-logo', '#ffffff', 'club'),
      await logo('club-logo', '#101010'),
      await logo('club-logo', '#dc3c3c'),
    ]
    const of = (light: boolean, dark: boolean) => [
      ['light', light],
      ['dark', dark],
    ]
    expect(await seen(white, 'club')).toEqual(of(false, true))
    expect(await seen(ink, 'club')).toEqual(of(true, false))
    expect(await seen(red)).toEqual(of(true, true))
    const svg = await stored('club-logo', disc('#fff'), 'logo.svg', 'image/svg+xml')
    expect(await seen(svg)).toEqual(of(false, true))
  })

  test('a client’s, on its colour, which may be its own', async () => {
    const navy = await logo('client-logo', '#002030')
    const paint = (theme: string, own: object | null) =>
      world.owner.query(`UPDATE clients SET theme_name = $1, own_theme = $2 WHERE client_id = 'one'`, [theme, own])
    await paint('aquila', null)
    expect((await ask(navy)).json()).toMatchObject([
      { mode: 'light', ground: '#00405c', seen: false },
      { mode: 'dark', ground: darkBrands['aquila'], seen: false },
    ])
    await paint('aquila', { brand: '#d8eef8', accent: '#0a3a52', action: '#055c83' })
    expect((await ask(navy)).json()).toMatchObject([
      { mode: 'light', ground: '#d8eef8', seen: true },
      { mode: 'dark', seen: false },
    ])
  })

  test('is answered only for logos, to their uploaders, within their client', async () => {
    const id = await logo('club-logo', '#ffffff')
    expect((await ask(id, 'coach')).statusCode).toBe(403)
    expect((await ask(id, 'parent')).statusCode).toBe(403)
    expect((await ask(id, 'scheme', two)).statusCode).toBe(404)
    expect((await ask(crypto.randomUUID())).statusCode).toBe(404)
    expect((await ask('x')).statusCode).toBe(400)
    expect((await ask(await stored('document', pdf, 'Rules.pdf', 'application/pdf'))).statusCode).toBe(404)
  })
})

test('the dark backgrounds are those of the themes', () => {
  for (const theme of Object.keys(darkBrands)) {
    const path = theme === 'rungs' ? 'web/ui/tokens.css' : `web/ui/themes/${theme}.css`
    const [, l, c, h] =
      /--brand: light-dark\(oklch\([^)]*\), oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\)/.exec(readFileSync(path, 'utf8')) ??
      []
    expect(darkBrands[theme], theme).toBe(srgbOf({ l: Number(l), c: Number(c), h: Number(h) }))
  }
})

import type { InjectOptions } from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ClientSettings, ClubFeatures } from '#contract/tenants/client-settings.ts'
import type { Client } from '#contract/tenants/client.ts'
import type { ClientWords } from '#contract/tenants/client-words.ts'
import type { StoredFile } from '#contract/platform/files.ts'
import type { Portal, Problem } from '#contract/platform/fields.ts'
import { readLetterhead } from '#server/assessment/print/queries.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { form } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

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
const readSettings = async () => (await call({ url: '/v1/client-settings' })).json<ClientSettings>()
async function patch(payload: object, revision?: string) {
  const headers = { 'if-match': `"${revision ?? (await readSettings()).revision}"` }
  const reply = await call({ method: 'PATCH', url: '/v1/client-settings', payload, headers })
  return { status: reply.statusCode, body: reply.json<ClientSettings & Problem>() }
}
/** The feature flags in a new access token. */
async function flagsInToken(portal: Portal, tenant = one): Promise<Record<string, boolean | number>> {
  const { token } = await world.logIn(tenant, portal)
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  return (JSON.parse(sub) as { features: Record<string, boolean | number> }).features
}
const theme = { brand: '#00405c', accent: '#6fe3e9', action: '#055c83' }

test('flags can be changed for the client, and for one club, which changes only the tokens of that club [6.7]', async () => {
  const before = await readSettings()
  const { body } = await patch({ features: { SHOW_PASS_ALL_BUTTON: true, MAX_PAST_DAYS_ATTENDANCE: 3 } })
  expect(body.features).toEqual({ ...before.features, SHOW_PASS_ALL_BUTTON: true, MAX_PAST_DAYS_ATTENDANCE: 3 })
  expect(await flagsInToken('coach')).toMatchObject({ SHOW_PASS_ALL_BUTTON: true, MAX_PAST_DAYS_ATTENDANCE: 3 })
  const setClubFeatures = (features: object) =>
    call({ method: 'PUT', url: `/v1/clubs/${one.club}/features`, payload: { features } })
  const clubFlags = { features: { MAX_PAST_DAYS_ATTENDANCE: 9 } }
  expect((await setClubFeatures(clubFlags.features)).json()).toMatchObject(clubFlags)
  expect((await call({ url: `/v1/clubs/${one.club}/features` })).json()).toMatchObject(clubFlags)
  expect(await flagsInToken('coach')).toMatchObject({ SHOW_PASS_ALL_BUTTON: true, MAX_PAST_DAYS_ATTENDANCE: 9 })
  expect(await flagsInToken('scheme')).toMatchObject({ MAX_PAST_DAYS_ATTENDANCE: 3 })
  expect(await flagsInToken('coach', two)).toMatchObject({ MAX_PAST_DAYS_ATTENDANCE: 7 })
  await setClubFeatures({})
  expect(await flagsInToken('coach')).toMatchObject({ MAX_PAST_DAYS_ATTENDANCE: 3 })
  expect((await setClubFeatures({ ENABLE_ORGANISATIONS: true })).json<Problem>().field).toBe(
    'features/ENABLE_ORGANISATIONS',
  )
})

test('flags that a provider rules out stay off, for a club too [6.8], [6.9]', async () => {
  await world.owner.query(`UPDATE clients SET auth_provider = 'bg' WHERE client_id = 'one'`)
  await call({ method: 'PUT', url: `/v1/clubs/${one.club}/features`, payload: { features: { SWITCH_USER: true } } })
  expect((await flagsInToken('coach'))['SWITCH_USER']).toBe(false)
  await patch({ features: { SHOW_CURRENT_LEVEL: true } })
  expect((await readSettings()).shut).toContain('SHOW_CURRENT_LEVEL')
  await world.owner.query(`UPDATE clients SET auth_provider = 'local' WHERE client_id = 'one'`)
  await call({ method: 'PUT', url: `/v1/clubs/${one.club}/features`, payload: { features: {} } })
})

test('own colours with too little contrast are refused; others give the portals an own theme file', async () => {
  const themeUrl = async () =>
    (await call({ url: `/v1/client?hostname=${one.host('parent')}` })).json<Client>().theme_url
  expect(await themeUrl()).toBe('/themes/aquila.css')
  for (const [colours, field] of [
    [{ ...theme, action: '#9fd0e0' }, 'theme/action'],
    [{ ...theme, accent: '#00405d' }, 'theme/accent'],
    [{ ...theme, brand: '#7d7d7d', accent: '#000000' }, 'theme/brand'],
    [{ ...theme, brand: 'red' }, 'theme/brand'],
  ] as const)
    expect((await patch({ theme: colours })).body).toMatchObject({ error: 'INVALID_REQUEST', field })
  expect((await patch({ theme })).body.theme).toEqual(theme)
  expect(await themeUrl()).toMatch(/^\/themes\/aquila\.own-[0-9a-f]{8}\.css$/)
  await patch({ theme: null })
  expect(await themeUrl()).toBe('/themes/aquila.css')
})

test('a chosen wording appears in portals and on printed pages, and the client’s own words come before it [1.6]', async () => {
  const readWords = async () => (await call({ url: '/v1/client-languages/1/words' })).json<ClientWords>()
  const printedTexts = () => inTenant(world.db, one.id, 'read', async (tx) => (await readLetterhead(tx, 'en')).texts)
  expect([(await readSettings()).wording, (await readWords()).wording]).toEqual(['default', {}])
  const payload = { texts: { 'coach.groups.members': 'Swimmers' } }
  await call({ method: 'PATCH', url: '/v1/client-languages/1/words', payload })
  expect((await patch({ wording: 'club' })).body.wording).toBe('club')
  expect(await readWords()).toMatchObject({
    own: { 'coach.groups.members': 'Swimmers' },
    wording: { 'coach.groups.members': 'Pupils', 'coach.members_one': '{{count}} pupil' },
  })
  expect(await printedTexts()).toMatchObject({
    'coach.groups.members': 'Swimmers',
    'coach.members_one': '{{count}} pupil',
  })
  expect((await patch({ wording: 'english' })).body.wording).toBe('english')
  expect(await printedTexts()).toMatchObject({ 'coach.groups.group': 'Session' })
  expect((await patch({ wording: 'loud' })).body).toMatchObject({ status: 400, field: 'wording' })
  await patch({ wording: 'default' })
  expect(await printedTexts()).toEqual({ 'coach.groups.members': 'Swimmers' })
})

test('an own logo appears in portals, icons and mails until it is removed, and an unknown file cannot be set', async () => {
  const upload = async (bytes: Buffer, name: string, type: string) => {
    const { payload, type: formType } = form({ name, type, bytes })
    const headers = { 'content-type': formType }
    return (await call({ method: 'POST', url: '/v1/uploads/client-logo', payload, headers })).json<StoredFile>().id
  }
  const logoUrl = async () => (await call({ url: `/v1/client?hostname=${one.host('parent')}` })).json<Client>().logo_url
  const iconUrl = async () =>
    (await world.request({ host: one.host('parent'), url: '/manifest.webmanifest' })).json<{
      icons: { src: string }[]
    }>().icons[0]?.src ?? ''
  expect([await logoUrl(), await iconUrl()]).toEqual(['/themes/aquila.svg', '/icons/aquila-192.png'])
  const svg = await upload(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" fill="#ff0000"/></svg>',
    ),
    'a.svg',
    'image/svg+xml',
  )
  expect((await patch({ logo_file_id: svg })).body.logo_file_id).toBe(svg)
  expect(await logoUrl()).toBe(`/themes/logo-${svg}.png`)
  const logoReply = await world.request({ host: one.host('parent'), url: await logoUrl() })
  expect(logoReply.headers['content-type']).toBe('image/png')
  expect(await sharp(logoReply.rawPayload).metadata()).toMatchObject({ width: 288, height: 96, format: 'png' })
  expect((await world.request({ host: two.host('parent'), url: await logoUrl() })).statusCode).toBe(404)
  const iconReply = await world.request({ host: one.host('parent'), url: await iconUrl() })
  const colourAt = async (left: number, top: number) =>
    [...(await sharp(iconReply.rawPayload).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())].slice(0, 3)
  // the red logo is in the middle of the icon, and the theme's brand colour is around it
  expect([await colourAt(96, 96), await colourAt(5, 5)]).toEqual([
    [255, 0, 0],
    [0, 0x40, 0x5c],
  ])
  await world.request({
    host: one.host('parent'),
    method: 'POST',
    url: '/v1/auth/reset-password',
    payload: { client_id: one.id, app_id: 'parent', email: 'parent@one.example' },
  })
  const [mail] = await world.mails(one)
  expect(mail?.logo).toBe(logoReply.rawPayload.toString('base64'))
  const touchIcon = await world.request({ host: one.host('parent'), url: '/apple-touch-icon.png' })
  expect(touchIcon.headers.location).toBe(await iconUrl())
  // The file name of an icon changes with the colours.
  const before = await iconUrl()
  await patch({ theme })
  expect(await iconUrl()).not.toBe(before)
  await patch({ theme: null })
  // A club's id is the id of no file.
  expect((await patch({ logo_file_id: two.club })).body).toMatchObject({ status: 404, field: 'logo_file_id' })
  // A logo in use cannot be deleted, not even by a statement in the database.
  await expect(world.owner.query('DELETE FROM files WHERE id = $1', [svg])).rejects.toThrow(/file_uses/)
  await patch({ logo_file_id: null })
  expect(await logoUrl()).toBe('/themes/aquila.svg')
  expect((await world.request({ host: one.host('parent'), url: `/themes/logo-${svg}.png` })).statusCode).toBe(404)
})

test('only an author who has a second factor can require it of all users, which ends the sessions of those without one', async () => {
  expect((await patch({ second_factor: 'required' })).body).toMatchObject({
    error: 'SECOND_FACTOR_REQUIRED',
    field: 'second_factor',
  })
  await world.owner.query(
    `INSERT INTO second_factors (client_id, user_id, secret, confirmed_at) VALUES ('one', $1, $2, now())`,
    [one.author, world.secrets.seal(['second_factors.secret', 'one', one.author], 'JBSWY3DPEHPK3PXP')],
  )
  const { token } = await world.logIn(one, 'club')
  expect((await patch({ second_factor: 'required' })).body.second_factor).toBe('required')
  const reply = await world.request({ host: one.host('club'), token, url: '/v1/members' })
  expect(reply.statusCode).toBe(401)
  expect((await readSettings()).second_factor).toBe('required')
  await patch({ second_factor: 'optional' })
})

test('a change made meanwhile is not overwritten, and each change is in the audit log', async () => {
  const { revision } = await readSettings()
  expect((await patch({ features: { ADVANCED_MODE: true } }, revision)).status).toBe(200)
  expect((await patch({ features: { ADVANCED_MODE: false } }, revision)).body.error).toBe('EDIT_CONFLICT')
  const { rows } = await world.owner.query(
    `SELECT user_id, after FROM audit_log WHERE client_id = 'one' AND entity = 'client' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([{ user_id: one.author, after: { features: { ADVANCED_MODE: true } } }])
})

test('flags of a club that another author has changed meanwhile are not set back from an open page', async () => {
  const url = `/v1/clubs/${one.club}/features`
  const read = async () => (await call({ url })).json<ClubFeatures>()
  const put = (features: object, revision: string) =>
    call({ method: 'PUT', url, headers: { 'if-match': `"${revision}"` }, payload: { features } })
  const seen = await read()
  expect((await put({ ...seen.features, SWITCH_USER: false }, seen.revision)).statusCode).toBe(200)
  const late = await put({ ...seen.features, SHOW_PASS_ALL_BUTTON: true }, seen.revision)
  expect(late.json()).toMatchObject({ error: 'EDIT_CONFLICT', status: 412 })
  const now = await read()
  expect(now.features).toEqual({ ...seen.features, SWITCH_USER: false })
  expect((await put(seen.features, now.revision)).json()).toEqual(seen)
})

test.each([
  [{ features: { NOBODY_KNOWS: true } }, 'features/NOBODY_KNOWS'],
  // at most a year
  [{ features: { MAX_PAST_DAYS_ATTENDANCE: 366 } }, 'features/MAX_PAST_DAYS_ATTENDANCE'],
  [{ features: { MAX_PAST_DAYS_ATTENDANCE: -1 } }, 'features/MAX_PAST_DAYS_ATTENDANCE'],
  [{ features: { MAX_PAST_DAYS_ATTENDANCE: true } }, 'features/MAX_PAST_DAYS_ATTENDANCE'],
  [{ features: { SWITCH_USER: 1 } }, 'features/SWITCH_USER'],
  [{ auth_provider: 'bg' }, 'auth_provider'],
  [{ second_factor: 'never' }, 'second_factor'],
])('a change to %j is refused, and the reply names the field', async (payload, field) => {
  expect((await patch(payload)).body).toMatchObject({ status: 400, field })
})

test('only authors change settings, and a club of another client does not exist for them', async () => {
  const headers = { 'if-match': '"x"' }
  const calls: InjectOptions[] = [
    { url: '/v1/client-settings' },
    { method: 'PATCH', url: '/v1/client-settings', payload: { second_factor: 'optional' }, headers },
    { url: `/v1/clubs/${one.club}/features` },
    { method: 'PUT', url: `/v1/clubs/${one.club}/features`, payload: { features: {} } },
  ]
  for (const options of calls) {
    expect((await world.request({ host: one.host('scheme'), ...options })).statusCode).toBe(401)
    for (const portal of ['parent', 'coach', 'club'] as const) {
      const { token } = await world.logIn(one, portal)
      expect((await world.request({ host: one.host(portal), token, ...options })).statusCode, portal).toBe(403)
    }
  }
  const url = `/v1/clubs/${two.club}/features`
  expect((await call({ method: 'PUT', url, payload: { features: {} } })).statusCode).toBe(404)
  expect((await call({ url })).statusCode).toBe(404)
})

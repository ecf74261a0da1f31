import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Club, ClubSettings } from '#contract/tenants/clubs.ts'
import type { StoredFile } from '#contract/platform/files.ts'
import { form, picture } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { createClub } from './commands.ts'
import { inTenant } from '#server/platform/tenancy.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token = ''
/** A club of the client at which the administrator does not work. */
const foreignClub = crypto.randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'club')).token
  await inTenant(world.db, one.id, 'write', (tx) =>
    createClub(tx, null, {
      id: foreignClub,
      name: 'Bay',
      ngoId: null,
      timeZone: 'Europe/London',
      memberTypes: [],
    }),
  )
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const call = (options: InjectOptions) => world.request({ host: one.host('club'), token, ...options })
const readSettings = async () => (await call({ url: `/v1/clubs/${one.club}` })).json<ClubSettings>()
const changeSettings = async (payload: object, id = one.club) =>
  call({
    method: 'PATCH',
    url: `/v1/clubs/${id}`,
    payload,
    headers: { 'if-match': `"${(await readSettings()).revision}"` },
  })
async function uploadLogo(portal: 'club' | 'scheme' = 'club', width = 400): Promise<StoredFile> {
  const { payload, type } = form({ name: 'logo.png', type: 'image/png', bytes: await picture(width, 400) })
  const caller = { host: one.host(portal), token: portal === 'club' ? token : (await world.logIn(one, 'scheme')).token }
  const url = '/v1/uploads/club-logo'
  return (
    await world.request({ ...caller, method: 'POST', url, payload, headers: { 'content-type': type } })
  ).json<StoredFile>()
}

describe('a club’s settings', () => {
  test('accept UTC, the time zone of a device that was never set', async () => {
    expect((await changeSettings({ time_zone: 'UTC' })).statusCode).toBe(200)
  })

  test('can be changed, and then appear wherever the club is described', async () => {
    const { id } = await uploadLogo()
    const reply = await changeSettings({
      time_zone: 'Europe/Paris',
      parent_portal: 0,
      member_types: ['Squad', ' Beginner '],
      language_ids: [2],
      logo_file_id: id,
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const changed = {
      time_zone: 'Europe/Paris',
      parent_portal: 0,
      member_types: ['Squad', 'Beginner'],
      language_ids: [2],
      logo_file_id: id,
    }
    expect(await readSettings()).toMatchObject(changed)
    const [club] = (await call({ url: '/v1/clubs?with_logos=1&with_languages=1' })).json<Club[]>()
    expect(club).toMatchObject({
      time_zone: 'Europe/Paris',
      logo: `/v1/files/file?id=${id}`,
      languages: [
        { language: 'en-GB', active: 0 },
        { language: 'cy-GB', active: 1 },
      ],
    })
    expect((await call({ url: club?.logo ?? '' })).statusCode).toBe(200)
    expect((await call({ url: '/v1/me' })).json()).toMatchObject({ club: { parent_portal: 0 } })
    const { rows } = await world.owner.query(
      `SELECT action, after FROM audit_log WHERE entity_id = $1 AND user_id = $2`,
      [one.club, one.admin],
    )
    expect(rows.at(-1)).toMatchObject({ action: 'change', after: { time_zone: 'Europe/Paris' } })
  })

  test('have all languages of the client when it has turned off those that the club had chosen', async () => {
    expect((await changeSettings({ language_ids: [2] })).statusCode).toBe(200)
    const setWelsh = (active: boolean) =>
      world.owner.query(`UPDATE client_languages SET active = $1 WHERE client_id = 'one' AND language_id = 2`, [active])
    await setWelsh(false)
    expect(await readSettings()).toMatchObject({ language_ids: [1] })
    const [club] = (await call({ url: '/v1/clubs?with_languages=1' })).json<Club[]>()
    expect(club?.languages?.map(({ active }) => active)).toEqual([1, 0])
    await setWelsh(true)
    expect(await readSettings()).toMatchObject({ language_ids: [2] })
  })

  test('release the old logo when a new one is set', async () => {
    // Another width makes another file.
    const [first, second] = [await uploadLogo(), await uploadLogo('club', /* width */ 401)]
    await changeSettings({ logo_file_id: first.id })
    await changeSettings({ logo_file_id: second.id })
    const uses = await world.owner.query('SELECT file_id FROM file_uses WHERE kind = $1', ['club'])
    expect(uses.rows).toEqual([{ file_id: second.id }])
    await changeSettings({ logo_file_id: null })
    expect(await readSettings()).toMatchObject({ logo_file_id: null })
  })

  test('cannot be changed over somebody else’s change', async () => {
    const { revision } = await readSettings()
    await changeSettings({ parent_portal: 1 })
    const late = await call({
      method: 'PATCH',
      url: `/v1/clubs/${one.club}`,
      payload: { parent_portal: 0 },
      headers: { 'if-match': `"${revision}"` },
    })
    expect(late.statusCode).toBe(412)
  })

  test.each([
    [{ time_zone: 'Europe/Atlantis' }, 400, 'time_zone'],
    [{ member_types: ['Squad', 'squad'] }, 400, 'member_types'],
    [{ member_types: ['x'.repeat(51)] }, 400, 'member_types/0'],
    [{ language_ids: [] }, 400, 'language_ids'],
    [{ language_ids: [9] }, 404, 'language_ids'],
    [{ logo_file_id: '11111111-1111-4111-8111-111111111111' }, 404, 'logo_file_id'],
    [{ name: 'Mine' }, 403, 'name'],
    [{ ngo_id: 'H-1' }, 403, 'ngo_id'],
    [{ org_portal: 0 }, 403, 'org_portal'],
    [{ parent_portal: 2 }, 400, 'parent_portal'],
  ])('are not changed by %j, and the reply names the field', async (payload, status, field) => {
    const reply = await changeSettings(payload)
    expect([reply.statusCode, reply.json<{ field: string }>().field]).toEqual([status, field])
  })

  test('are listed for all clubs to authors, and for their own clubs to everybody else', async () => {
    const names = async (portal: 'scheme' | 'club' | 'coach' | 'parent') => {
      const caller = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
      return (await world.request({ ...caller, url: '/v1/clubs' })).json<Club[]>().map((club) => club.name)
    }
    expect(await names('scheme')).toEqual(['Bay', 'Harbour'])
    expect(await names('club')).toEqual(['Harbour'])
    expect(await names('coach')).toEqual(['Harbour'])
    expect(await names('parent')).toEqual([])
  })

  test('refuse a logo that somebody else uploaded', async () => {
    expect((await changeSettings({ logo_file_id: (await uploadLogo('scheme')).id })).statusCode).toBe(404)
  })

  test('can be changed only by administrators of the club', async () => {
    const url = `/v1/clubs/${one.club}`
    const patch = { method: 'PATCH' as const, url, payload: { parent_portal: 1 }, headers: { 'if-match': '"x"' } }
    expect((await world.request({ host: one.host('club'), url })).statusCode).toBe(401)
    expect((await world.request({ host: one.host('club'), ...patch })).statusCode).toBe(401)
    for (const portal of ['parent', 'coach'] as const) {
      const caller = { host: one.host(portal), token: (await world.logIn(one, portal)).token }
      expect((await world.request({ ...caller, url })).statusCode, portal).toBe(403)
      expect((await world.request({ ...caller, ...patch })).statusCode, portal).toBe(403)
    }
    for (const id of [foreignClub, two.club, crypto.randomUUID()]) {
      expect((await changeSettings({ parent_portal: 1 }, id)).statusCode).toBe(404)
      expect((await call({ url: `/v1/clubs/${id}` })).statusCode).toBe(404)
    }
  })
})

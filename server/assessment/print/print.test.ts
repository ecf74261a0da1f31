import { constants, inflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { StoredFile } from '#contract/platform/files.ts'
import { readAward, readTimeZones } from './queries.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { addMemberToClub } from '#server/members/commands.ts'
import { AWARD_AFTER_MS } from '#server/assessment/awards/parents-awards.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { form, picture, svg } from '#server/testing/sample-files.ts'
import { storageKey } from '#server/platform/files/storage.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
let token: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
  // long enough ago for parents to be told
  const ms = world.clock.now - AWARD_AFTER_MS
  await device.push(...SKILLS.map((skill) => device.mark(one.members[0], `/stage-1/${skill}`, 3, { ms })))
  await device.push(device.mark(one.members[1], '/stage-1/float', 3), device.mark(one.members[1], '/stage-1/glide', 1))
})
afterAll(async () => {
  await world.close()
  await database.drop()
})
beforeEach(async () => {
  token = (await world.logIn(one, 'parent')).token
})

const get = (path: string, more: { user?: string; token?: string } = {}) =>
  world.request({
    url: `/v1/users/${more.user ?? one.parent}/${path}`,
    host: one.host('parent'),
    token: more.token ?? token,
  })
const certificate = (member: string, node = '/stage-1', scheme = 'swim') =>
  `members/${member}/certificate.pdf?scheme=${scheme}&node=${encodeURIComponent(node)}`
/** The number of pages of a PDF; undefined for none. */
const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

/** A compressed stream of a PDF as text; a part that cannot be decompressed at its end is left out. */
function inflated(packed: Buffer): string {
  return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
}

describe('a certificate', () => {
  test('is a tagged PDF with its fonts inside, in the language of the session', async () => {
    const reply = await get(certificate(one.members[0]))
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = reply.rawPayload.toString('latin1')
    expect(text.slice(0, 8)).toBe('%PDF-1.7')
    expect(text).toContain('/Marked true')
    expect(text).toContain('/Lang (en-GB)')
    expect(text).toContain('/FontFile2')
    // the client's logo
    expect(text).toContain('/Subtype /Image')
    expect(text).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/)
    expect(pages(reply.rawPayload)).toBe(1)
  })

  test('stays when the scheme is retired', async () => {
    const author = await world.logIn(one, 'scheme')
    const move = async (from: string, to: string) =>
      world.request({
        method: 'PUT',
        url: '/v1/schemes/swim/state',
        host: one.host('scheme'),
        token: author.token,
        payload: { from, to },
      })
    expect((await move('released', 'retired')).statusCode).toBe(200)
    expect((await get(certificate(one.members[0]))).statusCode).toBe(200)
    expect((await move('retired', 'released')).statusCode).toBe(200)
  })

  test('names the coach, but nobody once the coach’s account is closed', async () => {
    const coach = () =>
      inTenant(world.db, one.id, 'read', async (tx) => {
        const key = { memberId: one.members[0], slug: 'swim', nodeId: '/stage-1' }
        return (await readAward(tx, one.parent, key, 'en', world.clock.now))?.coach
      })
    const name = await coach()
    expect(name).toMatch(/\w+ \w+/)
    const { rows } = await world.owner.query<{ firstname: string; lastname: string }>(
      'SELECT firstname, lastname FROM users WHERE id = $1',
      [one.coach],
    )
    await world.owner.query(`UPDATE users SET status = 'anonymised', firstname = '–', lastname = '–' WHERE id = $1`, [
      one.coach,
    ])
    expect(await coach()).toBe(null)
    await world.owner.query(`UPDATE users SET status = 'current', firstname = $2, lastname = $3 WHERE id = $1`, [
      one.coach,
      rows[0]?.firstname,
      rows[0]?.lastname,
    ])
    expect(await coach()).toBe(name)
  })

  test('has the client’s own colours, its icon included', async () => {
    const drawnContent = async () => {
      const pdf = (await get(certificate(one.members[0]))).rawPayload
      const streams = pdf.toString('latin1').matchAll(/FlateDecode[^>]*>>\s*stream\r?\n/g)
      return [...streams].map(({ index, 0: head }) => inflated(pdf.subarray(index + head.length))).join('\n')
    }
    // #330033 as a PDF writes it: in the frame as shares of 1 (0x33 is 0.2), in the icon's background as bytes ('3' is
    // 0x33)
    const brandPatterns = [/\b0\.2 0 0\.2 (rg|scn)/, new RegExp('3\\u00003'.repeat(100))]
    for (const pattern of brandPatterns) expect(await drawnContent()).not.toMatch(pattern)
    const ownTheme = { brand: '#330033', accent: '#ffccff', action: '#660066' }
    await world.owner.query(`UPDATE clients SET own_theme = $1 WHERE client_id = 'one'`, [ownTheme])
    for (const pattern of brandPatterns) expect(await drawnContent()).toMatch(pattern)
    await world.owner.query(`UPDATE clients SET own_theme = NULL WHERE client_id = 'one'`)
  })

  test('has the client’s own logo in its proportions, on its background', async () => {
    const asAuthor = { host: one.host('scheme'), token: (await world.logIn(one, 'scheme')).token }
    const { payload, type } = form({ name: 'a.png', type: 'image/png', bytes: await picture(600, 200) })
    const logoUpload = {
      method: 'POST' as const,
      url: '/v1/uploads/client-logo',
      payload,
      headers: { 'content-type': type },
    }
    const { id } = (await world.request({ ...asAuthor, ...logoUpload })).json<{ id: string }>()
    const setLogo = async (logo: string | null) => {
      const { revision } = (await world.request({ ...asAuthor, url: '/v1/client-settings' })).json<{
        revision: string
      }>()
      const headers = { 'if-match': `"${revision}"` }
      const patch = { method: 'PATCH' as const, url: '/v1/client-settings', payload: { logo_file_id: logo }, headers }
      expect((await world.request({ ...asAuthor, ...patch })).statusCode).toBe(200)
    }
    /** Width and height of the picture in the certificate. */
    const pictureSize = async () => {
      const pdf = (await get(certificate(one.members[0]))).rawPayload.toString('latin1')
      return ['Width', 'Height'].map((side) => Number(new RegExp(`/Subtype /Image[^>]*/${side} (\\d+)`).exec(pdf)?.[1]))
    }
    expect(await pictureSize()).toEqual([192, 192])
    await setLogo(id)
    // the logo is scaled to 288 × 96 pixels and gets a margin of 24, a quarter of its height, on each side
    expect(await pictureSize()).toEqual([288 + 48, 96 + 48])
    await setLogo(null)
  })

  test('is given only for an award that has not ended, and only to a linked parent', async () => {
    // the second child has passed no level; the first has passed `stage-1` of the scheme `swim` alone
    const notGiven = [
      certificate(one.members[1]),
      certificate(one.members[0], '/stage-2'),
      certificate(one.members[0], '/stage-1', 'other'),
      certificate(two.members[0]),
      certificate('x'),
    ]
    for (const path of notGiven) expect([path, (await get(path)).statusCode]).toEqual([path, 404])
    expect((await get(certificate(one.members[0]), { user: two.parent })).statusCode).toBe(404)
    expect((await get(certificate(one.members[0]), { token: 'x' })).statusCode).toBe(401)
    expect((await get(`members/${one.members[0]}/certificate.pdf?scheme=swim&node=x`)).json()).toMatchObject({
      status: 400,
      field: 'node',
    })
  })
})

/** Width and height in pixels of the first picture in the PDF, which is the logo. */
const logoSize = (pdf: Buffer) => {
  const [, width, height] =
    /\/Subtype \/Image\b[\s\S]*?\/Width (\d+)\n\/Height (\d+)/.exec(pdf.toString('latin1')) ?? []
  return `${width} × ${height}`
}
/** The client's icon, which stands on paper when neither the club nor the client has a logo. */
const ICON = '192 × 192'

/** Gives a club of the client `one` this file as its logo, or takes its logo away. */
async function setClubLogo(club: string, file: { name: string; type: string; bytes: Buffer } | null): Promise<void> {
  const admin = { host: one.host('club'), token: (await world.logIn(one, 'club')).token }
  // when the logo is taken away, a small picture is uploaded all the same, but not used
  const { payload, type } = form(file ?? { name: 'l.png', type: 'image/png', bytes: await picture(8, 8) })
  const headers = { 'content-type': type }
  const stored = await world.request({ ...admin, method: 'POST', url: '/v1/uploads/club-logo', payload, headers })
  const url = `/v1/clubs/${club}`
  const { revision } = (await world.request({ ...admin, url })).json<{ revision: string }>()
  const reply = await world.request({
    ...admin,
    method: 'PATCH',
    url,
    payload: { logo_file_id: file === null ? null : stored.json<StoredFile>().id },
    headers: { 'if-match': `"${revision}"` },
  })
  expect(reply.statusCode, reply.body).toBe(200)
}

describe('the logo on a certificate or progress sheet', () => {
  const wideLogo = async () => ({ name: 'l.png', type: 'image/png', bytes: await picture(1200, 300) })
  /** The size of the logo on the certificate, and on the progress sheet. */
  const logoSizes = async () =>
    Promise.all(
      [certificate(one.members[0]), `progress.pdf?member=${one.members[0]}`].map(async (path) =>
        logoSize((await get(path)).rawPayload),
      ),
    )

  test('is the club’s own, whatever its shape and format, or else the client’s', async () => {
    expect(await logoSizes()).toEqual([ICON, ICON])
    await setClubLogo(one.club, await wideLogo())
    expect(await logoSizes()).toEqual(['600 × 150', '600 × 150'])
    // twice as wide as high
    const drawing = Buffer.from(svg().toString().replace('width="9"', 'width="18"'))
    await setClubLogo(one.club, { name: 'l.svg', type: 'image/svg+xml', bytes: drawing })
    expect(await logoSizes()).toEqual(['600 × 300', '600 × 300'])
    await setClubLogo(one.club, null)
    expect(await logoSizes()).toEqual([ICON, ICON])
  })

  test('is the client’s icon while the bytes of the club’s own are lost, and the club’s again when they are back', async () => {
    await setClubLogo(one.club, await wideLogo())
    const { rows } = await world.owner.query<{ logo: string }>(
      `SELECT logo_file_id AS logo FROM clubs WHERE client_id = 'one' AND id = $1`,
      [one.club],
    )
    const key = storageKey('one', rows[0]?.logo ?? '')
    const bytes = await world.files.disk.getBytes(key)
    await world.files.disk.delete(key)
    expect(await logoSizes()).toEqual([ICON, ICON])
    await world.files.disk.put(key, bytes)
    expect(await logoSizes()).toEqual(['600 × 150', '600 × 150'])
    await setClubLogo(one.club, null)
  })

  test('is the client’s for a child with groups at two clubs, but on a certificate that of the club where the level was passed', async () => {
    await setClubLogo(one.club, await wideLogo())
    const [child] = one.members
    // Bay is before Harbour, the club of the marks, in the order of names
    const bay = { id: crypto.randomUUID(), name: 'Bay', ngoId: null, timeZone: 'Europe/London', memberTypes: [] }
    const group = {
      clubId: bay.id,
      name: 'Seals',
      scheme_slug: 'swim',
      levels: ['/stage-2'],
      weekdays: [],
      first_date: '2020-01-01',
    }
    await inTenant(world.db, one.id, 'write', async (tx) => {
      await createClub(tx, null, bay)
      await addMemberToClub(
        tx,
        { userId: null, nowMs: Date.now() },
        { memberId: child, clubId: bay.id, memberType: null },
      )
    })
    // the child is a member of both clubs, but in groups of Harbour only
    expect(await logoSizes()).toEqual(['600 × 150', '600 × 150'])
    await inTenant(world.db, one.id, 'write', (tx) =>
      addGroup(tx, { ...group, id: crypto.randomUUID(), memberIds: [child] }),
    )
    expect(await logoSizes()).toEqual(['600 × 150', ICON])
    await setClubLogo(one.club, null)
  })
})

describe('a progress sheet', () => {
  test('has one page for each child, and is one file for several children', async () => {
    expect(pages((await get('progress.pdf')).rawPayload)).toBe(2)
    expect(pages((await get(`progress.pdf?member=${one.members[1]}`)).rawPayload)).toBe(1)
    expect(pages((await get(`progress.pdf?member=${one.members.join(',')}`)).rawPayload)).toBe(2)
  })

  test('has the days of a club where the child is, not of one that the child has left or that is deleted', async () => {
    const [child] = one.members
    const zone = () => inTenant(world.db, one.id, 'read', async (tx) => (await readTimeZones(tx, [child])).get(child))
    for (const [name, timeZone] of [
      ['Apia', 'Pacific/Apia'],
      ['Adak', 'America/Adak'],
    ] as const) {
      const club = { id: crypto.randomUUID(), name, ngoId: null, timeZone, memberTypes: [] }
      await inTenant(world.db, one.id, 'write', async (tx) => {
        await createClub(tx, null, club)
        const by = { userId: null, nowMs: Date.now() }
        await addMemberToClub(tx, by, { memberId: child, clubId: club.id, memberType: null })
      })
    }
    await world.owner.query(`UPDATE club_members SET status = 'inactive', inactive_since = now()
      FROM clubs WHERE clubs.id = club_members.club_id AND clubs.name = 'Apia'`)
    await world.owner.query(`UPDATE clubs SET deleted_at = now() WHERE name = 'Adak'`)
    expect(await zone()).toBe('Europe/London')
  })

  test('has only the parent’s own children', async () => {
    for (const member of [two.members[0], `${one.members[0]},${two.members[0]}`])
      expect((await get(`progress.pdf?member=${member}`)).statusCode).toBe(404)
    expect((await get('progress.pdf?member=x')).json()).toMatchObject({ status: 400, field: 'member' })
    expect((await get('progress.pdf', { user: two.parent })).statusCode).toBe(404)
    await world.owner.query('DELETE FROM member_links WHERE user_id = $1', [one.parent])
    expect((await get('progress.pdf')).statusCode).toBe(404)
    expect((await get(certificate(one.members[0]))).statusCode).toBe(404)
  })
})

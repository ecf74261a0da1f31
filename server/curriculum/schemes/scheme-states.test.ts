import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Portal } from '#contract/platform/fields.ts'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { turnOnAllFeatures } from '#server/testing/all-features.ts'
import { smallestBody, withIds, type Ids, type Operation } from '#server/testing/smallest-request.ts'
import { untilWaiting } from '#server/testing/until-waiting.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { Author, node } from '../sharing/testing/chain.ts'

type Parameter = { in: string; name: string; required?: boolean; schema: Parameters<typeof smallestBody>[0] }
type Paths = Record<string, Record<string, Operation & { parameters?: Parameter[] }>>

let database: TestDatabase
let world: World
let one: Tenant
let author: Author
let paths: Paths

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one] = world.tenants
  await turnOnAllFeatures(world)
  author = await Author.of(world, one)
  paths = (await world.request({ url: '/v1/openapi.json' })).json<{ paths: Paths }>().paths
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Creates a scheme with one level and one skill, of which every text has the name. */
async function newScheme(name: string): Promise<string> {
  const { body } = await author.call<Scheme>('POST', '/v1/schemes', { name, languages: ['en-GB'] })
  const { slug } = body
  const nodes = [
    node('/first', null, 'l', { title: { en: `${name} one` } }),
    node('/first/roll', '/first', 's', { title: { en: `${name} roll` } }),
  ]
  expect((await author.edit(slug, { do: 'add', nodes, before: null })).status).toBe(200)
  return slug
}

const setState = (slug: string, from: string, to: string) =>
  author.call<Scheme>('PUT', `/v1/schemes/${slug}/state`, { from, to })

/** The routes of which an answer to somebody at a portal has the word; every route that reads is asked, in all ways. */
async function routesThatShow(word: string, slug: string, portal: Portal): Promise<{ shown: string[]; asked: number }> {
  const { token } = await world.logIn(one, portal)
  const user = { parent: one.parent, coach: one.coach, club: one.admin, scheme: one.author }[portal]
  const ids: Ids = { user, member: one.members[0], group: one.group, scheme: slug }
  const shown: string[] = []
  let asked = 0
  for (const [path, { get }] of Object.entries(paths)) {
    // the stream of events does not end
    if (!get || path === '/v1/events') continue
    const ofQuery = (get.parameters ?? []).filter((parameter) => parameter.in === 'query')
    const required = ofQuery
      .filter((parameter) => parameter.required)
      .map(({ name, schema }) => [name, String(smallestBody(schema, ids, name))])
    // a part of the word, because the log of downloads repeats what was searched for
    const searched = ofQuery.some(({ name }) => name === 'search') ? [['search', word.slice(1, 6)]] : []
    for (const query of [required, [...required, ...searched]]) {
      const url = `${withIds(path, ids)}?${new URLSearchParams(query as [string, string][]).toString()}`
      const { body } = await world.request({ url, host: one.host(portal), token })
      asked++
      if (body.toLowerCase().includes(word.toLowerCase())) shown.push(path)
    }
  }
  return { shown: [...new Set(shown)], asked }
}

describe('a draft [R5.14]', () => {
  test('is what a new scheme is, until one call releases it', async () => {
    const { body } = await author.call<Scheme>('POST', '/v1/schemes', { name: 'Fresh', languages: ['en-GB'] })
    expect(body).toMatchObject({ slug: 'fresh', state: 'draft', state_ts: null })
    const released = await setState('fresh', 'draft', 'released')
    const nowSeconds = Math.round(world.clock.now / 1000)
    expect(released).toMatchObject({ status: 200, body: { state: 'released', state_ts: nowSeconds } })
  })

  test('is shown by no route to anybody but authors, whatever they ask for, and by several once it is released', async () => {
    const word = 'Quillback'
    const slug = await newScheme(word)
    for (const portal of ['parent', 'coach', 'club'] as const) {
      const { shown, asked } = await routesThatShow(word, slug, portal)
      expect(shown, portal).toEqual([])
      expect(asked).toBeGreaterThan(100)
    }
    expect((await routesThatShow(word, slug, 'scheme')).shown).toEqual(
      expect.arrayContaining(['/v1/schemes', '/v1/curriculum/{slug}', '/v1/schemes/{slug}/settings']),
    )
    await setState(slug, 'draft', 'released')
    for (const portal of ['parent', 'coach', 'club'] as const)
      expect((await routesThatShow(word, slug, portal)).shown, portal).toEqual(
        expect.arrayContaining(['/v1/schemes', '/v1/curriculum/{slug}']),
      )
  })

  test('is no scheme to a club that wants it for a group, or to a coach’s device', async () => {
    const slug = await newScheme('Hidden')
    expect(await changeGroup({ scheme_slug: slug, levels: ['/first'] })).toMatchObject({
      status: 404,
      body: { field: 'scheme_slug' },
    })
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const { outcomes } = await device.push(
      device.mark(one.members[0], '/first/roll', 3, { payload: { schemeSlug: slug } }),
    )
    expect(outcomes).toMatchObject([{ outcome: 'rejected' }])
  })

  test('is what a released scheme without marks becomes again, also when children have entered groups since', async () => {
    const slug = await newScheme('Early')
    await setState(slug, 'draft', 'released')
    const host = one.host('club')
    const { token } = await world.logIn(one, 'club')
    const payload = { firstname: 'Nia', lastname: 'Pugh', dob: '2017-01-02' }
    const member = await world.request({ method: 'POST', url: '/v1/members', host, token, payload })
    const url = `/v1/groups/${one.group}/members`
    const member_uuids = [member.json<{ uuid: string }>().uuid]
    const entered = await world.request({ method: 'POST', url, host, token, payload: { member_uuids } })
    expect(entered.statusCode, entered.body).toBe(200)
    expect(await setState(slug, 'released', 'draft')).toMatchObject({ status: 200, body: { state: 'draft' } })
  })

  test('is not published for other organisations', async () => {
    const slug = await newScheme('Ours')
    expect(await author.publish(slug)).toMatchObject({
      status: 409,
      body: { error: 'SCHEME_STATE', detail: 'IS_DRAFT' },
    })
  })
})

/** Changes the club's group; returns status and body of the answer. */
async function changeGroup(patch: object): Promise<{ status: number; body: object }> {
  const { token } = await world.logIn(one, 'club')
  const group = { url: `/v1/groups/${one.group}`, host: one.host('club'), token }
  const { headers } = await world.request(group)
  const reply = await world.request({
    ...group,
    method: 'PATCH',
    payload: patch,
    headers: { 'if-match': String(headers.etag) },
  })
  return { status: reply.statusCode, body: reply.json<object>() }
}

async function addGroup(body: object): Promise<{ status: number; body: object }> {
  const { token } = await world.logIn(one, 'club')
  const payload = { name: 'Seals', weekdays: [1], start_at: '10:00', first_date: '2026-01-05', max_size: 8, ...body }
  const reply = await world.request({ method: 'POST', url: '/v1/groups', host: one.host('club'), token, payload })
  return { status: reply.statusCode, body: reply.json<object>() }
}

describe('a retired scheme', () => {
  const refused = { status: 409, body: { error: 'SCHEME_STATE', detail: 'IS_RETIRED', field: 'scheme_slug' } }

  test('is taken up by no group; the groups that have it change their levels, and their coaches mark', async () => {
    const other = await newScheme('Other')
    await setState(other, 'draft', 'released')
    expect((await setState('swim', 'released', 'retired')).body).toMatchObject({ state: 'retired' })
    expect(await addGroup({ scheme_slug: 'swim', levels: ['/stage-1'] })).toMatchObject(refused)
    expect(await changeGroup({ levels: ['/stage-1', '/stage-2'] })).toMatchObject({ status: 200 })
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const { outcomes } = await device.push(device.mark(one.members[0], '/stage-1/float', 3))
    expect(outcomes).toMatchObject([{ outcome: 'applied' }])
    // a group that has left it does not come back to it
    expect(await changeGroup({ scheme_slug: other, levels: ['/first'] })).toMatchObject({ status: 200 })
    expect(await changeGroup({ scheme_slug: 'swim', levels: ['/stage-1'] })).toMatchObject(refused)
    expect((await setState('swim', 'retired', 'released')).body).toMatchObject({ state: 'released' })
    expect(await changeGroup({ scheme_slug: 'swim', levels: ['/stage-1'] })).toMatchObject({ status: 200 })
  })

  test('with marks or groups does not become a draft again', async () => {
    expect(await setState('swim', 'released', 'draft')).toMatchObject({
      status: 409,
      body: { error: 'SCHEME_STATE', detail: 'HAS_MARKS' },
    })
    const slug = await newScheme('Grouped')
    await setState(slug, 'draft', 'released')
    expect(await addGroup({ scheme_slug: slug, levels: ['/first'] })).toMatchObject({ status: 201 })
    expect(await setState(slug, 'released', 'draft')).toMatchObject({ status: 409, body: { detail: 'HAS_GROUPS' } })
  })
})

describe('a change of the state', () => {
  test('that was made already changes nothing, and one that somebody else was faster with is refused', async () => {
    const slug = await newScheme('Raced')
    await setState(slug, 'draft', 'released')
    world.clock.now += 60_000
    const again = await setState(slug, 'draft', 'released')
    expect(again).toMatchObject({ status: 200, body: { state: 'released' } })
    expect(again.body.state_ts).toBeLessThan(Math.floor(world.clock.now / 1000))
    expect(await setState(slug, 'draft', 'retired')).toMatchObject({ status: 412, body: { error: 'EDIT_CONFLICT' } })
    const { rows } = await world.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE client_id = 'one' AND entity_id = $1 ORDER BY at`,
      [again.body.uuid],
    )
    expect(rows.map(({ action }) => action).filter((action) => action !== 'edit')).toEqual(['create', 'release'])
  })

  test('is an author’s, of a scheme of the own client', async () => {
    const stranger = await Author.of(world, world.tenants[1])
    const slug = await newScheme('Foreign')
    const body = { from: 'draft', to: 'released' }
    expect(await stranger.call('PUT', `/v1/schemes/${slug}/state`, body)).toMatchObject({ status: 404 })
    expect(await author.call('PUT', `/v1/schemes/${slug}/state`, { from: 'draft' })).toMatchObject({ status: 400 })
    const { token } = await world.logIn(one, 'coach')
    const url = `/v1/schemes/${slug}/state`
    const reply = await world.request({ method: 'PUT', url, host: one.host('coach'), token, payload: body })
    expect(reply.statusCode).toBe(403)
  })
})

describe('a released scheme that is made a draft again while a group gets it', () => {
  let token = ''
  beforeAll(async () => {
    token = (await world.logIn(one, 'club')).token
  })
  const newGroup = (slug: string) => {
    const payload = { name: slug, weekdays: [1], first_date: '2024-01-01', scheme_slug: slug, levels: ['/first'] }
    return world.request({ method: 'POST', url: '/v1/groups', host: one.host('club'), token, payload })
  }
  const releasedScheme = async (name: string) => {
    const slug = await newScheme(name)
    expect((await setState(slug, 'draft', 'released')).status).toBe(200)
    return slug
  }
  const holdCounter = async () => {
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM club_counters WHERE client_id = $1 FOR UPDATE', [one.id])
  }

  test('stays released when the group came first', async () => {
    const slug = await releasedScheme('Early')
    await holdCounter()
    const making = newGroup(slug)
    await untilWaiting(world, 1)
    const setting = setState(slug, 'released', 'draft')
    // it ends now, or waits for the group
    await Promise.race([setting, untilWaiting(world, 2)])
    await world.owner.query('COMMIT')
    expect((await making).statusCode).toBe(201)
    expect(await setting).toMatchObject({ status: 409, body: { error: 'SCHEME_STATE', detail: 'HAS_GROUPS' } })
  })

  test('is none of the group’s when it was made a draft first', async () => {
    const slug = await releasedScheme('Late')
    // the log is written after the state
    await world.owner.query('BEGIN')
    await world.owner.query('LOCK TABLE audit_log IN SHARE MODE')
    const setting = setState(slug, 'released', 'draft')
    await untilWaiting(world, 1)
    const making = newGroup(slug)
    await untilWaiting(world, 2)
    await world.owner.query('COMMIT')
    expect((await setting).status).toBe(200)
    expect((await making).json()).toMatchObject({ error: 'NOT_FOUND', field: 'scheme_slug' })
  })
})

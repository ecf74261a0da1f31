import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Portal } from '#contract/platform/fields.ts'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { defaultFields } from '#domain/testing/author.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function call(portal: Portal, method: 'GET' | 'POST', path: string, payload?: object) {
  const { token } = await world.logIn(one, portal)
  const host = one.host(portal)
  return world.request({ method, url: `/v1/${path}`, host, token, ...(payload ? { payload } : {}) })
}

async function release(slug: string): Promise<void> {
  await inTenant(world.db, 'one', 'write', (tx) => releaseScheme(tx, slug))
}

describe('the list of schemes', () => {
  const listSlugs = async (portal: Portal, query: string) =>
    (await call(portal, 'GET', `schemes${query}`)).json<Scheme[]>().map(({ slug }) => slug)

  test('has all schemes, or only those that are published, are not published, or are used by groups of the caller’s clubs [7.28]', async () => {
    expect((await call('scheme', 'POST', 'schemes', { name: 'Dive', languages: ['en-GB'] })).statusCode).toBe(201)
    await world.owner.query(`UPDATE schemes SET published = (slug = 'dive') WHERE client_id = 'one'`)
    await release('dive')
    // only `swim` is used by a group
    const queries = ['', '?published=1', '?published=0', '?scheme_sessions_only=1', '?scheme_sessions_only=0']
    for (const portal of ['club', 'coach'] as const)
      expect(await Promise.all(queries.map((query) => listSlugs(portal, query))), portal).toEqual([
        ['dive', 'swim'],
        ['dive'],
        ['swim'],
        ['swim'],
        ['dive', 'swim'],
      ])
    expect(await listSlugs('club', '?published=1&scheme_sessions_only=1')).toEqual([])
  })

  test('has several schemes that were made with one name at the same time, each under a slug of its own', async () => {
    const body = { name: 'At once', languages: ['en-GB'] }
    const replies = await Promise.all(Array.from({ length: 4 }, () => call('scheme', 'POST', 'schemes', body)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(replies.map((reply) => reply.json<Scheme>().slug).sort()).toEqual([
      'at-once',
      'at-once-2',
      'at-once-3',
      'at-once-4',
    ])
  })

  test('says what each scheme is to authors who ask for it, and to nobody else', async () => {
    const listFacts = async (portal: Portal, query: string) =>
      (await call(portal, 'GET', `schemes${query}`)).json<Scheme[]>().find(({ slug }) => slug === 'drift')?.facts
    expect((await call('scheme', 'POST', 'schemes', { name: 'Drift', languages: ['en-GB'] })).statusCode).toBe(201)
    expect(await listFacts('scheme', '?with_facts=1')).toEqual({
      levels: 0,
      skills: 0,
      members: 0,
      changed_ts: null,
      changed_by: null,
      published_ts: null,
      changes_since: 0,
      changes_since_release: 0,
      followed: null,
    })

    const addNodes = (base: number, nodes: object[]) =>
      call('scheme', 'POST', 'curriculum/drift/edits', { base, edits: [{ do: 'add', nodes, before: null }] })
    const node = (id: string, parentId: string | null, t: 'l' | 's') => ({
      ...defaultFields,
      id,
      parentId,
      t,
      title: { en: id },
      grade: t === 's' ? 3 : null,
    })
    expect((await addNodes(1, [node('/l', null, 'l'), node('/l/s', '/l', 's')])).statusCode).toBe(200)
    await release('drift')
    // the release was at the present time, but the world's clock stands still
    world.clock.now = Date.now() + 1_000
    expect((await addNodes(2, [node('/l/r', '/l', 's')])).statusCode).toBe(200)
    expect((await call('scheme', 'POST', 'schemes/drift/publish', { notes: 'First', revision: 3 })).statusCode).toBe(
      200,
    )
    expect((await addNodes(3, [node('/l/t', '/l', 's')])).statusCode).toBe(200)
    // a step that is taken back is no change
    expect((await addNodes(4, [node('/l/u', '/l', 's')])).statusCode).toBe(200)
    const back = { base: 5, edits: [{ do: 'remove', ids: ['/l/u'] }], step: { revision: 5, forward: false } }
    expect((await call('scheme', 'POST', 'curriculum/drift/edits', back)).statusCode).toBe(200)
    // all groups of the world have this scheme now, so all who are in one are on it; those who have left are not
    await world.owner.query(`UPDATE groups SET scheme_id = (SELECT id FROM schemes WHERE client_id = 'one'
      AND slug = 'drift') WHERE client_id = 'one'`)
    await world.owner.query(`UPDATE group_members SET to_date = '2000-01-01', from_date = '2000-01-01'
      WHERE client_id = 'one' AND member_id = (SELECT min(member_id::text)::uuid FROM group_members
        WHERE client_id = 'one')`)
    const { rows } = await world.owner.query<{ members: number }>(`SELECT count(DISTINCT member_id)::int AS members
      FROM group_members WHERE client_id = 'one' AND (to_date IS NULL OR to_date > now())`)
    const facts = await listFacts('scheme', '?with_facts=1')
    expect(facts).toMatchObject({
      levels: 1,
      skills: 3,
      members: rows[0]?.members,
      changes_since: 1,
      changes_since_release: 2,
    })
    expect(facts?.changed_by).toMatch(/\S \S/)
    for (const time of [facts?.changed_ts, facts?.published_ts]) expect(time).toBeGreaterThan(1_500_000_000)
    expect(await listFacts('scheme', '')).toBeUndefined()
    expect(await listFacts('club', '?with_facts=1')).toBeUndefined()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planDistribution } from '#db/distribution/plan.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Curriculum, Scheme } from '#contract/curriculum/schemes.ts'
import type { Attention } from '#contract/tenants/attention.ts'
import type { Subscriber } from '#contract/curriculum/sharing.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { Author, node, runTasks } from './testing/chain.ts'

let database: TestDatabase
let world: World
let tenants: Tenant[]
let allAuthors: Author[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  tenants = [...world.tenants, await world.add('three')]
  allAuthors = await Promise.all(tenants.map((tenant) => Author.of(world, tenant)))
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The authors of the clients `one`, `two` and `three`. */
const authors = () => {
  const [one, two, three] = allAuthors
  if (!one || !two || !three) throw new Error('no authors')
  return { one, two, three }
}

/** How many rows a query returns to a client, which sees only the rows that row-level security lets it see. */
async function countSeenBy(client: string, sql: string, values: unknown[] = []): Promise<number> {
  return (await inTenant(world.db, client, 'read', (tx) => tx.query(sql, values))).rowCount ?? 0
}

describe('publishing', () => {
  test('freezes the live revision with notes, and the author then reads what has changed since', async () => {
    const { one } = authors()
    // all nodes, two levels and five skills, count as added
    expect(await one.readPublication('swim')).toMatchObject({ published: false, revisions: [], changes: { added: 7 } })
    const first = await one.publish('swim', 'The first one')
    expect(first).toMatchObject({ status: 200, body: { published: true, changes: { added: 0, changed: 0 } } })
    await one.edit('swim', { do: 'set', id: '/stage-1/kick', set: { title: { en: 'Kick hard' } } })
    await one.edit('swim', { do: 'move', ids: ['/stage-2'], parentId: null, before: '/stage-1' })
    await one.edit('swim', { do: 'add', nodes: [node('/stage-3', null, 'l')], before: null })
    const { changes } = await one.readPublication('swim')
    expect(changes).toMatchObject({ added: 1, changed: 1, moved: 1, removed: 0 })
    expect(changes.items).toContainEqual(
      expect.objectContaining({
        what: 'changed',
        id: '/stage-1/kick',
        was: 'kick',
        title: 'Kick hard',
        fields: ['title'],
      }),
    )
    const { body } = await one.publish('swim', 'Harder')
    expect(body.revisions.map(({ number, notes }) => [number, notes])).toEqual([
      [2, 'Harder'],
      [1, 'The first one'],
    ])
  })

  test('is refused without notes, without changes, for a revision that is not the live one, and for an unknown scheme; coaches may read none of it', async () => {
    const { one } = authors()
    const { revision } = await one.readPublication('swim')
    const publish = (body: object) => one.call('POST', '/v1/schemes/swim/publish', body)
    expect(await publish({ notes: ' ', revision })).toMatchObject({ status: 400, body: { field: 'notes' } })
    expect(await publish({ notes: 'x', revision })).toMatchObject({
      status: 409,
      body: { detail: 'NOTHING_TO_PUBLISH' },
    })
    expect(await publish({ notes: 'x', revision: revision - 1 })).toMatchObject({
      status: 412,
      body: { error: 'EDIT_CONFLICT' },
    })
    expect(await one.call('POST', '/v1/schemes/none/publish', { notes: 'x', revision })).toMatchObject({ status: 404 })
    const { token } = await world.logIn(one.tenant, 'coach')
    for (const url of ['/v1/schemes/swim/publication', '/v1/catalogue', '/v1/mirrors', '/v1/subscribers'])
      expect((await world.request({ url, host: one.tenant.host('coach'), token })).statusCode).toBe(403)
  })

  test('decides which schemes the filter of the list finds [7.28]', async () => {
    const { one } = authors()
    const listSlugs = async (query: string) =>
      (await one.call<Scheme[]>('GET', `/v1/schemes?${query}`)).body.map(({ slug }) => slug)
    expect(await listSlugs('published=1')).toEqual(['swim'])
    expect(await listSlugs('published=0')).toEqual([])
  })
})

describe('a subscription', () => {
  test('is asked for by a mail to the owner, approved, and then follows each revision; coaches read it', async () => {
    const { one, two } = authors()
    const [entry] = await two.readCatalogue()
    expect(entry).toMatchObject({
      client_name: 'Client one',
      name: 'Swim',
      levels: 3,
      skills: 5,
      number: 2,
      state: 'none',
      slug: null,
    })
    const request = { client_id: 'one', scheme_uuid: entry?.scheme_uuid, message: 'For our new pool' }
    const reply = await two.call<{ state: string }[]>('POST', '/v1/subscriptions', request)
    expect(reply.body).toMatchObject([{ state: 'asked' }])
    // a second request sends no second mail
    await two.call('POST', '/v1/subscriptions', request)
    await runTasks(world, tenants)
    const mails = await world.mails(one.tenant)
    expect(mails.map(({ subject, to }) => [subject, to.address])).toEqual([
      ['Client two asks for Swim', 'ngo@one.example'],
    ])
    expect(mails[0]?.text).toContain('For our new pool')
    expect((await one.call<Subscriber[]>('GET', '/v1/subscribers')).body).toMatchObject([
      { client_id: 'two', client_name: 'Client two', state: 'asked', message: 'For our new pool', followed: null },
    ])
    // nothing is shared before the owner has approved
    expect(await countSeenBy('two', 'SELECT FROM published_revisions')).toBe(0)

    expect((await one.call('POST', '/v1/schemes/swim/subscribers/two', { approved: true })).status).toBe(200)
    await runTasks(world, tenants)
    expect((await world.mails(two.tenant)).map(({ subject }) => subject)).toEqual(['Swim is yours to use'])
    const { body: schemes } = await two.call<Scheme[]>('GET', '/v1/schemes?with_facts=1')
    expect(schemes.find((scheme) => scheme.slug === 'swim-2')).toMatchObject({
      subscribed: true,
      own: false,
      published: false,
      state: 'draft',
      facts: { followed: 2 },
    })
    await two.release('swim-2')
    const { token } = await world.logIn(two.tenant, 'coach')
    const curriculum = await world.request({ url: '/v1/curriculum/swim-2', host: two.tenant.host('coach'), token })
    expect(curriculum.json<Curriculum>().tree.map(({ id, is_owner }) => [id, is_owner])).toEqual([
      ['/stage-2', false],
      ['/stage-1', false],
      ['/stage-3', false],
    ])

    await one.edit('swim', { do: 'remove', ids: ['/stage-3'] })
    await one.publish('swim', 'Two stages')
    await runTasks(world, tenants)
    const { nodes, gone } = await two.readRaw('swim-2')
    expect(nodes).toHaveLength(7)
    expect(gone.map(({ id }) => id)).toEqual(['/stage-3'])
    expect((await one.call<Subscriber[]>('GET', '/v1/subscribers')).body).toMatchObject([
      { state: 'subscribed', followed: 3 },
    ])
  })

  test('is read-only except for translations into other languages, which it keeps', async () => {
    const { one, two } = authors()
    const refused = { status: 409, body: { error: 'EDIT_REFUSED', detail: 'NOT_OWNER' } }
    const edits = [
      { do: 'set', id: '/stage-1', set: { title: { en: 'Mine' } } },
      { do: 'set', id: '/stage-1', set: { skipped: true } },
      { do: 'add', nodes: [node('/own', null, 'l')], before: null },
      { do: 'move', ids: ['/stage-1'], parentId: null, before: null },
      { do: 'remove', ids: ['/stage-1'] },
    ] as const
    for (const edit of edits) expect(await two.edit('swim-2', edit)).toMatchObject(refused)
    expect(await two.call('PATCH', '/v1/schemes/swim-2', { name: 'Mine' })).toMatchObject(refused)
    expect((await two.publish('swim-2')).body).toMatchObject(refused.body)
    expect((await two.call('PATCH', '/v1/schemes/swim-2', { languages: ['en-GB', 'cy-GB', 'fr-FR'] })).status).toBe(200)
    expect((await two.edit('swim-2', { do: 'set', id: '/stage-1', set: { title: { fr: 'Un' } } })).status).toBe(200)
    await one.edit('swim', { do: 'set', id: '/stage-1', set: { title: { en: 'Stage one' } } })
    await one.publish('swim', 'Renamed')
    await runTasks(world, tenants)
    const { nodes, languages } = await two.readRaw('swim-2')
    expect(languages).toEqual(['en-GB', 'cy-GB', 'fr-FR'])
    const stage = nodes.find(({ id }) => id === '/stage-1')
    expect(stage?.title).toMatchObject({ en: 'Stage one', fr: 'Un' })
    // a pin: the French title is older than the English one
    expect(Object.keys(stage?.pins?.['fr'] ?? {})).toHaveLength(1)
  })

  test('keeps its translations in a language that the owner begins, of each node until the owner translates it', async () => {
    const { one, two } = authors()
    const setTitle = (author: Author, slug: string, id: string, fr: string) =>
      author.edit(slug, { do: 'set', id, set: { title: { fr } } })
    const publish = async (notes: string) => {
      expect((await one.publish('swim', notes)).status).toBe(200)
      await runTasks(world, tenants)
      const { nodes } = await two.readRaw('swim-2')
      return ['/stage-1', '/stage-2'].map((id) => nodes.find((node) => node.id === id)?.title['fr'])
    }
    await setTitle(two, 'swim-2', '/stage-2', 'Deux')
    expect((await one.call('PATCH', '/v1/schemes/swim', { languages: ['en-GB', 'cy-GB', 'fr-FR'] })).status).toBe(200)
    expect(await publish('French begins')).toEqual(['Un', 'Deux'])
    await setTitle(one, 'swim', '/stage-2', 'Étape deux')
    expect(await publish('One level is translated')).toEqual(['Un', 'Étape deux'])
    expect((await setTitle(two, 'swim-2', '/stage-1', 'Premier')).status).toBe(200)
    expect(await setTitle(two, 'swim-2', '/stage-2', 'Second')).toMatchObject({ status: 409 })
    await one.edit('swim', { do: 'set', id: '/stage-1', set: { title: { en: 'First stage' } } })
    expect(await publish('Renamed again')).toEqual(['Premier', 'Étape deux'])
    await setTitle(one, 'swim', '/stage-1', 'Étape un')
    expect(await publish('Both are translated')).toEqual(['Étape un', 'Étape deux'])
    await one.edit('swim', { do: 'set', id: '/stage-1', set: { title: { fr: null } } })
    expect(await publish('One is taken back')).toEqual([undefined, 'Étape deux'])
  })

  test('has its own marks; no mark and no award is lost when the owner deletes a node', async () => {
    const { one, two } = authors()
    const { tenant } = two
    // coaches may mark only nodes of the group's scheme
    await world.owner.query(
      `UPDATE groups SET scheme_id = (SELECT id FROM schemes WHERE client_id = 'two' AND slug = 'swim-2')
       WHERE client_id = 'two'`,
    )
    const device = new Device(world, tenant, (await world.logIn(tenant, 'coach')).token)
    const marks = ['float', 'glide', 'kick', 'dive'].map((skill) =>
      device.mark(tenant.members[0], `/stage-1/${skill}`, 3, { payload: { schemeSlug: 'swim-2' } }),
    )
    const { outcomes } = await device.push(...marks)
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(Array(4).fill('applied'))
    const countRows = async (table: string) =>
      (await world.owner.query(`SELECT FROM ${table} WHERE client_id = 'two'`)).rowCount
    const before = [await countRows('results'), await countRows('awards')]
    // four marks, and the award of the level
    expect(before).toEqual([4, 1])
    await one.edit('swim', { do: 'remove', ids: ['/stage-1'] })
    await one.publish('swim', 'Without stage one')
    await runTasks(world, tenants)
    // a recalculation would start a minute after the update
    world.clock.now += 61_000
    await runTasks(world, tenants)
    expect((await two.readRaw('swim-2')).gone.map(({ id }) => id)).toContain('/stage-1')
    expect([await countRows('results'), await countRows('awards')]).toEqual(before)
    expect(await countSeenBy('two', `SELECT FROM awards WHERE ended_at IS NULL`)).toBe(1)
    expect(await countSeenBy('two', `SELECT FROM progress WHERE node_id = '/stage-1'`)).toBe(1)
  })

  test('that ends, is declined or withdrawn keeps its copy, and gets no more updates', async () => {
    const { one, two } = authors()
    const [entry] = await two.readCatalogue()
    const { nodes } = await two.readRaw('swim-2')
    expect((await two.call('DELETE', `/v1/subscriptions/one/${entry?.scheme_uuid}`)).body).toMatchObject([
      { state: 'ended', slug: 'swim-2' },
    ])
    expect((await two.call('DELETE', `/v1/subscriptions/one/${entry?.scheme_uuid}`)).status).toBe(404)
    await one.edit('swim', { do: 'set', id: '/stage-2', set: { title: { en: 'Later' } } })
    await one.publish('swim', 'Later')
    await runTasks(world, tenants)
    expect((await two.readRaw('swim-2')).nodes).toEqual(nodes)
    expect(await countSeenBy('two', 'SELECT FROM published_revisions')).toBe(0)

    // a second subscription needs no approval, because the first one was approved
    await two.call('POST', '/v1/subscriptions', { client_id: 'one', scheme_uuid: entry?.scheme_uuid, message: '' })
    await runTasks(world, tenants)
    expect((await two.readRaw('swim-2')).nodes.find(({ id }) => id === '/stage-2')?.title['en']).toBe('Later')

    await one.call('POST', '/v1/schemes/swim/subscribers/two', { approved: false })
    await runTasks(world, tenants)
    expect(await two.readCatalogue()).toMatchObject([{ state: 'declined', slug: 'swim-2' }])
    expect((await world.mails(two.tenant)).map(({ subject }) => subject)).toContain('Swim was not approved')
    expect((await one.call('POST', '/v1/schemes/swim/withdraw')).body).toMatchObject({ published: false })
    expect(await two.readCatalogue()).toMatchObject([{ published: false, slug: 'swim-2' }])
    expect((await two.readRaw('swim-2')).nodes).not.toHaveLength(0)
  })

  test('is possible only to published schemes of other clients, and is approved only when it was asked for', async () => {
    const { one, two } = authors()
    const { uuid } = await one.readRaw('swim')
    const { uuid: ownScheme } = await two.readRaw('swim')
    const subscribe = (client_id: string, scheme_uuid: string) =>
      two.call('POST', '/v1/subscriptions', { client_id, scheme_uuid, message: '' })
    for (const [client, scheme] of [
      ['one', uuid],
      ['two', ownScheme],
      ['one', ownScheme],
      ['none', uuid],
    ] as const)
      expect(await subscribe(client, scheme)).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } })
    // three has not asked
    expect(await one.call('POST', '/v1/schemes/swim/subscribers/three', { approved: true })).toMatchObject({
      status: 404,
    })
  })

  test('is neither listed nor waits for an answer while its scheme is deleted', async () => {
    const { one, three } = authors()
    const { slug, uuid } = (await one.call<Scheme>('POST', '/v1/schemes', { name: 'Gone', languages: ['en-GB'] })).body
    await one.release(slug)
    await one.publish(slug)
    await three.call('POST', '/v1/subscriptions', { client_id: 'one', scheme_uuid: uuid, message: '' })
    const readListed = async () => {
      const { body } = await one.call<Subscriber[]>('GET', '/v1/subscribers')
      const { body: attention } = await one.call<Attention>('GET', '/v1/attention')
      return [body.filter(({ scheme_slug }) => scheme_slug === slug).length, attention.subscribers]
    }
    expect(await readListed()).toEqual([1, 1])
    await one.call('DELETE', `/v1/schemes/${slug}`)
    // nobody could answer it
    expect(await one.call('POST', `/v1/schemes/${slug}/subscribers/three`, { approved: false })).toMatchObject({
      status: 404,
    })
    expect(await readListed()).toEqual([0, 0])
    await one.call('POST', `/v1/schemes/${slug}/undelete`)
    expect(await readListed()).toEqual([1, 1])
  })
})

describe('one client', () => {
  test('reads nothing of another but what was published to it, neither by routes nor by SQL', async () => {
    const { one, three } = authors()
    await one.publish('swim', 'Back')
    expect(await countSeenBy('three', `SELECT FROM published_schemes WHERE client_id = 'one'`)).toBe(1)
    for (const table of [
      'published_revisions',
      'subscriptions',
      'subscription_grants',
      'mirrors',
      'schemes',
      'scheme_nodes',
    ])
      expect(await countSeenBy('three', `SELECT FROM ${table} WHERE client_id <> 'three'`), table).toBe(0)
    // the owner sees the subscription of the client that asked, which has its name, and no scheme of it
    expect(await countSeenBy('one', `SELECT FROM subscriptions WHERE client_id = 'two'`)).toBe(1)
    expect(await countSeenBy('one', `SELECT FROM schemes WHERE client_id = 'two'`)).toBe(0)
    const queryAsThree = (sql: string) => inTenant(world.db, 'three', 'write', (tx) => tx.query(sql))
    await expect(
      queryAsThree(
        `INSERT INTO subscription_grants VALUES ('one', (SELECT scheme_id FROM published_schemes LIMIT 1), 'three', true, now())`,
      ),
    ).rejects.toThrow(/row-level security/)
    expect((await queryAsThree(`UPDATE published_schemes SET notes = 'x'`)).rowCount).toBe(0)
    await expect(queryAsThree(`UPDATE published_revisions SET notes = 'x'`)).rejects.toThrow(/permission denied/)
    // a subscription that only the subscriber has written gives no access
    await queryAsThree(
      `INSERT INTO subscriptions SELECT 'three', client_id, scheme_id, 'Three', '', now() FROM published_schemes`,
    )
    expect(await countSeenBy('three', 'SELECT FROM published_revisions')).toBe(0)
    expect(await three.call('GET', '/v1/schemes/swim-2/publication')).toMatchObject({ status: 404 })
  })
})

// last of what is shared, because it changes the policies
test('a cluster, whose policies show revisions to every client, still gives them to subscribers only', async () => {
  const { one, three } = authors()
  const { uuid } = await one.readRaw('swim')
  for (const { sql } of await planDistribution(world.owner))
    if (sql.startsWith('ALTER POLICY')) await world.owner.query(sql)
  expect(await countSeenBy('three', 'SELECT FROM published_revisions')).toBeGreaterThan(0)
  const countCopies = () => countSeenBy('three', `SELECT FROM schemes WHERE origin_client_id = 'one'`)
  await three.call('POST', '/v1/subscriptions', { client_id: 'one', scheme_uuid: uuid, message: '' })
  await runTasks(world, tenants)
  expect(await countCopies()).toBe(0)
  await one.call('POST', '/v1/schemes/swim/subscribers/three', { approved: true })
  await runTasks(world, tenants)
  expect(await countCopies()).toBe(1)
})

test('a text without a translation is sent in the scheme’s default language to parents, coaches and clubs', async () => {
  const { three } = authors()
  const { slug } = (await three.call<Scheme>('POST', '/v1/schemes', { name: 'Nofio', languages: ['cy-GB', 'en-GB'] }))
    .body
  const content = [{ key: 'k', type: 'text', of: null, title: { cy: 'Beth' }, value: { cy: 'Arnofio', en: 'Float' } }]
  const nodes = [
    node('/un', null, 'l', { title: { cy: 'Un' }, content }),
    node('/dau', null, 'l', { title: { cy: 'Dau', en: 'Two' } }),
  ]
  await three.edit(slug, { do: 'add', nodes, before: null })
  await three.release(slug)
  for (const portal of ['parent', 'coach', 'club'] as const) {
    const { token } = await world.logIn(three.tenant, portal)
    const reply = await world.request({ url: `/v1/curriculum/${slug}`, host: three.tenant.host(portal), token })
    const { tree, language } = reply.json<Curriculum>()
    expect(language).toBe('en')
    expect(tree.map(({ title }) => title)).toEqual(['Un', 'Two'])
    expect(tree[0]?.content).toEqual([{ type: 'text', title: 'Beth', value: 'Float' }])
  }
})

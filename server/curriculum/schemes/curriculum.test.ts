import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { Curriculum } from '#contract/curriculum/schemes.ts'
import { beginEpoch } from '#server/assessment/sync/begin-epoch.ts'
import { AWARD_AFTER_MS } from '#server/assessment/awards/parents-awards.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { replyText } from '#server/testing/reply-text.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'
import { Curricula, CURRICULUM_FORM } from './curriculum.ts'

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

async function get(portal: Portal, url: string, headers: Record<string, string> = {}) {
  const { token } = await world.logIn(one, portal)
  return world.request({ url, host: one.host(portal), token, headers })
}

describe('a curriculum', () => {
  const PATH = '/v1/curriculum/swim'

  test('is sent compressed in an encoding that the caller accepts, with its length', async () => {
    const plain = await get('coach', PATH)
    const br = await get('coach', PATH, { 'accept-encoding': 'gzip, deflate, br' })
    // q=0 refuses an encoding
    const gzip = await get('coach', PATH, { 'accept-encoding': 'gzip;q=0.5, br;q=0' })
    expect([plain, br, gzip].map((reply) => reply.headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(replyText(br)).toBe(plain.body)
    expect(replyText(gzip)).toBe(plain.body)
    for (const reply of [plain, br, gzip])
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(reply.rawPayload.length),
        vary: expect.stringContaining('authorization') as string,
      })
    expect(br.headers.vary).toBe('authorization, accept-encoding')
  })

  test('that the device has already (its ETag matches) is answered without a body or a length', async () => {
    const { etag } = (await get('coach', PATH)).headers
    const again = await get('coach', PATH, { 'if-none-match': String(etag), 'accept-encoding': 'br' })
    expect([again.statusCode, again.body, again.headers['content-length']]).toEqual([304, '', undefined])
  })

  test('is compressed for its authors too, and changes with an edit', async () => {
    const readAsAuthor = async () => {
      const reply = await get('scheme', `${PATH}?raw=1`, { 'accept-encoding': 'br' })
      expect(reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
      return JSON.parse(replyText(reply)) as RawCurriculum
    }
    const { revision, nodes } = await readAsAuthor()
    expect(await readAsAuthor()).toMatchObject({ revision, nodes })
    const { token } = await world.logIn(one, 'scheme')
    await world.request({
      method: 'POST',
      url: `${PATH}/edits`,
      host: one.host('scheme'),
      token,
      payload: { base: revision, edits: [{ do: 'set', id: '/stage-1', set: { title: { en: 'Otter' } } }] },
    })
    const reloaded = await readAsAuthor()
    expect(reloaded.revision).toBe(revision + 1)
    expect(reloaded.nodes.find((node) => node.id === '/stage-1')?.title?.en).toBe('Otter')
  })
})

test('a curriculum that was lost with the last changes of a database is shown to nobody, though another gets its revision', async () => {
  const PATH = '/v1/curriculum/swim'
  const { token } = await world.logIn(one, 'scheme')
  const rename = async (title: string) => {
    const { revision } = JSON.parse(replyText(await get('scheme', `${PATH}?raw=1`))) as RawCurriculum
    const edits = [{ do: 'set', id: '/stage-1', set: { title: { en: title } } }]
    const request = { url: `${PATH}/edits`, host: one.host('scheme'), token, payload: { base: revision, edits } }
    expect((await world.request({ method: 'POST', ...request })).statusCode).toBe(200)
  }
  const read = async (headers = {}) => {
    const reply = await get('parent', PATH, headers)
    return { etag: String(reply.headers.etag), title: reply.body && reply.json<Curriculum>().tree[0]?.title }
  }
  await rename('Lost')
  const lost = await read()
  expect(lost.title).toBe('Lost')
  // a standby took over that lacks the last edit, and `rungs restored` began a new epoch
  await world.owner.query(
    `WITH edit AS (DELETE FROM scheme_edits WHERE client_id = 'one' AND edits::text LIKE '%Lost%' RETURNING scheme_id),
       node AS (UPDATE scheme_nodes SET title = '{"en": "Kept"}' FROM edit
         WHERE client_id = 'one' AND scheme_nodes.scheme_id = edit.scheme_id AND id = '/stage-1')
     UPDATE schemes SET revision = revision - 1 FROM edit WHERE client_id = 'one' AND id = edit.scheme_id`,
  )
  await inTenant(world.db, one.id, 'write', beginEpoch)
  expect(JSON.parse(replyText(await get('scheme', `${PATH}?raw=1`)))).toMatchObject({
    nodes: expect.arrayContaining([expect.objectContaining({ id: '/stage-1', title: { en: 'Kept' } })]) as object,
  })
  await rename('Next')
  expect((await read({ 'if-none-match': lost.etag })).title).toBe('Next')
  expect(JSON.parse(replyText(await get('scheme', `${PATH}?raw=1`)))).toMatchObject({
    nodes: expect.arrayContaining([expect.objectContaining({ id: '/stage-1', title: { en: 'Next' } })]) as object,
  })
})

describe('the version of the format of a curriculum', () => {
  test('is part of its ETag, so that a browser’s copy in an earlier form is replaced', async () => {
    const reply = await get('coach', '/v1/curriculum/swim')
    const { uuid, revision } = reply.json<Curriculum>()
    const [form, ...rest] = String(reply.headers.etag).slice(1).split('-')
    const endOfEtag = rest.join('-')
    expect(form).toBe(String(CURRICULUM_FORM))
    expect(endOfEtag.startsWith(uuid)).toBe(true)
    // 100: of the three flags that decide about content the client has only the first
    expect(endOfEtag.endsWith(`-${revision}-en-100-staff"`)).toBe(true)
    for (const earlier of [`"${endOfEtag}`, `"${CURRICULUM_FORM - 1}-${endOfEtag}`])
      expect((await get('coach', '/v1/curriculum/swim', { 'if-none-match': earlier })).statusCode).toBe(200)
  })

  test('must be raised when the same scheme gets another reply', async () => {
    // every type of content and every property of nodes, so that a change of any of them changes the reply
    const content = ['title', 'text', 'warning', 'tags', 'files', 'video', 'link', 'text-no-link'].map((type) => ({
      key: type,
      of: null,
      type,
      title: { en: type },
      value: { en: type },
    }))
    await world.owner.query(
      `UPDATE scheme_nodes SET content = $1, videos = '{7}', starred = id = '/stage-1/float', hidden = id = '/stage-1/kick',
         skipped = id = '/stage-1/dive', required_ids = CASE id WHEN '/stage-1' THEN ARRAY['/stage-1/float', '/stage-1/dive'] ELSE '{}' END
       WHERE client_id = 'two'`,
      [JSON.stringify(content)],
    )
    const features = { ENABLE_ALL_SKILL_FIELDS: true, ENABLE_RICH_MEDIA: true, ENABLE_NODE_TAGS: true }
    const document = await inTenant(world.db, two.id, 'read', (tx) =>
      new Curricula().document(tx, two.id, 'swim', 'cy', features, 'parent'),
    )
    const answer = { ...(JSON.parse(String(document?.body.bytes)) as Curriculum), uuid: '', revision: 0 }
    const digest = createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16)
    expect(
      { form: CURRICULUM_FORM, digest },
      'the answer changed: raise CURRICULUM_FORM, or browsers keep their copies of the earlier one',
    ).toEqual({ form: 3, digest: 'feb8fa7c1d0b6b23' })
  })
})

test('the authors’ form of a curriculum is refused to other users, and so is an unknown form', async () => {
  expect((await get('coach', '/v1/curriculum/swim?raw=1')).statusCode).toBe(403)
  const reply = await get('scheme', '/v1/curriculum/swim?raw=2')
  expect([reply.statusCode, reply.json<{ field: string }>().field]).toEqual([400, 'raw'])
})

describe('the cache of curricula of all clients', () => {
  /** A transaction that counts how often the nodes of a scheme are read. */
  function countReads(tx: Tx): { tx: Tx; reads: () => number } {
    let reads = 0
    const query = ((...args: Parameters<Tx['query']>) => {
      const [config] = args as unknown as [string | { text: string }]
      if ((typeof config === 'string' ? config : config.text).includes('FROM scheme_nodes')) reads++
      return tx.query(...args)
    }) as Tx['query']
    return { tx: { ...tx, query }, reads: () => reads }
  }
  const readDocument = (curricula: Curricula, tx: Tx, tenant: Tenant) =>
    curricula.document(tx, tenant.id, 'swim', 'en', {}, 'staff')
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>, tenant = one) => inTenant(world.db, tenant.id, 'read', work)

  test('builds an entry once for all requests at the same time', async () => {
    const curricula = new Curricula()
    await inTransaction(async (realTx) => {
      const { tx, reads } = countReads(realTx)
      const documents = await Promise.all(Array.from({ length: 20 }, () => readDocument(curricula, tx, one)))
      expect(reads()).toBe(1)
      expect(new Set(documents).size).toBe(1)
    })
  })

  test('returns an entry that is too large to keep, and builds it again the next time', async () => {
    const small = new Curricula({ bytes: 1, nodes: 1 })
    await inTransaction(async (realTx) => {
      const { tx, reads } = countReads(realTx)
      const documents = [await readDocument(small, tx, one), await readDocument(small, tx, one)]
      const slugs = documents.map((document) => (JSON.parse(String(document?.body.bytes)) as Curriculum).slug)
      expect(slugs).toEqual(['swim', 'swim'])
      const schemeId = documents[0]?.id ?? ''
      const schemes = [await small.scheme(tx, one.id, schemeId), await small.scheme(tx, one.id, schemeId)]
      expect(schemes[0]?.ids.length).toBeGreaterThan(1)
      expect(schemes[1]?.ids.length).toBe(schemes[0]?.ids.length)
      // each of the four calls reads the nodes
      expect(reads()).toBe(4)
    })
  })

  test('drops the entry that was used least recently when a new one does not fit', async () => {
    const largeCache = new Curricula()
    const [first, second] = [
      await inTransaction((tx) => readDocument(largeCache, tx, one)),
      await inTransaction((tx) => readDocument(largeCache, tx, two), two),
    ]
    /** Room for one of the two documents. */
    const bytes = Math.max(first?.body.bytes.length ?? 0, second?.body.bytes.length ?? 0)
    const smallCache = new Curricula({ bytes, nodes: 1 })
    const readsFor = (tenant: Tenant) =>
      inTransaction(async (realTx) => {
        const { tx, reads } = countReads(realTx)
        await readDocument(smallCache, tx, tenant)
        return reads()
      }, tenant)
    expect([
      await readsFor(one),
      await readsFor(one),
      await readsFor(two),
      await readsFor(two),
      await readsFor(one),
    ]).toEqual([1, 0, 1, 0, 1])
  })

  test('builds the entry again for a request that waited for a failed build', async () => {
    const curricula = new Curricula()
    const firstReads = Promise.withResolvers<void>()
    const failure = Promise.withResolvers<never>()
    const first = inTransaction((realTx) => {
      const query = ((...args: Parameters<Tx['query']>) => {
        const [config] = args as unknown as [{ text: string }]
        if (!config.text.includes('FROM scheme_nodes')) return realTx.query(...args)
        firstReads.resolve()
        return failure.promise
      }) as Tx['query']
      return readDocument(curricula, { ...realTx, query }, one)
    })
    await firstReads.promise
    const second = inTransaction((tx) => readDocument(curricula, tx, one))
    // time for the second request to begin waiting for the first
    await new Promise((resolve) => setTimeout(resolve, 50))
    failure.reject(new Error('cut'))
    expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  })
})

describe('a skipped node and what is below it [4.27]', () => {
  /** The skills of the first level, of which three complete it after the save below. */
  const SKILL_IDS = ['/stage-1/float', '/stage-1/glide', '/stage-1/kick', '/stage-1/dive']
  const save = async (...edits: object[]) => {
    const { revision } = (await get('scheme', '/v1/curriculum/swim?raw=1')).json<RawCurriculum>()
    const { token } = await world.logIn(one, 'scheme')
    const reply = await world.request({
      method: 'POST',
      url: '/v1/curriculum/swim/edits',
      host: one.host('scheme'),
      token,
      payload: { base: revision, edits },
    })
    expect(reply.statusCode, reply.body).toBe(200)
  }

  test('are sent to nobody but their authors: neither in the curriculum, nor in a parent’s overview', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const ms = world.clock.now
    await device.push(
      ...['/stage-1/float', '/stage-1/dive', '/stage-2/turn'].map((id) => device.mark(one.members[0], id, 3, { ms })),
      device.mark(one.members[0], '/stage-2/manual', 1, { ms }),
    )
    // the parent sees the pass of the second level only after that time
    world.clock.now += AWARD_AFTER_MS
    const readOverview = async () => {
      const { token } = await world.logIn(one, 'parent')
      const url = `/v1/users/${one.parent}/members?with_progress=1`
      const reply = await world.request({ url, host: one.host('parent'), token })
      return reply.json<Member[]>().find(({ uuid }) => uuid === one.members[0])
    }
    expect(Object.keys((await readOverview())?.scores?.['swim'] ?? {})).toContain('/stage-2/turn')

    await save(
      { do: 'set', id: '/stage-1', set: { completion: { ids: SKILL_IDS, count: 3 } } },
      { do: 'set', id: '/stage-1/dive', set: { skipped: true } },
      { do: 'set', id: '/stage-2', set: { skipped: true } },
    )
    for (const portal of ['parent', 'coach', 'club'] as const) {
      const reply = await get(portal, '/v1/curriculum/swim')
      expect(reply.body, portal).not.toMatch(/dive|stage-2|turn/)
      expect(reply.json<Curriculum>().tree[0]?.completion).toEqual([SKILL_IDS.slice(0, 3), 3])
    }
    const raw = await get('scheme', '/v1/curriculum/swim?raw=1')
    expect(raw.json<RawCurriculum>().nodes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['/stage-1/dive', '/stage-2', '/stage-2/turn']),
    )
    const child = await readOverview()
    expect(Object.keys(child?.scores?.['swim'] ?? {})).toEqual(['/stage-1/float'])
    expect(child?.assessments?.complete['swim']).toEqual({ '/stage-1/float': true })
    expect(Object.keys(child?.progress?.['swim'] ?? {})).toEqual(['/stage-1'])
  })

  test('are not named by the groups that a parent’s overview shows', async () => {
    const readGroups = async () => {
      const { token } = await world.logIn(one, 'parent')
      const url = `/v1/users/${one.parent}/members?with_groups=1`
      const reply = await world.request({ url, host: one.host('parent'), token })
      return reply.json<Member[]>().flatMap((member) => member.groups ?? [])
    }
    await world.owner.query(
      `UPDATE groups SET levels = '{/stage-1,/stage-2}', assessment_levels = '{/stage-2}' WHERE client_id = 'one'`,
    )
    // as every change of a group does; the overview's version follows the club's change counter
    await world.owner.query(`UPDATE club_counters SET rev = rev + 1 WHERE client_id = 'one'`)
    for (const group of await readGroups())
      expect(group).toMatchObject({ levels: ['/stage-1'], assessment_levels: [], scheme_slug: 'swim' })
    // one group of each of the two children
    expect(await readGroups()).toHaveLength(2)
  })

  test('come back with their marks when they are no longer skipped', async () => {
    // the first of these tests has skipped it
    await save({ do: 'set', id: '/stage-2', set: { skipped: false } })
    const { token } = await world.logIn(one, 'parent')
    const url = `/v1/users/${one.parent}/members?with_progress=1`
    const [child] = (await world.request({ url, host: one.host('parent'), token }))
      .json<Member[]>()
      .filter(({ uuid }) => uuid === one.members[0])
    expect(child?.scores?.['swim']?.['/stage-2/turn']).toMatchObject({ grade: 3 })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { EditsReply } from '#contract/curriculum/authoring.ts'
import type { HistoryEntry, OwnSteps, RestoreReply } from '#contract/curriculum/history.ts'
import type { Changes } from '#contract/curriculum/sharing.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { picture } from '#server/testing/sample-files.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { Author, node } from '../sharing/testing/chain.ts'

let database: TestDatabase
let world: World
let author: Author

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  await world.owner.query(`UPDATE clients SET features = features || '{"ENABLE_RICH_MEDIA": true}'::jsonb`)
  author = await Author.of(world, world.tenants[0])
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** Saves a batch, of its own or as a move of a step; returns its revision. */
async function save(edits: Edit[], step?: { revision: number; forward: boolean }): Promise<number> {
  const body = { base: 0, edits, ...(step ? { step } : {}) }
  const reply = await author.call<EditsReply>('POST', '/v1/curriculum/swim/edits', body)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body.revision
}
const ownSteps = async (asking = author) => (await asking.call<OwnSteps>('GET', '/v1/curriculum/swim/own-steps')).body
const history = async (query = '') =>
  (await author.call<{ entries: HistoryEntry[]; next: number | null }>('GET', `/v1/curriculum/swim/history${query}`))
    .body
const rename = (en: string): Edit => ({ do: 'set', id: '/stage-2', set: { title: { en } } })

describe('the steps of an author', () => {
  test('are there to be undone in another browser, with the edits that do it; taken back they are there to be redone', async () => {
    expect(await ownSteps()).toEqual({ undo: [], redo: [] })
    const first = await save([rename('Second')])
    const second = await save([{ do: 'remove', ids: ['/stage-2'] }])
    const { undo } = await ownSteps()
    expect(undo.map(({ step }) => step)).toEqual([first, second])
    const [rename1, removal] = undo
    expect(rename1?.edits).toMatchObject([rename('stage-2')])
    await save(removal?.edits ?? [], { revision: second, forward: false })
    expect((await author.readRaw('swim')).nodes.map(({ id }) => id)).toContain('/stage-2/turn')
    const { undo: left, redo } = await ownSteps()
    expect(left.map(({ step }) => step)).toEqual([first])
    expect(redo).toEqual([{ step: second, edits: [{ do: 'remove', ids: ['/stage-2'] }] }])
    await save(redo[0]?.edits ?? [], { revision: second, forward: true })
    expect((await ownSteps()).undo.map(({ step }) => step)).toEqual([first, second])
    await save((await ownSteps()).undo[1]?.edits ?? [], { revision: second, forward: false })
  })

  test('are a step of their own when they name one that the scheme does not have', async () => {
    const revision = await save([rename('Odd')], { revision: 9_999, forward: false })
    expect((await ownSteps()).undo.at(-1)).toMatchObject({ step: revision, edits: [rename('Second')] })
  })

  test('are refused when they were taken back already, in another tab or by another author, and so is a redo', async () => {
    const step = await save([rename('Third')])
    const move = (forward: boolean) =>
      author.call('POST', '/v1/curriculum/swim/edits', {
        base: 0,
        edits: [rename(forward ? 'Third' : 'Odd')],
        step: { revision: step, forward },
      })
    const refused = { status: 409, body: { error: 'EDIT_REFUSED', detail: 'STEP_CHANGED' } }
    expect(await move(true)).toMatchObject(refused)
    expect(await move(false)).toMatchObject({ status: 200 })
    const { revision } = await author.readRaw('swim')
    expect(await move(false)).toMatchObject(refused)
    expect((await author.readRaw('swim')).revision).toBe(revision)
    expect(await move(true)).toMatchObject({ status: 200 })
    expect(await move(false)).toMatchObject({ status: 200 })
  })

  test('are nobody else’s, and no other client’s', async () => {
    const other = await Author.of(world, world.tenants[1])
    expect(await ownSteps(other)).toEqual({ undo: [], redo: [] })
    const { status } = await author.call('GET', '/v1/curriculum/none/own-steps')
    expect(status).toBe(404)
  })
})

describe('the history of a scheme', () => {
  test('says in words what an author did within half an hour, without what was taken back', async () => {
    world.clock.now += 3_600_000
    // the first session has expired
    author = await Author.of(world, world.tenants[0])
    await save([{ do: 'add', nodes: [node('/stage-2/roll', '/stage-2', 's')], before: null }])
    world.clock.now += 60_000
    await save([{ do: 'move', ids: ['/stage-2/roll'], parentId: '/stage-1', before: null }])
    const taken = await save([rename('No')])
    await save([rename('Odd')], { revision: taken, forward: false })
    const { entries, next } = await history()
    expect(next).toBeNull()
    const [newest, before] = entries
    expect(newest).toMatchObject({ by: 'Greta Lind', to_ts: Math.floor(world.clock.now / 1000) })
    expect((newest?.to_ts ?? 0) - (newest?.from_ts ?? 0)).toBe(60)
    expect(newest?.items).toEqual([
      expect.objectContaining({ what: 'added', t: 's', titles: ['roll'] }),
      expect.objectContaining({ what: 'moved', titles: ['roll'], from: 'Odd', to: 'stage-1' }),
    ])
    // what the other tests did, in one entry: the deletion was taken back
    expect(before?.items).toEqual([
      expect.objectContaining({ what: 'renamed', titles: ['Odd'], from: 'stage-2', to: 'Odd', language: 'en' }),
    ])
  })

  test('is narrowed to a node, on request with what is or was below it', async () => {
    const titlesOf = async (query: string) =>
      (await history(query)).entries.flatMap(({ items }) => items.flatMap(({ titles }) => titles))
    expect(await titlesOf('?node=/stage-2')).toEqual(['roll', 'Odd'])
    expect(await titlesOf('?node=/stage-2/roll')).toEqual(['roll', 'roll'])
    expect(await titlesOf('?node=/stage-2/turn')).toEqual([])
    expect(await titlesOf('?node=/stage-1&below=1')).toEqual(['roll', 'roll'])
    expect(await titlesOf('?node=/none')).toEqual([])
    expect(await author.call('GET', '/v1/curriculum/swim/history?node=x')).toMatchObject({ status: 400 })
  })

  test('is read by authors, of a scheme that is there', async () => {
    expect(await author.call('GET', '/v1/curriculum/none/history')).toMatchObject({ status: 404 })
    expect(await author.call('GET', '/v1/curriculum/swim/history?before=x')).toMatchObject({ status: 400 })
    const [tenant] = world.tenants
    const { token } = await world.logIn(tenant, 'coach')
    const reply = await world.request({ url: '/v1/curriculum/swim/history', host: tenant.host('coach'), token })
    expect(reply.statusCode).toBe(403)
  })
})

describe('a point of the history', () => {
  const setName = (revision: number, name: string | null, as = author) =>
    as.call('PUT', `/v1/curriculum/swim/history/${revision}/name`, { name })

  test('is named and unnamed again by an author, which the audit log notes; what follows is another entry', async () => {
    const revision = await save([rename('Named')])
    expect(await setName(revision, ' Before the summer review ')).toMatchObject({
      status: 200,
      body: { name: 'Before the summer review' },
    })
    await save([rename('After')])
    const [newest, named] = (await history()).entries
    expect(newest).toMatchObject({ name: null, items: [{ from: 'Named', to: 'After' }] })
    expect(named).toMatchObject({ name: 'Before the summer review', revision })
    expect((await setName(revision, null)).status).toBe(200)
    expect((await history()).entries.some(({ name }) => name !== null)).toBe(false)
    const { rows } = await world.owner.query(
      `SELECT before, after FROM audit_log WHERE client_id = 'one' AND action = 'name-history' ORDER BY at, id`,
    )
    expect(rows).toEqual([
      { before: { revision, name: null }, after: { revision, name: 'Before the summer review' } },
      { before: { revision, name: 'Before the summer review' }, after: { revision, name: null } },
    ])
  })

  test('that is not there cannot be named, nor with an empty name, nor by another client or a coach', async () => {
    const { revision = 0 } = (await history()).entries[0] ?? {}
    expect(await setName(9_999, 'x')).toMatchObject({ status: 404, body: { field: 'revision' } })
    expect(await setName(revision, '  ')).toMatchObject({ status: 400 })
    expect(await setName(revision, 'x'.repeat(81))).toMatchObject({ status: 400 })
    const other = await Author.of(world, world.tenants[1])
    expect(await setName(revision, 'x', other)).toMatchObject({ status: 404 })
    const [tenant] = world.tenants
    const { token } = await world.logIn(tenant, 'coach')
    const url = `/v1/curriculum/swim/history/${revision}/name`
    const reply = await world.request({
      method: 'PUT',
      url,
      host: tenant.host('coach'),
      token,
      payload: { name: 'x' },
    })
    expect(reply.statusCode).toBe(403)
    expect((await history()).entries.every(({ name }) => name === null)).toBe(true)
  })

  test('is compared with another one and with the present, in words, on request for one node', async () => {
    const from = await save([rename('A')])
    const to = await save([rename('B')])
    await save([{ do: 'set', id: '/stage-1/kick', set: { title: { en: 'Kicks' } } }])
    const compare = async (query: string) => author.call<Changes>('GET', `/v1/curriculum/swim/comparison?${query}`)
    expect((await compare(`from=${from}&to=${to}`)).body).toMatchObject({
      changed: 1,
      items: [{ what: 'changed', id: '/stage-2', title: 'B', was: 'A' }],
    })
    expect((await compare(`from=${from}`)).body).toMatchObject({ added: 0, moved: 0, removed: 0, changed: 2 })
    expect((await compare(`from=${from}&node=/stage-1`)).body.items).toMatchObject([{ title: 'Kicks' }])
    // the other way round
    expect((await compare(`from=${to}&to=${from}`)).body.items).toMatchObject([{ title: 'A', was: 'B' }])
    expect((await compare('to=1')).status).toBe(400)
    await save([{ do: 'set', id: '/stage-1/kick', set: { title: { en: 'kick' } } }])
  })
})

describe('a restore', () => {
  const restore = (before: number, nodes?: string) => {
    const query = new URLSearchParams({ before: String(before), ...(nodes === undefined ? {} : { nodes }) })
    return author.call<RestoreReply>('GET', `/v1/curriculum/swim/restore?${query.toString()}`)
  }
  const titles = async () => (await author.readRaw('swim')).nodes.map(({ title }) => title['en'])

  test('is a batch like any other, of the whole scheme or of a deleted level with what was below it', async () => {
    const before = await titles()
    const first = await save([{ do: 'set', id: '/stage-1/kick', set: { title: { en: 'Kick hard' } } }])
    await save([{ do: 'remove', ids: ['/stage-2'] }])
    const level = await restore(first, '/stage-2')
    expect(level.status).toBe(200)
    await save(level.body.edits)
    expect(await titles()).toEqual(before.map((title) => (title === 'kick' ? 'Kick hard' : title)))
    await save((await restore(first)).body.edits)
    expect(await titles()).toEqual(before)
    expect((await restore(first)).body.edits).toEqual([])
  })

  test('brings back what a node needs: the level that is deleted, and nodes that were moved into one that is', async () => {
    const before = (await author.readRaw('swim')).nodes
    const added = await save([{ do: 'add', nodes: [node('/stage-7', null, 'l')], before: null }])
    await save([{ do: 'move', ids: ['/stage-1/kick'], parentId: '/stage-7', before: null }])
    await save([{ do: 'remove', ids: ['/stage-7'] }])
    const removal = await save([{ do: 'remove', ids: ['/stage-2'] }])
    // a skill of the deleted level comes with that level, but without the others
    const { body } = await restore(removal, '/stage-2/turn')
    expect(body.changes).toMatchObject({ added: 2, removed: 0, items: [{ id: '/stage-2' }, { id: '/stage-2/turn' }] })
    await save((await restore(added)).body.edits)
    expect((await author.readRaw('swim')).nodes).toEqual(before)
  })

  test('says what it changes, and beforehand what does not come back', async () => {
    const { id, name } = await author.upload('curriculum-file', {
      name: 'Float.png',
      type: 'image/png',
      bytes: await picture(40, 30),
    })
    const section = { key: 'f', type: 'files', of: null, title: {}, value: { en: `/files/${id}/${name}` } }
    await save([{ do: 'add', nodes: [node('/stage-1/scull', '/stage-1', 's', { content: [section] })], before: null }])
    const removal = await save([{ do: 'remove', ids: ['/stage-1/scull'] }])
    expect((await restore(removal, '/stage-1/scull')).body).toMatchObject({
      changes: { added: 1, changed: 0, items: [{ what: 'added', title: 'scull', within: 'stage-1' }] },
      not_back: [],
    })
    // as the nightly task does with a file that nothing uses
    await world.owner.query(`DELETE FROM file_uses WHERE file_id = $1`, [id])
    await world.owner.query(`DELETE FROM files WHERE id = $1`, [id])
    const { body } = await restore(removal, '/stage-1/scull')
    expect(body.not_back).toEqual([{ what: 'file', id: '/stage-1/scull', title: 'scull', name }])
    await save(body.edits)
    const restored = (await author.readRaw('swim')).nodes.find((found) => found.id === '/stage-1/scull')
    expect(restored?.content).toEqual([{ ...section, value: {} }])
  })

  test('is refused when a batch in between is from before its undo was stored, and of a scheme that is not there', async () => {
    const revision = await save([rename('Last')])
    await world.owner.query(`UPDATE scheme_edits SET undo = NULL WHERE client_id = 'one' AND revision = $1`, [revision])
    expect(await restore(revision)).toMatchObject({ status: 409, body: { detail: 'NOT_RESTORABLE' } })
    expect(await author.call('GET', `/v1/curriculum/swim/comparison?from=${revision - 1}`)).toMatchObject({
      status: 409,
      body: { detail: 'NOT_RESTORABLE', field: 'from' },
    })
    // the page offers it only for what came later
    await save([rename('Later')])
    const { entries } = await history()
    expect(entries.map(({ restorable }) => restorable)).not.toContain(true)
    expect(await author.call('GET', '/v1/curriculum/none/restore?before=1')).toMatchObject({ status: 404 })
    expect(await author.call('GET', '/v1/curriculum/swim/restore?before=1&nodes=x')).toMatchObject({ status: 400 })
  })
})

test.each([
  ['comparison?from=2147483647', 'from'],
  ['comparison?from=1&to=2147483647', 'to'],
  ['edits?since=2147483648', 'since'],
  [`working-copy/edits?copy=${crypto.randomUUID()}&since=2147483648`, 'since'],
])(
  '%s, beyond the last revision that a scheme can have, is refused, and the reply names the field',
  async (path, field) => {
    expect(await author.call('GET', `/v1/curriculum/swim/${path}`)).toMatchObject({
      status: 400,
      body: { error: 'INVALID_REQUEST', field },
    })
  },
)

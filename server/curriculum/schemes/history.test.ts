import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { EditsReply } from '#contract/curriculum/authoring.ts'
import type { HistoryEntry, OwnSteps } from '#contract/curriculum/history.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { Author, node } from '../sharing/testing/chain.ts'

let database: TestDatabase
let world: World
let author: Author

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
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
  expect(reply.status).toBe(200)
  return reply.body.revision
}
const ownSteps = async (asking = author) => (await asking.call<OwnSteps>('GET', '/v1/curriculum/swim/own-steps')).body
const history = async () =>
  (await author.call<{ entries: HistoryEntry[]; next: number | null }>('GET', '/v1/curriculum/swim/history')).body
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

  test('is read by authors, of a scheme that is there', async () => {
    expect(await author.call('GET', '/v1/curriculum/none/history')).toMatchObject({ status: 404 })
    expect(await author.call('GET', '/v1/curriculum/swim/history?before=x')).toMatchObject({ status: 400 })
    const [tenant] = world.tenants
    const { token } = await world.logIn(tenant, 'coach')
    const reply = await world.request({ url: '/v1/curriculum/swim/history', host: tenant.host('coach'), token })
    expect(reply.statusCode).toBe(403)
  })
})

describe('a restore', () => {
  const restore = (before: number, nodes?: string) => {
    const query = new URLSearchParams({ before: String(before), ...(nodes === undefined ? {} : { nodes }) })
    return author.call<{ edits: Edit[] }>('GET', `/v1/curriculum/swim/restore?${query.toString()}`)
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

  test('is refused when a batch in between is from before its undo was stored, and of a scheme that is not there', async () => {
    const revision = await save([rename('Last')])
    await world.owner.query(`UPDATE scheme_edits SET undo = NULL WHERE client_id = 'one' AND revision = $1`, [revision])
    expect(await restore(revision)).toMatchObject({ status: 409, body: { detail: 'NOT_RESTORABLE' } })
    expect(await author.call('GET', '/v1/curriculum/none/restore?before=1')).toMatchObject({ status: 404 })
    expect(await author.call('GET', '/v1/curriculum/swim/restore?before=1&nodes=x')).toMatchObject({ status: 400 })
  })
})

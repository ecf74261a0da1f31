import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { EditsReply, RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { OwnSteps } from '#contract/curriculum/history.ts'
import type { CopyEditsReply, WorkingCopyState } from '#contract/curriculum/working-copy.ts'
import { replacedTexts } from '#domain/curriculum/edits/clashes.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import { treeOf, type Edit } from '#domain/curriculum/tree.ts'
import { Author } from '#server/curriculum/sharing/testing/chain.ts'
import { addUser } from '#server/testing/add-user.ts'
import { createWorld, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
/** Greta Lind, and Nia Rees of the same client. */
let greta: Author
let nia: Author
/** The working copy, which both have open. */
let copy: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  const [tenant] = world.tenants
  greta = await Author.of(world, tenant)
  await addUser(world, tenant, { type: 'ngo', firstname: 'Nia', lastname: 'Rees', email: 'nia@one.example' })
  nia = await Author.of(world, tenant, 'nia@one.example')
  const { body } = await greta.call<WorkingCopyState>('POST', url('/begin'))
  copy = body.copy?.id ?? ''
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const url = (path = '') => `/v1/curriculum/swim/working-copy${path}`
const title = (en: string, id = '/stage-2'): Edit => ({ do: 'set', id, set: { title: { en } } })
const grade = (id: string, kind: number): Edit => ({ do: 'set', id, set: { grade: kind } })

async function readCopy() {
  const { body } = await greta.call<RawCurriculum>('GET', url(`/tree?copy=${copy}`))
  return { revision: body.revision, tree: treeOf(nodesWithDefaults(body).nodes) }
}
const liveTitle = async (id = '/stage-2') =>
  (await greta.readRaw('swim')).nodes.find((node) => node.id === id)?.title['en']

/** The body of a save by an author whose page shows the copy as it is now. */
async function bodyOf(...edits: Edit[]) {
  const { revision, tree } = await readCopy()
  return { copy, base: revision, edits, replaced: replacedTexts(tree, edits) }
}
const save = (author: Author, body: object) => author.call<CopyEditsReply>('POST', url('/edits'), body)

beforeEach(async () => {
  // so that a text is written by Greta last
  await save(greta, { copy, base: 0, edits: [title('Start'), title('kick', '/stage-1/kick')] })
})

describe('a text that another author has changed meanwhile, written from the copy', () => {
  const theirs = { id: '/stage-2', key: null, part: 'title', language: 'en', theirs: 'Theirs', mine: 'Mine' }

  test.each(['in the copy', 'live'])('%s is refused for that field only, with who and when', async (where) => {
    const mine = await bodyOf(title('Mine'), title('Kicks', '/stage-1/kick'))
    if (where === 'live') await nia.edit('swim', title('Theirs'))
    else await save(nia, await bodyOf(title('Theirs')))
    const before = await greta.readRaw('swim')
    const { status, body } = await save(greta, mine)
    expect(status).toBe(200)
    expect(body.clashes).toEqual([{ ...theirs, by_name: 'Nia Rees', at_ts: Math.floor(world.clock.now / 1000) }])
    expect(body.saved).toEqual({ in: 'live', revision: before.revision + 1 })
    expect(await liveTitle()).toBe('Theirs')
    expect(await liveTitle('/stage-1/kick')).toBe('Kicks')
    // to keep one's own is to write it over theirs
    expect((await save(greta, await bodyOf(title('Mine')))).body.clashes).toBeUndefined()
    expect(await liveTitle()).toBe('Mine')
  })

  test('makes no save when it was all that was sent', async () => {
    const mine = await bodyOf(title('Mine'))
    const { revision } = (await save(nia, await bodyOf(title('Theirs')))).body
    const { body } = await save(greta, { ...mine, base: revision })
    expect(body).toMatchObject({ revision, batches: [], clashes: [theirs] })
    expect((await readCopy()).revision).toBe(revision)
  })

  test('is none for one author in two tabs', async () => {
    const [first, second] = [await bodyOf(title('First tab')), await bodyOf(title('Second tab'))]
    expect((await save(greta, first)).body.clashes).toBeUndefined()
    expect((await save(greta, second)).body.clashes).toBeUndefined()
    expect(await liveTitle()).toBe('Second tab')
  })
})

describe('a step that its author takes back in one tab of the copy', () => {
  const since = async (revision: number) =>
    (await greta.call<EditsReply>('GET', url(`/edits?copy=${copy}&since=${revision}`))).body

  test('is told the other tab as that step, and told again when it is made again', async () => {
    const { body: made } = await save(greta, await bodyOf(grade('/stage-1/kick', 1)))
    const { body: other } = await save(nia, await bodyOf(grade('/stage-1/glide', 1)))
    const move = async (kind: number, forward: boolean) => {
      const body = { ...(await bodyOf(grade('/stage-1/kick', kind))), step: { revision: made.revision, forward } }
      return (await save(greta, body)).body
    }
    const step = made.revision
    const back = await move(3, false)
    expect((await since(other.revision)).batches).toMatchObject([
      { revision: back.revision, step, forward: false, edits: [grade('/stage-1/kick', 3)] },
    ])
    await move(1, true)
    // nobody makes it a second time
    const again = { ...(await bodyOf(grade('/stage-1/kick', 1))), step: { revision: made.revision, forward: true } }
    expect(await save(nia, again)).toMatchObject({ status: 409, body: { detail: 'STEP_CHANGED' } })
    // a tab that has heard of nothing since the step was made
    expect((await since(step)).batches).toMatchObject([
      { step: other.revision, forward: true, byName: 'Nia Rees' },
      { step, forward: false },
      { step, forward: true },
    ])
    // nobody undoes the step of the other author
    const { undo } = (await nia.call<OwnSteps>('GET', url(`/own-steps?copy=${copy}`))).body
    const steps = undo.map((each) => each.step)
    expect(steps.at(-1)).toBe(other.revision)
    expect(steps).not.toContain(step)
  })

  test('and that went live is that step in the reply and in the live history', async () => {
    const { body: made } = await save(greta, await bodyOf(title('Second')))
    const back = await save(greta, {
      ...(await bodyOf(title('Start'))),
      step: { revision: made.revision, forward: false },
    })
    expect(back.body.batches).toMatchObject([{ step: made.revision, forward: false, edits: [title('Start')] }])
    // a tab that has loaded the tree anew still knows the step, but takes nothing back a second time
    const again = { ...(await bodyOf(title('Start'))), step: { revision: made.revision, forward: false } }
    expect(await save(greta, again)).toMatchObject({ status: 409, body: { detail: 'STEP_CHANGED' } })
    const live = await greta.call<EditsReply>('GET', `/v1/curriculum/swim/edits?since=${back.body.saved.revision - 1}`)
    expect(live.body.batches).toMatchObject([{ step: made.saved.revision, forward: false }])
  })
})

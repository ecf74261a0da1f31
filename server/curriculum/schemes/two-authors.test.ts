import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { EditsReply } from '#contract/curriculum/authoring.ts'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { replacedTexts } from '#domain/curriculum/edits/clashes.ts'
import { treeOf, type Edit } from '#domain/curriculum/tree.ts'
import { Hub } from '#server/platform/events/hub.ts'
import { Relay } from '#server/platform/events/relay.ts'
import { addUser } from '#server/testing/add-user.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { Author } from '../sharing/testing/chain.ts'

let database: TestDatabase
let world: World
/** Greta Lind, and Nia Rees of the same client. */
let greta: Author
let nia: Author

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  const [tenant] = world.tenants
  greta = await Author.of(world, tenant)
  await addUser(world, tenant, { type: 'ngo', firstname: 'Nia', lastname: 'Rees', email: 'nia@one.example' })
  nia = await Author.of(world, tenant, 'nia@one.example')
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const title = (en: string, id = '/stage-2'): Edit => ({ do: 'set', id, set: { title: { en } } })
const treeNow = async () => treeOf((await greta.readRaw('swim')).nodes)
const titleNow = async (id = '/stage-2') => (await treeNow()).nodes.get(id)?.title['en']

/** The body of a save by an author who sees the tree as it is now. */
async function bodyOf(...edits: Edit[]) {
  return { base: 0, edits, replaced: replacedTexts(await treeNow(), edits) }
}
const save = (author: Author, body: object) => author.call<EditsReply>('POST', '/v1/curriculum/swim/edits', body)

beforeEach(async () => {
  await save(greta, { base: 0, edits: [title('Start')] })
})

test('two authors who change the languages of a scheme at once both get what they chose', async () => {
  const languages_from = ['en-GB', 'cy-GB']
  const choose = (author: Author, languages: string[]) =>
    author.call<Scheme>('PATCH', '/v1/schemes/swim', { languages, languages_from })
  await greta.call('PATCH', '/v1/schemes/swim', { languages: languages_from })
  expect((await choose(greta, ['en-GB', 'cy-GB', 'fr-FR'])).body.languages).toEqual(['en-GB', 'cy-GB', 'fr-FR'])
  expect((await choose(nia, ['en-GB', 'de-DE'])).body.languages).toEqual(['en-GB', 'fr-FR', 'de-DE'])
  // one removes English, the other Welsh: a scheme has at least one language
  await greta.call('PATCH', '/v1/schemes/swim', { languages: languages_from })
  expect((await choose(greta, ['en-GB'])).body.languages).toEqual(['en-GB'])
  expect(await choose(nia, ['cy-GB'])).toMatchObject({ status: 412, body: { error: 'EDIT_CONFLICT' } })
  await greta.call('PATCH', '/v1/schemes/swim', { languages: languages_from })
})

describe('one author', () => {
  test('in two tabs on a slow network never clashes with himself', async () => {
    // both tabs show the same text, and neither hears of the other before it saves
    const [first, second] = [await bodyOf(title('First tab')), await bodyOf(title('Second tab'))]
    expect((await save(greta, first)).body.clashes).toBeUndefined()
    expect((await save(greta, second)).body.clashes).toBeUndefined()
    expect(await titleNow()).toBe('Second tab')
  })

  test('who types on while a text is on its way does not either, nor where the server has cleaned it', async () => {
    const section = { key: 's', type: 'text', of: null, title: {}, value: { en: '<p>A</p>' } }
    await save(greta, { base: 0, edits: [{ do: 'add-section', id: '/stage-2', section, before: null }] })
    const write = (en: string): Edit => ({ do: 'set-section', id: '/stage-2', key: 's', set: { value: { en } } })
    const first = await bodyOf(write('<p>B<script>alert(1)</script></p>'))
    expect((await save(greta, first)).body.clashes).toBeUndefined()
    // the page believes that the text is as it was sent
    const seen = replacedTexts(await treeNow(), [write('<p>C</p>')], '<p>B<script>alert(1)</script></p>')
    const { body } = await save(greta, { base: 0, edits: [write('<p>C</p>')], replaced: seen })
    expect(body.clashes).toBeUndefined()
    await save(greta, { base: 0, edits: [{ do: 'remove-section', id: '/stage-2', key: 's' }] })
  })
})

describe('a text that another author has changed meanwhile', () => {
  test('is not overwritten, the rest of the batch is saved, and the reply has both texts, who and when', async () => {
    const mine = await bodyOf(title('Mine'), title('Kicks', '/stage-1/kick'), {
      do: 'set',
      id: '/stage-2',
      set: { starred: true },
    })
    await save(nia, await bodyOf(title('Theirs')))
    const { status, body } = await save(greta, mine)
    expect(status).toBe(200)
    expect(body.clashes).toEqual([
      {
        id: '/stage-2',
        key: null,
        part: 'title',
        language: 'en',
        theirs: 'Theirs',
        mine: 'Mine',
        by_name: 'Nia Rees',
        at_ts: Math.floor(world.clock.now / 1000),
      },
    ])
    expect(await titleNow()).toBe('Theirs')
    expect(await titleNow('/stage-1/kick')).toBe('Kicks')
    expect((await treeNow()).nodes.get('/stage-2')?.starred).toBe(true)
    // what is stored has no trace of the text that was not written
    expect(body.batches?.at(-1)?.edits).toEqual([
      title('Kicks', '/stage-1/kick'),
      { do: 'set', id: '/stage-2', set: { starred: true } },
    ])
  })

  test('makes no batch when it was all that was sent; to keep one’s own is to write it over theirs', async () => {
    const mine = await bodyOf(title('Mine'))
    const { revision } = (await save(nia, await bodyOf(title('Theirs')))).body
    const { body } = await save(greta, { ...mine, base: revision })
    expect(body).toMatchObject({ revision, batches: [], clashes: [{ theirs: 'Theirs', mine: 'Mine' }] })
    expect((await save(greta, await bodyOf(title('Mine')))).body.clashes).toBeUndefined()
    expect(await titleNow()).toBe('Mine')
  })

  test('is a clash also for an author who has heard of the change while typing', async () => {
    const typed = replacedTexts(await treeNow(), [title('Mine')], 'Start')
    await save(nia, await bodyOf(title('Theirs')))
    const { revision } = await greta.readRaw('swim')
    const { body } = await save(greta, { base: revision, edits: [title('Mine')], replaced: typed })
    expect(body.clashes).toMatchObject([{ theirs: 'Theirs', mine: 'Mine' }])
  })

  test('is none when both wrote the same, in another language, or when the caller names no texts', async () => {
    const [same, welsh] = [
      await bodyOf(title('Theirs')),
      await bodyOf({ do: 'set', id: '/stage-2', set: { title: { cy: 'Fy un i' } } }),
    ]
    await save(nia, await bodyOf(title('Theirs')))
    expect((await save(greta, same)).body.clashes).toBeUndefined()
    expect((await save(greta, welsh)).body.clashes).toBeUndefined()
    await save(nia, await bodyOf(title('Theirs again')))
    expect((await save(greta, { base: 0, edits: [title('Last')] })).body.clashes).toBeUndefined()
    expect(await titleNow()).toBe('Last')
  })

  test('is answered again for a repeated request, and nothing is saved twice', async () => {
    const mine = await bodyOf(title('Mine'), title('Kick on', '/stage-1/kick'))
    await save(nia, await bodyOf(title('Theirs')))
    const headers = { 'x-request-id': crypto.randomUUID() }
    const send = () => greta.call<EditsReply>('POST', '/v1/curriculum/swim/edits', mine, headers)
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    expect((await greta.readRaw('swim')).revision).toBe(first.body.revision)
  })

  test('needs a text that exists in the contract', async () => {
    const wrong = {
      base: 0,
      edits: [title('x')],
      replaced: [{ id: '/stage-2', key: null, part: 'body', language: 'en', was: null }],
    }
    expect((await save(greta, wrong)).status).toBe(400)
  })
})

describe('where an author is', () => {
  const tell = (author: Author, body: object, slug = 'swim') =>
    author.call('POST', `/v1/curriculum/${slug}/presence`, body)

  test('is told the client’s other authors, and nothing of it is stored', async () => {
    const audited = async () => (await world.owner.query('SELECT count(*) FROM audit_log')).rows
    const before = await audited()
    world.announced.length = 0
    expect((await tell(nia, { node: '/stage-2', here: true })).status).toBe(204)
    expect(world.announced).toMatchObject([
      {
        clientId: 'one',
        clubs: [],
        parents: [],
        present: [{ slug: 'swim', firstname: 'Nia', lastname: 'Rees', node: '/stage-2', here: true }],
      },
    ])
    expect(await audited()).toEqual(before)
  })

  test('is told of a scheme that is there, by its authors', async () => {
    expect((await tell(nia, { node: null, here: true }, 'none')).status).toBe(404)
    expect((await tell(nia, { node: 'x', here: true })).status).toBe(400)
    const [tenant] = world.tenants
    const { token } = await world.logIn(tenant, 'coach')
    const reply = await world.request({
      method: 'POST',
      url: '/v1/curriculum/swim/presence',
      host: tenant.host('coach'),
      token,
      payload: { node: null, here: true },
    })
    expect(reply.statusCode).toBe(403)
  })

  test('reaches authors of the client on any server process, but not the author, nor parents, coaches or other clients', async () => {
    const [hub, remote] = [new Hub(), new Hub()]
    const received: string[] = []
    const listen = (at: Hub, name: string, more: Partial<Parameters<Hub['add']>[0]>) =>
      at.add({
        clientId: 'one',
        userId: name,
        family: null,
        clubId: null,
        author: true,
        send: (event) => received.push(`${name} ${event.type}`),
        end: () => undefined,
        ...more,
      })
    listen(hub, 'nia', {})
    listen(hub, 'greta', {})
    listen(remote, 'far', {})
    listen(remote, 'other', { clientId: 'two' })
    listen(remote, 'parent', { author: false })
    const relays = [hub, remote].map((each) => new Relay(world.db, database.appUrl, each, world.tokens))
    for (const relay of relays) await relay.open()
    const present = { slug: 'swim', user: 'nia', firstname: 'Nia', lastname: 'Rees', node: null, here: true }
    relays[0]?.announce({ clientId: 'one', clubs: [], parents: [], present: [present] })
    await expect.poll(() => received.toSorted()).toEqual(['far scheme-presence', 'greta scheme-presence'])
    for (const relay of relays) await relay.close()
    for (const each of [hub, remote]) each.close()
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import type { Curriculum, Scheme, Video } from '#contract/curriculum/schemes.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { createWorld, Device, type World } from '#server/testing/world.ts'
import { Author, node, runTasks } from './testing/chain.ts'

let database: TestDatabase
let world: World
let owner: Author
let follower: Author
/** The slug of the follower's copy of the owner's scheme `swim`. */
let slug: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  await world.owner.query(`UPDATE clients SET features = features || '{"ENABLE_RICH_MEDIA": true}'::jsonb`)
  owner = await Author.of(world, world.tenants[0])
  follower = await Author.of(world, world.tenants[1])
  await saveSettings(owner, 'swim', 'sections', { sections: [section('How', 'all'), section('Our notes', 'author')] })
  await owner.edit('swim', addSection('how', 1), addSection('notes', 2))
  await owner.publish('swim')
  slug = await follower.subscribe(owner, 'swim')
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const section = (en: string, visibility: string) => ({ name: { en, cy: `cy ${en}` }, type: 'text', visibility })
const addSection = (key: string, of: number) => ({
  do: 'add-section' as const,
  id: '/stage-1/float',
  section: { key, type: 'text', of, title: {}, value: { en: `<p>${key}</p>` } },
  before: null,
})
const readSettings = async (author: Author, scheme: string) =>
  (await author.call<SchemeSettings>('GET', `/v1/schemes/${scheme}/settings`)).body
async function saveSettings(author: Author, scheme: string, what: 'sections' | 'grades', body: object) {
  const { sections_revision, grades_revision } = await readSettings(author, scheme)
  const match = what === 'sections' ? sections_revision : grades_revision
  return author.call<SchemeSettings>('PUT', `/v1/schemes/${scheme}/${what}`, body, { 'if-match': match })
}
async function readBy(author: Author, portal: 'coach' | 'parent', scheme: string): Promise<Curriculum> {
  const { tenant } = author
  const { token } = await world.logIn(tenant, portal)
  const url = `/v1/curriculum/${scheme}`
  return (await world.request({ url, host: tenant.host(portal), token })).json<Curriculum>()
}

describe('settings of a subscribed scheme', () => {
  test('belong to the owner: the subscriber’s changes of sections and scales are refused', async () => {
    const before = await readSettings(follower, slug)
    const refused = { status: 409, body: { error: 'EDIT_REFUSED', detail: 'NOT_OWNER', field: 'slug' } }
    expect(await saveSettings(follower, slug, 'sections', { sections: [] })).toMatchObject(refused)
    expect(
      await saveSettings(follower, slug, 'grades', { grades: [{ grade: 3, pass: 2, labels: null }] }),
    ).toMatchObject(refused)
    expect(await readSettings(follower, slug)).toEqual(before)
  })

  test('follow the owner’s labels and pass grades, and keep the owner’s earlier scales for earlier marks', async () => {
    const labels = { en: ['Not yet', 'With help', 'Alone', 'Always'] }
    await saveSettings(owner, 'swim', 'grades', { grades: [{ grade: 3, pass: 2, labels }] })
    world.clock.now += 60_000
    await saveSettings(owner, 'swim', 'grades', {
      grades: [{ grade: 3, pass: 3, labels: { en: ['1', '2', '3', '4'] } }],
    })
    await owner.publish('swim', 'New words')
    await runTasks(world, world.tenants)
    const scaleOf = async (author: Author, scheme: string) =>
      (await readBy(author, 'coach', scheme)).grades.find(({ grade }) => grade === 3)
    const scale = await scaleOf(follower, slug)
    expect(scale).toEqual(await scaleOf(owner, 'swim'))
    expect(scale).toMatchObject({ grade: 3, pass: 3, labels: ['1', '2', '3', '4'] })
    // the earlier scale is kept as a version, with the last label `Always`
    expect(scale?.versions.map(({ pass, labels }) => [pass, labels.at(-1)])).toContainEqual([2, 'Always'])
  })

  test('of which the owner changes a pass grade let the subscriber’s coaches mark with the new one', async () => {
    await saveSettings(owner, 'swim', 'grades', { grades: [{ grade: 3, pass: 1, labels: null }] })
    await owner.publish('swim', 'New pass grade')
    await runTasks(world, world.tenants)
    const { tenant } = follower
    // coaches may mark only nodes of the group's scheme
    const copyId = (await follower.readRaw(slug)).uuid
    await world.owner.query('UPDATE groups SET scheme_id = $1 WHERE client_id = $2', [copyId, tenant.id])
    const device = new Device(world, tenant, (await world.logIn(tenant, 'coach')).token)
    const payload = { schemeSlug: slug, assessmentPassGrade: 1 }
    const { outcomes } = await device.push(device.mark(tenant.members[0], '/stage-1/float', 2, { payload }))
    expect(outcomes).toMatchObject([{ outcome: 'applied' }])
  })
})

describe('sections of a linked node', () => {
  test('are added to the scheme that it is linked into unless it has an equal one, and keep their visibility', async () => {
    const { body: own } = await follower.call<Scheme>('POST', '/v1/schemes', { name: 'Ours', languages: ['en-GB'] })
    await follower.release(own.slug)
    const { slug: ours, uuid } = own
    const equalSection = section('Our notes', 'author')
    await saveSettings(follower, ours, 'sections', { sections: [section('Other', 'all'), equalSection] })
    await follower.edit(ours, { do: 'add', nodes: [node('/home', null, 'l')], before: null })
    const copyUuid = (await follower.readRaw(slug)).uuid
    const link = { link_scheme_uuid: copyUuid, link_node_id: '/stage-1', scheme_uuid: uuid, parent_id: '/home' }
    expect((await follower.link(link)).status).toBe(200)
    const { sections } = await readSettings(follower, ours)
    // the equal section is used, and the one that is missing is added
    expect(sections.map(({ name, visibility, used }) => [name['en'], visibility, used])).toEqual([
      ['Other', 'all', 0],
      ['Our notes', 'author', 1],
      ['How', 'all', 1],
    ])
    const { nodes } = await follower.readRaw(ours)
    const sectionOfEach = nodes
      .find(({ id }) => id.endsWith('/float'))
      ?.content.map((section) => [section.key, section.of])
    const idOf = (en: string) => sections.find(({ name }) => name['en'] === en)?.id
    expect(sectionOfEach).toEqual([
      ['how', idOf('How')],
      ['notes', idOf('Our notes')],
    ])
    expect(JSON.stringify(await readBy(follower, 'parent', ours))).not.toContain('<p>notes</p>')
    expect(JSON.stringify(await readBy(follower, 'parent', ours))).toContain('<p>how</p>')
  })

  test('and videos of which the other scheme has two equal ones come as one, and no update is offered before a change', async () => {
    const create = async (name: string) =>
      (await owner.call<Scheme>('POST', '/v1/schemes', { name, languages: ['en-GB'] })).body
    const [from, into] = [await create('Twins'), await create('Of twins')]
    await saveSettings(owner, from.slug, 'sections', { sections: [section('Tip', 'all'), section('Tip', 'all')] })
    const content = (await readSettings(owner, from.slug)).sections.map(({ id }) => addSection(`of-${id}`, id).section)
    const video = { name: 'Film', url: 'https://videos.example/film' }
    const addVideo = async () => (await owner.call<Video>('POST', `/v1/schemes/${from.slug}/videos`, video)).body.id
    const [one, other] = [await addVideo(), await addVideo()]
    const nodes = [
      node('/twins', null, 'l', { content, videos: [one] }),
      node('/twins/skill', '/twins', 's', { videos: [other] }),
    ]
    expect((await owner.edit(from.slug, { do: 'add', nodes, before: null })).status).toBe(200)
    const link = { link_scheme_uuid: from.uuid, link_node_id: '/twins', scheme_uuid: into.uuid, parent_id: null }
    expect((await owner.link(link)).status).toBe(200)
    const mirror = (await owner.readMirrors()).find(({ scheme_uuid }) => scheme_uuid === into.uuid)
    expect(mirror).toMatchObject({ state: 'same', update: null })
    const { sections } = await readSettings(owner, into.slug)
    expect(sections.filter(({ used }) => used > 0)).toMatchObject([{ name: { en: 'Tip' }, used: 2 }])
    expect((await owner.call<Video[]>('GET', `/v1/schemes/${into.slug}/videos`)).body).toMatchObject([video])
  })

  test('stay the same when either scheme renames or translates them, and become others when their readers do', async () => {
    const create = async (name: string) =>
      (await owner.call<Scheme>('POST', '/v1/schemes', { name, languages: ['en-GB'] })).body
    const [from, into] = [await create('Renamed'), await create('Of renamed')]
    const named = async (slug: string, change: object) => {
      const { sections } = await readSettings(owner, slug)
      const body = { sections: sections.map(({ used: _, ...kept }) => ({ ...kept, ...change })) }
      expect((await saveSettings(owner, slug, 'sections', body)).status).toBe(200)
    }
    await saveSettings(owner, from.slug, 'sections', { sections: [section('Tip', 'all')] })
    await saveSettings(owner, into.slug, 'sections', { sections: [] })
    const of = (await readSettings(owner, from.slug)).sections[0]?.id ?? 0
    const content = [addSection('tip', of).section]
    await owner.edit(from.slug, { do: 'add', nodes: [node('/pool', null, 'l', { content })], before: null })
    const link = { link_scheme_uuid: from.uuid, link_node_id: '/pool', scheme_uuid: into.uuid, parent_id: null }
    const { node_id } = (await owner.link(link)).body
    const readMirror = async () => (await owner.readMirrors()).find(({ scheme_uuid }) => scheme_uuid === into.uuid)
    await named(into.slug, { name: { en: 'Tip', cy: 'Awgrym' } })
    expect(await readMirror()).toMatchObject({ state: 'same', update: null })
    await named(from.slug, { name: { en: 'Hint', cy: 'Cyngor' } })
    expect(await readMirror()).toMatchObject({ state: 'same', update: null })
    const newer = node('/pool/float', '/pool', 's', { content })
    await owner.edit(from.slug, { do: 'add', nodes: [newer], before: null })
    const answer = { scheme_uuid: into.uuid, node_id, answer: 'accept' as const }
    await owner.answer({ ...answer, update: (await readMirror())?.update ?? '' })
    expect((await readSettings(owner, into.slug)).sections).toMatchObject([
      { name: { en: 'Tip', cy: 'Awgrym' }, used: 2 },
    ])
    await named(from.slug, { visibility: 'author' })
    await owner.answer({ ...answer, update: (await readMirror())?.update ?? '' })
    expect((await readSettings(owner, into.slug)).sections).toMatchObject([
      { name: { en: 'Tip' }, visibility: 'all', used: 0 },
      { name: { en: 'Hint' }, visibility: 'author', used: 2 },
    ])
  })

  test('are not added above the number that a scheme may have, whether a node is linked or updated', async () => {
    const { body: own } = await owner.call<Scheme>('POST', '/v1/schemes', { name: 'Full', languages: ['en-GB'] })
    const numbered = (count: number) => Array.from({ length: count }, (_, index) => section(`S${index}`, 'all'))
    const { uuid } = await owner.readRaw('swim')
    const link = { link_scheme_uuid: uuid, link_node_id: '/stage-1', scheme_uuid: own.uuid, parent_id: null }
    const refused = { status: 409, body: { error: 'EDIT_REFUSED', detail: 'TOO_MANY_SCHEME_SECTIONS' } }
    await saveSettings(owner, own.slug, 'sections', { sections: numbered(49) })
    expect(await owner.link(link)).toMatchObject(refused)
    // with two more it has 50, as many as it may have
    await saveSettings(owner, own.slug, 'sections', { sections: numbered(48) })
    const { node_id } = (await owner.link(link)).body
    const { sections } = await readSettings(owner, 'swim')
    await saveSettings(owner, 'swim', 'sections', {
      sections: [...sections.map(({ used: _, ...kept }) => kept), section('More', 'all')],
    })
    await owner.edit('swim', addSection('more', (await readSettings(owner, 'swim')).sections.at(-1)?.id ?? 0))
    const mirror = (await owner.readMirrors()).find(({ scheme_uuid }) => scheme_uuid === own.uuid)
    const update = mirror?.update ?? ''
    expect(await owner.answer({ scheme_uuid: own.uuid, node_id, answer: 'accept', update })).toMatchObject(refused)
    expect((await readSettings(owner, own.slug)).sections).toHaveLength(50)
  })
})

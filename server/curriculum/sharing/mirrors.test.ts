import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import type { Curriculum, Scheme, SchemeNode, Video } from '#contract/curriculum/schemes.ts'
import { createWorld, Device, type World } from '#server/testing/world.ts'
import type { HistoryEntry, OwnSteps, RestoreReply } from '#contract/curriculum/history.ts'
import type { Changes, UpdateImpact } from '#contract/curriculum/sharing.ts'
import type { CopyEditsReply, ReleasePlan } from '#contract/curriculum/working-copy.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { Author, node, runTasks } from './testing/chain.ts'

let database: TestDatabase
let world: World
/** Authors of two clients. All nodes are linked between schemes of the client of `author`. */
let author: Author
let otherClientsAuthor: Author

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  await world.owner.query(
    `UPDATE clients SET features = features || '{"ENABLE_RICH_MEDIA": true}'::jsonb WHERE client_id = 'one'`,
  )
  author = await Author.of(world, world.tenants[0])
  otherClientsAuthor = await Author.of(world, world.tenants[1])
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const readSwimId = async () => (await author.readRaw('swim')).uuid

/** Creates a scheme with the level `/home`, under which nodes are linked. */
async function newScheme(name: string): Promise<{ slug: string; uuid: string }> {
  const { body } = await author.call<Scheme>('POST', '/v1/schemes', { name, languages: ['en-GB', 'cy-GB'] })
  await author.edit(body.slug, { do: 'add', nodes: [node('/home', null, 'l')], before: null })
  await author.release(body.slug)
  return body
}

/** Links the first stage of the scheme `swim` into a new scheme. */
async function linkFirstStage(name: string) {
  const { slug, uuid } = await newScheme(name)
  const link = { link_scheme_uuid: await readSwimId(), link_node_id: '/stage-1', scheme_uuid: uuid, parent_id: '/home' }
  const linkReply = await author.link(link)
  expect(linkReply.status).toBe(200)
  const id = linkReply.body.node_id
  const readMirror = async () =>
    (await author.readMirrors()).find((linked) => linked.scheme_uuid === uuid && linked.node_id === id)
  const answer = async (decision: 'accept' | 'keep' | 'freeze' | 'follow') => {
    const update = (await readMirror())?.update
    const seenUpdate = typeof update === 'string' ? { update } : {}
    return author.answer({ scheme_uuid: uuid, node_id: id, answer: decision, ...seenUpdate })
  }
  const readTitles = async () => (await author.readRaw(slug)).nodes.map((node) => node.title['en'])
  return { slug, uuid, id, readMirror, answer, readTitles }
}

const rename = (id: string, en: string) => author.edit('swim', { do: 'set', id, set: { title: { en } } })

describe('a linked node', () => {
  test('is in the other scheme with its descendants, is not owned by that scheme, and does not share the marks of its origin', async () => {
    const { slug, id, readTitles } = await linkFirstStage('First')
    expect(id).toBe('/home/stage-1')
    expect(await readTitles()).toEqual(['home', 'stage-1', 'float', 'glide', 'kick', 'dive'])
    const [tenant] = world.tenants
    const { token } = await world.logIn(tenant, 'coach')
    const reply = await world.request({ url: `/v1/curriculum/${slug}`, host: tenant.host('coach'), token })
    const [home] = reply.json<Curriculum>().tree
    /** Whether the scheme owns a node, and the same of the nodes below it. */
    const ownership = (top: SchemeNode): unknown => [top.is_owner, top.children.map(ownership)]
    // it owns `/home`, but neither the linked level nor its four skills
    expect(home && ownership(home)).toEqual([true, [[false, Array(4).fill([false, []])]]])
    const device = new Device(world, tenant, token)
    const mark = device.mark(tenant.members[0], '/stage-1/float', 3)
    await device.push(mark)
    const { rows } = await world.owner.query<{ scheme: string }>(
      `SELECT schemes.slug AS scheme FROM results JOIN schemes ON schemes.client_id = results.client_id
       AND schemes.id = results.scheme_id WHERE results.client_id = 'one'`,
    )
    expect(rows).toEqual([{ scheme: 'swim' }])
    const edit = { do: 'set', id: `${id}/float`, set: { title: { en: 'Mine' } } } as const
    expect(await author.edit(slug, edit)).toMatchObject({ status: 409, body: { detail: 'NOT_OWNER' } })
  })

  test('gets each change of its owner as an update, which an author accepts or declines', async () => {
    const { readMirror, answer, readTitles } = await linkFirstStage('Inbox')
    expect(await readMirror()).toMatchObject({ state: 'same', origin_slug: 'swim', update: null })
    await rename('/stage-1/kick', 'Kick hard')
    expect(await readMirror()).toMatchObject({
      state: 'update',
      changes: { changed: 1, items: [{ what: 'changed', title: 'Kick hard', was: 'kick' }] },
    })
    expect((await answer('keep')).status).toBe(200)
    expect(await readMirror()).toMatchObject({ state: 'kept' })
    expect(await readTitles()).toContain('kick')
    await author.edit('swim', { do: 'add', nodes: [node('/stage-1/jump', '/stage-1', 's')], before: '/stage-1/float' })
    expect(await readMirror()).toMatchObject({ state: 'update', changes: { changed: 1, added: 1 } })
    expect((await answer('accept')).status).toBe(200)
    expect(await readMirror()).toMatchObject({ state: 'same' })
    expect(await readTitles()).toEqual(['home', 'stage-1', 'jump', 'float', 'glide', 'Kick hard', 'dive'])
  })

  test('keeps its marks when its owner moves it to another level that is linked too', async () => {
    const [from, into] = [await newScheme('From'), await newScheme('Into')]
    const nodes = [
      node('/home/one', '/home', 'l'),
      node('/home/two', '/home', 'l'),
      node('/home/one/s', '/home/one', 's'),
    ]
    await author.edit(from.slug, { do: 'add', nodes, before: null })
    for (const link_node_id of ['/home/one', '/home/two'])
      await author.link({ link_scheme_uuid: from.uuid, link_node_id, scheme_uuid: into.uuid, parent_id: '/home' })
    const [tenant] = world.tenants
    await world.owner.query(`UPDATE groups SET scheme_id = $1 WHERE client_id = 'one'`, [into.uuid])
    const device = new Device(world, tenant, (await world.logIn(tenant, 'coach')).token)
    const mark = device.mark(tenant.members[0], '/home/one/s', 3, { payload: { schemeSlug: into.slug } })
    expect((await device.push(mark)).outcomes).toMatchObject([{ outcome: 'applied' }])
    const readStates = async () => {
      // recalculations wait a minute for further changes
      world.clock.now += 61_000
      await runTasks(world, [tenant])
      const { rows } = await world.owner.query<{ node_id: string; state: string }>(
        'SELECT node_id, state FROM progress WHERE scheme_id = $1 AND member_id = $2 ORDER BY node_id',
        [into.uuid, tenant.members[0]],
      )
      return rows.flatMap(({ node_id, state }) => (state === 'passed' ? [node_id] : []))
    }
    const accept = async (node_id: string) => {
      const mirrors = await author.readMirrors()
      const update = mirrors.find((linked) => linked.scheme_uuid === into.uuid && linked.node_id === node_id)?.update
      const answer = { scheme_uuid: into.uuid, node_id, answer: 'accept' as const, update: update ?? '' }
      expect((await author.answer(answer)).status).toBe(200)
    }
    expect(await readStates()).toEqual(['/home', '/home/one'])
    // the level that takes the node needs no update of the one that had it
    for (const [parentId, updated] of [
      ['/home/two', ['/home/one', '/home/two']],
      ['/home/one', ['/home/one']],
    ] as const) {
      await author.edit(from.slug, { do: 'move', ids: ['/home/one/s'], parentId, before: null })
      for (const id of updated) await accept(id)
      const mirrors = (await author.readMirrors()).filter((linked) => linked.scheme_uuid === into.uuid)
      expect(mirrors.map(({ state }) => state)).toEqual(['same', 'same'])
      expect(await readStates()).toEqual(['/home', parentId])
      expect((await author.readRaw(into.slug)).nodes.map(({ id }) => id).sort()).toEqual([
        '/home',
        '/home/one',
        '/home/one/s',
        '/home/two',
      ])
    }
    // a level that stays as it is keeps its nodes
    await author.answer({ scheme_uuid: into.uuid, node_id: '/home/one', answer: 'freeze' })
    await author.edit(from.slug, { do: 'move', ids: ['/home/one/s'], parentId: '/home/two', before: null })
    await accept('/home/two')
    expect(await readStates()).toEqual(['/home/one'])
  })

  test('has updates whose impact on levels is shown before they are accepted, and then comes true', async () => {
    const { slug, uuid, id, answer } = await linkFirstStage('Told')
    const [tenant] = world.tenants
    // coaches may mark only nodes of the group's scheme
    await world.owner.query(`UPDATE groups SET scheme_id = $1 WHERE client_id = 'one'`, [uuid])
    const device = new Device(world, tenant, (await world.logIn(tenant, 'coach')).token)
    const skills = (await author.readRaw(slug)).nodes.filter(({ t }) => t === 's')
    const marks = skills.map((skill) => device.mark(tenant.members[0], skill.id, 3, { payload: { schemeSlug: slug } }))
    const { outcomes } = await device.push(...marks)
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['applied']))
    await runTasks(world, world.tenants)
    const query = new URLSearchParams({ scheme_uuid: uuid, node_id: id }).toString()
    const readImpact = (asking: Author) => asking.call<UpdateImpact>('GET', `/v1/mirrors/impact?${query}`)
    expect((await readImpact(author)).body).toMatchObject({ members: 0, levels: [] })
    const skill = node('/stage-1/spin', '/stage-1', 's')
    await author.edit('swim', { do: 'add', nodes: [skill], before: null })
    const { body } = await readImpact(author)
    expect(body).toMatchObject({ members: 1, titles: { [id]: 'stage-1' } })
    expect(body.levels).toContainEqual({ id, gained: 0, lost: 1 })
    expect(await readImpact(otherClientsAuthor)).toMatchObject({ status: 404, body: { field: 'node_id' } })
    const readPassedLevels = async () =>
      (
        await world.owner.query(
          `SELECT node_id FROM awards WHERE client_id = 'one' AND scheme_id = $1 AND ended_at IS NULL`,
          [uuid],
        )
      ).rows
    expect(await readPassedLevels()).toContainEqual({ node_id: id })
    await answer('accept')
    // the recalculation starts a minute after the save
    world.clock.now += 61_000
    await runTasks(world, world.tenants)
    expect(await readPassedLevels()).not.toContainEqual({ node_id: id })
    // the later tests need `swim` as it was, with the group on it
    await author.edit('swim', { do: 'remove', ids: [skill.id] })
    await world.owner.query(
      `UPDATE groups SET scheme_id = (SELECT id FROM schemes WHERE client_id = 'one' AND slug = 'swim') WHERE client_id = 'one'`,
    )
  })

  test('brings the scale of its grade kind, by which the other skills of that kind can be marked too', async () => {
    const { slug, uuid } = await newScheme('Without scales')
    const { body } = await author.call<SchemeSettings>('GET', `/v1/schemes/${slug}/settings`)
    await author.call('PUT', `/v1/schemes/${slug}/grades`, { grades: [] }, { 'if-match': body.grades_revision })
    await author.edit(slug, { do: 'add', nodes: [node('/home/own', '/home', 's')], before: null })
    const link = { link_scheme_uuid: await readSwimId(), link_node_id: '/stage-1', scheme_uuid: uuid }
    expect((await author.link({ ...link, parent_id: '/home' })).status).toBe(200)
    const [tenant] = world.tenants
    await world.owner.query(`UPDATE groups SET scheme_id = $1 WHERE client_id = 'one'`, [uuid])
    const device = new Device(world, tenant, (await world.logIn(tenant, 'coach')).token)
    const mark = device.mark(tenant.members[0], '/home/own', 3, { payload: { schemeSlug: slug } })
    expect((await device.push(mark)).outcomes).toMatchObject([{ outcome: 'applied' }])
  })

  test('brings a video under a number that no deleted node of the scheme still has', async () => {
    const addVideo = async (slug: string, name: string) =>
      (await author.call<Video>('POST', `/v1/schemes/${slug}/videos`, { name, url: `https://videos.example/${name}` }))
        .body
    const show = (id: string, videos: number[]): Edit => ({ do: 'set', id, set: { videos } })
    const { slug, uuid } = await newScheme('Films')
    const old = await addVideo(slug, 'Old')
    await author.edit(slug, {
      do: 'add',
      nodes: [node('/home/tread', '/home', 's', { videos: [old.id] })],
      before: null,
    })
    await author.edit(slug, { do: 'remove', ids: ['/home/tread'] })
    expect((await author.call('DELETE', `/v1/schemes/${slug}/videos/${old.id}`)).status).toBe(200)
    await author.edit('swim', show('/stage-2', [(await addVideo('swim', 'New')).id]))
    const link = { link_scheme_uuid: await readSwimId(), link_node_id: '/stage-2', scheme_uuid: uuid, parent_id: null }
    const { body } = await author.link(link)
    const linked = (await author.readRaw(slug)).nodes.find(({ id }) => id === body.node_id)
    expect(linked?.videos).toEqual([old.id + 1])
    await author.edit('swim', show('/stage-2', []))
  })

  test('brings a video and a section under numbers that no earlier edit of the scheme has, which an undo would show', async () => {
    const addVideo = async (slug: string, name: string) =>
      (await author.call<Video>('POST', `/v1/schemes/${slug}/videos`, { name, url: `https://videos.example/${name}` }))
        .body
    const putSections = async (slug: string, sections: object[]) => {
      const path = `/v1/schemes/${slug}/settings`
      const { sections_revision } = (await author.call<SchemeSettings>('GET', path)).body
      const headers = { 'if-match': sections_revision }
      const reply = await author.call<SchemeSettings>('PUT', `/v1/schemes/${slug}/sections`, { sections }, headers)
      expect(reply.status).toBe(200)
      return reply.body.sections.map(({ used: _, ...section }) => section)
    }
    const note = (of: number | undefined) => ({ key: 'n', type: 'text', of: of ?? 0, title: {}, value: { en: 'Note' } })
    const fill = async (slug: string, id: string, videos: number[], of?: number) => {
      const edits: Edit[] = [
        { do: 'set', id, set: { videos } },
        of === undefined
          ? { do: 'remove-section', id, key: 'n' }
          : { do: 'add-section', id, section: note(of), before: null },
      ]
      expect((await author.edit(slug, ...edits)).status).toBe(200)
    }
    const { slug, uuid } = await newScheme('Earlier')
    const old = await addVideo(slug, 'Removed')
    const [hidden] = await putSections(slug, [{ name: { en: 'Between us' }, type: 'text', visibility: 'author' }])
    await fill(slug, '/home', [old.id], hidden?.id)
    await fill(slug, '/home', [])
    expect((await author.call('DELETE', `/v1/schemes/${slug}/videos/${old.id}`)).status).toBe(200)
    await putSections(slug, [])
    const ownSections = await putSections('swim', [])
    const shown = { name: { en: 'For all' }, type: 'text', visibility: 'all' }
    const [all] = await putSections('swim', [...ownSections, shown])
    await fill('swim', '/stage-2', [(await addVideo('swim', 'Brought')).id], all?.id)
    const link = { link_scheme_uuid: await readSwimId(), link_node_id: '/stage-2', scheme_uuid: uuid, parent_id: null }
    const { body } = await author.link(link)
    const linked = (await author.readRaw(slug)).nodes.find(({ id }) => id === body.node_id)
    expect(linked?.videos).toEqual([old.id + 1])
    expect(linked?.content.map(({ of }) => of)).toEqual([(hidden?.id ?? 0) + 1])
    await fill('swim', '/stage-2', [])
  })

  test('stays as it is while it is frozen, until it follows its origin again', async () => {
    const { readMirror, answer, readTitles } = await linkFirstStage('Frozen')
    await answer('freeze')
    await rename('/stage-1/dive', 'Dive in')
    expect(await readMirror()).toMatchObject({ state: 'frozen' })
    expect(await answer('accept')).toMatchObject({ status: 409, body: { detail: 'NOTHING_TO_ANSWER' } })
    expect(await readTitles()).toContain('dive')
    await answer('follow')
    expect(await readMirror()).toMatchObject({ state: 'update' })
    await answer('accept')
    expect(await readTitles()).toContain('Dive in')
  })

  test('is updated only by its own client with the update that was read, and is refused with a wrong source or target', async () => {
    const { uuid, id, answer, readMirror } = await linkFirstStage('Refused')
    await rename('/stage-1/glide', 'Glide far')
    const firstUpdate = (await readMirror())?.update ?? ''
    await rename('/stage-1/glide', 'Glide further')
    const body = { scheme_uuid: uuid, node_id: id, answer: 'accept' as const, update: firstUpdate }
    expect(await author.answer(body)).toMatchObject({ status: 412, body: { field: 'update' } })
    expect(await otherClientsAuthor.answer(body)).toMatchObject({ status: 404 })
    await answer('accept')
    const link = { link_scheme_uuid: await readSwimId(), link_node_id: '/stage-1', scheme_uuid: uuid, parent_id: null }
    const cases: [object, number, string][] = [
      [{ link_node_id: '/none' }, 404, 'link_node_id'],
      [{ parent_id: '/none' }, 404, 'parent_id'],
      [{ parent_id: `${id}/glide` }, 409, 'parent_id'],
      [{ parent_id: id }, 409, 'parent_id'],
      [{ link_scheme_uuid: (await otherClientsAuthor.readRaw('swim')).uuid }, 404, 'link_scheme_uuid'],
      [{ link_scheme_uuid: uuid, link_node_id: '/home' }, 409, 'link_scheme_uuid'],
      [{ scheme_uuid: 'x' }, 400, 'scheme_uuid'],
    ]
    for (const [wrongField, status, field] of cases)
      expect(await author.link({ ...link, ...wrongField }), field).toMatchObject({ status, body: { field } })
    // links in both directions would update each other for ever
    const linkBack = { link_scheme_uuid: uuid, link_node_id: '/home', scheme_uuid: await readSwimId(), parent_id: null }
    expect(await author.link(linkBack)).toMatchObject({ status: 409, body: { detail: 'MIRROR_CYCLE' } })
  })

  test('can become the owner of its content, and then the other copies follow it', async () => {
    const [heirCopy, otherCopy] = [await linkFirstStage('Heir'), await linkFirstStage('Follower')]
    const heir = { scheme_uuid: heirCopy.uuid, node_id: heirCopy.id }
    expect((await author.call('POST', '/v1/curriculum/rehome-linked-node', heir)).status).toBe(200)
    expect(await heirCopy.readMirror()).toBeUndefined()
    expect(await otherCopy.readMirror()).toMatchObject({
      state: 'same',
      origin_slug: heirCopy.slug,
      origin_node_id: heirCopy.id,
    })
    expect(
      (await author.edit(heirCopy.slug, { do: 'set', id: `${heirCopy.id}/float`, set: { title: { en: 'Ours' } } }))
        .status,
    ).toBe(200)
    await otherCopy.answer('accept')
    expect(await otherCopy.readTitles()).toContain('Ours')
    expect(await author.call('POST', '/v1/curriculum/rehome-linked-node', heir)).toMatchObject({ status: 404 })
    const otherClientsCopy = { scheme_uuid: otherCopy.uuid, node_id: otherCopy.id }
    expect(await otherClientsAuthor.call('POST', '/v1/curriculum/rehome-linked-node', otherClientsCopy)).toMatchObject({
      status: 404,
    })
  })

  test('is moved in a working copy, whose release keeps what its owner changed meanwhile, and its undo too', async () => {
    const { slug, id, answer } = await linkFirstStage('Copied')
    const url = (path: string) => `/v1/curriculum/${slug}/working-copy${path}`
    const put = async (copy: string | null, ...edits: Edit[]) =>
      author.call<CopyEditsReply>('POST', url('/edits'), { copy, base: 0, edits })
    const away: Edit = { do: 'add', nodes: [node('/away', null, 'l')], before: null }
    const { copy } = (await put(null, away, { do: 'move', ids: [id], parentId: '/away', before: null })).body
    // only the place of a linked node is this scheme's
    const own: Edit = { do: 'set', id: `${id}/float`, set: { grade: 1 } }
    expect(await put(copy, own)).toMatchObject({ status: 409, body: { detail: 'NOT_OWNER' } })
    await author.edit('swim', { do: 'set', id: '/stage-1/float', set: { title: { en: 'Float on' }, grade: 2 } })
    await author.edit('swim', { do: 'add', nodes: [node('/stage-1/sink', '/stage-1', 's')], before: null })
    expect((await answer('accept')).status).toBe(200)
    const plan = async () => (await author.call<ReleasePlan>('POST', url('/plan'), { copy, keep_live: [] })).body
    const { revision, ...planned } = await plan()
    expect(planned).toMatchObject({ conflicts: [], left_out: [], refused: null, changes: { added: 1, moved: 1 } })
    expect((await author.call('POST', url('/release'), { copy, revision, keep_live: [] })).status).toBe(200)
    const shown = async () =>
      (await author.readRaw(slug)).nodes.map(({ parentId, title, grade }) => [parentId, title['en'], grade])
    const released = await shown()
    expect(released).toContainEqual(['/away', 'stage-1', null])
    expect(released).toContainEqual([id, 'Float on', 2])
    expect(released).toContainEqual([id, 'sink', 3])
    const { undo } = (await author.call<OwnSteps>('GET', `/v1/curriculum/${slug}/own-steps`)).body
    expect((await author.edit(slug, ...(undo.at(-1)?.edits ?? []))).status).toBe(200)
    expect(await shown()).toContainEqual(['/home', 'stage-1', null])
    expect(await shown()).toContainEqual([id, 'Float on', 2])
  })

  test('counts as changed since its scheme was published once an update is accepted', async () => {
    const { slug, answer } = await linkFirstStage('Counted')
    const countChanges = async () =>
      (await author.call<Scheme[]>('GET', '/v1/schemes?with_facts=1')).body.find((scheme) => scheme.slug === slug)
        ?.facts?.changes_since
    expect((await author.publish(slug)).status).toBe(200)
    await rename('/stage-1/kick', 'Kick harder')
    expect(await countChanges()).toBe(0)
    expect((await answer('accept')).status).toBe(200)
    expect(await countChanges()).toBe(1)
  })

  test('has its updates in the history, across which points are compared, and stays as its owner has it in a restore', async () => {
    const { slug, answer, readTitles } = await linkFirstStage('Looked back on')
    const get = async <T>(path: string) => (await author.call<T>('GET', `/v1/curriculum/${slug}/${path}`)).body
    await author.edit(slug, { do: 'set', id: '/home', set: { title: { en: 'Mine' } } })
    const was = (await author.readRaw('swim')).nodes.find((node) => node.id === '/stage-1/glide')?.title['en']
    await rename('/stage-1/glide', 'Glide far')
    expect((await answer('accept')).status).toBe(200)

    const { entries } = await get<{ entries: HistoryEntry[] }>('history')
    expect(entries.map(({ by, linked, items }) => ({ by, linked, did: items.map(({ what }) => what) }))).toEqual([
      { by: 'Greta Lind', linked: true, did: ['renamed'] },
      { by: 'Greta Lind', linked: false, did: ['renamed'] },
      { by: 'Greta Lind', linked: true, did: ['added'] },
      { by: 'Greta Lind', linked: false, did: ['added'] },
    ])
    expect(entries[0]?.items).toMatchObject([{ from: was, to: 'Glide far' }])
    const [accepted = 0, renamed = 0, linked = 0, created = 0] = entries.map(({ revision }) => revision)
    const compare = (from: number, to: number) => get<Changes>(`comparison?from=${from}&to=${to}`)
    expect(await compare(renamed, accepted)).toMatchObject({ changed: 1, items: [{ title: 'Glide far', was }] })
    expect(await compare(linked, accepted)).toMatchObject({ changed: 2, added: 0 })
    expect((await compare(created, linked)).added).toBeGreaterThan(1)
    expect(await compare(created, linked)).toMatchObject({ changed: 0, removed: 0 })

    const restore = await get<RestoreReply>(`restore?before=${renamed}`)
    expect(restore.changes).toMatchObject({ changed: 1, items: [{ title: 'home', was: 'Mine' }] })
    expect((await author.edit(slug, ...restore.edits)).status).toBe(200)
    expect(await readTitles()).toEqual(expect.arrayContaining(['home', 'Glide far']))
  })

  test('that a working copy deletes is asked about when its owner’s changes were accepted meanwhile, and is kept with them', async () => {
    const { slug, id, answer, readTitles } = await linkFirstStage('Deleted')
    const url = (path: string) => `/v1/curriculum/${slug}/working-copy${path}`
    const remove: Edit = { do: 'remove', ids: [id] }
    const { copy } = (
      await author.call<CopyEditsReply>('POST', url('/edits'), { copy: null, base: 0, edits: [remove] })
    ).body
    const plan = async (...keep_live: { id: string; field: string }[]) =>
      (await author.call<ReleasePlan>('POST', url('/plan'), { copy, keep_live })).body
    expect((await plan()).conflicts).toEqual([])
    await author.edit('swim', { do: 'set', id: '/stage-1/float', set: { title: { en: 'Float longer' }, grade: 4 } })
    // an update that nobody has accepted is not live here
    expect((await plan()).conflicts).toEqual([])
    await author.edit('swim', { do: 'add', nodes: [node('/stage-1/dip', '/stage-1', 's')], before: '/stage-1/glide' })
    expect((await answer('accept')).status).toBe(200)
    const before = await readTitles()
    expect(before).toEqual(expect.arrayContaining(['Float longer', 'dip']))
    // a link is kept or deleted as a whole
    const link = { id, field: 'exists' }
    expect((await plan()).conflicts).toMatchObject([{ ...link, title: 'stage-1', live: 'updated' }])
    const { revision, refused } = await plan(link)
    expect(refused).toBeNull()
    expect((await author.call('POST', url('/release'), { copy, revision, keep_live: [link] })).status).toBe(200)
    expect(await readTitles()).toEqual(before)
  })

  test('stays when its origin node or scheme is deleted, and can become the owner of its content', async () => {
    // this is the last test, because it deletes the scheme that all others link
    const { slug, uuid, id, readMirror, answer, readTitles } = await linkFirstStage('Orphan')
    const before = await readTitles()
    await author.edit('swim', { do: 'remove', ids: ['/stage-1'] })
    expect(await readMirror()).toMatchObject({ state: 'gone' })
    expect((await answer('accept')).status).toBe(409)
    await author.call('DELETE', '/v1/schemes/swim')
    expect(await readMirror()).toMatchObject({ state: 'gone', origin_slug: 'swim' })
    expect(await readTitles()).toEqual(before)
    await author.call('POST', '/v1/curriculum/rehome-linked-node', { scheme_uuid: uuid, node_id: id })
    expect((await author.edit(slug, { do: 'set', id, set: { title: { en: 'Ours now' } } })).status).toBe(200)
  })
})

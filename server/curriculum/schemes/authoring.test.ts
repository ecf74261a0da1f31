import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { EditsReply, Impact, RawCurriculum } from '#contract/curriculum/authoring.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import type { Problem } from '#contract/platform/fields.ts'
import type { Curriculum, Scheme, SchemeNode } from '#contract/curriculum/schemes.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { storedAndEngine } from '#server/testing/progress.ts'
import { createWorld, Device, SKILLS, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
const tokens = new Map<Tenant, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  for (const tenant of [one, two]) tokens.set(tenant, (await world.logIn(tenant, 'scheme')).token)
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

async function call<T>(
  method: Method,
  url: string,
  payload?: object,
  tenant = one,
): Promise<{ status: number; body: T }> {
  const reply = await world.request({
    method,
    url,
    host: tenant.host('scheme'),
    token: tokens.get(tenant) ?? '',
    ...(payload ? { payload } : {}),
  })
  return { status: reply.statusCode, body: reply.json<T>() }
}

/** A scheme's tree as its authors read it. */
const readRaw = async (slug = 'swim') =>
  nodesWithDefaults((await call<RawCurriculum>('GET', `/v1/curriculum/${slug}?raw=1`)).body)
/** Saves edits that were made at the revision `base`. */
const edit = (slug: string, base: number, ...edits: Edit[]) =>
  call<EditsReply & Problem>('POST', `/v1/curriculum/${slug}/edits`, { base, edits })

function node(id: string, parentId: string | null, t: AuthorNode['t'], more: Partial<AuthorNode> = {}): AuthorNode {
  return {
    ...defaultFields,
    id,
    parentId,
    t,
    title: { en: id, cy: `cy ${id}` },
    grade: t === 's' ? 3 : null,
    ...more,
  }
}

let schemeCount = 0
/** Creates a scheme, which is then at revision 1, or at revision 2 when it gets nodes. */
async function newScheme(...nodes: AuthorNode[]): Promise<string> {
  const { body } = await call<Scheme>('POST', '/v1/schemes', {
    name: `Scheme ${++schemeCount}`,
    languages: ['en-GB', 'cy-GB'],
  })
  if (nodes.length > 0) await edit(body.slug, 1, { do: 'add', nodes, before: null })
  return body.slug
}

describe('a scheme', () => {
  test('is created, renamed, deleted and restored; its slug is never given to another', async () => {
    const first = await call<Scheme>('POST', '/v1/schemes', { name: 'Plymio Ŵy!', languages: ['en-GB'] })
    expect(first).toMatchObject({ status: 201, body: { slug: 'plymio-wy', name: 'Plymio Ŵy!', deleted: false } })
    const second = await call<Scheme>('POST', '/v1/schemes', { name: 'Plymio Ŵy', languages: ['en-GB'] })
    expect(second.body.slug).toBe('plymio-wy-2')
    expect(await call('PATCH', '/v1/schemes/plymio-wy', { name: 'Dive', languages: ['cy-GB'] })).toMatchObject({
      body: { name: 'Dive', languages: ['cy-GB'] },
    })
    expect(await call('DELETE', '/v1/schemes/plymio-wy')).toMatchObject({ status: 200, body: { deleted: true } })
    const listSlugs = async (query = '') =>
      (await call<Scheme[]>('GET', `/v1/schemes${query}`)).body.map(({ slug }) => slug)
    expect(await listSlugs()).not.toContain('plymio-wy')
    expect(await listSlugs('?include_deleted=1')).toContain('plymio-wy')
    expect((await call('DELETE', '/v1/schemes/plymio-wy')).status).toBe(404)
    expect((await call('GET', '/v1/curriculum/plymio-wy?raw=1')).status).toBe(404)
    expect((await call('POST', '/v1/schemes/plymio-wy/undelete')).status).toBe(200)
    expect(await listSlugs()).toContain('plymio-wy')
  })

  test('is deleted by a call with the JSON content type and no body', async () => {
    const { slug } = (await call<Scheme>('POST', '/v1/schemes', { name: 'No body', languages: ['en-GB'] })).body
    const reply = await world.request({
      method: 'DELETE',
      url: `/v1/schemes/${slug}`,
      host: one.host('scheme'),
      token: tokens.get(one) ?? '',
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.statusCode).toBe(200)
  })

  test('needs at least one language and a name', async () => {
    const refusal = async (body: object) => (await call<Problem>('POST', '/v1/schemes', body)).body
    expect(await refusal({ name: 'X', languages: [] })).toMatchObject({ status: 400, field: 'languages' })
    expect(await refusal({ name: ' ', languages: ['en-GB'] })).toMatchObject({ status: 400, field: 'name' })
    expect(await refusal({ name: 'X', languages: ['en-GB'], uuid: 'x' })).toMatchObject({ status: 400, field: 'uuid' })
  })
})

describe('edits', () => {
  test('build a tree that authors read as a whole, and coaches without the fields for authors', async () => {
    const slug = await newScheme(node('/l', null, 'l', { starred: true }), node('/l/a', '/l', 's'))
    const { body } = await edit(
      slug,
      2,
      { do: 'add', nodes: [node('/l/b', '/l', 's')], before: '/l/a' },
      { do: 'set', id: '/l', set: { title: { cy: 'Lefel', en: null }, completion: { ids: ['/l/a'], count: 1 } } },
    )
    expect(body.revision).toBe(3)
    const tree = await readRaw(slug)
    expect(tree.nodes.map(({ id }) => id)).toEqual(['/l', '/l/b', '/l/a'])
    expect(tree.nodes[0]).toMatchObject({
      title: { cy: 'Lefel' },
      starred: true,
      completion: { ids: ['/l/a'], count: 1 },
    })
    const document = (await call<Curriculum>('GET', `/v1/curriculum/${slug}`)).body
    const [level] = document.tree as [SchemeNode]
    expect(level.children.map(({ id }) => id)).toEqual(['/l/b', '/l/a'])
    expect(level.completion).toEqual([['/l/a'], 1])
    // without an English title the one in the scheme's other language is sent
    expect(level.title).toBe('Lefel')
  })

  test('that are refused are answered with the reason and the nodes, and change nothing', async () => {
    const slug = await newScheme(
      node('/l', null, 'l'),
      node('/l/a', '/l', 's'),
      node('/m', null, 'l', { required: ['/l'] }),
    )
    const cases: [Edit, string, string[]][] = [
      [{ do: 'remove', ids: ['/l'] }, 'DEPENDED_ON', ['/m']],
      [{ do: 'set', id: '/l', set: { required: ['/m'] } }, 'CYCLE', ['/l', '/m', '/l']],
      [{ do: 'move', ids: ['/m'], parentId: '/l/a', before: null }, 'UNDER_SKILL', []],
      [{ do: 'set', id: '/nowhere', set: { hidden: true } }, 'NODE_NOT_FOUND', []],
    ]
    for (const [refusedEdit, detail, ids] of cases)
      expect(await edit(slug, 2, { do: 'set', id: '/m', set: { hidden: true } }, refusedEdit)).toMatchObject({
        status: 409,
        body: { error: 'EDIT_REFUSED', detail, ids },
      })
    const after = await readRaw(slug)
    expect(after.revision).toBe(2)
    // neither was the first edit of each batch saved, which alone would be allowed
    expect(after.nodes.every(({ hidden }) => !hidden)).toBe(true)
  })

  test('that move a node twice at once move it once', async () => {
    const slug = await newScheme(node('/l', null, 'l'), node('/l/a', '/l', 's'), node('/m', null, 'l'))
    const { status } = await edit(slug, 2, { do: 'move', ids: ['/l/a', '/l/a'], parentId: '/m', before: null })
    expect(status).toBe(200)
    expect((await readRaw(slug)).nodes.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['/l', null],
      ['/m', null],
      ['/l/a', '/m'],
    ])
  })

  test('of two authors at the same time are all saved, and both editors end with the same tree', async () => {
    const slug = await newScheme(
      node('/l', null, 'l'),
      ...Array.from({ length: 20 }, (_, k) => node(`/l/s-${k}`, '/l', 's')),
    )
    const start = await readRaw(slug)
    /** What the editor of each author shows. */
    const editors = [0, 1].map(() => ({ tree: treeOf(start.nodes, start.gone), revision: start.revision }))
    const applyBatches = (editor: { tree: Tree; revision: number }, reply: EditsReply) => {
      for (const batch of reply.batches ?? []) {
        expect(batch.revision).toBe(editor.revision + 1)
        const applied = applyEdits(editor.tree, batch.edits)
        if (!applied.ok) throw new Error(applied.code)
        editor.tree = applied.tree
        editor.revision = batch.revision
      }
    }
    await Promise.all(
      editors.map(async (editor, author) => {
        // the first author changes titles and the second stars, of the same nodes; both move nodes too
        for (let k = 0; k < 10; k++) {
          const { body } = await edit(
            slug,
            editor.revision,
            { do: 'set', id: `/l/s-${k}`, set: author === 0 ? { title: { en: `Title ${k}` } } : { starred: true } },
            { do: 'move', ids: [`/l/s-${k + author}`], parentId: '/l', before: '/l/s-15' },
          )
          applyBatches(editor, body)
        }
      }),
    )
    const finalTree = await readRaw(slug)
    for (const editor of editors) {
      const { body } = await call<EditsReply>('GET', `/v1/curriculum/${slug}/edits?since=${editor.revision}`)
      applyBatches(editor, body)
      expect(inTreeOrder(editor.tree)).toEqual(finalTree.nodes)
    }
    for (let k = 0; k < 10; k++)
      expect(finalTree.nodes.find(({ id }) => id === `/l/s-${k}`)).toMatchObject({
        title: { en: `Title ${k}` },
        starred: true,
      })
  })

  test('are undone on the server, which leaves the tree exactly as before', async () => {
    const slug = await newScheme(
      node('/a', null, 'l'),
      node('/a/x', '/a', 'sg'),
      node('/a/x/1', '/a/x', 's'),
      node('/a/x/2', '/a/x', 's'),
      node('/b', null, 'l'),
    )
    const before = await readRaw(slug)
    const edits: Edit[] = [
      { do: 'move', ids: ['/a/x/2'], parentId: '/b', before: null },
      { do: 'remove', ids: ['/a'] },
      { do: 'set', id: '/b', set: { title: { en: 'Other' }, skipped: true } },
    ]
    const applied = applyEdits(treeOf(before.nodes, before.gone), edits)
    if (!applied.ok) throw new Error(applied.code)
    await edit(slug, before.revision, ...edits)
    expect((await readRaw(slug)).nodes).toEqual(inTreeOrder(applied.tree))
    await edit(slug, before.revision + 1, ...applied.undo)
    const after = await readRaw(slug)
    expect(after.nodes).toEqual(before.nodes)
    expect(after.gone).toEqual([])
  })

  test('of single nodes can be made by the routes of the specification too', async () => {
    const slug = await newScheme()
    const skill = { t: 's', title: 'Float', grade: 3, content: [{ type: 'text', title: 'What', value: 'On the back' }] }
    const level = { id: '/l', t: 'l', title: 'Level', children: [skill, { t: 's', title: 'Float' }] }
    const create = { curriculum: [level, { id: '/m', t: 'l', title: 'More', completion: [['/l/float'], 1] }] }
    expect(await call('POST', `/v1/curriculum/${slug}`, create)).toMatchObject({ status: 200 })
    const misspelt = { t: 'l', title: 'D', children: [{ t: 's', title: 'E', children: [{ t: 's', tittle: 'F' }] }] }
    expect(await call('POST', `/v1/curriculum/${slug}`, { curriculum: [misspelt] })).toMatchObject({
      status: 400,
      body: { field: expect.stringMatching(/^curriculum\/0\/children\/0\/children\/0/) },
    })
    const addedNodes = (await readRaw(slug)).nodes
    expect(addedNodes.map(({ id }) => id)).toEqual(['/l', '/l/float', '/l/float-2', '/m'])
    expect(addedNodes[3]).toMatchObject({ title: { en: 'More' }, completion: { ids: ['/l/float'], count: 1 } })
    // adds the Welsh text of the section, which the English update below must keep
    const section = addedNodes[1]?.content[0]
    await edit(slug, 2, {
      do: 'set-section',
      id: '/l/float',
      key: section?.key ?? '',
      set: { title: { cy: 'Beth' }, value: { cy: 'Ar y cefn' } },
    })
    const read = await call<Curriculum>('GET', `/v1/curriculum/${slug}`)
    const shown = read.body.tree[0]?.children[0]
    const content = [
      { type: 'warning', title: '', value: 'Stay close' },
      { ...shown?.content[0], value: '<b>On</b> the back<img src=x onerror=alert(1)>' },
    ]
    const update = { title: 'Float well', content, parentId: '/m', completion_type: 'automated' }
    expect(await call('PATCH', `/v1/curriculum/${slug}/l/float`, update)).toMatchObject({ status: 200 })
    const after = (await readRaw(slug)).nodes.find(({ id }) => id === '/l/float')
    expect(after).toMatchObject({
      parentId: '/m',
      title: { en: 'Float well' },
      content: [
        { type: 'warning', title: {}, value: { en: 'Stay close' } },
        {
          ...section,
          title: { en: 'What', cy: 'Beth' },
          value: { en: '<strong>On</strong> the back', cy: 'Ar y cefn' },
        },
      ],
    })
    expect((await call('DELETE', `/v1/curriculum/${slug}/l`)).status).toBe(200)
    expect((await readRaw(slug)).gone.map((removed) => removed.id)).toEqual(['/l', '/l/float-2'])
    expect(await call('PATCH', `/v1/curriculum/${slug}/m`, {})).toMatchObject({ status: 400 })
    expect(await call('PATCH', `/v1/curriculum/${slug}/m`, { is_owner: false })).toMatchObject({
      body: { field: 'is_owner' },
    })
    expect(await call('PATCH', `/v1/curriculum/${slug}/none`, { content: [] })).toMatchObject({
      status: 409,
      body: { detail: 'NODE_NOT_FOUND' },
    })
  })

  test('of content merge section by section; types that the client may not use are refused', async () => {
    const slug = await newScheme(node('/l', null, 'l'))
    const section = (key: string, type = 'text') => ({ key, type, of: null, title: {}, value: { en: key } })
    await edit(slug, 2, { do: 'add-section', id: '/l', section: section('a'), before: null })
    // three edits that were all made at revision 3
    await Promise.all([
      edit(slug, 3, { do: 'set-section', id: '/l', key: 'a', set: { value: { cy: 'Ann' } } }),
      edit(slug, 3, { do: 'add-section', id: '/l', section: section('b'), before: 'a' }),
      edit(slug, 3, { do: 'set-section', id: '/l', key: 'a', set: { title: { en: 'Bob' } } }),
    ])
    expect((await readRaw(slug)).nodes[0]?.content).toEqual([
      section('b'),
      { ...section('a'), title: { en: 'Bob' }, value: { en: 'a', cy: 'Ann' } },
    ])
    // the client's features do not include tags
    const tags = await edit(slug, 6, { do: 'add-section', id: '/l', section: section('c', 'tags'), before: null })
    expect(tags).toMatchObject({ status: 409, body: { detail: 'CONTENT_NOT_ALLOWED', field: '/l' } })
    const removalOfUnknown = await edit(slug, 6, { do: 'remove-section', id: '/l', key: 'c' })
    expect(removalOfUnknown).toMatchObject({ status: 409, body: { detail: 'SECTION_NOT_FOUND' } })
  })

  test('with a blank text remove it, so that its readers see another language', async () => {
    const id = '/stage-1/float'
    const section = { key: 'blank', type: 'text', of: null, title: { en: 'How', cy: ' ' }, value: { en: 'So', cy: '' } }
    const added = node('/blank', null, 'l', { title: { en: 'Blank', cy: '' }, content: [section] })
    await edit('swim', 1, { do: 'set', id, set: { title: { cy: 'Arnofio' } } })
    await edit(
      'swim',
      1,
      { do: 'add', nodes: [added], before: null },
      { do: 'add-section', id, section, before: null },
      { do: 'set', id, set: { title: { cy: '  ' } } },
    )
    const withoutWelsh = { title: { en: 'How' }, value: { en: 'So' } }
    const read = async (of: string) => (await readRaw()).nodes.find((each) => each.id === of)
    expect(await read('/blank')).toMatchObject({ title: { en: 'Blank' }, content: [withoutWelsh] })
    expect((await read(id))?.title).toEqual({ en: 'float' })
    await edit('swim', 1, { do: 'set-section', id, key: 'blank', set: { title: { en: '' }, value: { cy: 'Fel hyn' } } })
    expect((await read(id))?.content).toMatchObject([{ title: {}, value: { en: 'So', cy: 'Fel hyn' } }])
    await edit('swim', 1, { do: 'remove-section', id, key: 'blank' }, { do: 'remove', ids: ['/blank'] })
  })

  test('of all sections by the route of the specification keep the texts of other languages when titles change', async () => {
    const section = (key: string, en: string) => ({
      key,
      type: 'text',
      of: null,
      title: { en, cy: `${en} yn Gymraeg` },
      value: { en: 'Text', cy: 'Testun' },
    })
    const sections = [section('a', 'One'), section('b', 'Two'), section('c', 'Three')]
    const slug = await newScheme({ ...node('/l', null, 'l'), content: sections })
    const update = async (...titles: string[]) => {
      const content = titles.map((title) => ({ type: 'text', title, value: 'Text' }))
      expect(await call('PATCH', `/v1/curriculum/${slug}/l`, { content })).toMatchObject({ status: 200 })
      return (await readRaw(slug)).nodes[0]?.content
    }
    const retitled = ['1', '2', '3'].map((en, index) => ({
      ...sections[index],
      title: { ...sections[index]?.title, en },
    }))
    expect(await update('1', '2', '3')).toEqual(retitled)
    // a section that keeps its title is found by it, though another one has its position now
    expect(await update('new', '1', '3')).toEqual([
      { key: expect.any(String), type: 'text', of: null, title: { en: 'new' }, value: { en: 'Text' } },
      retitled[0],
      retitled[2],
    ])
  })

  test('can add 15,000 nodes at once, and then move one of them', async () => {
    const nodes = Array.from({ length: 50 }, (_, l) => [
      node(`/l${l}`, null, 'l'),
      ...Array.from({ length: 299 }, (_skill, s) => node(`/l${l}/s${s}`, `/l${l}`, 's')),
    ]).flat()
    const slug = await newScheme(...nodes)
    expect((await readRaw(slug)).nodes).toHaveLength(15_000)
    const moved = await edit(slug, 2, { do: 'move', ids: ['/l0/s0'], parentId: '/l49', before: '/l49/s0' })
    expect(moved.status).toBe(200)
    expect((await readRaw(slug)).nodes.find(({ id }) => id === '/l0/s0')?.parentId).toBe('/l49')
  })

  test('are refused to other users and to other clients', async () => {
    const asCoach = { host: one.host('coach'), token: (await world.logIn(one, 'coach')).token }
    const change = { base: 1, edits: [{ do: 'remove', ids: ['/stage-1'] }] }
    const editReply = await world.request({
      ...asCoach,
      method: 'POST',
      url: '/v1/curriculum/swim/edits',
      payload: change,
    })
    expect(editReply.statusCode).toBe(403)
    expect((await world.request({ ...asCoach, url: '/v1/curriculum/swim?raw=1' })).statusCode).toBe(403)
    const slug = await newScheme(node('/l', null, 'l'))
    const foreign = await call('POST', `/v1/curriculum/${slug}/edits`, change, two)
    const missing = await call('POST', '/v1/curriculum/nothing/edits', change, two)
    expect(foreign).toEqual(missing)
    expect(foreign.status).toBe(404)
  })
})

describe('an edit', () => {
  test('of rules has an impact on members that is computed before it is saved and then comes true', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const [sian, beca] = one.members
    await device.push(
      ...SKILLS.slice(0, 3).map((skill) => device.mark(sian, `/stage-1/${skill}`, 3)),
      ...SKILLS.map((skill) => device.mark(beca, `/stage-1/${skill}`, 3)),
    )
    const easier: Edit[] = [{ do: 'set', id: '/stage-1/dive', set: { skipped: true } }]
    // a skill that nobody has passed takes the place of `dive`
    const harder: Edit[] = [
      { do: 'add', nodes: [node('/stage-1/turn', '/stage-1', 's')], before: null },
      { do: 'set', id: '/stage-1/dive', set: { skipped: true } },
    ]
    const readImpact = async (edits: Edit[]) =>
      (await call<Impact>('POST', '/v1/curriculum/swim/impact', { edits })).body
    expect(await readImpact(harder)).toEqual({
      members: 1,
      clubs: [{ name: expect.any(String), gained: 0, lost: 1 }],
      levels: [{ id: '/stage-1', gained: 0, lost: 1 }],
    })
    // a club that is deleted since, where a member was before, is none of those that are named
    await world.owner.query(
      `WITH closed AS (INSERT INTO clubs (client_id, id, name, time_zone, deleted_at)
         VALUES ('one', gen_random_uuid(), 'Closed', 'Europe/London', now()) RETURNING id)
       INSERT INTO club_members (client_id, club_id, member_id, status, inactive_since, category, sort_name, dob)
       SELECT 'one', closed.id, member_id, 'inactive', now(), category, sort_name, dob
       FROM closed, club_members WHERE member_id = $1`,
      [sian],
    )
    expect(await readImpact(easier)).toEqual({
      members: 1,
      clubs: [{ name: expect.any(String), gained: 1, lost: 0 }],
      levels: [{ id: '/stage-1', gained: 1, lost: 0 }],
    })
    await edit('swim', 1, ...easier)
    const countAwards = async () => {
      const { rows } = await world.owner.query(
        `SELECT FROM awards WHERE client_id = 'one' AND node_id = '/stage-1' AND ended_at IS NULL`,
      )
      return rows.length
    }
    expect(await countAwards()).toBe(1)
    // the recalculation starts a minute after the save
    world.clock.now += 60_000
    const worker = createJobWorker(world, (error) => {
      throw error
    })
    await worker.runDue(one.id)
    expect(await countAwards()).toBe(2)
    const [stored, engine] = await inTenant(world.db, one.id, 'read', (tx) => storedAndEngine(tx, one.id, 'swim'))
    expect(stored).toEqual(engine)
  })

  test('that brings back a deleted level gives nobody a level that they have kept, and takes it from who does not pass it now', async () => {
    const worker = createJobWorker(world, (error) => {
      throw error
    })
    const recalculate = async () => {
      world.clock.now += 60_000
      await worker.runDue(one.id)
    }
    const awards = async () =>
      (
        await world.owner.query(
          `SELECT member_id, given_at FROM awards WHERE client_id = 'one' AND node_id = '/stage-1' AND ended_at IS NULL
           ORDER BY member_id`,
        )
      ).rows
    const before = await awards()
    expect(before).toHaveLength(2)
    const readImpact = async (edits: Edit[]) =>
      (await call<Impact>('POST', '/v1/curriculum/swim/impact', { edits })).body
    const deletion: Edit = { do: 'remove', ids: ['/stage-1'] }
    expect((await readImpact([deletion])).levels).toEqual([])
    const ids = (await readRaw()).nodes.map(({ id }) => id).filter((id) => id.startsWith('/stage-1'))
    expect((await edit('swim', 1, deletion)).status).toBe(200)
    await recalculate()
    expect(await awards()).toEqual(before)
    const restore: Edit = { do: 'restore', places: ids.map((id) => ({ id, before: null })) }
    expect(await readImpact([restore])).toEqual({ members: 0, clubs: [], levels: [] })
    const harder: Edit = { do: 'add', nodes: [node('/stage-1/dip', '/stage-1', 's')], before: null }
    expect((await readImpact([restore, harder])).levels).toEqual([{ id: '/stage-1', gained: 0, lost: 2 }])
    expect((await edit('swim', 1, restore)).status).toBe(200)
    await recalculate()
    // nobody is told of it again
    expect(await awards()).toEqual(before)
  })

  test('of texts queues no recalculation', async () => {
    const countTasks = async () => (await world.owner.query('SELECT FROM tasks')).rowCount
    const before = await countTasks()
    await edit('swim', 1, { do: 'set', id: '/stage-1', set: { title: { en: 'Stage one' }, starred: true } })
    expect(await countTasks()).toBe(before)
  })
})

describe('a node', () => {
  test('is converted between level and skill group, and between manual and automated [4.28]', async () => {
    for (const set of [
      { t: 'sg' },
      { completionType: 'automated' },
      { t: 'l' },
      { completionType: 'manual' },
    ] as const) {
      const { revision } = await readRaw()
      expect((await edit('swim', revision, { do: 'set', id: '/stage-2', set })).status).toBe(200)
      expect((await readRaw()).nodes.find(({ id }) => id === '/stage-2')).toMatchObject(set)
    }
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { EditsReply, RawCurriculum } from '#contract/curriculum/authoring.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import type { Portal, Problem } from '#contract/platform/fields.ts'
import type { ImportPlan, ImportReport, ImportState } from '#contract/curriculum/scheme-files.ts'
import type { Curriculum, Scheme } from '#contract/curriculum/schemes.ts'
import { fitNodes, type SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Edit } from '#domain/curriculum/tree.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  await world.owner.query(
    `UPDATE clients SET features = features || '{"ENABLE_RICH_MEDIA": true}'::jsonb WHERE client_id = 'one'`,
  )
  token = (await world.logIn(one, 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, portal: Portal = 'scheme') {
  const bearer = portal === 'scheme' ? token : (await world.logIn(one, portal)).token
  return world.request({ method, url, host: one.host(portal), token: bearer, ...(payload ? { payload } : {}) })
}
async function importScheme(text: string, more: object = {}) {
  const reply = await call('POST', '/v1/schemes/import', { format: 'json', text, check: false, ...more })
  return { status: reply.statusCode, body: reply.json<ImportReport & Problem>() }
}
const exportScheme = async (slug: string, format = 'json') =>
  (await call('GET', `/v1/schemes/${slug}/export?format=${format}`)).body
const readRaw = async (slug: string) =>
  nodesWithDefaults((await call('GET', `/v1/curriculum/${slug}?raw=1`)).json<RawCurriculum>())
const save = async (slug: string, base: number, edits: readonly Edit[]) =>
  (await call('POST', `/v1/curriculum/${slug}/edits`, { base, edits })).json<EditsReply>()

async function runTasks(): Promise<void> {
  const worker = createJobWorker(world, (error) => {
    throw error
  })
  await worker.runDue(one.id)
}

/** The id of a file that no client has stored. */
const UNKNOWN_FILE = crypto.randomUUID()
const schemeFile = (nodes: AuthorNode[], more: Partial<SchemeFile> = {}): SchemeFile => ({
  format: 'rungs-scheme',
  version: 1,
  name: { en: 'Brought', cy: 'Dygwyd' },
  languages: ['en-GB', 'cy-GB'],
  sections: [{ id: 2, name: { en: 'What', cy: 'Beth' }, type: 'text', visibility: 'coach' }],
  grades: [
    { grade: 1, pass: 1, labels: null },
    { grade: 3, pass: 2, labels: { en: ['a', 'b', 'c', 'd'], cy: ['e', 'f', 'g', 'h'] } },
  ],
  videos: [
    { id: 4, name: 'Kick', url: 'https://videos.example/kick.mp4' },
    { id: 5, name: 'Dive', url: 'https://videos.example/dive.mp4', poster: `/files/${UNKNOWN_FILE}/dive.png` },
  ],
  nodes,
  ...more,
})

describe('a scheme as a file', () => {
  test('gives the same scheme when it is imported again, whatever its tree', async () => {
    const ids = ['/a', '/a/b', '/c', '/c/d', '/e', '/f', '/g', '/h']
    const id = fc.constantFrom(...ids)
    const words = fc.constantFrom({ en: 'Float' }, { en: '<p>Kick &amp; <strong>glide</strong></p>', cy: 'Cic' })
    const node: fc.Arbitrary<AuthorNode> = fc.record({
      id,
      // null, a root, half of the time
      parentId: fc.option(id, { nil: null, freq: 2 }),
      t: fc.constantFrom('l', 'l', 'sg', 's') as fc.Arbitrary<AuthorNode['t']>,
      title: fc.constantFrom(
        { en: 'Float' },
        { en: 'Kick; "glide"', cy: 'Cic\r\nhir ' },
        { cy: '=1+1' },
        { en: ' 👨‍👩‍👧 שחייה\u202e', cy: 'x'.repeat(200) },
      ),
      grade: fc.constantFrom(null, 1, 3),
      group: fc.constantFrom(null, 'Front'),
      completion: fc.option(
        fc.record({ ids: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }), count: fc.constant(1) }),
      ),
      completionType: fc.constantFrom('automated', 'manual') as fc.Arbitrary<AuthorNode['completionType']>,
      required: fc.uniqueArray(id, { maxLength: 2 }),
      hidden: fc.boolean(),
      skipped: fc.boolean(),
      starred: fc.boolean(),
      content: fc
        .array(fc.record({ type: fc.constant('text'), of: fc.constantFrom(null, 2), title: words, value: words }))
        .map((list) => list.map((section, index) => ({ key: `s-${index}`, ...section }))),
      videos: fc.constantFrom([], [4]),
    })
    const foreign = fc.constantFrom({}, { externalId: '{0f9c};"1.2"' })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(node, foreign), { maxLength: 16 }), async (nodes) => {
        const { nodes: fitted } = fitNodes(nodes.map(([fields, more]) => ({ ...fields, ...more })))
        const { body } = await importScheme(JSON.stringify(schemeFile(fitted)))
        expect(body).toMatchObject({ problems: [], nodes: fitted.length })
        // siblings keep their order; the file lists the nodes in the order of the tree
        const tree = treeOf(fitted)
        const again = JSON.parse(await exportScheme(body.slug ?? '')) as SchemeFile
        expect(again).toEqual({ ...schemeFile(fitted), nodes: expect.any(Array), marks: expect.any(Object) })
        expect(treeOf(again.nodes).children).toEqual(
          new Map([...tree.children].map(([parent, children]) => [parent, [...children]])),
        )
        expect(new Map(again.nodes.map((node) => [node.id, node]))).toEqual(tree.nodes)
        const secondCopy = await importScheme(JSON.stringify(again))
        // its file is the same but for the scheme's id
        const withoutSchemeId = (json: string) => json.replace(/"scheme": "[0-9a-z]+"/, '')
        expect(withoutSchemeId(await exportScheme(secondCopy.body.slug ?? ''))).toBe(
          withoutSchemeId(JSON.stringify(again, null, 1)),
        )
      }),
      { numRuns: 25, seed: 8 },
    )
  })

  test('becomes a draft, which only authors see', async () => {
    const { body } = await importScheme(JSON.stringify(schemeFile([])))
    const url = `/v1/curriculum/${body.slug}`
    expect((await call('GET', url)).statusCode).toBe(200)
    expect((await call('GET', url, undefined, 'coach')).statusCode).toBe(404)
  })

  test('reports what does not fit, and makes no scheme when only a check is asked for', async () => {
    const tags = { key: 't', type: 'tags', of: null, title: {}, value: { en: 'a' } }
    const html = { key: 'h', type: 'text', of: null, title: {}, value: { en: 'A<img src=x onerror=alert(1)>' } }
    const badNodes: AuthorNode[] = [
      {
        ...defaultFields,
        id: '/l',
        parentId: null,
        t: 'l',
        title: { en: 'L' },
        required: ['/gone'],
        content: [tags, html],
      },
      { ...defaultFields, id: '/l/s', parentId: '/l', t: 's', title: { en: 'S' }, grade: 3 },
      { ...defaultFields, id: '/l/s/x', parentId: '/l/s', t: 's', title: { en: 'X' } },
    ]
    const badFile = schemeFile(badNodes, { videos: [{ id: 1, name: 'V', url: 'javascript:alert(1)' }] })
    const checked = await importScheme(JSON.stringify(badFile), { check: true })
    expect(checked.body).toMatchObject({ slug: null, nodes: 2, problem_count: 4 })
    expect(checked.body.problems.map(({ at, code }) => [at, code])).toEqual([
      ['/l/s/x', 'UNDER_SKILL'],
      ['/l', 'RULE_LEFT_OUT'],
      ['/l', 'CONTENT_LEFT_OUT'],
      ['video 1', 'CONTENT_LEFT_OUT'],
    ])
    const { body } = await importScheme(JSON.stringify(badFile))
    expect((await readRaw(body.slug ?? '')).nodes[0]?.content).toEqual([{ ...html, value: { en: 'A' } }])
  })

  test('is refused with the wrong field when its shape is wrong; users of other portals can neither import nor export it', async () => {
    expect(await importScheme('{')).toMatchObject({ status: 400, body: { field: 'text' } })
    const wrong = schemeFile([{ ...defaultFields, id: '/l', parentId: null, t: 'x' as 'l', title: {} }])
    expect(await importScheme(JSON.stringify(wrong))).toMatchObject({ status: 400, body: { field: 'text/nodes/0/t' } })
    expect(await importScheme(JSON.stringify({ ...schemeFile([]), version: 2 }))).toMatchObject({ status: 400 })
    // a key that would change the object's prototype
    expect(await importScheme(JSON.stringify(schemeFile([])).replace('{', '{"__proto__":{"a":1},'))).toMatchObject({
      status: 400,
    })
    for (const portal of ['coach', 'club', 'parent'] as const) {
      expect((await call('GET', '/v1/schemes/swim/export?format=csv', undefined, portal)).statusCode).toBe(403)
      const body = { format: 'json', text: '{}', check: true }
      expect((await call('POST', '/v1/schemes/import', body, portal)).statusCode).toBe(403)
    }
    expect((await call('GET', '/v1/schemes/none/export?format=csv')).statusCode).toBe(404)
  })
})

describe('an outline', () => {
  test('is exported without formulas, and gives the same nodes when it is imported again', async () => {
    const text =
      'parent,title,type,grade,text\n,Level 1,level,,\nLevel 1,=SUM(A1),skill,3,"Lie back, and\nbreathe"\n,Odd,thing,,\n'
    const { body } = await importScheme(text, { format: 'csv', name: 'Outlined' })
    expect(body).toMatchObject({
      slug: 'outlined',
      nodes: 2,
      problems: [{ at: '4', code: 'UNKNOWN_TYPE', what: 'thing' }],
    })
    const { nodes } = await readRaw('outlined')
    expect(nodes[1]).toMatchObject({ id: '/level-1/sum-a1', title: { en: '=SUM(A1)' }, grade: 3 })
    expect(nodes[1]?.content[0]?.value).toEqual({ en: '<p>Lie back, and<br />breathe</p>' })
    const csv = await exportScheme('outlined', 'csv')
    expect(csv).toContain("'=SUM(A1)")
    expect(csv).not.toMatch(/(^|,)=/m)
    const again = await importScheme(csv, { format: 'csv', name: 'Again' })
    expect(again.body).toMatchObject({ nodes: 2, problems: [] })
    expect((await readRaw('again')).nodes).toEqual(nodes)
  })

  test('is refused when its quotes do not end, or without a name', async () => {
    const importCsv = (text: string) => importScheme(text, { format: 'csv', name: 'X' })
    // a quote that does not end
    expect(await importCsv('parent,title,type\n"a')).toMatchObject({
      status: 400,
      body: { error: 'CSV_UNREADABLE', detail: 'QUOTES: line 2' },
    })
    expect(await importScheme('parent,title,type\n', { format: 'csv' })).toMatchObject({
      status: 400,
      body: { field: 'name' },
    })
  })
})

describe('a file that is imported into an existing scheme', () => {
  /** What an import would change; where both sides changed something the scheme wins, unless the body says otherwise. */
  const plan = async (slug: string, body: object, portal: Portal = 'scheme') => {
    const reply = await call('POST', `/v1/schemes/${slug}/import`, { format: 'json', prefer: 'here', ...body }, portal)
    return { status: reply.statusCode, body: reply.json<ImportPlan & Problem>() }
  }
  const node = (
    id: string,
    parentId: string | null,
    t: AuthorNode['t'],
    more: Partial<AuthorNode> = {},
  ): AuthorNode => ({
    ...defaultFields,
    id,
    parentId,
    t,
    title: { en: `${id} en`, cy: `${id} cy` },
    ...more,
  })
  const textSection = (key: string, words: string) => ({ key, type: 'text', of: 2, title: {}, value: { en: words } })
  /** Makes a scheme of two levels, and exports it: as `text`, and the same parsed as `file`. */
  async function importSample(more: AuthorNode[] = []) {
    const nodes = [
      node('/a', null, 'l', { completion: { ids: ['/a/x'], count: 1 } }),
      node('/a/x', '/a', 's', {
        grade: 3,
        videos: [4],
        content: [textSection('k', 'Breathe'), textSection('m', 'Look')],
      }),
      node('/a/y', '/a', 's', { grade: 3 }),
      node('/b', null, 'l'),
      node('/b/z', '/b', 's'),
      ...more,
    ]
    const slug = (await importScheme(JSON.stringify(schemeFile(nodes)))).body.slug ?? ''
    return { slug, text: await exportScheme(slug), file: JSON.parse(await exportScheme(slug)) as SchemeFile }
  }
  /** The file with other fields of one node. */
  const withNode = (original: SchemeFile, id: string, fields: Partial<AuthorNode>): SchemeFile => ({
    ...original,
    nodes: original.nodes.map((node) => (node.id === id ? { ...node, ...fields } : node)),
  })

  test('changes nothing when it was just exported, as JSON and as an outline', async () => {
    // a Welsh title only, with the signs of a formula and with spaces that must not get lost
    const { slug, text: json } = await importSample([node('/c', null, 'l', { title: { cy: ' =Dim  Saesneg ' } })])
    for (const body of [
      { text: json },
      { text: json, prefer: 'file' },
      { format: 'csv', text: await exportScheme(slug, 'csv') },
    ])
      expect((await plan(slug, body)).body).toMatchObject({
        edits: [],
        conflict_count: 0,
        problem_count: 0,
        removed_count: 0,
        refused: null,
      })
  })

  test('is planned without saving, then saved as one batch and undone as one', async () => {
    const { slug, file: exported } = await importSample()
    const before = await readRaw(slug)
    // siblings in the opposite order, z gone, a new skill, and y moved from a to b; of the two roots, whose order is
    // swapped, only one counts as moved
    const edited = withNode(exported, '/a/x', { content: [textSection('k', 'Breathe out')], videos: [] })
    edited.nodes = [
      ...edited.nodes.filter(({ id }) => id !== '/b/z').toSorted((a, b) => (b.id < a.id ? -1 : 1)),
      node('/b/new', '/b', 's'),
    ].map((node) => (node.id === '/a/y' ? { ...node, parentId: '/b' } : node))
    edited.nodes = inTreeOrder(treeOf(edited.nodes))
    const { body } = await plan(slug, { text: JSON.stringify(edited) })
    // a change of the Welsh title alone is shown with the Welsh titles
    const welsh = withNode(exported, '/b', { title: { en: '/b en', cy: 'Newydd' } })
    expect((await plan(slug, { text: JSON.stringify(welsh) })).body.changes.items).toMatchObject([
      { id: '/b', was: '/b cy', title: 'Newydd' },
    ])
    expect(body).toMatchObject({
      revision: before.revision,
      refused: null,
      conflicts: [],
      problems: [],
      changes: { added: 1, removed: 1, changed: 1, moved: 2 },
      removed: [
        { id: '/a/x', what: 'section', text: 'Look' },
        { id: '/a/x', what: 'video' },
        { id: '/b/z', title: '/b/z en', what: 'node' },
      ],
    })
    // planning an import saves nothing
    expect((await readRaw(slug)).nodes).toEqual(before.nodes)
    const applied = applyEdits(treeOf(before.nodes), body.edits)
    if (!applied.ok) throw new Error(applied.code)
    const saved = await save(slug, body.revision, body.edits)
    expect((await readRaw(slug)).nodes).toEqual(edited.nodes)
    await save(slug, saved.revision, applied.undo)
    expect((await readRaw(slug)).nodes).toEqual(before.nodes)
  })

  test('keeps what authors changed meanwhile, and reports what both changed', async () => {
    const { slug, file: exported } = await importSample()
    const { revision } = await readRaw(slug)
    const authorsEdits: Edit[] = [
      { do: 'set', id: '/a/x', set: { title: { en: 'Mine' } } },
      { do: 'set-section', id: '/a/x', key: 'm', set: { value: { en: 'Mine too' } } },
      { do: 'add', nodes: [node('/b/mine', '/b', 's')], before: null },
      { do: 'remove', ids: ['/a/y'] },
    ]
    await save(slug, revision, authorsEdits)
    let edited = withNode(exported, '/a/x', {
      title: { en: 'Theirs', cy: 'Eu' },
      content: [textSection('k', 'Theirs'), textSection('m', 'Look')],
    })
    edited = withNode(edited, '/a/y', { starred: true })
    edited.nodes = edited.nodes.filter(({ id }) => !id.startsWith('/b'))
    const { body } = await plan(slug, { text: JSON.stringify(edited) })
    expect(body.conflicts.map(({ at, code }) => `${at} ${code}`).toSorted()).toEqual([
      '/a/x CHANGED_BOTH',
      '/a/y DELETED_HERE',
      '/b DELETED_THERE',
    ])
    await save(slug, body.revision, body.edits)
    const { nodes } = await readRaw(slug)
    expect(nodes.map(({ id }) => id)).toEqual(['/a', '/a/x', '/b', '/b/mine'])
    expect(nodes[1]).toMatchObject({
      title: { en: 'Mine', cy: 'Eu' },
      content: [{ value: { en: 'Theirs' } }, { value: { en: 'Mine too' } }],
    })
    const planOfFile = await plan(slug, { text: JSON.stringify(edited), prefer: 'file' })
    await save(slug, planOfFile.body.revision, planOfFile.body.edits)
    const after = (await readRaw(slug)).nodes
    expect(after.find(({ id }) => id === '/a/x')?.title['en']).toBe('Theirs')
    expect(after.find(({ id }) => id === '/a/y')?.starred).toBe(true)
    // nodes that were added here since the export are not in the file, and stay
    expect(after.map(({ id }) => id)).toContain('/b/mine')
  })

  test('that is an outline finds nodes by the path of their titles, and names the rows that it cannot place', async () => {
    const twin = { title: { en: 'Twin' } }
    const { slug } = await importSample([node('/b/1', '/b', 's', twin), node('/b/2', '/b', 's', twin)])
    const csv = [
      'parent,title,type,grade,text',
      ',/a en,level,,',
      '/a en,/a/x en,skill,5,',
      '/a en,/A/Y EN,skill,,"Lie <back>"',
      '/a en,Fresh,skill,3,',
      '/b en,Twin,skill,,',
      '/a en,/b en,skill,,',
      'Nowhere,Lost,skill,,',
    ].join('\n')
    const { body } = await plan(slug, { format: 'csv', text: csv })
    expect(body.conflicts).toEqual([{ at: '6', code: 'AMBIGUOUS', what: 'Twin' }])
    expect(body.problems).toEqual([{ at: '8', code: 'UNKNOWN_PARENT', what: 'Nowhere' }])
    expect(body).toMatchObject({ removed: [], changes: { added: 2, changed: 2, moved: 0, removed: 0 } })
    await save(slug, body.revision, body.edits)
    const { nodes } = await readRaw(slug)
    const nodeOf = (id: string) => nodes.find((node) => node.id === id)
    expect(nodeOf('/a/x')).toMatchObject({ grade: 5, videos: [4], content: [{}, {}], title: { cy: '/a/x cy' } })
    expect(nodeOf('/a/y')).toMatchObject({
      title: { en: '/A/Y EN', cy: '/a/y cy' },
      grade: 3,
      content: [{ type: 'text', value: { en: '<p>Lie &lt;back&gt;</p>' } }],
    })
    expect(nodeOf('/a/fresh')).toMatchObject({ grade: 3, parentId: '/a' })
  })

  const readSettings = async (slug: string) => {
    const { languages, sections, grades, videos } = JSON.parse(await exportScheme(slug)) as SchemeFile
    return { languages, sections, grades, videos }
  }

  test('that comes from another scheme adds the settings that its nodes need, and leaves the scales of this scheme', async () => {
    const { slug } = await importSample()
    const before = await readSettings(slug)
    const film = crypto.randomUUID()
    await world.owner.query(
      `INSERT INTO files (client_id, id, purpose, filename, media_type, bytes, created_by, created_at)
       VALUES ('one', $1, 'curriculum-video', 'ours.mp4', 'video/mp4', 9, $2, now())`,
      [film, one.author],
    )
    const countFilmUses = async () =>
      (await world.owner.query('SELECT FROM file_uses WHERE file_id = $1 AND kind = $2', [film, 'video'])).rowCount
    const other = schemeFile(
      [
        node('/a/x', null, 's', {
          // the file does not name German among its languages
          title: { en: 'X', fr: 'Iks', de: 'Ix' },
          grade: 3,
          content: [{ ...textSection('n', 'Coach'), of: 9 }],
        }),
        node('/n', null, 's', {
          grade: 5,
          videos: [7, 8, 9, 10],
          content: [
            { ...textSection('n', 'Known'), of: 5 },
            { ...textSection('o', 'All'), of: 6 },
            {
              key: 'f',
              type: 'files',
              of: null,
              title: {},
              value: { en: `/files/${UNKNOWN_FILE}/a.pdf, https://a.example` },
            },
          ],
        }),
      ],
      {
        languages: ['en-GB', 'fr-FR'],
        sections: [
          // this scheme has it already, as 2
          { id: 5, name: { en: 'What' }, type: 'text', visibility: 'coach' },
          { id: 6, name: { en: 'How' }, type: 'text', visibility: 'all' },
          { id: 8, name: { en: 'Unused' }, type: 'text', visibility: 'all' },
          { id: 9, name: { en: 'Secret' }, type: 'text', visibility: 'coach' },
        ],
        grades: [
          { grade: 3, pass: 3, labels: null },
          { grade: 5, pass: 4, labels: null },
        ],
        videos: [
          // this scheme has it already, as 4
          { id: 7, name: 'Kick', url: 'https://videos.example/kick.mp4' },
          { id: 8, name: 'Other', url: 'https://videos.example/other.mp4' },
          { id: 9, name: 'Theirs', url: `/files/${UNKNOWN_FILE}/theirs.mp4` },
          { id: 10, name: 'Ours', url: `/files/${film}/ours.mp4` },
        ],
      },
    )
    const { body } = await plan(slug, { text: JSON.stringify(other) })
    expect(body.problems.map(({ at, code }) => `${at} ${code}`)).toEqual([
      'de LANGUAGE_UNKNOWN',
      'a.pdf FILE_UNKNOWN',
      '/n VIDEO_UNKNOWN',
      'grade 3 SCALE_DIFFERS',
    ])
    expect(body.settings.map(({ what, id, was }) => `${what} ${id} ${was === null ? 'new' : ''}`)).toEqual([
      'grade 5 new',
      'language fr-FR new',
      'section 3 new',
      'section 4 new',
      'video 6 new',
      'video 7 new',
    ])
    const start = treeOf((await readRaw(slug)).nodes)
    const applied = applyEdits(start, body.edits)
    if (!applied.ok) throw new Error(applied.code)
    const saved = await save(slug, body.revision, body.edits)
    const { nodes, languages } = await readRaw(slug)
    expect(languages).toEqual(['en-GB', 'cy-GB', 'fr-FR'])
    expect(nodes.find(({ id }) => id === '/n')).toMatchObject({
      videos: [4, 6, 7],
      content: [
        { of: 2, value: { en: 'Known' } },
        { of: 4, value: { en: 'All' } },
        { value: { en: 'https://a.example' } },
      ],
    })
    expect(nodes.find(({ id }) => id === '/a/x')).toMatchObject({
      parentId: null,
      title: { en: 'X', cy: '/a/x cy', fr: 'Iks' },
    })
    expect((await readSettings(slug)).sections.slice(1)).toEqual([
      { id: 3, name: { en: 'Secret' }, type: 'text', visibility: 'coach' },
      { id: 4, name: { en: 'How' }, type: 'text', visibility: 'all' },
    ])
    // a second import of the same file changes nothing
    expect((await plan(slug, { text: JSON.stringify(other) })).body.edits).toEqual([])
    expect(await countFilmUses()).toBe(1)
    // an undo removes everything but what is in use by then
    const editsThatUse: Edit[] = [{ do: 'set', id: '/b/z', set: { videos: [6], title: { fr: 'Z' } } }]
    const { revision } = await save(slug, saved.revision, editsThatUse)
    expect(await save(slug, revision, applied.undo)).toMatchObject({ revision: revision + 1 })
    expect(await countFilmUses()).toBe(0)
    const { videos } = before
    expect(await readSettings(slug)).toEqual({
      ...before,
      languages: ['en-GB', 'cy-GB', 'fr-FR'],
      videos: [...videos, { id: 6, name: 'Other', url: 'https://videos.example/other.mp4' }],
    })
  })

  test('brings names, scales and videos that only the file changed; marks keep the scale of their time', async () => {
    const { slug, file: exported } = await importSample()
    const before = await readSettings(slug)
    const edited: SchemeFile = {
      ...exported,
      languages: ['en-GB', 'cy-GB', 'fr-FR'],
      sections: [
        { ...(exported.sections[0] as SchemeFile['sections'][number]), name: { en: 'What it is', cy: 'Beth' } },
        { id: 9, name: { en: 'Tips' }, type: 'text', visibility: 'all' },
      ],
      grades: exported.grades.map((scale) => (scale.grade === 3 ? { ...scale, pass: 3 } : scale)),
      videos: exported.videos.map((video) => (video.id === 4 ? { ...video, name: 'Kicking' } : video)),
    }
    const { body } = await plan(slug, {
      text: JSON.stringify(withNode(edited, '/b/z', { title: { en: 'Z', fr: 'Zède' } })),
    })
    expect(body.problems).toEqual([])
    // the language, both sections, a scale and a video
    expect(body.settings).toHaveLength(5)
    // a change that another author made meanwhile is kept
    const rename = await world.request({
      method: 'PUT',
      url: `/v1/schemes/${slug}/sections`,
      host: one.host('scheme'),
      token,
      headers: {
        'if-match': (await call('GET', `/v1/schemes/${slug}/settings`)).json<{ sections_revision: string }>()
          .sections_revision,
      },
      payload: { sections: [{ id: 2, name: { en: 'Ours', cy: 'Beth' }, type: 'text', visibility: 'coach' }] },
    })
    expect(rename.statusCode).toBe(200)
    expect(await save(slug, body.revision, body.edits)).toMatchObject({ detail: 'SETTINGS_CHANGED' })
    const again = await plan(slug, { text: JSON.stringify(edited) })
    expect(again.body.conflicts).toMatchObject([{ at: 'section 2', code: 'CHANGED_BOTH' }])
    const planOfFile = await plan(slug, { text: JSON.stringify(edited), prefer: 'file' })
    const saved = await save(slug, planOfFile.body.revision, planOfFile.body.edits)
    const settingsAfter = await readSettings(slug)
    expect(settingsAfter.sections).toEqual([
      { id: 2, name: { en: 'What it is', cy: 'Beth' }, type: 'text', visibility: 'coach' },
      { id: 3, name: { en: 'Tips' }, type: 'text', visibility: 'all' },
    ])
    expect(settingsAfter.videos).toEqual(edited.videos)
    const readScales = async () =>
      (await call('GET', `/v1/schemes/${slug}/grades`)).json<{ grade: number; pass: number; versions: object[] }[]>()
    expect((await readScales()).find(({ grade }) => grade === 3)).toMatchObject({ pass: 3, versions: [{ pass: 2 }] })
    const applied = applyEdits(treeOf((await readRaw(slug)).nodes), planOfFile.body.edits)
    if (!applied.ok) throw new Error(applied.code)
    await save(slug, saved.revision, applied.undo)
    expect(await readSettings(slug)).toEqual({
      ...before,
      sections: [{ ...before.sections[0], name: { en: 'Ours', cy: 'Beth' } }],
    })
  })

  test('adds sections and videos under numbers that no earlier edit has, which an undo would show', async () => {
    const { slug } = await importSample()
    const added = await call('POST', `/v1/schemes/${slug}/videos`, { name: 'Old', url: 'https://old.example' })
    const { id } = added.json<{ id: number }>()
    const section = { ...textSection('old', 'Old'), of: 7 }
    for (const edits of [
      [{ do: 'set', id: '/b', set: { videos: [id] } }] as const,
      [{ do: 'add-section', id: '/b', section, before: null }] as const,
      [
        { do: 'remove-section', id: '/b', key: 'old' },
        { do: 'set', id: '/b', set: { videos: [] } },
      ] as const,
    ])
      await save(slug, 1, edits)
    const path = `/v1/schemes/${slug}/videos/${id}`
    expect((await world.request({ method: 'DELETE', url: path, host: one.host('scheme'), token })).statusCode).toBe(200)
    const other = schemeFile(
      [node('/new', null, 's', { videos: [1], content: [{ ...textSection('n', 'N'), of: 1 }] })],
      {
        sections: [{ id: 1, name: { en: 'New' }, type: 'text', visibility: 'all' }],
        videos: [{ id: 1, name: 'New', url: 'https://new.example' }],
      },
    )
    const { settings } = (await plan(slug, { text: JSON.stringify(other) })).body
    expect(settings.map((change) => [change.what, change.id]).toSorted()).toEqual([
      ['section', '8'],
      ['video', String(id + 1)],
    ])
  })

  test('changes no setting to what the settings page would refuse', async () => {
    const { slug } = await importSample()
    const { revision } = await readRaw(slug)
    // `never`, because some of the settings below are wrong on purpose
    const saveSetting = async (setting: object) =>
      save(slug, revision, [{ do: 'set-settings', settings: [setting as never] }])
    const scale = { labels: null }
    const film = { name: 'F', poster: null }
    const sectionFields = { name: { en: 'What', cy: 'Beth' }, visibility: 'coach' }
    for (const [setting, problem] of [
      // kind 2 has no grade 5
      [{ what: 'grade', id: '2', was: null, now: { ...scale, pass: 5 } }, { status: 400 }],
      // the stored scale is not the one that the edit replaces
      [{ what: 'grade', id: '3', was: { ...scale, pass: 1 }, now: null }, { detail: 'SETTINGS_CHANGED' }],
      [{ what: 'video', id: '8', was: null, now: { ...film, url: 'javascript:alert(1)' } }, { status: 400 }],
      [
        { what: 'video', id: '8', was: null, now: { ...film, url: `/files/${UNKNOWN_FILE}/dive.mp4` } },
        { status: 404 },
      ],
      [
        { what: 'section', id: '2', was: { ...sectionFields, type: 'text' }, now: { ...sectionFields, type: 'files' } },
        { status: 409 },
      ],
      // a language needs a region, as in `en-GB`
      [{ what: 'language', id: 'en', was: null, now: true }, { status: 400 }],
    ] as const)
      expect(await saveSetting(setting)).toMatchObject(problem)
    expect((await readRaw(slug)).revision).toBe(revision)
    // a scheme keeps its first language, and those that have texts
    const removals = ['en-GB', 'cy-GB'].map((id) => ({ what: 'language' as const, id, was: true as const, now: null }))
    await save(slug, revision, [{ do: 'set-settings', settings: removals }])
    expect((await readRaw(slug)).languages).toEqual(['en-GB', 'cy-GB'])
  })

  test('is refused and saves nothing when it would break the tree or has a wrong shape', async () => {
    const { slug, file: exported } = await importSample()
    // the file requires /b for /a, and the scheme /a for /b
    const fileWithCycle = withNode(exported, '/a', { required: ['/b'] })
    await save(slug, (await readRaw(slug)).revision, [{ do: 'set', id: '/b', set: { required: ['/a'] } }])
    expect((await plan(slug, { text: JSON.stringify(fileWithCycle) })).body).toMatchObject({
      refused: { code: 'CYCLE', ids: ['/a', '/b', '/a'] },
      edits: [],
    })
    expect(await plan(slug, { text: '{' })).toMatchObject({ status: 400, body: { field: 'text' } })
    expect(await plan(slug, { format: 'csv', text: '"' })).toMatchObject({
      status: 400,
      body: { error: 'CSV_UNREADABLE' },
    })
    expect(await plan(slug, { text: '{}', prefer: 'neither' })).toMatchObject({
      status: 400,
      body: { field: 'prefer' },
    })
    expect((await plan('none', { text: '{}' })).status).toBe(404)
    for (const portal of ['coach', 'club', 'parent'] as const)
      expect((await plan(slug, { text: '{}' }, portal)).status).toBe(403)
  })
})

describe.each([1_000, 5_000, 15_000])('a tree of %i nodes', (count) => {
  test('can be imported, edited, undone, and changed by a file in one batch', async () => {
    const levels = count / 250
    const nodes = Array.from({ length: levels }, (_, l): AuthorNode[] => [
      { ...defaultFields, id: `/l${l}`, parentId: null, t: 'l', title: { en: `Level ${l}` } },
      ...Array.from({ length: 249 }, (_skill, s): AuthorNode => ({
        ...defaultFields,
        id: `/l${l}/s${s}`,
        parentId: `/l${l}`,
        t: 's',
        grade: 3,
        title: { en: `Skill ${s}`, cy: `Sgìl ${s}` },
      })),
    ]).flat()
    const { body } = await importScheme(JSON.stringify(schemeFile(nodes)))
    const slug = body.slug ?? ''
    if (body.import !== null) {
      // the scheme is not shown before its import is complete
      const isListed = async () =>
        (await call('GET', '/v1/schemes?include_deleted=1')).json<Scheme[]>().some((scheme) => scheme.slug === slug)
      expect(await isListed()).toBe(false)
      expect((await call('POST', `/v1/schemes/${slug}/undelete`)).statusCode).toBe(404)
      await runTasks()
      const state = (await call('GET', `/v1/schemes/imports/${body.import}`)).json<ImportState>()
      expect(state).toEqual({ slug, state: 'done', done: count, total: count })
      expect(await isListed()).toBe(true)
    } else expect(count, 'up to 1,000 nodes are imported before the reply, without a task').toBe(1_000)
    const before = await readRaw(slug)
    expect(before.nodes).toEqual(nodes)
    const edits: Edit[] = [{ do: 'move', ids: ['/l0'], parentId: '/l1', before: '/l1/s7' }]
    const moved = applyEdits(treeOf(before.nodes), edits)
    if (!moved.ok) throw new Error(moved.code)
    await save(slug, before.revision, edits)
    expect((await readRaw(slug)).nodes[0]?.id).toBe('/l1')
    await save(slug, before.revision + 1, moved.undo)
    expect((await readRaw(slug)).nodes).toEqual(before.nodes)
    // a file that changes every node is saved as one batch too
    const exported = JSON.parse(await exportScheme(slug)) as SchemeFile
    const renamedNodes = exported.nodes.map((node) => ({
      ...node,
      title: { ...node.title, en: `${node.title['en']}!` },
    }))
    const importBody = { format: 'json', prefer: 'here', text: JSON.stringify({ ...exported, nodes: renamedNodes }) }
    const plan = (await call('POST', `/v1/schemes/${slug}/import`, importBody)).json<ImportPlan>()
    expect(plan).toMatchObject({ changes: { changed: count, added: 0, moved: 0, removed: 0 }, conflict_count: 0 })
    await save(slug, plan.revision, plan.edits)
    expect((await readRaw(slug)).nodes.map(({ title }) => title)).toEqual(renamedNodes.map(({ title }) => title))
  })
})

test('a file in which the scheme has no name is refused unless the author gives one', async () => {
  for (const name of [{}, { en: '' }, { en: ' ', cy: '' }] as Record<string, string>[]) {
    const text = JSON.stringify(schemeFile([], { name }))
    expect(await importScheme(text)).toMatchObject({ status: 400, body: { field: 'name' } })
    expect(await importScheme(text, { check: true })).toMatchObject({ status: 400, body: { field: 'name' } })
  }
  const listed = await call('GET', '/v1/schemes')
  expect(listed.statusCode).toBe(200)
  expect(listed.json<Scheme[]>().every(({ name }) => name.trim() !== '')).toBe(true)
  expect(await importScheme(JSON.stringify(schemeFile([], { name: {} })), { name: 'Named' })).toMatchObject({
    status: 200,
    body: { name: 'Named' },
  })
})

test('a file with blank texts, as of languages into which nobody has translated, shows those of another language', async () => {
  for (const name of [
    { en: ' ', cy: 'Nofio' },
    { en: '', cy: ' Nofio ' },
  ] as Record<string, string>[]) {
    const content = [{ key: 'k', type: 'text', of: null, title: { en: '' }, value: { en: '', cy: 'Arnofio' } }]
    const titled = { ...defaultFields, id: '/l', parentId: null, t: 'l' as const, title: { en: ' ', cy: 'Lefel' } }
    const videos = [{ id: 1, name: ' ', url: 'https://videos.example/kick.mp4' }]
    const text = JSON.stringify(schemeFile([{ ...titled, content }], { name, videos }))
    const reply = await importScheme(text)
    expect(reply).toMatchObject({ status: 200, body: { name: 'Nofio' } })
    const slug = reply.body.slug ?? ''
    expect(slug).toMatch(/^nofio/)
    const listed = (await call('GET', '/v1/schemes')).json<Scheme[]>()
    expect(listed.find((scheme) => scheme.slug === slug)?.name).toBe('Nofio')
    const read = (await call('GET', `/v1/curriculum/${slug}`)).json<Curriculum>()
    expect(read.tree).toMatchObject([{ title: 'Lefel', content: [{ value: 'Arnofio' }] }])
    const shown = (await call('GET', `/v1/schemes/${slug}/videos`)).json<{ name: string }[]>()
    expect(shown.map((video) => video.name)).toEqual(['https://videos.example/kick.mp4'])
    // a file of the same form changes nothing in the scheme that was made from it
    const plan = await call('POST', `/v1/schemes/${slug}/import`, { format: 'json', text, prefer: 'file' })
    expect(plan.json<ImportPlan>().changes.items).toEqual([])
  }
})

test('a file whose videos or sections have numbers that no scheme could go on from is refused', async () => {
  const titled = { ...defaultFields, id: '/l', parentId: null, t: 'l' as const, title: { en: 'L' } }
  const content = [{ key: 'k', type: 'text', of: 2_147_483_647, title: {}, value: { en: 'x' } }]
  const section = { name: { en: 'S' }, type: 'text', visibility: 'all' }
  const files = [
    schemeFile([], { videos: [{ id: 2_147_483_647, name: 'V', url: 'https://v.example' }] }),
    schemeFile([], { sections: [{ id: 2_147_483_647, ...section }] }),
    schemeFile([{ ...titled, videos: [2_147_483_647] }]),
    schemeFile([{ ...titled, content }]),
  ]
  for (const file of files)
    expect(await importScheme(JSON.stringify(file))).toMatchObject({ status: 400, body: { error: 'INVALID_REQUEST' } })
  const { body } = await importScheme(
    JSON.stringify(schemeFile([], { videos: [{ id: 999_999_998, name: 'V', url: 'https://v.example' }] })),
  )
  const added = await call('POST', `/v1/schemes/${body.slug}/videos`, { name: 'W', url: 'https://w.example' })
  expect(added.json()).toMatchObject({ id: 999_999_999 })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { EditsReply, Impact } from '#contract/curriculum/authoring.ts'
import type { Portal, Problem } from '#contract/platform/fields.ts'
import type { ListedLabelSet, SchemeSettings } from '#contract/curriculum/scheme-settings.ts'
import type { Curriculum, GradeScale, SchemeSection } from '#contract/curriculum/schemes.ts'
import { Author } from '../sharing/testing/chain.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

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

async function call<T>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  more: { payload?: object; portal?: Portal; tenant?: Tenant; match?: string } = {},
): Promise<{ status: number; body: T & Problem }> {
  const { payload, portal = 'scheme', tenant = one, match } = more
  const { token } = await world.logIn(tenant, portal)
  const reply = await world.request({
    method,
    url,
    host: tenant.host(portal),
    token,
    ...(payload ? { payload } : {}),
    headers: match === undefined ? {} : { 'if-match': match },
  })
  return { status: reply.statusCode, body: reply.json<T & Problem>() }
}
const readSettings = async () => (await call<SchemeSettings>('GET', '/v1/schemes/swim/settings')).body

describe('the sections of a scheme', () => {
  /** Sections as they are saved; how often each is used is only read. */
  const withoutUses = ({ sections }: SchemeSettings) => sections.map(({ used: _, ...section }) => section)
  const name = (en: string) => ({ en, cy: `cy ${en}` })
  const putSections = async (sections: object[], match?: string) =>
    call<SchemeSettings>('PUT', '/v1/schemes/swim/sections', {
      payload: { sections },
      match: match ?? (await readSettings()).sections_revision,
    })

  test('have names per language, an order, and a visibility that decides who reads their content', async () => {
    const newSections = [
      { name: name('What'), type: 'text', visibility: 'all' },
      { name: name('For coaches'), type: 'text', visibility: 'coach' },
      { name: name('Our notes'), type: 'text', visibility: 'author' },
    ]
    const { body } = await putSections(newSections)
    expect(body.sections.map((section) => section.id)).toEqual([1, 2, 3])
    const [first = {}, second = {}, third = {}] = withoutUses(body)
    await putSections([second, first, third])
    const { body: shown } = await call<SchemeSection[]>('GET', '/v1/schemes/swim/sections', { portal: 'coach' })
    expect(shown).toMatchObject([
      { id: 2, name: 'For coaches', ordering: 1, visibility: 'coach' },
      { id: 1, name: 'What', ordering: 2 },
      { id: 3, ordering: 3 },
    ])

    const section = (of: number) => ({ key: `k${of}`, type: 'text', of, title: {}, value: { en: `Of ${of}` } })
    const edits = [1, 2, 3].map((of) => ({ do: 'add-section', id: '/stage-1', section: section(of), before: null }))
    const payload = { base: 1, edits }
    expect((await call<EditsReply>('POST', '/v1/curriculum/swim/edits', { payload })).status).toBe(200)
    const readTitles = async (portal: Portal) =>
      (await call<Curriculum>('GET', '/v1/curriculum/swim', { portal })).body.tree[0]?.content.map(({ title }) => title)
    expect(await readTitles('parent')).toEqual(['What'])
    expect(await readTitles('coach')).toEqual(['What', 'For coaches'])
  })

  test('cannot be removed or get another type while nodes use them', async () => {
    const sections = withoutUses(await readSettings())
    // the first is section 2, since the test before changed the order
    expect(await putSections(sections.slice(1))).toMatchObject({
      status: 409,
      body: { error: 'SECTION_IN_USE', field: '2' },
    })
    expect(await putSections(sections.map((section) => ({ ...section, type: 'warning' })))).toMatchObject({
      status: 409,
    })
    // a section that no node uses is added and removed
    await putSections([...sections, { name: name('Spare'), type: 'link', visibility: 'all' }])
    await putSections(sections)
    const payload = { base: 0, edits: [{ do: 'remove-section', id: '/stage-1', key: 'k3' }] }
    await call('POST', '/v1/curriculum/swim/edits', { payload })
    expect((await putSections(sections.filter((section) => section.id !== 3))).status).toBe(200)
  })

  test('that were removed leave to authors only what an undo brings back of them', async () => {
    const [section] = (
      await putSections([
        ...withoutUses(await readSettings()),
        { name: name('Not for parents'), type: 'text', visibility: 'author' },
      ])
    ).body.sections.slice(-1)
    const note = { key: 'note', type: 'text', of: section?.id, title: {}, value: { en: 'Has been ill' } }
    const edit = (edits: object[], step?: object) =>
      call<EditsReply>('POST', '/v1/curriculum/swim/edits', { payload: { base: 0, edits, ...(step ? { step } : {}) } })
    await edit([{ do: 'add-section', id: '/stage-2', section: note, before: null }])
    const { body } = await edit([{ do: 'remove-section', id: '/stage-2', key: 'note' }])
    expect((await putSections(withoutUses(await readSettings()).slice(0, -1))).status).toBe(200)
    const undo = { revision: body.revision, forward: false }
    expect((await edit([{ do: 'add-section', id: '/stage-2', section: note, before: null }], undo)).status).toBe(200)
    for (const portal of ['parent', 'coach', 'club'] as const)
      expect(JSON.stringify((await call('GET', '/v1/curriculum/swim', { portal })).body)).not.toContain('Has been ill')
    expect(JSON.stringify((await call('GET', '/v1/curriculum/swim?raw=1')).body)).toContain('Has been ill')
    await edit([{ do: 'remove-section', id: '/stage-2', key: 'note' }])
  })

  test('never get the number of a removed one, under which an undo could bring back hidden words', async () => {
    const hidden = { name: name('Between us'), type: 'text', visibility: 'author' }
    const [first] = (await putSections([...withoutUses(await readSettings()), hidden])).body.sections.slice(-1)
    const note = { key: 'secret', type: 'text', of: first?.id, title: {}, value: { en: 'A secret' } }
    const edits = [
      { do: 'add-section', id: '/stage-2', section: note, before: null },
      { do: 'remove-section', id: '/stage-2', key: 'secret' },
    ]
    for (const edit of edits) await call('POST', '/v1/curriculum/swim/edits', { payload: { base: 0, edits: [edit] } })
    const others = withoutUses(await readSettings()).slice(0, -1)
    expect((await putSections(others)).status).toBe(200)
    const [second] = (await putSections([...others, { ...hidden, visibility: 'all' }])).body.sections.slice(-1)
    expect(second?.id).toBeGreaterThan(first?.id ?? Number.NaN)
  })

  test('are changed by one author at a time, and need a name', async () => {
    const before = await readSettings()
    const { sections_revision } = before
    // another author saves first
    const sectionsToPut = withoutUses(before)
    expect(
      (await putSections([...sectionsToPut, { name: name('Ann'), type: 'text', visibility: 'all' }], sections_revision))
        .status,
    ).toBe(200)
    expect(await putSections(sectionsToPut, sections_revision)).toMatchObject({
      status: 412,
      body: { error: 'EDIT_CONFLICT' },
    })
    const unnamed = { type: 'text', visibility: 'all' }
    expect((await putSections([{ ...unnamed, name: { en: ' ' } }])).status).toBe(400)
    expect(await putSections([{ ...unnamed, name: name('X'), id: 99 }])).toMatchObject({
      status: 400,
      body: { field: 'sections/0/id' },
    })
    expect((await putSections([{ ...unnamed, name: name('X'), visibility: 'nobody' }])).status).toBe(400)
  })
})

describe('the grade scales of a scheme', () => {
  const putScales = async (grades: object[], match?: string) =>
    call<SchemeSettings>('PUT', '/v1/schemes/swim/grades', {
      payload: { grades },
      match: match ?? (await readSettings()).grades_revision,
    })
  const readScale = async (kind: number) =>
    (await call<GradeScale[]>('GET', '/v1/schemes/swim/grades', { portal: 'coach' })).body.find(
      (row) => row.grade === kind,
    )
  const ownLabels = { en: ['No', 'Begun', 'Nearly', 'Yes'], cy: ['Na', 'Dechrau', 'Bron', 'Ie'] }

  test('have a pass point and labels of their own; a mark keeps the scale of its time', async () => {
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const [sian] = one.members
    await device.push(device.mark(sian, '/stage-1/float', 2))
    world.clock.now += 10_000
    expect((await putScales([{ grade: 3, pass: 2, labels: ownLabels }])).status).toBe(200)
    expect(await readScale(3)).toMatchObject({
      pass: 2,
      labels: ownLabels.en,
      versions: [{ until: Math.floor(world.clock.now / 1000), pass: 3, labels: ['N/A', 'Fair', 'Good', 'Pass'] }],
    })
    // the mark of 2, made when the pass grade was 3, keeps that pass grade
    const { rows } = await world.owner.query<{ pass: number }>(
      `SELECT pass FROM results WHERE client_id = 'one' AND node_id = '/stage-1/float'`,
    )
    expect(rows).toEqual([{ pass: 3 }])
    // a mark may have the present or the earlier pass grade, but none that the skill never had; of the two that are
    // accepted the second is the newer one, so the first may be superseded
    const marks = [3, 2, 1].map((pass) =>
      device.mark(sian, '/stage-1/float', 2, { payload: { assessmentPassGrade: pass } }),
    )
    expect((await device.push(...marks)).outcomes.map((answer) => answer.outcome)).toEqual([
      expect.stringMatching(/applied|superseded/),
      'applied',
      'rejected',
    ])
  })

  test('have an impact that can be read first, and queue a recalculation when it changes progress', async () => {
    const { body } = await call<Impact>('POST', '/v1/schemes/swim/grades/impact', { payload: { grades: [] } })
    expect(body.members).toBe(0)
    const before = (await world.owner.query('SELECT FROM tasks')).rowCount ?? 0
    await putScales([{ grade: 3, pass: 3, labels: ownLabels }])
    expect((await world.owner.query('SELECT FROM tasks')).rowCount).toBe(before)
    // without a scale no skill is assessable any more, so progress is recalculated
    await putScales([])
    expect((await world.owner.query('SELECT FROM tasks')).rowCount).toBe(before + 1)
    await putScales([{ grade: 3, pass: 3, labels: null }])
  })

  test('must fit their grade kinds', async () => {
    expect(await putScales([{ grade: 3, pass: 4, labels: null }])).toMatchObject({
      status: 400,
      body: { field: 'grades/0/pass' },
    })
    expect(await putScales([{ grade: 1, pass: 2, labels: null }])).toMatchObject({ status: 400 })
    // kind 2 has three grades, but there are four labels
    expect(await putScales([{ grade: 2, pass: 2, labels: ownLabels }])).toMatchObject({
      body: { field: 'grades/0/labels' },
    })
    const scaleOfKind2 = { grade: 2, pass: 2, labels: null }
    expect(await putScales([scaleOfKind2, scaleOfKind2])).toMatchObject({
      status: 400,
      body: { field: 'grades/1/grade' },
    })
    expect(await putScales([scaleOfKind2], 'old')).toMatchObject({ status: 412 })
  })

  test('allow no marks with the pass grade 0, also where a scale is stored with it', async () => {
    const { rows } = await world.owner.query<{ id: string }>(`SELECT id FROM schemes WHERE client_id = 'one'`)
    await world.owner.query(`INSERT INTO scheme_grades (client_id, scheme_id, grade, pass) VALUES ('one', $1, 4, 0)`, [
      rows[0]?.id,
    ])
    const edits = [
      { do: 'set', id: '/stage-1/glide', set: { grade: 4 } },
      // all scales of the scheme are written, also the one that is not changed
      { do: 'set-settings', settings: [{ what: 'grade', id: '2', was: null, now: { pass: 2, labels: null } }] },
    ]
    const payload = { base: 0, edits }
    expect((await call<EditsReply>('POST', '/v1/curriculum/swim/edits', { payload })).status).toBe(200)
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    const mark = device.mark(one.members[0], '/stage-1/glide', 2, { payload: { assessmentPassGrade: 0 } })
    expect((await device.push(mark)).outcomes).toMatchObject([{ outcome: 'rejected', code: 'PASS_GRADE_UNKNOWN' }])
  })

  test('can have the client’s own labels', async () => {
    const post = (payload: object, tenant = one) => call('POST', '/v1/label-sets', { payload, tenant })
    expect(await post({ name: 'Plain', labels: ownLabels })).toMatchObject({ status: 201, body: { name: 'Plain' } })
    expect(await post({ name: 'Plain', labels: ownLabels })).toMatchObject({
      status: 409,
      body: { error: 'NAME_TAKEN' },
    })
    expect(await post({ name: 'Odd', labels: { en: ['a', 'b'], cy: ['a'] } })).toMatchObject({ status: 400 })
    expect((await readSettings()).label_sets).toMatchObject([{ name: 'Plain', labels: ownLabels }])
    expect((await call('GET', '/v1/label-sets', { tenant: two })).body).toEqual([])
  })

  test('is not named as a user of a label set that has its labels in another order', async () => {
    const author = await Author.of(world, one)
    const labels = { en: ['Pass', 'Practise', 'Not yet'], cy: ['Pasio', 'Ymarfer', 'Ddim eto'] }
    const reversed = { en: labels.en.toReversed(), cy: labels.cy.toReversed() }
    const { grades_revision } = await readSettings()
    const body = { grades: [{ grade: 2, pass: 2, labels: reversed }] }
    expect((await author.call('PUT', '/v1/schemes/swim/grades', body, { 'if-match': grades_revision })).status).toBe(
      200,
    )
    for (const [name, payload] of Object.entries({ Downwards: labels, Upwards: reversed }))
      await author.call('POST', '/v1/label-sets', { name, labels: payload })
    const { body: sets } = await author.call<ListedLabelSet[]>('GET', '/v1/label-sets')
    const usersOf = (name: string) => sets.find((set) => set.name === name)?.used.map(({ grade }) => grade)
    expect([usersOf('Downwards'), usersOf('Upwards')]).toEqual([[], [2]])
  })

  test('has label sets of which only one gets a name that two authors give at the same time', async () => {
    const names = ['First', 'Second', 'Third', 'Fourth']
    const author = await Author.of(world, one)
    const sets = await Promise.all(
      names.map((name) => author.call<ListedLabelSet>('POST', '/v1/label-sets', { name, labels: ownLabels })),
    )
    const replies = await Promise.all(
      sets.map(({ body: { id, revision } }) => {
        const payload = { name: 'The one', labels: ownLabels }
        return author.call('PATCH', `/v1/label-sets/${id}`, payload, { 'if-match': revision })
      }),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  })
})

test('settings are refused to users of other portals, and those of an unknown scheme are not found', async () => {
  for (const portal of ['parent', 'coach', 'club'] as const)
    expect((await call('GET', '/v1/schemes/swim/settings', { portal })).status).toBe(403)
  for (const [method, path] of [
    ['GET', 'settings'],
    ['PUT', 'sections'],
    ['PUT', 'grades'],
    ['POST', 'grades/impact'],
  ] as const) {
    const payload = method === 'GET' ? undefined : path === 'sections' ? { sections: [] } : { grades: [] }
    // `If-Match` is required, but its value does not matter, because there is no such scheme
    const bodyAndMatch = { ...(payload ? { payload } : {}), match: 'x' }
    expect((await call(method, `/v1/schemes/none/${path}`, bodyAndMatch)).status).toBe(404)
  }
})

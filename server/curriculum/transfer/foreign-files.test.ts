import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { EditsReply, RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { ImportPlan, ImportReport } from '#contract/curriculum/scheme-files.ts'
import type { Problem } from '#contract/platform/fields.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import { archiveOf, spreadsheetOf } from '#server/testing/spreadsheet.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { casePackage, MOODLE } from './testing/foreign-curricula.ts'

let database: TestDatabase
let world: World
let token = ''

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  token = (await world.logIn(world.tenants[0], 'scheme')).token
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

async function call<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T & { status: number }> {
  const host = world.tenants[0].host('scheme')
  const reply = await world.request({ method, url, host, token, ...(payload ? { payload } : {}) })
  return { ...reply.json<T>(), status: reply.statusCode }
}
const importFile = (text: string, more: object = {}) =>
  call<ImportReport & Problem>('POST', '/v1/schemes/import', { format: 'csv', text, check: false, name: 'X', ...more })
const nodesOf = async (slug: string | null) =>
  nodesWithDefaults(await call<RawCurriculum>('GET', `/v1/curriculum/${slug}?raw=1`)).nodes
/** What is left out, by what it is. */
const leftOut = ({ found }: Pick<ImportReport, 'found'>) =>
  Object.fromEntries((found?.left_out ?? []).map(({ what, name, count }) => [`${what} ${name}`.trim(), count]))

const TABLE = 'Code;Title;Notes\nA;Water;\nA.1;Float;On the back\nA.2;Kick;\n'

describe('a table of another program', () => {
  test('is imported where what is too long of it ends within a character', async () => {
    // as long as a heading, a title and an id may be is reached in the middle of a swimmer
    const [even, odd] = ['🏊'.repeat(120), `x${'🏊'.repeat(120)}`]
    const text = `Code;Title;${odd}\nA;Water;\n${odd};Float;Lie on the back and look up\nA.2;${even};Kick with both of the feet\n`
    const report = await importFile(text, { name: 'Swimmers' })
    expect(report).toMatchObject({ status: 200, nodes: 3 })
    const nodes = await nodesOf(report.slug)
    expect(nodes.map(({ externalId }) => externalId)).toEqual(['A', 'A.2', odd.slice(0, 199)])
    expect(nodes[2]?.content.map(({ title }) => title)).toEqual([{ en: odd.slice(0, 199) }])
    expect(nodes[1]?.title['en']).toBe(`${even.slice(0, 198)}…`)
  })

  test('is imported with its ids, which its next version finds again, whatever its titles are then', async () => {
    const report = await importFile(TABLE, { name: 'Foreign' })
    expect(report).toMatchObject({ problems: [], nodes: 3, kinds: { l: 1, sg: 0, s: 2 }, scale: 3, scaled: 2 })
    const nodes = await nodesOf(report.slug)
    expect(nodes.map(({ t, grade, externalId }) => [t, grade, externalId])).toEqual([
      ['l', null, 'A'],
      ['s', 3, 'A.1'],
      ['s', 3, 'A.2'],
    ])
    const text = TABLE.replace('Float', 'Float alone').replace('On the back', 'On the front').concat('A.3;Dive;\n')
    const plan = await call<ImportPlan>('POST', `/v1/schemes/${report.slug}/import`, {
      format: 'csv',
      text,
      prefer: 'here',
      scale: null,
    })
    expect(plan.changes).toMatchObject({ added: 1, changed: 1, moved: 0, removed: 0 })
    expect(plan.changes.items.find(({ what }) => what === 'changed')).toMatchObject({
      was: 'Float',
      title: 'Float alone',
      text: { was: 'On the back', now: 'On the front' },
    })
    expect(plan).toMatchObject({ scale: null, scaled: 0, problems: [], conflicts: [] })
    const saved = await call<EditsReply>('POST', `/v1/curriculum/${report.slug}/edits`, {
      base: plan.revision,
      edits: plan.edits,
    })
    expect(saved.status).toBe(200)
    const after = await nodesOf(report.slug)
    expect(after.map(({ id, externalId }) => [id, externalId])).toEqual([
      ...nodes.map(({ id, externalId }) => [id, externalId]),
      [expect.any(String), 'A.3'],
    ])
    // the export of the scheme has the ids as well
    const csv = await world.request({
      method: 'GET',
      url: `/v1/schemes/${report.slug}/export?format=csv`,
      host: world.tenants[0].host('scheme'),
      token,
    })
    const again = await importFile(csv.body)
    expect((await nodesOf(again.slug)).map(({ externalId }) => externalId)).toEqual(['A', 'A.1', 'A.2', 'A.3'])
  })

  test('is read as the author says, and nothing is written by a check', async () => {
    const found = await importFile(TABLE, { check: true })
    expect(found.found).toMatchObject({
      form: 'table',
      reading: { header: 1, columns: ['id', 'title', 'text'], structure: 'number' },
      columns: [{ heading: 'Code', samples: ['A', 'A.1', 'A.2'] }, { heading: 'Title' }, { heading: 'Notes' }],
    })
    const reading = { header: 1, columns: [null, 'title', null], structure: 'flat' }
    const flat = await importFile(TABLE, { check: true, reading, scale: null })
    expect(flat.sample.map(({ t, depth }) => [t, depth])).toEqual([
      ['s', 0],
      ['s', 0],
      ['s', 0],
    ])
    expect(flat).toMatchObject({ slug: null, scale: null, scaled: 0 })
    expect(leftOut(flat)).toEqual({ 'column Code': 3, 'column Notes': 1 })
    expect((await importFile(TABLE, { reading: { ...reading, structure: 'x' } })).status).toBe(400)
  })
})

test('a competency framework of Moodle becomes a scheme with its scale, and what is left out is said', async () => {
  const checked = await importFile(MOODLE, { check: true })
  expect(checked).toMatchObject({
    problems: [],
    kinds: { l: 1, sg: 1, s: 2 },
    found: { form: 'moodle', name: 'Water' },
  })
  expect(leftOut(checked)).toEqual({ description: 1, taxonomies: 1, rules: 1, references: 1, scales: 1 })
  const { slug } = await importFile(MOODLE, { name: 'Water' })
  const nodes = await nodesOf(slug)
  expect(nodes.map(({ t, title, grade, externalId }) => [t, title['en'], grade, externalId])).toEqual([
    ['l', 'Safety', null, 'W-1'],
    ['sg', 'Entries; exits', null, 'W-1.1'],
    ['s', 'Slide in', 2, 'W-1.1.1'],
    ['s', 'Climb out', 2, 'W-1.1.2'],
  ])
  expect(nodes[2]?.content[0]?.value['en']).toBe('<p>From the side, <strong>feet</strong> first.</p>')
  const grades = await call<{ grade: number; pass: number; labels: string[] }[]>('GET', `/v1/schemes/${slug}/grades`)
  expect(Object.values(grades).find(({ grade }) => grade === 2)).toMatchObject({
    pass: 1,
    labels: ['Not yet', 'With help', 'Alone'],
  })
})

test('a competency framework is known whatever the language of its headings, whichever comes first, and how many', async () => {
  const rows = MOODLE.split('\n').slice(1)
  const [framework = '', ...competencies] = rows.filter((row) => row !== '')
  const header = Array.from({ length: 14 }, (_, column) => `Título ${column}`).join()
  const report = await importFile([header, framework, ...competencies.toReversed()].join('\n'), { name: 'Reversed' })
  expect(report).toMatchObject({ problems: [], kinds: { l: 1, sg: 1, s: 2 }, found: { form: 'moodle', name: 'Water' } })
  const second = [framework.replace(',WATER,Water,', ',DRY,Dry,'), ',D-1,Stretch,,1,,,,,,,15,,']
  const both = await importFile([header, framework, ...competencies, ...second].join('\n'), { check: true })
  expect(both.sample.map(({ depth, title }) => [depth, title])).toEqual([
    [0, 'Water'],
    [1, 'Safety'],
    [2, 'Entries; exits'],
    [3, 'Slide in'],
    [3, 'Climb out'],
    [0, 'Dry'],
    [1, 'Stretch'],
  ])
})

test('what no text here has is named, and the words of its cells and lines stay apart', async () => {
  const rows = MOODLE.replace(
    '"<p>From the side, <b>feet</b> first.</p>"',
    '"<img src=""a.png""><table><tr><td>Feet</td><td>first</td></tr></table>"',
  ).replace('"Climb out",,1', '"Climb out","One\nTwo",0')
  const report = await importFile(rows, { name: 'Markup' })
  expect(leftOut(report)).toMatchObject({ 'markup img': 1, 'markup table': 1, description: 1 })
  const texts = (await nodesOf(report.slug)).flatMap(({ content }) => content[0]?.value['en'] ?? [])
  expect(texts).toEqual(['Feet | first<br />', '<p>One<br />Two</p>'])
})

test('a CASE package becomes a scheme in the order of its associations, and what is left out is said', async () => {
  const text = JSON.stringify(casePackage)
  const checked = await call<ImportReport>('POST', '/v1/schemes/import', { format: 'json', text, check: true })
  expect(checked).toMatchObject({
    name: 'Aquatics',
    problems: [],
    kinds: { l: 2, sg: 0, s: 2 },
    found: { form: 'case' },
  })
  expect(leftOut(checked)).toEqual({
    'associations exactMatchOf': 1,
    parents: 1,
    rubrics: 1,
    'fields CFItemType': 4,
    'fields educationLevel': 1,
  })
  const { slug } = await importFile(text, { format: 'json', name: 'Aquatics' })
  const nodes = await nodesOf(slug)
  expect(nodes.map(({ t, title, parentId }) => [t, title['en'], parentId])).toEqual([
    ['l', 'A Entering', null],
    ['s', 'A.1 Slides in', nodes[0]?.id],
    ['s', 'A.2 Climbs out', nodes[0]?.id],
    ['l', 'B Floating', null],
  ])
  expect(nodes[1]).toMatchObject({ externalId: casePackage.CFItems[2]?.identifier, grade: 3 })
  expect(nodes[1]?.content[0]?.value['en']).toBe('<p>The learner slides in from the side.</p>')
})

test('a part of a CASE package keeps its items: those without a parent in it, written as HTML or Markdown, or twice', async () => {
  const [first, second, third] = casePackage.CFItems
  const [toDocument, toItem] = casePackage.CFAssociations
  const elsewhere = { ...toItem, destinationNodeURI: { ...toItem?.destinationNodeURI, identifier: 'elsewhere' } }
  const text = JSON.stringify({
    CFDocument: { ...casePackage.CFDocument, description: 'All of it' },
    CFItems: [
      { ...first, fullStatement: '<p>Floats <b>alone</b><br>on the back</p>' },
      { ...second, fullStatement: 'Climbs **out**', notes: '<p>By the <i>steps</i></p>' },
      third,
      { ...first, fullStatement: 'Again' },
    ],
    CFAssociations: [{ ...toDocument, sequenceNumber: '2' }, elsewhere],
  })
  const report = await importFile(text, { format: 'json', name: 'Part' })
  expect(report.problems).toEqual([])
  expect(leftOut(report)).toMatchObject({ description: 1, repeated: 1, 'missing-parents': 1 })
  const nodes = await nodesOf(report.slug)
  expect(nodes.map(({ title, content }) => [title['en'], content[0]?.value['en']])).toEqual([
    ['B Floats alone on the back', undefined],
    ['A.2 Climbs out', '<p>By the <em>steps</em></p>'],
    ['A.1 Slides in', '<p>The learner slides in from the side.</p>'],
  ])
})

test('a list keeps its commas, and a quotation mark within a text is a letter, which is said', async () => {
  const list = await importFile('Water\n\tEnter, with help\n\t\tSlide; feet first\nFloat', { check: true })
  expect(list.sample.map(({ title }) => title)).toEqual(['Water', 'Enter, with help', 'Slide; feet first', 'Float'])
  const quoted = await importFile('Code,Title\n1,Water\n1.1,The 5" hoop\n1.2,"The "big" jump"\n', { check: true })
  expect(quoted.sample.map(({ title }) => title)).toEqual(['Water', 'The 5" hoop', '"The "big" jump"'])
  expect(leftOut(quoted)).toEqual({ quotes: 2 })
})

describe('a spreadsheet', () => {
  const upload = (bytes: Uint8Array, more: object = {}) =>
    importFile(Buffer.from(bytes).toString('base64'), { format: 'sheet', check: true, ...more })
  const book = spreadsheetOf({
    'About us': [['Our curriculum']],
    Skills: [
      ['Stage', 'Skill', 'Criteria'],
      ['Stage 1', 'Float, alone', 'On the back; ten seconds'],
      ['', { formula: 'UPPER("kick")', value: 'KICK' }, ''],
      ['Stage 2', '', ''],
    ],
  })

  test('is read from its longest sheet, or the one that the author chooses', async () => {
    const found = await upload(book)
    expect(found).toMatchObject({
      problems: [],
      kinds: { l: 2, sg: 0, s: 2 },
      found: { form: 'table', sheet: 'Skills', sheets: ['About us', 'Skills'], left_out: [] },
    })
    expect(found.sample.map(({ depth, title }) => [depth, title])).toEqual([
      [0, 'Stage 1'],
      [1, 'Float, alone'],
      [1, 'KICK'],
      [0, 'Stage 2'],
    ])
    const other = await upload(book, { sheet: 'About us' })
    expect([other.found?.sheet, other.sample.map(({ title }) => title)]).toEqual(['About us', ['Our curriculum']])
    const made = await upload(book, { check: false, name: 'From a sheet' })
    const nodes = await nodesOf(made.slug)
    expect(nodes[1]?.content[0]?.value['en']).toBe('<p>On the back; ten seconds</p>')
    // a newer one is merged into the scheme
    const plan = await call<ImportPlan>('POST', `/v1/schemes/${made.slug}/import`, {
      format: 'sheet',
      text: spreadsheetOf({
        Skills: [
          ['Stage', 'Skill'],
          ['Stage 1', 'Float, alone'],
          ['', 'Glide'],
        ],
      }).toString('base64'),
      prefer: 'here',
    })
    expect(plan.changes).toMatchObject({ added: 1, changed: 0, removed: 0 })
  })

  test('that is damaged, another archive, or none is refused with a word for it', async () => {
    for (const [bytes, detail] of [
      [book.subarray(0, 400), 'SHEET_DAMAGED'],
      [archiveOf({ 'photo.jpg': 'x' }), 'SHEET_ARCHIVE'],
      [archiveOf({ 'xl/workbook.xml': 'small' }, 200 * 1024 * 1024), 'SHEET_TOO_LARGE'],
      [Buffer.from('Code,Title'), 'NO_SPREADSHEET'],
    ] as const)
      expect(await upload(bytes), detail).toMatchObject({ status: 400, error: 'CSV_UNREADABLE', detail })
  })
})

describe('a file that is no curriculum', () => {
  const check = (text: string, format = 'csv') => importFile(text, { format, check: true })
  test('is refused with a word for what it is, and where', async () => {
    for (const [text, format, detail] of [
      [' \n ', 'csv', 'EMPTY'],
      ['%PDF-1.7\n%âãÏÓ', 'csv', 'PDF'],
      ['PK\u0003\u0004…', 'csv', 'SPREADSHEET'],
      ['title\nFlo\u0001at', 'csv', 'NO_TEXT: line 2, column 4'],
      ['title\nFloat\n"Kick', 'csv', 'QUOTES: line 3'],
      ['{"format": "rungs-scheme",\n "x"', 'json', 'NOT_JSON: line 2, column 5'],
      [JSON.stringify({ CFDocument: { title: 'T' }, CFItems: [] }), 'json', /^CASE: /],
    ] as const) {
      const refused = await check(text, format)
      expect([refused.status, refused.error, refused.detail], text).toEqual([
        400,
        'CSV_UNREADABLE',
        typeof detail === 'string' ? detail : expect.stringMatching(detail),
      ])
    }
    const wide = await check(`title\n${','.repeat(1_000_000)}`)
    expect(wide).toMatchObject({ status: 400, error: 'CSV_TOO_LONG', detail: 'columns: more than 200' })
  })

  test('never fails on the server: characters that no database stores, and tables without headings or titles', async () => {
    const item = { identifier: 'a', fullStatement: 'x' }
    for (const fullStatement of ['a\u0000b', 'a\ud800b']) {
      const text = JSON.stringify({
        CFDocument: { identifier: 'd', title: 'T' },
        CFItems: [{ ...item, fullStatement }],
      })
      expect((await check(text, 'json')).status).toBe(400)
    }
    for (const text of ['1\n2\n3', ';;\n;;', 'a', '\ufeff', 'title', '[]', 'Kick,Glide\nFloat,Dive'])
      expect((await check(text)).status, text).toBeLessThan(500)
    expect((await check('[]', 'json')).status).toBe(400)
  })
})

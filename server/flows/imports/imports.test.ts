import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Undone } from '#contract/flows/change-sets.ts'
import type { ClubMember, MemberDetail } from '#contract/members/club-members.ts'
import type {
  AlikeProblems,
  ImportRow,
  ImportUndo,
  ImportValues,
  MemberImport,
} from '#contract/flows/member-imports.ts'
import { deleteOldDrafts } from '#server/flows/imports/commands.ts'
import type { MemberProgress } from '#contract/assessment/member-record.ts'
import type { LevelList } from '#contract/reports/level-lists.ts'
import { addDays } from '#domain/platform/club-time.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { archiveOf, spreadsheetOf } from '#server/testing/spreadsheet.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
/** The clients of `createWorld`. Each has the children Siân and Beca O'Connor (AQ-1, AQ-2) and the parent Ffion. */
let one: Tenant
let two: Tenant
/** The tokens of the administrators of both clients' clubs. */
let token = ''
let tokenOfTwo = ''
const errors: unknown[] = []
let worker: Worker

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  token = (await world.logIn(one, 'club')).token
  tokenOfTwo = (await world.logIn(two, 'club')).token
  worker = createJobWorker(world, (error) => errors.push(error))
})
afterAll(async () => {
  expect(errors).toEqual([])
  await worker.close()
  await world.close()
  await database.drop()
})
beforeEach(() => {
  world.announced.length = 0
})

const accessOf = (tenant: Tenant) => ({ host: tenant.host('club'), token: tenant === one ? token : tokenOfTwo })
const call = (options: InjectOptions, tenant = one) => world.request({ ...accessOf(tenant), ...options })
const upload = (bytes: string | Buffer, tenant = one) =>
  call({ method: 'POST', url: '/v1/member-imports', headers: { 'content-type': 'text/csv' }, payload: bytes }, tenant)
const urlOf = (id: string, path = '') => `/v1/member-imports/${id}${path}`
const HEADER = 'firstname,lastname,dob,guardian_firstname,guardian_lastname,guardian_email'
const csvOf = (...rows: string[]) => [HEADER, ...rows].join('\r\n')

async function createDraft(bytes: string | Buffer, tenant = one): Promise<MemberImport> {
  const reply = await upload(bytes, tenant)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<MemberImport>()
}
async function readRows(id: string, state = ''): Promise<ImportRow[]> {
  return (await call({ url: urlOf(id, `/rows?per_page=1000${state && `&state=${state}`}`) })).json<ImportRow[]>()
}
const start = (id: string, tenant = one) => call({ method: 'POST', url: urlOf(id, '/start') }, tenant)
const readImport = async (id: string, tenant = one) => (await call({ url: urlOf(id) }, tenant)).json<MemberImport>()

/** Uploads a file and imports it completely. */
async function runImport(bytes: string | Buffer, tenant = one): Promise<MemberImport> {
  const { id } = await createDraft(bytes, tenant)
  const reply = await start(id, tenant)
  expect(reply.statusCode, reply.body).toBe(202)
  await worker.runDue(tenant.id)
  return readImport(id, tenant)
}
const findMembers = async (search: string, tenant = one) =>
  (await call({ url: `/v1/members?search=${encodeURIComponent(search)}` }, tenant)).json<ClubMember[]>()
const countMembers = async () => Number((await call({ url: '/v1/members' })).headers['x-total-count'])
const undo = (id: string) => call({ method: 'POST', url: `/v1/change-sets/${id}/undo` })

describe('a file of members', () => {
  test('is read, its columns are guessed from their headings, and every wrong cell is reported', async () => {
    const before = await countMembers()
    const uploaded = await createDraft(
      [
        'First name;Surname;Date of birth;Guardian first;Guardian last;E-mail;Shoe size',
        'Tomos;Gruffydd;02/03/2016;Huw;Gruffydd;huw@example.com;31',
        'Beca 2;;31/02/2017;;;;',
        '',
        `Kofi;Mensah;${world.today(30)};Esi;Mensah;esi@@example.com;`,
      ].join('\n'),
    )
    expect(uploaded).toMatchObject({
      file_name: expect.stringMatching(/^members-\d{4}-\d\d-\d\d\.csv$/) as string,
      by: 'Owain Price',
      encoding: 'utf-8',
      state: 'draft',
      missing: [],
      rows: 3,
      ready: 1,
      bad: 2,
    })
    expect(uploaded.columns).toEqual([
      'firstname',
      'lastname',
      'dob',
      'guardian_firstname',
      'guardian_lastname',
      'guardian_email',
      null,
    ])
    // Rows have the numbers of their lines; the fourth line is empty.
    expect(await readRows(uploaded.id, 'bad')).toMatchObject([
      {
        row: 3,
        problems: [
          { field: 'firstname', problem: 'letters' },
          { field: 'lastname', problem: 'required' },
          { field: 'dob', problem: 'not-a-date' },
        ],
      },
      {
        row: 5,
        problems: [
          { field: 'dob', problem: 'future' },
          { field: 'guardian_email', problem: 'not-an-email' },
        ],
      },
    ])
    expect((await start(uploaded.id)).json()).toMatchObject({ status: 409, error: 'IMPORT_PROBLEMS' })
    expect(await countMembers()).toBe(before)
  })

  test('is read without characters that the database cannot store, and refused in an encoding that makes them', async () => {
    const rows = [
      ['First name', 'Last name', 'DOB'],
      ['Ni_x0000_a_xD800_', 'Storable', '3 Apr 2013'],
      ['Bo', 'Storable', '4 Apr 2013'],
    ]
    const book = await createDraft(spreadsheetOf({ Tad_x0000_poles: rows, Other: rows.slice(0, 1) }))
    expect(book).toMatchObject({ reading: { sheet: 'Tadpoles', sheets: ['Tadpoles', 'Other'] }, rows: 2 })
    expect((await readRows(book.id))[0]?.cells[0]).toBe('Nia\ufffd')
    const { id } = await createDraft(Buffer.from(`\ufeff${rows.map((cells) => cells.join(',')).join('\n')}`, 'utf16le'))
    const asUtf8 = await call({ method: 'PUT', url: urlOf(id, '/reading'), payload: { encoding: 'utf-8' } })
    expect(asUtf8.json()).toMatchObject({ status: 400, error: 'CSV_UNREADABLE', detail: 'not a text' })
    for (const draft of [book.id, id]) await call({ method: 'DELETE', url: urlOf(draft) })
  })

  test('is read in the three encodings that spreadsheets write, and anything else is refused', async () => {
    // windows-1252 has no ŵ
    const text = csvOf('Siân,Gŵyr,2016-01-02,,,')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    for (const [bytes, encoding, name] of [
      [Buffer.from(`\u{FEFF}${text}`), 'utf-8', 'Gŵyr'],
      [utf16, 'utf-16', 'Gŵyr'],
      [Buffer.from(csvOf('Siân,Gwyr,2016-01-02,,,'), 'latin1'), 'windows-1252', 'Gwyr'],
    ] as const) {
      const draft = await createDraft(bytes)
      expect(draft).toMatchObject({ encoding, ready: 1 })
      expect((await readRows(draft.id))[0]?.cells.slice(0, 2)).toEqual(['Siân', name])
    }
    // the first bytes of a ZIP archive, which the files of spreadsheet programs are
    expect((await upload(Buffer.from('PK\u0003\u0004 a sheet'))).json()).toMatchObject({ error: 'CSV_UNREADABLE' })
  })

  test('without a header or rows is refused, and does not start while a required column is missing', async () => {
    for (const bytes of ['', ' \n', 'only one\na', HEADER])
      expect((await upload(bytes)).json(), bytes).toMatchObject({ status: 400, error: 'CSV_HEADER' })
    const draft = await createDraft('firstname,lastname,when\nNoah,Headless,2018-02-03')
    expect(draft).toMatchObject({ missing: ['dob'], bad: 0 })
    expect((await start(draft.id)).json()).toMatchObject({ status: 400, error: 'CSV_HEADER', field: 'dob' })
    // of the six columns, those of the guardian may be missing [5.14]
    const columns = ['firstname', 'lastname', 'dob', 'guardian_firstname', 'guardian_lastname', 'guardian_email']
    for (const absent of columns) {
      const header = columns.filter((column) => column !== absent).join(',')
      const { missing } = await createDraft(`${header}\nNoah,Headless,2018-02-03,x,y`)
      expect(missing, absent).toEqual(absent.startsWith('guardian') ? [] : [absent])
    }
    const matched = await call({
      method: 'PATCH',
      url: urlOf(draft.id),
      payload: { columns: ['firstname', 'lastname', 'dob'] },
    })
    expect(matched.json()).toMatchObject({ missing: [], ready: 1 })
  })

  test('has at most 10,000 rows and 5 MB', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => `Noah,Evans,${addDays('1995-01-01', n)},,,`)
    expect((await upload(csvOf(...many))).json()).toMatchObject({ status: 400, error: 'CSV_TOO_LONG' })
    expect(await createDraft(csvOf(...many.slice(1)))).toMatchObject({ rows: 10_000 })
    const bytes = (length: number) => upload(Buffer.alloc(length, 'a'))
    expect((await bytes(5 * 1024 * 1024 + 1)).statusCode).toBe(413)
    // it is read, and then refused for what is in it
    expect((await bytes(5 * 1024 * 1024)).statusCode).toBe(400)
    // an empty file is refused for that reason, however many lines it has
    expect((await upload('\n'.repeat(200_000))).json()).toMatchObject({ status: 400, error: 'CSV_HEADER' })
    const refusalOf = async (text: string) => (await upload(text)).json<{ error: string; detail: string }>()
    expect(await refusalOf(`${HEADER}${'\n'.repeat(200_000)}a,b,c`)).toMatchObject({
      error: 'CSV_TOO_LONG',
      detail: 'lines: more than 100000',
    })
    expect(await refusalOf(`${HEADER}\n${','.repeat(5_000_000)}`)).toMatchObject({
      error: 'CSV_TOO_LONG',
      detail: 'columns: more than 200',
    })
    expect(await refusalOf(`${HEADER}\n"${'a'.repeat(5_001)}",b,c`)).toMatchObject({
      error: 'CSV_TOO_LONG',
      detail: 'row 2: a cell of more than 5000 characters',
    })
  })

  test('is asked once what its dates mean, when none of them shows whether the day stands first', async () => {
    const draft = await createDraft(csvOf('Dai,Unclear,03/04/2016,,,', 'Eve,Unclear,5 Mai 2016,,,'))
    expect(draft).toMatchObject({ unclear_dates: true, ready: 1, bad: 1 })
    expect(await readRows(draft.id, 'bad')).toMatchObject([{ problems: [{ field: 'dob', problem: 'unclear-date' }] }])
    const columns = HEADER.split(',').map((field) => (field === 'dob' ? 'dob_month_first' : field))
    const chosen = await call({ method: 'PATCH', url: urlOf(draft.id), payload: { columns } })
    expect(chosen.json()).toMatchObject({ unclear_dates: false, ready: 2, bad: 0 })
    const twice = await call({
      method: 'PATCH',
      url: urlOf(draft.id),
      payload: { columns: ['firstname', 'lastname', 'dob', 'dob_day_first', null, null] },
    })
    expect(twice.statusCode).toBe(400)
    await start(draft.id)
    await worker.runDue(one.id)
    expect(await findMembers('Dai Unclear')).toMatchObject([{ dob: '2016-03-04' }])
    // one row that shows the order is enough
    const shown = csvOf('Dai,Shown,03/04/2016,,,', 'Eve,Shown,23/04/2016,,,')
    expect(await createDraft(shown)).toMatchObject({ unclear_dates: false, ready: 2 })
  })

  test('may have whole names in one column, and corrects them there', async () => {
    const draft = await createDraft('Name;Born\nOne Whole;2 Feb 2016\nWhole, Two;3 Feb 2016\nThree;4 Feb 2016')
    expect(draft).toMatchObject({ columns: ['name', 'dob'], missing: [], ready: 2, bad: 1 })
    expect(await readRows(draft.id, 'bad')).toMatchObject([
      { row: 4, problems: [{ field: 'lastname', problem: 'required' }] },
    ])
    const payload = { cells: ['Three Whole', '4 Feb 2016'] }
    await call({ method: 'PATCH', url: urlOf(draft.id, '/rows/4'), payload })
    await start(draft.id)
    await worker.runDue(one.id)
    expect((await findMembers('Whole')).map(({ firstname }) => firstname).sort()).toEqual(['One', 'Three', 'Two'])
    expect(await createDraft('Name;Born\nOne Whole;2016-02-02')).toMatchObject({ same: 1 })
  })

  test('with a quote that never ends is read, and the row with the quote is shown to be corrected', async () => {
    const draft = await createDraft(
      csvOf(
        'Al,Quote,2016-01-01,"Non, née Hughes",Quote,',
        '',
        '"Bo,Quote,2016-01-02,,,',
        'Cy,Quote,2016-01-03,"Una",Q,',
      ),
    )
    expect(draft).toMatchObject({ rows: 3 })
    const rows = await readRows(draft.id)
    expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [2, 'Al'],
      [4, '"Bo'],
      [5, 'Cy'],
    ])
    expect(rows[1]?.problems).toContainEqual({ field: 'firstname', problem: 'stray-quote' })
    // with too many such lines, the refusal names the first one that was not read
    const strays = Array.from({ length: 51 }, (_, index) => `"Stray ${index},Quote,2016-01-01,,,`)
    expect((await upload(csvOf('Al,Quote,2016-01-01,,,', ...strays))).json()).toMatchObject({
      status: 400,
      error: 'CSV_UNREADABLE',
      detail: 'line 53',
    })
  })

  test('shows how it was read, with headings below titles, and is read in another way when somebody says so', async () => {
    const draft = await createDraft(
      [
        'Riverside Swimming Club, Cardiff;;',
        'Child;;Details',
        'First name;"Last name;Date of birth',
        'Tom;Evans;2016-01-02',
        'Bet;Evans;2016-03-04',
        'Total;2;',
      ].join('\n'),
    )
    expect(draft).toMatchObject({
      reading: { delimiter: ';', header_row: 3, sheet: null, sheets: [] },
      columns: ['firstname', 'lastname', 'dob'],
      rows: 3,
      // the sum below the table
      out: 1,
    })
    const preview = await call({ url: urlOf(draft.id, '/preview') })
    expect(preview.json()).toMatchObject([
      { row: 1, cells: ['Riverside Swimming Club, Cardiff', '', ''] },
      { row: 2 },
      { row: 3 },
      {},
      {},
      {},
    ])
    const readAs = (payload: object) => call({ method: 'PUT', url: urlOf(draft.id, '/reading'), payload })
    expect((await readAs({ delimiter: '|' })).json()).toMatchObject({ status: 400, error: 'CSV_HEADER' })
    expect((await readAs({ delimiter: 'x' })).statusCode).toBe(400)
    expect((await readAs({ header_row: 4 })).json()).toMatchObject({
      reading: { header_row: 4 },
      header: ['Tom', 'Evans', '2016-01-02'],
      rows: 2,
    })
    const again = await readAs({ header_row: 3 })
    expect(again.json()).toMatchObject({
      reading: { header_row: 3 },
      columns: ['firstname', 'lastname', 'dob'],
      rows: 3,
    })
    // the file is kept through all of this, and no longer than the draft
    expect((await readAs({ encoding: 'windows-1252' })).statusCode).toBe(200)
    await start(draft.id)
    await worker.runDue(one.id)
    expect((await call({ url: urlOf(draft.id, '/preview') })).json()).toEqual([])
    expect((await readAs({})).json()).toMatchObject({ status: 409, error: 'IMPORT_STATE' })
  })

  test('of families has a row for each child, and for each family again when somebody says so', async () => {
    const heads =
      'Family,Child 1 Name,Child 1 DOB,Child 1 Medical,Parent,Parent Email,Child 2 Name,Child 2 DOB,Child 2 Medical'
    const draft = await createDraft(
      [
        'Families of the club',
        heads,
        'F1,Evie Rows,2016-04-03,,Ann Rows,ann.rows@x.example,Max Rows,2018-04-03,Asthma',
        'F2,Cai Rows,2015-01-01,,Huw Rows,huw.rows@x.example,,,None',
        'Total,3',
      ].join('\n'),
    )
    expect(draft).toMatchObject({
      reading: { header_row: 2, children: 2, one_child: false },
      header: ['Family', 'Child name', 'Child dob', 'Child medical', 'Parent', 'Parent Email'],
      columns: [null, 'name', 'dob', 'medical', 'guardian_name', 'guardian_email'],
      rows: 4,
      ready: 3,
      out: 1,
      bad: 0,
    })
    expect((await readRows(draft.id)).map(({ row, cells }) => [row, ...cells])).toEqual([
      [3, 'F1', 'Evie Rows', '2016-04-03', '', 'Ann Rows', 'ann.rows@x.example'],
      [4, 'F1', 'Max Rows', '2018-04-03', 'Asthma', 'Ann Rows', 'ann.rows@x.example'],
      [5, 'F2', 'Cai Rows', '2015-01-01', '', 'Huw Rows', 'huw.rows@x.example'],
      [6, 'Total', '3', '', '', '', ''],
    ])
    const readAs = (payload: object) => call({ method: 'PUT', url: urlOf(draft.id, '/reading'), payload })
    const asOne = (await readAs({ header_row: 2, one_child: true })).json<MemberImport>()
    expect(asOne).toMatchObject({ rows: 3, reading: { children: 2, one_child: true } })
    expect(asOne.header.join()).toBe(heads)
    expect((await readAs({ header_row: 2 })).json()).toMatchObject({ rows: 4 })
  })

  test('of classes in blocks has the title of the class in each row, unless somebody leaves the titles out', async () => {
    const heads = 'Name,DOB,Parent email'
    const draft = await createDraft(
      [
        'Register 2026',
        '',
        'Tadpoles – Monday 16:00,,',
        heads,
        'Evie Blocks,2016-04-03,ann.blocks@x.example',
        'Total: 1,,',
        'Frogs – Monday 16:30,,',
        heads,
        'Cai Blocks,2015-01-01,huw.blocks@x.example',
      ].join('\n'),
    )
    expect(draft).toMatchObject({
      reading: { header_row: 4, titles: 2, titles_left_out: false },
      header: ['Name', 'DOB', 'Parent email', 'Class above the rows'],
      columns: ['name', 'dob', 'guardian_email', 'groups'],
      rows: 3,
      out: 1,
    })
    const cells = (await readRows(draft.id)).map((row) => [row.row, row.state, row.cells[0], row.cells[3]])
    expect(cells).toEqual([
      [5, 'bad', 'Evie Blocks', 'Tadpoles – Monday 16:00'],
      [6, 'out', 'Total: 1', 'Tadpoles – Monday 16:00'],
      [9, 'bad', 'Cai Blocks', 'Frogs – Monday 16:30'],
    ])
    const readAs = (payload: object) => call({ method: 'PUT', url: urlOf(draft.id, '/reading'), payload })
    const without = (await readAs({ header_row: 4, titles_left_out: true })).json<MemberImport>()
    expect(without).toMatchObject({ columns: ['name', 'dob', 'guardian_email'], rows: 4, ready: 2, out: 2, bad: 0 })
    expect((await readAs({})).json()).toMatchObject({ rows: 3, reading: { titles: 2, titles_left_out: false } })
  })

  test('has no columns of the delimiters at the ends of its lines', async () => {
    const draft = await createDraft(
      'First name,Last name,DOB,,,\nAna,Ends,2016-01-02,,,\nBen,Ends,2016-01-03,,,\n,,,,,',
    )
    expect(draft).toMatchObject({ header: ['First name', 'Last name', 'DOB'], ready: 2, rows: 2 })
    // a column with cells stays, although nothing names it
    const unnamed = await createDraft('First name,Last name,DOB,,,\nAna,Ends,2016-01-02,,x,')
    expect(unnamed).toMatchObject({ columns: ['firstname', 'lastname', 'dob', null, null], ready: 1 })
  })

  test('may have no headings: the first child is none, and columns are called by their numbers', async () => {
    const draft = await createDraft('Nan,Headless,13/04/2016,nan@headless.example\nBob,Headless,14/04/2017,')
    expect(draft).toMatchObject({
      reading: { header_row: 0 },
      header: ['#1', '#2', '#3', '#4'],
      // the cells say what they are, but not which of two names is the last one
      columns: [null, null, 'dob', 'guardian_email'],
      rows: 2,
    })
    const columns = ['firstname', 'lastname', 'dob', 'guardian_email']
    expect((await call({ method: 'PATCH', url: urlOf(draft.id), payload: { columns } })).json()).toMatchObject({
      ready: 2,
      bad: 0,
    })
    const readAs = (payload: object) => call({ method: 'PUT', url: urlOf(draft.id, '/reading'), payload })
    expect((await readAs({ header_row: 1 })).json()).toMatchObject({
      rows: 1,
      header: ['Nan', 'Headless', '13/04/2016', 'nan@headless.example'],
    })
    expect((await readAs({ header_row: 0 })).json()).toMatchObject({ rows: 2 })
  })

  test('may be a spreadsheet, whose sheet can be chosen; other kinds of files are named', async () => {
    const book = spreadsheetOf({
      Members: [
        ['First name', 'Last name', 'Date of birth'],
        ['Ana', 'Sheet', { day: 42_372 }],
        ['Ben', 'Sheet', '5 May 2016'],
      ],
      Waiting: [
        ['First name', 'Last name', 'Date of birth'],
        ['Cai', 'Waiting', { day: 42_373 }],
      ],
    })
    const draft = await createDraft(book)
    expect(draft).toMatchObject({
      reading: { delimiter: null, sheet: 'Members', sheets: ['Members', 'Waiting'] },
      ready: 2,
    })
    expect((await readRows(draft.id))[0]?.cells).toEqual(['Ana', 'Sheet', '2016-01-03'])
    const other = await call({ method: 'PUT', url: urlOf(draft.id, '/reading'), payload: { sheet: 'Waiting' } })
    expect(other.json()).toMatchObject({ reading: { sheet: 'Waiting' }, ready: 1, rows: 1 })
    for (const [bytes, detail] of [
      [Buffer.from('%PDF-1.7 renamed'), 'pdf'],
      // what some programs call an Excel file
      [Buffer.from('<html><table><tr><td>First name</td></tr></table></html>'), 'html'],
      [Buffer.from('\u{FEFF}<?xml version="1.0"?><Workbook></Workbook>'), 'html'],
      [archiveOf({ 'xl/workbook.xml': 'x', 'xl/media.xml': 'y' }, 90 * 1024 * 1024), 'too-large'],
      [archiveOf({ 'content.xml': 'x' }), 'damaged'],
    ] as const)
      expect((await upload(bytes)).json()).toMatchObject({ status: 400, error: 'CSV_UNREADABLE', detail })
  })

  test('may have a sheet for each class: those with the same headings can be read together, each as the group of its rows', async () => {
    const heads = ['Name', 'DOB']
    const book = spreadsheetOf({
      Notes: [['See Jo about fees']],
      Tadpoles: [['Tadpoles, Monday'], heads, ['Evie Sheets', '2016-04-03'], ['Cai Sheets', '2016-04-04']],
      Frogs: [heads, ['Bea Sheets', '2016-04-05']],
    })
    const draft = await createDraft(book)
    // other sheets may be those of earlier years
    expect(draft).toMatchObject({ reading: { sheet: 'Tadpoles', same_sheets: 2 }, columns: ['name', 'dob'], rows: 2 })
    const readAs = (payload: object) => call({ method: 'PUT', url: urlOf(draft.id, '/reading'), payload })
    const all = await readAs({ all_sheets: true })
    expect(all.json()).toMatchObject({
      reading: { sheet: null, titles: 2 },
      columns: ['name', 'dob', 'groups'],
      rows: 3,
    })
    expect((await readRows(draft.id)).map(({ cells }) => [cells[0], cells[2]])).toEqual([
      ['Evie Sheets', 'Tadpoles'],
      ['Cai Sheets', 'Tadpoles'],
      ['Bea Sheets', 'Frogs'],
    ])
    const frogs = (await readAs({ sheet: 'Frogs' })).json<MemberImport>()
    expect(frogs).toMatchObject({ reading: { sheet: 'Frogs', same_sheets: 2 }, columns: ['name', 'dob'], rows: 1 })
  })

  test('must be sent as CSV, which no other route accepts', async () => {
    const json = await call({ method: 'POST', url: '/v1/member-imports', payload: { a: 1 } })
    expect(json.json()).toMatchObject({ status: 415, error: 'UNSUPPORTED_MEDIA_TYPE' })
    const csv = await call({
      method: 'POST',
      url: '/v1/members',
      headers: { 'content-type': 'text/csv' },
      payload: csvOf(),
    })
    expect(csv.statusCode).toBe(415)
  })
})

describe('the texts of a file', () => {
  const draftOf = (...rows: string[]) => createDraft(['firstname,lastname,dob,active', ...rows].join('\n'))
  const patch = (id: string, payload: object) => call({ method: 'PATCH', url: urlOf(id), payload })
  const readValues = async (id: string) => (await call({ url: urlOf(id, '/values') })).json<ImportValues>()

  test('mean what everybody means by them, or else what somebody says once for all rows', async () => {
    const draft = await draftOf(
      'Ana,Values,2016-01-02,Yes',
      'Ben,Values,2016-01-03,n',
      'Cai,Values,2016-01-04,On hold',
      'Dot,Values,2016-01-05,on hold!',
    )
    expect(draft).toMatchObject({ columns: ['firstname', 'lastname', 'dob', 'status'], ready: 2, bad: 2 })
    const values = (await call({ url: urlOf(draft.id, '/values') })).json<ImportValues>()
    expect(values).toMatchObject([
      {
        field: 'status',
        texts: [
          { key: 'on hold', text: 'On hold', count: 2, means: null },
          { key: 'yes', text: 'Yes', count: 1, means: 'active' },
          { key: 'n', text: 'n', count: 1, means: 'inactive' },
        ],
        options: [{ value: 'active' }, { value: 'inactive' }],
      },
    ])
    expect((await patch(draft.id, { choices: { status: { 'on hold': 'nowhere' } } })).statusCode).toBe(400)
    expect((await patch(draft.id, { choices: { status: { 'on hold': 'inactive' } } })).json()).toMatchObject({
      ready: 4,
      bad: 0,
    })
    await start(draft.id)
    await worker.runDue(one.id)
    expect((await findMembers('Values')).filter(({ status }) => status === 'active')).toHaveLength(1)
    // the next file is understood in the same way, also its columns
    const next = await createDraft('firstname,lastname,dob,active,Shoe size\nEli,Values,2016-01-06,on HOLD,31')
    expect(next).toMatchObject({ ready: 1, bad: 0, choices: { status: { 'on hold': 'inactive' } }, remembered: false })
    const columns = ['firstname', 'lastname', 'dob', 'status', 'ngo_id']
    expect((await patch(next.id, { columns })).json()).toMatchObject({ ready: 1 })
    await start(next.id)
    await worker.runDue(one.id)
    const last = await createDraft('firstname,lastname,dob,Shoe-Size\nFay,Values,2016-01-07,32')
    expect(last).toMatchObject({ columns: ['firstname', 'lastname', 'dob', 'ngo_id'], remembered: true })
    // whether it is told follows the headings that are read
    const titled = await createDraft('Club,list,of,names\nfirstname,lastname,dob,Shoe size\nGil,Values,2016-01-08,33')
    const readFrom = async (header_row: number) =>
      (await call({ method: 'PUT', url: urlOf(titled.id, '/reading'), payload: { header_row } })).json<MemberImport>()
    expect((await readFrom(2)).remembered).toBe(true)
    expect((await readFrom(1)).remembered).toBe(false)
    expect((await readFrom(2)).remembered).toBe(true)
    await world.owner.query(`UPDATE clubs SET import_columns = '{}', import_choices = '{}'`)
  })

  test('that are numbers without the zeros that a spreadsheet leaves out are asked about once; what was said is kept', async () => {
    const file = (month: string) =>
      csvOf(`A,Zeros,2016-${month}-02,,,`, `B,Zeros,2016-${month}-03,,,`, `C,Zeros,2016-${month}-04,,,`)
        .split('\r\n')
        .map((line, row) => `${line},${['phones', '7700900123', '07700 900124', '29 2087 4000 (mum)'][row]}`)
        .map((line, row) => `${line},${['number', '1044171', '98', '3044190'][row]}`)
        .concat(`D,Zeros,2016-${month}-05,,,,,4044190`)
        .join('\n')
    const draft = await createDraft(file('04'))
    const asked = await readValues(draft.id)
    expect(asked.find(({ field }) => field === 'phones')?.texts).toEqual([
      { key: 'zeros', text: '7700900123', count: 2, means: null },
    ])
    expect(asked.find(({ field }) => field === 'ngo_id')?.texts).toEqual([
      { key: 'zeros', text: '98', count: 1, means: null },
    ])
    expect((await patch(draft.id, { choices: { phones: { zeros: 'x' } } })).statusCode).toBe(400)
    const zeros = { zeros: '0' }
    expect((await patch(draft.id, { choices: { phones: zeros, ngo_id: zeros } })).statusCode).toBe(200)
    expect((await start(draft.id)).statusCode).toBe(202)
    await worker.runDue(one.id)
    const members = await Promise.all(
      (await findMembers('Zeros')).map(async ({ uuid }) =>
        (await call({ url: `/v1/members/${uuid}` })).json<MemberDetail>(),
      ),
    )
    const stored = members.map(({ firstname, phones, ngo_id, note }) => [firstname, phones, ngo_id, note])
    expect(stored.toSorted()).toEqual([
      ['A', ['07700900123'], '1044171', null],
      ['B', ['07700 900124'], '0000098', null],
      ['C', ['029 2087 4000'], '3044190', '29 2087 4000 (mum)'],
      ['D', [], '4044190', null],
    ])
    // the club's next file
    const next = await createDraft(file('05'))
    expect((await readValues(next.id)).find(({ field }) => field === 'phones')?.texts[0]?.means).toBe('0')
    await world.owner.query(`UPDATE clubs SET import_columns = '{}', import_choices = '{}'`)
  })

  test('for which several rows are refused are corrected, or their rows left out, all at once', async () => {
    const draft = await createDraft(
      [
        HEADER,
        ...['Ana', 'Ben', 'Cai'].map((name) => `${name},Alike,31/02/2016,,,x at example`),
        'Dot,Alike,2016-01-02,,,',
      ].join('\n'),
    )
    const alike = async () => (await call({ url: urlOf(draft.id, '/alike') })).json<AlikeProblems>()
    expect(await alike()).toEqual([
      { column: 2, field: 'dob', problem: 'not-a-date', text: '31/02/2016', rows: 3 },
      { column: 5, field: 'guardian_email', problem: 'not-an-email', text: 'x at example', rows: 3 },
    ])
    await patch(draft.id, { alike: { column: 2, text: '31/02/2016', put: '28/02/2016' } })
    expect(await alike()).toMatchObject([{ column: 5, rows: 3 }])
    expect((await patch(draft.id, { alike: { column: 5, text: 'x at example', put: '' } })).json()).toMatchObject({
      ready: 4,
    })
    await patch(draft.id, { alike: { column: 1, text: 'Alike', put: null } })
    // only wrong rows are touched
    expect(await readImport(draft.id)).toMatchObject({ ready: 4, out: 0 })
  })

  test('of rows that were left out can be saved for a week', async () => {
    const { id } = await createDraft(csvOf('Ana,Rest,2016-01-02,,,', 'Ben,Rest,2016-31-31,,,'))
    await patch(id, { leave_out_bad: true })
    await start(id)
    await worker.runDue(one.id)
    expect(await readImport(id)).toMatchObject({ state: 'done', left_out_kept: true })
    expect((await readRows(id)).map(({ cells }) => cells[0] ?? null)).toEqual([null, 'Ben'])
    await inTenant(world.db, one.id, 'write', (tx) => deleteOldDrafts(tx, world.clock.now + 8 * 86_400_000))
    expect(await readImport(id)).toMatchObject({ state: 'done', left_out_kept: false })
  })
})

describe('conflicts of a file', () => {
  test('of a member, number or e-mail address are reported with the number of the other row; a guardian counts once', async () => {
    const draft = await createDraft(
      [
        'firstname,lastname,dob,ngo_id,guardian_firstname,guardian_lastname,guardian_email,guardian_2_firstname,guardian_2_lastname,guardian_2_email',
        'Amara,Okafor,2016-11-04,N-1,Ngozi,Okafor,okafor@example.com,,,',
        'AMÂRA,Okafor,2016-11-04,N-2,,,,,,',
        'Emeka,Okafor,2018-11-04,N-1,,,,,,',
        'Ada,Okafor,2019-11-04,N-4,Chidi,Okafor,Okafor@example.com,,,',
        'Obi,Okafor,2020-11-04,N-5,Ngozi,Okafor,okafor@example.com,NGOZI,Okafor,okafor@example.com',
        'Other,Okafor,2020-11-04,AQ-1,,,,,,',
        `Ffion,Jones,2020-11-04,,Someone,Else,parent@one.example,,,`,
      ].join('\n'),
    )
    const bad = await readRows(draft.id, 'bad')
    expect(bad.map(({ row, problems }) => [row, ...problems])).toMatchObject([
      [3, { field: 'lastname', problem: 'CONFLICT_MEMBER', row: 2 }],
      [4, { field: 'ngo_id', problem: 'CONFLICT_NGO_ID', row: 2 }],
      [5, { field: 'guardian_email', problem: 'CONFLICT_EMAIL', row: 2 }],
      [7, { field: 'ngo_id', problem: 'CONFLICT_NGO_ID' }],
      [8, { field: 'guardian_email', problem: 'CONFLICT_EMAIL' }],
    ])
  })

  test('of siblings whose guardian is written in different ways are settled at once by the name that stands first', async () => {
    const draft = await createDraft(
      [
        'firstname,lastname,dob,guardian_name,guardian_email,guardian_2_firstname,guardian_2_lastname,guardian_2_email',
        'Ada,Sibling,2016-11-04,Ann Mary Sibling,Ann@example.com,,,',
        'Bea,Sibling,2017-11-04,A. Sibling,ann@example.com,,,',
        'Cai,Sibling,2018-11-04,Tom Sibling,tom@example.com,Mrs,Sibling,ann@example.com',
        'Dai,Sibling,2019-11-04,Anne Sibling,ann@example.com,Thomas,Sibling,tom@example.com',
        'Eli,Sibling,2020-11-04,Someone Else,parent@one.example,,,',
      ].join('\n'),
    )
    expect(draft).toMatchObject({ bad: 4, shared_addresses: 3 })
    const reply = await call({ method: 'PATCH', url: urlOf(draft.id), payload: { first_guardian_names: true } })
    // the last row contradicts an account, and not another row
    expect(reply.json()).toMatchObject({ bad: 1, ready: 4, shared_addresses: 0 })
    expect((await readRows(draft.id)).map(({ cells }) => cells.slice(3))).toEqual([
      ['Ann Mary Sibling', 'Ann@example.com', '', '', ''],
      ['Ann Mary Sibling', 'ann@example.com', '', '', ''],
      ['Tom Sibling', 'tom@example.com', 'Ann Mary', 'Sibling', 'ann@example.com'],
      ['Ann Mary Sibling', 'ann@example.com', 'Tom', 'Sibling', 'tom@example.com'],
      ['Someone Else', 'parent@one.example', '', '', ''],
    ])
  })

  test('do not include an invalid e-mail address that two people have; it is reported as invalid only', async () => {
    const draft = await createDraft(
      csvOf('Bad,Mail,2016-01-02,Una,Mail,no-mail', 'Worse,Mail,2016-01-03,Olwen,Mail,no-mail'),
    )
    for (const { problems } of await readRows(draft.id, 'bad'))
      expect(problems).toEqual([{ field: 'guardian_email', problem: 'not-an-email' }])
  })

  test('with a member of the club are reported unless the club has the same data already', async () => {
    const draft = await createDraft(
      [
        'ngo_id,firstname,lastname,dob,category',
        "AQ-1,Siân,O'Connor,2017-05-06,",
        "AQ-2,Beca,O'Connor,2017-05-06,pre-school",
      ].join('\n'),
    )
    expect(draft).toMatchObject({ same: 1, bad: 1, ready: 0 })
    expect(await readRows(draft.id, 'bad')).toMatchObject([{ row: 3, problems: [{ problem: 'CONFLICT_MEMBER' }] }])
  })

  test('of a child with the same name and birthday are shown side by side: it is the same child, or another one', async () => {
    await runImport('firstname,lastname,dob,ngo_id\nIfan,Twin,2016-01-02,T-1')
    const draft = await createDraft(
      [
        'firstname,lastname,dob,ngo_id,medical,Works at',
        'Ifan,Twin,2016-01-02,T-2,Asthma,Stage 2',
        'Ifan,Twin,2016-01-02,T-3,,',
      ].join('\n'),
    )
    const decide = (row: number, payload: object) =>
      call({ method: 'PATCH', url: urlOf(draft.id, `/rows/${row}`), payload })
    expect((await readRows(draft.id)).map(({ problems }) => problems)).toEqual([
      [
        {
          field: 'lastname',
          problem: 'CONFLICT_MEMBER',
          differs: [
            { field: 'ngo_id', here: 'T-2', there: 'T-1' },
            // whoever reads the club's medical notes is noted
            { field: 'medical', here: 'Asthma', there: null },
          ],
        },
      ],
      [
        {
          field: 'lastname',
          problem: 'CONFLICT_MEMBER',
          row: 2,
          differs: [
            { field: 'ngo_id', here: 'T-3', there: 'T-2' },
            { field: 'medical', here: '', there: 'Asthma' },
          ],
        },
      ],
    ])
    await decide(2, { decision: 'same' })
    expect((await decide(3, { decision: 'other' })).json()).toMatchObject({ ready: 1, levels_only: 1, bad: 0 })
    await start(draft.id)
    await worker.runDue(one.id)
    // the same child keeps the club's record and gets a level, the other one is new
    expect(await readImport(draft.id)).toMatchObject({ state: 'done', entered: 1, levels: 1, same: 0, levels_only: 1 })
    expect((await findMembers('Twin')).map(({ ngo_id }) => ngo_id).toSorted()).toEqual(['T-1', 'T-3'])
  })

  test('are none between rows of one child that do not contradict each other: it enters once, with what each says', async () => {
    const heads = 'firstname,lastname,dob,ngo_id,guardian_name,guardian_email,phones,Works at'
    const draft = await createDraft(
      [
        heads,
        'Nia,Twice,2016-01-02,,Ann Twice,ann.twice@example.com,029 2087 4001,Stage 1',
        'Nia,Twice,2016-01-02,W-1,,,029 2087 4002,Stage 2',
        'Owen,Twice,2016-01-03,,,,,',
        'Owen,Twice,2016-01-03,,Huw Twice,huw at example,,',
        'Pia,Twice,2016-01-04,W-2,,,,',
        'Pia,Twice,2016-01-04,W-3,,,,',
        'Rhys,Twice,2016-01-05,W-4,,,,',
        'Rhys,Twice,2016-01-05,W-5,,,,',
        'Siân,Twice,2016-01-06,,,,,',
        'Siân,Twice,2016-01-06,W-1,,,,',
      ].join('\n'),
    )
    expect(draft).toMatchObject({ ready: 5, levels_only: 1, bad: 4, like_rows: 2, like_members: 0 })
    expect((await readRows(draft.id, 'bad')).map(({ row, problems }) => [row, problems.at(-1)?.problem])).toEqual([
      [5, 'not-an-email'],
      [7, 'CONFLICT_MEMBER'],
      [9, 'CONFLICT_MEMBER'],
      // the number that the row would bring is another child's
      [11, 'CONFLICT_NGO_ID'],
    ])
    expect((await readRows(draft.id))[1]).toMatchObject({
      state: 'levels',
      problems: [{ field: null, problem: 'same-child', row: 2 }],
    })
    const patch = async (payload: object) =>
      (await call({ method: 'PATCH', url: urlOf(draft.id), payload })).json<object>()
    expect(await patch({ same_children: 'members' })).toMatchObject({ like_rows: 2 })
    expect(await patch({ same_children: 'rows' })).toMatchObject({ like_rows: 0, bad: 2, same: 2 })
    await patch({ leave_out_bad: true })
    await start(draft.id)
    await worker.runDue(one.id)
    expect(await readImport(draft.id)).toMatchObject({ state: 'done', entered: 5 })
    const members = await findMembers('Twice')
    expect(members.map(({ firstname, ngo_id }) => `${firstname} ${ngo_id ?? '-'}`).toSorted()).toEqual([
      'Nia W-1',
      'Owen -',
      'Pia W-2',
      'Rhys W-4',
      'Siân -',
    ])
    const nia = members.find(({ firstname }) => firstname === 'Nia')
    expect((await call({ url: `/v1/members/${nia?.uuid}` })).json()).toMatchObject({
      phones: ['029 2087 4001', '029 2087 4002'],
      guardians: [{ guardian_email: 'ann.twice@example.com' }],
    })
    // the same file again, with other details: one answer for all
    const again = await createDraft(`${heads}\nNia,Twice,2016-01-02,W-1,,,029 2087 9999,\nPia,Twice,2016-01-04,W-9,,,,`)
    expect(again).toMatchObject({ bad: 2, like_rows: 0, like_members: 2 })
    const reply = await call({ method: 'PATCH', url: urlOf(again.id), payload: { same_children: 'members' } })
    expect(reply.json()).toMatchObject({ bad: 0, same: 2, like_members: 0 })
  })

  test('may be two children after all: somebody says so of a row that goes on with an earlier one', async () => {
    const { id } = await createDraft('firstname,lastname,dob\nTwm,Double,2016-01-02\nTwm,Double,2016-01-02')
    expect(await readImport(id)).toMatchObject({ ready: 1, same: 1, bad: 0 })
    const reply = await call({ method: 'PATCH', url: urlOf(id, '/rows/3'), payload: { decision: 'other' } })
    expect(reply.json()).toMatchObject({ ready: 2, same: 0, bad: 0 })
  })

  test('are resolved by correcting a cell, by leaving the row out, or by leaving out all bad rows', async () => {
    const { id } = await createDraft(
      csvOf('Mair 3,Settle,2016-01-02,,,', 'Nia,Settle,2016-13-02,,,', 'Elin,Settle,2016-01-04,,,'),
    )
    const changeRow = async (row: number, payload: object) =>
      (await call({ method: 'PATCH', url: urlOf(id, `/rows/${row}`), payload })).json<MemberImport>()
    expect(await changeRow(2, { cells: ['Mair', 'Settle', '2016-01-02', '', '', ''] })).toMatchObject({
      ready: 2,
      bad: 1,
    })
    expect(await changeRow(3, { out: true })).toMatchObject({ ready: 2, bad: 0, out: 1 })
    expect(await changeRow(3, { out: false })).toMatchObject({ ready: 2, bad: 1, out: 0 })
    const withoutBadRows = await call({ method: 'PATCH', url: urlOf(id), payload: { leave_out_bad: true } })
    expect(withoutBadRows.json()).toMatchObject({ ready: 2, bad: 0, out: 1 })
    // too few cells, a character that PostgreSQL does not store, and a field that cannot be changed
    for (const payload of [{ cells: ['too', 'few'] }, { cells: ['\u0000', '', '', '', '', ''] }, { state: 'ready' }])
      expect((await call({ method: 'PATCH', url: urlOf(id, '/rows/2'), payload })).statusCode).toBe(400)
    expect((await call({ method: 'PATCH', url: urlOf(id, '/rows/99'), payload: { out: true } })).statusCode).toBe(404)
    for (const columns of [['dob', 'dob'], ['shoes'], Array.from({ length: 6 }, () => 'dob')])
      expect((await call({ method: 'PATCH', url: urlOf(id), payload: { columns } })).statusCode).toBe(400)
  })
})

describe('an import', () => {
  test('enters all members with their guardians, deletes the file’s contents, is audited and announced', async () => {
    const done = await runImport(
      csvOf('Zofia,Wójcik,2017-08-19,Ewa,Wójcik,ewa@example.com', 'Idris,Patel-Jones,2016-09-01,,,'),
    )
    expect(done).toMatchObject({ state: 'done', entered: 2, undo_until: expect.any(Number) as number })
    expect(await findMembers('ewa@example.com')).toMatchObject([{ firstname: 'Zofia', status: 'active' }])
    expect(world.announced.at(-1)).toMatchObject({ clubs: [[one.club, expect.any(Number)]] })
    const { rows: storedRows } = await world.owner.query(
      `SELECT cells, problems FROM member_import_rows WHERE import_id = $1`,
      [done.id],
    )
    expect(storedRows).toEqual([
      { cells: [], problems: [] },
      { cells: [], problems: [] },
    ])
    const { rows: log } = await world.owner.query(
      `SELECT action, user_id, club_id, after FROM audit_log WHERE entity = 'member-import' AND entity_id = $1 ORDER BY id`,
      [done.id],
    )
    expect(log).toMatchObject([
      { action: 'upload', user_id: one.admin, after: { rows: 2 } },
      { action: 'start' },
      { action: 'import', club_id: one.club, after: { entered: 2 } },
    ])
  })

  test('enters a guardian of whom the file has the e-mail address alone, who can be invited', async () => {
    const file = ['firstname,lastname,dob,email', 'Sole,Address,2016-01-02,sole.parent@example.com'].join('\n')
    expect(await runImport(file)).toMatchObject({ state: 'done', entered: 1 })
    const [child] = await findMembers('sole.parent@example.com')
    const uuid = child?.uuid ?? ''
    expect((await call({ url: `/v1/members/${uuid}` })).json()).toMatchObject({
      guardians: [{ guardian_firstname: '', guardian_lastname: '', guardian_email: 'sole.parent@example.com' }],
    })
    const invited = await call({ method: 'POST', url: '/v1/members/invites', payload: { member_uuids: [uuid] } })
    expect(invited.json(), invited.body).toMatchObject({ invited: 1 })
    const { rows: users } = await world.owner.query(
      `SELECT firstname, lastname FROM users WHERE email = 'sole.parent@example.com'`,
    )
    expect(users).toEqual([{ firstname: 'sole.parent', lastname: 'Address' }])
    // the same file again, and the address with a name elsewhere in a file, contradict nothing
    expect(await createDraft(file)).toMatchObject({ same: 1, bad: 0 })
    const sibling = 'Sibling,Address,2018-01-02,Sam,Address,sole2@example.com'
    expect(await createDraft(csvOf(sibling, 'Third,Address,2019-01-02,,,sole2@example.com'))).toMatchObject({ bad: 0 })
  })

  test('that is started twice runs once, and can no longer be edited', async () => {
    const { id } = await createDraft(csvOf('Once,Only,2016-01-02,,,'))
    await Promise.all([start(id), start(id)])
    expect((await call({ method: 'PATCH', url: urlOf(id, '/rows/2'), payload: { out: true } })).json()).toMatchObject({
      status: 409,
      error: 'IMPORT_STATE',
    })
    await worker.runDue(one.id)
    expect((await start(id)).json()).toMatchObject({ error: 'IMPORT_STATE' })
    expect((await call({ method: 'DELETE', url: urlOf(id) })).statusCode).toBe(409)
    expect(await findMembers('Only Once')).toHaveLength(1)
  })

  test('enters nobody when a row has become a conflict since the upload, and reports it', async () => {
    const { id } = await createDraft(csvOf('Early,Bird,2016-01-02,,,', 'Late,Bird,2016-01-02,,,'))
    const entered = await call({
      method: 'POST',
      url: '/v1/members',
      payload: { firstname: 'Late', lastname: 'Bird', dob: '2016-01-02', note: 'was quicker' },
    })
    expect(entered.statusCode).toBe(201)
    // data that the file does not have makes no difference: it is still the same member
    await call({
      method: 'PATCH',
      url: `/v1/members/${entered.json<{ uuid: string }>().uuid}`,
      headers: { 'if-match': `"${entered.json<{ revision: string }>().revision}"` },
      payload: {
        guardians: [{ guardian_firstname: 'Some', guardian_lastname: 'Body', guardian_email: 'body@example.com' }],
      },
    })
    await start(id)
    await worker.runDue(one.id)
    expect(await readImport(id)).toMatchObject({ state: 'draft', bad: 1, entered: 0 })
    expect(await findMembers('Early Bird')).toEqual([])
  })

  test('that was not started can be discarded, and is deleted after a week', async () => {
    const { id } = await createDraft(csvOf('Gone,Soon,2016-01-02,,,'))
    expect((await call({ method: 'DELETE', url: urlOf(id) })).statusCode).toBe(204)
    expect((await call({ url: urlOf(id) })).statusCode).toBe(404)
    const [old, stuck, recent] = [
      await createDraft(csvOf('Gone,Later,2016-01-02,,,')),
      await createDraft(csvOf('Gone,Failed,2016-01-02,,,')),
      await createDraft(csvOf('Next,Upload,2016-01-02,,,')),
    ]
    await world.owner.query(`UPDATE member_imports SET created_at = now() - interval '8 days' WHERE id = ANY($1)`, [
      [old.id, stuck.id],
    ])
    // this import waits although it has no task any more: its task has failed
    await world.owner.query(`UPDATE member_imports SET state = 'waiting' WHERE id = $1`, [stuck.id])
    // no other import is needed: a worker deletes old drafts by itself
    const startedWorker = createJobWorker(world, (error) => errors.push(error))
    startedWorker.start()
    await expect.poll(async () => (await call({ url: urlOf(old.id) })).statusCode).toBe(404)
    await startedWorker.close()
    expect((await call({ url: urlOf(stuck.id) })).statusCode).toBe(404)
    expect((await call({ url: urlOf(recent.id) })).statusCode).toBe(200)
  })

  test('reports an ability group that contains a separator, and spells each group as its first row does', async () => {
    const taggedRows = ['firstname,lastname,dob,tags', 'Tag,Alpha,2016-01-02,Minnows; MINNOWS;Otters']
    const { id, bad } = await createDraft([...taggedRows, 'Tag,Beta,2016-01-03,"otters, Seals"'].join('\r\n'))
    expect(bad).toBe(1)
    expect((await call({ url: urlOf(id, '/rows?state=bad') })).json<ImportRow[]>()).toMatchObject([
      { row: 3, problems: [{ field: 'tags', problem: 'separator' }] },
    ])
    const taggedFile = [...taggedRows, 'Tag,Gamma,2016-01-03,otters;Seals'].join('\r\n')
    expect(await runImport(taggedFile)).toMatchObject({ state: 'done', entered: 2 })
    const readTags = async () => (await call({ url: '/v1/members/counts' })).json<{ tags: string[] }>().tags
    expect(await readTags()).toEqual(expect.arrayContaining(['Minnows', 'Otters', 'Seals']))
    expect(await readTags()).not.toContain('otters')
    // older names may contain separators, which are refused today; they are read back from the club's own file
    await world.owner.query(`UPDATE club_members SET tags = '{"Seals, old","a;b"}' WHERE tags = '{Otters,Seals}'`)
    const { body } = await call({ url: '/v1/members/file?search=gamma' })
    expect(await createDraft(body)).toMatchObject({ same: 1, bad: 0 })
  })

  test('of an exported file at another client gives the same file when it is exported there', async () => {
    const name = fc.constantFrom('Siân', "O'Connor", 'ap Rhys', 'St. Name', 'Анна', 'Gŵyr', '李', 'Mc-Name')
    const guardian = fc.record({
      guardian_firstname: name,
      guardian_lastname: name,
      // One address under two names would be a conflict.
      guardian_email: fc.constant(null),
    })
    const member = fc.record({
      lastname: name,
      dob: fc.date({ min: new Date('2008-01-01'), max: new Date('2022-01-01'), noInvalidDate: true }),
      // Texts that a spreadsheet takes for formulas, and separators and quotation marks.
      ngo_id: fc.option(fc.constantFrom('=1+1', '+44', '-7', '@x', "'=a", 'a,b', 'a"b', 'a;b', 'plain')),
      category: fc.option(fc.constantFrom('pre-school', 'early-start')),
      tags: fc.uniqueArray(fc.constantFrom('Squad', 'a/b', '"x"', '=1', '–'), { maxLength: 3 }),
      guardians: fc.uniqueArray(guardian, {
        maxLength: 4,
        selector: ({ guardian_firstname, guardian_lastname }) => guardian_firstname + guardian_lastname,
      }),
    })
    const exportRequest = { url: '/v1/members/file?search=roundtrip' }
    let run = 0
    const selectRoundtripIds = `SELECT id FROM members WHERE firstname LIKE 'Roundtrip%'`
    /** Deletes the members of the run before. */
    const deleteRoundtripMembers = async () => {
      for (const table of ['guardians', 'club_member_words', 'club_members'])
        await world.owner.query(`DELETE FROM ${table} WHERE member_id IN (${selectRoundtripIds})`)
      await world.owner.query(`DELETE FROM members WHERE id IN (${selectRoundtripIds})`)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(member, { minLength: 1, maxLength: 6 }), async (members) => {
        run++
        await deleteRoundtripMembers()
        for (const [index, { dob, ngo_id, ...fields }] of members.entries()) {
          const reply = await call({
            method: 'POST',
            url: '/v1/members',
            payload: {
              ...fields,
              // A letter keeps the names apart, because a name holds no digits.
              firstname: `Roundtrip ${'abcdefghij'[index]}`,
              dob: dob.toISOString().slice(0, 10),
              ngo_id: ngo_id === null ? null : `${ngo_id} ${run} ${index}`,
            },
          })
          expect(reply.statusCode, reply.body).toBe(201)
        }
        const exportedFile = (await call(exportRequest)).body
        // imported into the same club, the file changes nothing
        expect(await createDraft(exportedFile)).toMatchObject({ same: members.length, ready: 0, bad: 0 })
        expect(await runImport(exportedFile, two)).toMatchObject({ state: 'done', entered: members.length })
        expect((await call(exportRequest, two)).body).toBe(exportedFile)
      }),
      { numRuns: 25 },
    )
  })
})

describe('levels of children', () => {
  const LEVELS = 'First name,Last name,Date of birth,Level,Passed on'
  const awardsOf = async (memberId: string) =>
    (await call({ url: `/v1/members/${memberId}/progress` })).json<MemberProgress>().awards
  const badges = async () => (await call({ url: '/v1/level-lists/badges?since=2020-01-01' })).json<LevelList>().total

  test('are shown beforehand, and become history of another place: no mails, no badges of this club', async () => {
    const before = await badges()
    const draft = await createDraft(
      [
        LEVELS,
        'Ana,Levels,2016-01-02,Stage 2,13/05/2025',
        'Ben,Levels,2016-01-03,1,',
        'Cai,Levels,2016-01-04,Seal,',
      ].join('\n'),
    )
    expect(draft).toMatchObject({
      columns: ['firstname', 'lastname', 'dob', 'level_passed', 'level_passed_on'],
      bad: 1,
    })
    const values = (await call({ url: urlOf(draft.id, '/values') })).json<ImportValues>()
    expect(values[0]?.texts).toMatchObject([
      { text: 'Stage 2', means: 'swim/stage-2' },
      { text: '1', means: 'swim/stage-1' },
      { text: 'Seal', means: null },
    ])
    await call({ method: 'PATCH', url: urlOf(draft.id), payload: { choices: { level_passed: { seal: '' } } } })
    expect((await readRows(draft.id)).map(({ levels }) => levels)).toEqual([
      [
        { title: 'stage-1', level: null, on: null },
        { title: 'stage-2', level: null, on: '2025-05-13' },
      ],
      [{ title: 'stage-1', level: null, on: null }],
      [],
    ])
    await start(draft.id)
    await worker.runDue(one.id)
    expect(await readImport(draft.id)).toMatchObject({ state: 'done', entered: 3, levels: 3 })
    const [ana = '', ben = ''] = (await findMembers('Levels')).map(({ uuid }) => uuid)
    expect(await awardsOf(ana)).toMatchObject([
      { node_id: '/stage-2', brought: true, completed_ts: Date.parse('2025-05-13T11:00Z') / 1000 },
      { node_id: '/stage-1', brought: true, completed_ts: 0 },
    ])
    expect(await badges()).toBe(before)
    expect((await world.owner.query(`SELECT FROM mails WHERE kind = 'award'`)).rows).toEqual([])
    const marks = await call({ url: `/v1/members/${ben}/marks` })
    expect(marks.json()).toMatchObject([{ node_id: '/stage-1/manual', grade: 1, ts: 0, group: null }])
    // the undo removes the children with what they brought
    expect((await undo(draft.id)).json<Undone>()).toMatchObject({ kept: [] })
    expect(await findMembers('Levels')).toEqual([])
  })

  test('may stand in a row for each level: the child is entered once, and a day counts more than none', async () => {
    const draft = await createDraft(
      [LEVELS, 'Eli,Rows,2016-01-02,Stage 2,14/05/2025', 'Eli,Rows,2016-01-02,Stage 1,13/04/2025'].join('\n'),
    )
    expect(draft).toMatchObject({ ready: 1, levels_only: 1, bad: 0 })
    await start(draft.id)
    await worker.runDue(one.id)
    expect(await readImport(draft.id)).toMatchObject({ state: 'done', entered: 1, levels: 2, same: 0, levels_only: 1 })
    const [eli = ''] = (await findMembers('Rows')).map(({ uuid }) => uuid)
    expect(
      (await awardsOf(eli)).map(({ node_id, completed_ts }) => [
        node_id,
        new Date(completed_ts * 1000).toISOString().slice(0, 10),
      ]),
    ).toEqual([
      ['/stage-2', '2025-05-14'],
      ['/stage-1', '2025-04-13'],
    ])
    await undo(draft.id)
    expect(await findMembers('Rows')).toEqual([])
  })

  test('of a child who is in the club already are written alone, once, and taken back by the undo', async () => {
    await runImport('firstname,lastname,dob\nDot,Here,2016-01-02')
    const [dot = ''] = (await findMembers('Here')).map(({ uuid }) => uuid)
    const file = `First name,Last name,Date of birth,Works at\nDot,Here,2016-01-02,Stage 2`
    const done = await runImport(file)
    expect(done).toMatchObject({ state: 'done', entered: 0, levels: 1, same: 0, levels_only: 1 })
    expect(await awardsOf(dot)).toMatchObject([{ node_id: '/stage-1', completed_ts: 0, ended_ts: null }])
    // nothing is left to bring
    expect(await createDraft(file)).toMatchObject({ ready: 0, same: 1 })
    const undone = await undo(done.id)
    expect(undone.statusCode, undone.body).toBe(200)
    expect((await awardsOf(dot)).filter(({ ended_ts }) => ended_ts === null)).toEqual([])
    expect(await findMembers('Here')).toHaveLength(1)
  })
})

describe('the undo of an import', () => {
  test('removes all its members', async () => {
    const before = await countMembers()
    const { id } = await runImport(csvOf('Undo,Alpha,2016-01-02,Una,Alpha,una@example.com', 'Undo,Beta,2016-01-03,,,'))
    expect((await call({ url: urlOf(id, '/undo') })).json<ImportUndo>()).toEqual({ goes: 2, stays: [] })
    expect((await undo(id)).json()).toMatchObject({ repeated: false, kept: [] })
    expect(await readImport(id)).toMatchObject({ state: 'undone', kept: 0, undo_until: null })
    expect(await countMembers()).toBe(before)
    expect((await undo(id)).json()).toMatchObject({ repeated: true, by: 'Owain Price' })
    // the same file can be imported again
    expect(await runImport(csvOf('Undo,Alpha,2016-01-02,Una,Alpha,una@example.com'))).toMatchObject({ entered: 1 })
  })

  test('keeps members with whom somebody has worked, and shows the reasons beforehand', async () => {
    const names = ['Marked', 'Grouped', 'Invited', 'Edited', 'Untouched']
    const { id } = await runImport(csvOf(...names.map((name) => `${name},Kept,2016-01-02,Pa,Kept,pa@example.com`)))
    const ids = new Map((await findMembers('kept')).map((member) => [member.firstname, member.uuid]))
    const idOf = (name: string) => ids.get(name) ?? ''
    const enterGroup = (name: string) =>
      call({ method: 'POST', url: `/v1/groups/${one.group}/members`, payload: { member_uuids: [idOf(name)] } })
    for (const name of ['Marked', 'Grouped']) expect((await enterGroup(name)).statusCode).toBe(200)
    const device = new Device(world, one, (await world.logIn(one, 'coach')).token)
    await device.push(device.mark(idOf('Marked'), '/stage-1/float', 3))
    await call({
      method: 'POST',
      url: `/v1/members/${idOf('Invited')}/invites`,
      payload: { email: 'pa@example.com', firstname: 'Pa', lastname: 'Kept' },
    })
    const { revision } = (await call({ url: `/v1/members/${idOf('Edited')}` })).json<{ revision: string }>()
    await call({
      method: 'PATCH',
      url: `/v1/members/${idOf('Edited')}`,
      headers: { 'if-match': `"${revision}"` },
      payload: { note: 'Shy' },
    })
    const preview = (await call({ url: urlOf(id, '/undo') })).json<ImportUndo>()
    expect(preview.goes).toBe(1)
    expect(preview.stays.map(({ firstname, why }) => [firstname, why])).toEqual([
      ['Edited', 'changed'],
      ['Grouped', 'group'],
      ['Invited', 'parent'],
      ['Marked', 'marks'],
    ])
    expect((await undo(id)).json<Undone>().kept.map(({ name, why, by }) => [name, why, by])).toEqual([
      ['Edited Kept', 'changed', 'Owain Price'],
      ['Grouped Kept', 'group', 'Owain Price'],
      ['Invited Kept', 'parent', 'Owain Price'],
      ['Marked Kept', 'marks', 'Anna Pritchard'],
    ])
    expect(await readImport(id)).toMatchObject({ state: 'undone', kept: 4 })
    expect((await findMembers('kept')).map((member) => member.firstname).sort()).toEqual([
      'Edited',
      'Grouped',
      'Invited',
      'Marked',
    ])
  })

  test('is possible for 30 days', async () => {
    const { id } = await runImport(csvOf('Late,Undo,2016-01-02,,,'))
    for (const [table, column] of [
      ['member_imports', 'done_at'],
      ['change_sets', 'at'],
    ])
      await world.owner.query(`UPDATE ${table} SET ${column} = now() - interval '31 days' WHERE id = $1`, [id])
    expect((await undo(id)).json()).toMatchObject({ error: 'UNDO_STATE', obstacles: [{ why: 'late' }] })
    expect((await call({ url: urlOf(id, '/undo') })).json()).toMatchObject({ error: 'UNDO_STATE' })
  })
})

describe('another user', () => {
  test('of another client finds no such import, and a coach is refused', async () => {
    const { id } = await createDraft(csvOf('Foreign,Row,2016-01-02,,,'))
    const calls = [
      { url: urlOf(id) },
      { url: urlOf(id, '/rows') },
      { url: urlOf(id, '/undo') },
      { method: 'PATCH', url: urlOf(id), payload: { leave_out_bad: true } },
      { method: 'PATCH', url: urlOf(id, '/rows/2'), payload: { out: true } },
      { method: 'POST', url: urlOf(id, '/start') },
      { method: 'DELETE', url: urlOf(id) },
    ] as const
    const coach = (await world.logIn(one, 'coach')).token
    for (const options of calls) {
      expect((await call(options, two)).statusCode, options.url).toBe(404)
      expect((await call({ ...options, url: options.url.replace(id, crypto.randomUUID()) })).statusCode).toBe(404)
      expect((await world.request({ ...options, host: one.host('coach'), token: coach })).statusCode).toBe(403)
      expect((await world.request({ ...options, host: one.host('club') })).statusCode).toBe(401)
    }
    const importsOfTwo = (await call({ url: '/v1/member-imports' }, two)).json<MemberImport[]>()
    expect(importsOfTwo.map((listed) => listed.id)).not.toContain(id)
  })

  test('of a client with a course provider cannot import a file', async () => {
    await world.owner.query(`UPDATE clients SET auth_provider = 'coursepro' WHERE client_id = 'two'`)
    expect((await upload(csvOf('Pro,Vider,2016-01-02,,,'), two)).json()).toMatchObject({
      status: 403,
      error: 'PROVIDER_OWNS',
    })
    expect((await call({ url: '/v1/member-imports' }, two)).statusCode).toBe(403)
    await world.owner.query(`UPDATE clients SET auth_provider = 'local' WHERE client_id = 'two'`)
  })
})

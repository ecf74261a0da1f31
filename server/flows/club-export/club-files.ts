import { stringify } from 'csv-stringify/sync'
import { IMPORT_BYTES, IMPORT_ROWS } from '#contract/flows/member-imports.ts'
import { FILE_COLUMNS, GROUPS_COLUMN, MARK_COLUMNS } from '#domain/members/import-columns.ts'
import { groupsCell, memberCells } from '#domain/members/member-cells.ts'
import { fieldsIn, MEMBER_FIELDS } from '#domain/members/member-fields.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { extensionOf } from '#domain/platform/file-type.ts'
import { toCsvCell } from '#domain/platform/csv-cell.ts'
import { GROUP_FIELDS, type GroupFieldValue } from '#domain/scheduling/group-fields.ts'
import { readAsFile } from '#server/curriculum/transfer/read-as-file.ts'
import { readMarkPlaces } from '#server/flows/imports/mark-places.ts'
import { readLevels, type Level } from '#server/curriculum/schemes/levels.ts'
import type { Trees } from '#server/curriculum/schemes/trees.ts'
import { storageKey, type FileStore } from '#server/platform/files/storage.ts'
import type { NamedFile } from '#server/platform/files/zip-stream.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { markWord, readMarkScales, type MarkScales } from './mark-words.ts'
import { readMe } from './read-me.ts'
import { readPlanGroups, readPlans, type ExportedPlans } from './plans.ts'
import {
  countExport,
  findLogo,
  listGuestIds,
  listMemberIds,
  readClub,
  readMarks,
  readMemberLevels,
  readMembers,
  readParents,
  readPlaces,
  readRegisters,
} from './queries.ts'

/** The club whose files are written, and how the database is read: each batch in a transaction of its own. */
export interface ExportedClub {
  clientId: string
  clubId: string
  name: string
  /** YYYY-MM-DD at the club. */
  today: string
  timeZone: string
  /** The language of titles, such as `en`. */
  language: string
  trees: Trees
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  store: FileStore
}

/** So many members are read at once. */
const BATCH = 500
/** The importer takes no larger file; a part of an export stays below it. */
const PART_BYTES = IMPORT_BYTES - 64 * 1024
/** The most columns of levels in a file; the importer takes 200 columns. */
const LEVEL_COLUMNS = 150

type Cell = string | number | boolean | null

const CHILD = ['firstname', 'lastname', 'dob', 'ngo_id'] as const
const BOM = '\uFEFF'
/** The weekdays in the file of groups, by their numbers. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
export const LIST_SEPARATOR = '; '
/** Begins the columns of a term's names: `name_en`. */
export const TERM_NAME = 'name_'

const linesOf = (rows: readonly (readonly Cell[])[]) =>
  stringify(rows.map((cells) => cells.map((cell) => toCsvCell(String(cell ?? '')))))

/** A CSV file of rows that arrive in batches. */
function csv(
  name: string,
  columns: readonly string[],
  batches: Iterable<readonly (readonly Cell[])[]> | AsyncIterable<readonly (readonly Cell[])[]>,
): NamedFile {
  async function* content() {
    yield BOM + linesOf([columns])
    for await (const rows of batches) yield linesOf(rows)
  }
  return { name: `${name}.csv`, content: content() }
}

/** CSV files that the importer takes: as many as its limits of rows and bytes ask for. Rows of one block stay together. */
async function* importableCsv(
  name: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly (readonly (readonly Cell[])[])[]>,
): AsyncGenerator<NamedFile> {
  const head = BOM + linesOf([columns])
  let part = 1
  let texts = [head]
  let [rows, bytes] = [0, Buffer.byteLength(head)]
  const file = (): NamedFile => ({ name: part === 1 ? `${name}.csv` : `${name}-${part}.csv`, content: texts })
  for await (const batch of batches)
    for (const block of batch) {
      const text = linesOf(block)
      const size = Buffer.byteLength(text)
      if (rows > 0 && (rows + block.length > IMPORT_ROWS || bytes + size > PART_BYTES)) {
        yield file()
        part++
        texts = [head]
        ;[rows, bytes] = [0, Buffer.byteLength(head)]
      }
      texts.push(text)
      rows += block.length
      bytes += size
    }
  yield file()
}

/** Reads rows of members in batches. */
async function* inBatches<Row>(
  club: ExportedClub,
  ids: readonly string[],
  read: (tx: Tx, ids: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let start = 0; start < ids.length; start += BATCH)
    yield await club.read((tx) => read(tx, ids.slice(start, start + BATCH)))
}

async function* mapped<Row, Line>(batches: AsyncIterable<Row[]>, cellsOf: (row: Row) => Line): AsyncGenerator<Line[]> {
  for await (const rows of batches) yield rows.map(cellsOf)
}

interface ChildColumns {
  firstname: string
  lastname: string
  dob: string | null
  ngo_id: string | null
}
const childOf = (row: ChildColumns): readonly Cell[] => CHILD.map((column) => row[column])

/** The columns of a member that the importer reads. */
const MEMBER_COLUMNS = [...FILE_COLUMNS, ...fieldsIn('import'), GROUPS_COLUMN]

function memberFiles(club: ExportedClub, ids: readonly string[]): AsyncGenerator<NamedFile> {
  const rows = inBatches(club, ids, (tx, batch) => readMembers(tx, club.clubId, batch, club.today))
  const cells = mapped(rows, ({ member, groups }) => {
    const values = memberCells(member, MEMBER_FIELDS).set(GROUPS_COLUMN, groupsCell(groups))
    return [MEMBER_COLUMNS.map((column) => values.get(column) ?? '')]
  })
  return importableCsv('members', MEMBER_COLUMNS, cells)
}

/** One column for each level that a child has passed: the day, or `yes` where nobody knows it. */
async function* levelFiles(club: ExportedClub, ids: readonly string[], levels: readonly Level[]) {
  const held = new Set<string>()
  for await (const rows of inBatches(club, ids, (tx, batch) => readMemberLevels(tx, club.clubId, batch)))
    for (const row of rows) for (const { key } of row.levels) held.add(key)
  const keys = levels.map(({ key }) => key).filter((key) => held.has(key))
  for (let start = 0; start < keys.length; start += LEVEL_COLUMNS) {
    const columns = keys.slice(start, start + LEVEL_COLUMNS)
    const rows = inBatches(club, ids, (tx, batch) => readMemberLevels(tx, club.clubId, batch))
    const cells = mapped(rows, (row) => {
      const days = new Map(
        row.levels.map(({ key, ts }) => [key, ts === 0 ? 'yes' : localDate(ts * 1000, club.timeZone)]),
      )
      return [[...childOf(row), ...columns.map((key) => days.get(key) ?? '')]]
    })
    const name = start === 0 ? 'levels' : `levels-from-${start + 1}`
    // the key stands in the heading, because titles of two schemes may be the same
    yield* importableCsv(name, [...CHILD, ...columns], cells)
  }
}

/** The columns of a mark: the importer of members reads the first ones, the return of an archive also group and elsewhere. */
const MARK_COLUMNS_OF_FILE = [
  ...MARK_COLUMNS,
  'marked_on',
  'marked_by',
  'title',
  'result',
  'group_number',
  'marked_in',
  'elsewhere',
]

/**
 * Each mark that was given, by numbers as it counts and by what its grade was called. The marks of a child stay in one
 * part, because an import takes the history of a skill as a whole.
 */
async function* markFiles(
  club: ExportedClub,
  { members, guests }: { members: readonly string[]; guests: readonly string[] },
  places: ReadonlySet<string>,
): AsyncGenerator<NamedFile> {
  const scales = new Map<string, MarkScales>()
  const rowsOf = (ids: readonly string[]) =>
    inBatches(club, ids, async (tx, batch) => {
      const rows = await readMarks(tx, club.clubId, batch, club.language)
      for (const { scheme_id: id } of rows)
        if (!scales.has(id)) scales.set(id, await readMarkScales(tx, id, club.language))
      return rows
    })
  const cellsOf = (row: Awaited<ReturnType<typeof readMarks>>[number]): Cell[] => [
    // the importer passes over a mark without a skill
    row.key !== null && row.pass > 0 && places.has(row.key) ? row.key : '',
    row.grade,
    row.pass,
    row.date,
    row.coach,
    row.title,
    markWord(scales.get(row.scheme_id), row),
    row.group_number,
    row.group,
    row.elsewhere === true ? 'yes' : '',
  ]
  async function* children() {
    for await (const rows of rowsOf(members))
      yield [...Map.groupBy(rows, ({ member_id }) => member_id).values()].map((marks) =>
        marks.map((row) => [...childOf(row), ...cellsOf(row)]),
      )
  }
  yield* importableCsv('marks', [...CHILD, ...MARK_COLUMNS_OF_FILE], children())
  yield csv(
    'guest-marks',
    ['guest', ...MARK_COLUMNS_OF_FILE],
    mapped(rowsOf(guests), (row) => [row.guest, ...cellsOf(row)]),
  )
}

/** An account, as the files name it: nobody else of its type has its address, or its user name. */
const ACCOUNT = ['type', 'email', 'username'] as const

interface AccountColumns {
  type: string | null
  email: string | null
  username: string | null
}
const accountOf = (row: AccountColumns): readonly Cell[] => ACCOUNT.map((column) => row[column])

/** A time in unix seconds as the files write it. */
const timeOf = (ts: number) => new Date(ts * 1000).toISOString().replace('.000', '')

function historyFiles(club: ExportedClub, ids: readonly string[], guests: readonly string[]): NamedFile[] {
  const { clubId } = club
  return [
    csv(
      'registers',
      ['kind', ...CHILD, 'guest', 'group_number', 'group', 'date', 'level', 'value', 'entered_at', 'coach', ...ACCOUNT],
      mapped(
        inBatches(club, [...ids, ...guests], (tx, batch) => readRegisters(tx, clubId, batch)),
        (row) => [
          row.kind,
          ...childOf(row),
          row.guest,
          row.group_number,
          row.group,
          row.date,
          row.level,
          row.value,
          timeOf(row.ts),
          row.coach,
          ...accountOf(row),
        ],
      ),
    ),
    csv(
      'group-members',
      ['group_number', 'group', ...CHILD, 'from', 'to'],
      mapped(
        inBatches(club, ids, (tx, batch) => readPlaces(tx, clubId, batch)),
        (row) => [row.group_number, row.group, ...childOf(row), row.from_date, row.to_date],
      ),
    ),
    csv(
      'parents',
      [...CHILD, 'parent_firstname', 'parent_lastname', 'email', 'username'],
      mapped(
        inBatches(club, ids, (tx, batch) => readParents(tx, clubId, batch)),
        (row) => [...childOf(row), row.parent_firstname, row.parent_lastname, row.email, row.username],
      ),
    ),
  ]
}

/** The columns of a group's fields; the file calls the scheme `scheme`. */
const GROUP_COLUMNS = GROUP_FIELDS.map((name) => (name === 'scheme_slug' ? 'scheme' : name))

/** A field of a group as a cell; a list's entries have semicolons between them, and an empty list has none. */
function groupCell(value: GroupFieldValue): Cell {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'number' ? WEEKDAYS[item] : item)).join(LIST_SEPARATOR)
  return value === false ? '' : value === true ? 'yes' : value
}

async function* groupFiles(club: ExportedClub): AsyncGenerator<NamedFile> {
  const { groups, coaches, staff, sessions, terms, guests, schemes } = await club.read((tx) =>
    readClub(tx, club.clubId),
  )
  yield csv(
    'groups',
    ['group_number', ...GROUP_COLUMNS],
    [groups.map(({ number, fields }) => [number, ...GROUP_FIELDS.map((name) => groupCell(fields[name]))])],
  )
  yield csv(
    'group-coaches',
    ['group_number', 'group', 'coach', ...ACCOUNT, 'from', 'to'],
    [coaches.map((row) => [row.group_number, row.group, row.coach, ...accountOf(row), row.from_date, row.to_date])],
  )
  yield csv(
    'sessions',
    [
      'group_number',
      'group',
      'date',
      'cancelled',
      'reason',
      'moved_to',
      'moved_from',
      'start_at',
      'taken',
      'cover',
      ...ACCOUNT,
    ],
    [
      sessions.map((row) => [
        row.group_number,
        row.group,
        row.date,
        row.cancelled ? 'yes' : '',
        row.reason,
        row.moved_to,
        row.moved_from,
        row.start_at,
        row.taken ? 'yes' : '',
        row.cover,
        ...accountOf(row),
      ]),
    ],
  )
  const languages = [...new Set(terms.flatMap(({ name }) => Object.keys(name)))].sort()
  yield csv(
    'terms',
    ['kind', 'first_date', 'last_date', ...languages.map((language) => `${TERM_NAME}${language}`)],
    [
      terms.map((row) => [
        row.kind,
        row.first_date,
        row.last_date,
        ...languages.map((language) => row.name[language] ?? ''),
      ]),
    ],
  )
  yield csv(
    'staff',
    ['firstname', 'lastname', ...ACCOUNT, 'ngo_id', 'status', 'works_from', 'works_until'],
    [
      staff.map((row) => [
        row.firstname,
        row.lastname,
        ...accountOf(row),
        row.ngo_id,
        row.status,
        row.from_date,
        row.to_date,
      ]),
    ],
  )
  yield csv(
    'guests',
    ['guest', 'firstname', 'lastname', 'group_number', 'group', 'from', 'to', 'entered_at', 'coach', ...ACCOUNT],
    [
      guests.map((row) => [
        row.guest,
        row.firstname,
        row.lastname,
        row.group_number,
        row.group,
        row.from_date,
        row.to_date,
        timeOf(row.ts),
        row.coach,
        ...accountOf(row),
      ]),
    ],
  )
  yield* planFiles(await club.read((tx) => readPlans(tx, club.clubId)))
  const links = await club.read((tx) => readPlanGroups(tx, club.clubId))
  yield csv(
    'lesson-plan-groups',
    ['plan', 'group_number', 'group', 'coach', ...ACCOUNT, 'entered_at'],
    [links.map((row) => [row.plan, row.group_number, row.group, row.coach, ...accountOf(row), timeOf(row.ts)])],
  )
  for (const slug of schemes) yield await schemeFile(club, slug)
}

/** Lesson plans, and who may read them besides their owners. */
export function planFiles({ plans, shares }: ExportedPlans): NamedFile[] {
  return [
    csv(
      'lesson-plans',
      ['plan', 'coach', ...ACCOUNT, 'scheme', 'title', 'reminder', 'sections', 'copy_of', 'entered_at'],
      [
        plans.map((row) => [
          row.plan,
          row.coach,
          ...accountOf(row),
          row.scheme,
          row.title,
          row.reminder,
          JSON.stringify(row.sections),
          row.copy_of,
          timeOf(row.ts),
        ]),
      ],
    ),
    csv(
      'lesson-plan-shares',
      ['plan', 'coach', ...ACCOUNT, 'entered_at'],
      [shares.map((row) => [row.plan, row.coach, ...accountOf(row), timeOf(row.ts)])],
    ),
  ]
}

/** A scheme as a file, below the folder `schemes`. */
export async function schemeFile(club: Pick<ExportedClub, 'clientId' | 'trees' | 'read'>, slug: string) {
  const file = await club.read((tx) => readAsFile(tx, club.trees, club.clientId, slug))
  return { name: `schemes/${slug}.json`, content: [JSON.stringify(file, null, 1)] }
}

/** The club's own logo, when it has one and its bytes are stored. */
async function* logoFile({ clientId, clubId, read, store }: ExportedClub): AsyncGenerator<NamedFile> {
  const logo = await read((tx) => findLogo(tx, clubId))
  const extension = logo && extensionOf('club-logo', logo.filename)
  if (!logo || !extension || !(await store.disk.exists(storageKey(clientId, logo.id)))) return
  yield { name: `logo.${extension}`, content: await store.disk.getStream(storageKey(clientId, logo.id)) }
}

/** Everything of a club as files, of which the importer takes those that it can take. */
export async function* clubFiles(club: ExportedClub): AsyncGenerator<NamedFile> {
  const { ids, guests, levels, places, counts } = await club.read(async (tx) => ({
    ids: await listMemberIds(tx, club.clubId),
    guests: await listGuestIds(tx, club.clubId),
    levels: await readLevels(tx),
    places: new Set((await readMarkPlaces(tx)).keys()),
    counts: await countExport(tx, club.clubId, Number.MAX_SAFE_INTEGER),
  }))
  yield { name: 'README.txt', content: [readMe(club.name, club.today, counts)] }
  yield* logoFile(club)
  yield* memberFiles(club, ids)
  yield* markFiles(club, { members: ids, guests }, places)
  yield* levelFiles(club, ids, levels)
  yield* historyFiles(club, ids, guests)
  yield* groupFiles(club)
}

// What the columns of a file of members can hold, and how that is guessed from their headings.
import { GUARDIAN_FIELDS, guardianField } from '#domain/members/guardian-fields.ts'
import { fieldsIn, memberField } from '#domain/members/member-fields.ts'
import {
  GROUP_HEADINGS,
  HEADINGS_OF_GUARDIANS,
  LEVEL_HEADINGS,
  NAME_HEADINGS,
  PHONE_HEADINGS,
} from '#domain/members/import-headings.ts'
import { splitName } from '#domain/members/whole-name.ts'
import type { DateOrder } from '#domain/members/written-date.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** The numbers of the guardians in a row, as many as a member may have. */
export const GUARDIANS = [1, 2, 3, 4, 5, 6] as const
/** The column of a guardian's field: `guardian_firstname` of the first, `guardian_2_firstname` of the second. */
export function guardianColumn(number: number, name: string): string {
  return number === 1 ? name : name.replace('guardian', `guardian_${number}`)
}

const guardianColumns = GUARDIANS.flatMap((number) => GUARDIAN_FIELDS.map((name) => guardianColumn(number, name)))

/** The fields that a file has [5.14]. */
export const fileFields = fieldsIn('file')

/** The fields of a member that are read from a file; medical notes and telephone numbers are never written to one. */
export const readFields = [...fileFields, ...fieldsIn('import')]

/**
 * Columns about levels: the last level that was passed, elsewhere or before this club used the portals, with its day and
 * the coach who passed it, and the level at which a child works. Each level says that those before it are passed.
 */
const LEVEL_COLUMNS = ['level_passed', 'level_passed_on', 'level_coach', 'level_at'] as const

/** The groups of a member, by their names. */
export const GROUPS_COLUMN = 'groups'

/** Begins the columns of single levels and skills, in a table of children and levels: `passed:swim/stage-1`. */
const PASSED = 'passed:'

/** The column that says whether a level or skill was passed, and when. */
export function passedColumn(place: string): string {
  return PASSED + place
}

/** The level or skill that a column is about in a table of children and levels, or null. */
export function placeOfColumn(column: string | null): string | null {
  return column?.startsWith(PASSED) === true ? column.slice(PASSED.length) : null
}

/** A file without a column for each of these cannot be imported [5.14]. */
const neededFields = fileFields.filter((name) => ['name', 'birthday'].includes(memberField(name).kind))

/**
 * What a column of dates of birth holds when somebody has said in which order day and month stand; a column of `dob`
 * shows the order itself, by a day after the 12th.
 */
const dateColumns = new Map<string, DateOrder>([
  ['dob_day_first', 'day-first'],
  ['dob_month_first', 'month-first'],
])

/** The order that was chosen for a column of dates of birth, or null. */
export function chosenOrder(columns: Columns): DateOrder | null {
  return columns.map((column) => dateColumns.get(column ?? '')).find((order) => order !== undefined) ?? null
}

/** Columns with a whole name, of the member and of each guardian, and the two fields that such a column fills. */
const nameColumns = new Map<string, [string, string]>([
  ['name', ['firstname', 'lastname']],
  ...GUARDIANS.map((number): [string, [string, string]] => [
    guardianColumn(number, 'guardian_name'),
    [guardianColumn(number, 'guardian_firstname'), guardianColumn(number, 'guardian_lastname')],
  ]),
])

/** The columns of the exported file of members. */
export const FILE_COLUMNS: readonly string[] = [...fileFields, ...guardianColumns]

/** What a column of a file to import can hold, besides single levels and skills (`passedColumn`). */
export const IMPORT_FIELDS: readonly string[] = [
  ...FILE_COLUMNS,
  ...fieldsIn('import'),
  GROUPS_COLUMN,
  ...LEVEL_COLUMNS,
].flatMap((name) => [
  // a whole name stands before its parts
  ...[...nameColumns].flatMap(([column, [first]]) => (first === name ? [column] : [])),
  name,
  ...(name === 'dob' ? dateColumns.keys() : []),
])

const importFields = new Set(IMPORT_FIELDS)

/** Whether a column can hold this, at a client with these levels and skills. */
export function isImportField(field: string, places: ReadonlySet<string>): boolean {
  const place = placeOfColumn(field)
  return place === null ? importFields.has(field) : places.has(place)
}

/** Whether several columns can fill a field together: three telephone numbers, allergies beside medication. */
export function holdsSeveral(field: string): boolean {
  return JOINED.has(field)
}

const JOINED: ReadonlySet<string> = new Set([
  GROUPS_COLUMN,
  ...readFields.filter((name) => ['list', 'notes'].includes(memberField(name).kind)),
])

/** The field of each column of a file; null = the column is ignored. */
export type Columns = readonly (string | null)[]

/** The fields of a member that a column fills. */
export function fieldsOfColumn(column: string): readonly string[] {
  return nameColumns.get(column) ?? [dateColumns.has(column) ? 'dob' : column]
}

/** The text of each field that a cell of the column fills: two of a whole name, else one. */
export function textsOfCell(column: string, cell: string): (readonly [field: string, text: string])[] {
  const [field = column, lastField] = fieldsOfColumn(column)
  if (lastField === undefined) return [[field, cell]]
  const { firstname, lastname } = splitName(cell)
  return [
    [field, firstname],
    [lastField, lastname],
  ]
}

/** Whether two columns hold the same, which only one of them may; some fields take the texts of several columns. */
export function holdsSame(a: string, b: string): boolean {
  return !holdsSeveral(a) && fieldsOfColumn(a).join() === fieldsOfColumn(b).join()
}

/** The cells of all columns that hold a field. */
export function cellsOfField(rows: readonly (readonly string[])[], columns: Columns, field: string): string[] {
  const indexes = columns.flatMap((column, index) => (column === field ? [index] : []))
  return rows.flatMap((cells) => indexes.map((index) => cells[index]?.trim() ?? ''))
}

/** The words of a text in lower case, without accents, with one space between them instead of other characters. */
export function plainWords(text: string): string {
  return normalizeForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The form in which headings are compared: `first name`, `firstname` and `First-Name` are the same. */
function headingKey(heading: string): string {
  return plainWords(heading).replaceAll(' ', '')
}

/** The field of a column, by `headingKey` of its heading. */
const fieldByKey = new Map<string, string>(
  [
    ['phones', PHONE_HEADINGS] as const,
    ...readFields.map((name) => [name, memberField(name).headings ?? []] as const),
    ...guardianColumns.map((column) => [column, []] as const),
    // headings without a number are of the first guardian
    ...GUARDIAN_FIELDS.map((name) => [name, guardianField(name).headings] as const),
    ...[...nameColumns.keys()].map((column) => [column, []] as const),
    ...NAME_HEADINGS,
    ...HEADINGS_OF_GUARDIANS,
    ...LEVEL_HEADINGS,
    [GROUPS_COLUMN, GROUP_HEADINGS] as const,
    ...LEVEL_COLUMNS.map((column) => [column, []] as const),
  ].flatMap(([field, headings]) => [field, ...headings].map((heading) => [headingKey(heading), field] as const)),
)

/** Words of headings such as `Does your child have any medical conditions?`, and those of headings about something else. */
const MEDICAL = /\b(?:medical|allerg(?:y|ies|ic)|medications?)\b/
const NOT_MEDICAL = /\b(?:consent|permission|agree|doctor|gp|surgery|practice|insurance|form|date|seen|card)\b/

/** The field that a heading names: by the whole of it, or as a question about the child's health. */
export function fieldOfHeading(heading: string): string | undefined {
  const known = fieldByKey.get(headingKey(heading))
  if (known !== undefined) return known
  const words = plainWords(heading)
  return MEDICAL.test(words) && !NOT_MEDICAL.test(words) ? 'medical' : undefined
}

/** Whether a heading is that of a field. */
export function isKnownHeading(heading: string): boolean {
  return fieldOfHeading(heading) !== undefined
}

/** What the headings of earlier files held at a club, by `headingKey`; an empty text is a column that was left out. */
export type RememberedColumns = Readonly<Record<string, string>>

/** The titles of a level or skill, in a file and in a scheme. */
export interface PlaceTitles {
  key: string
  scheme: string
  /** A skill has each of its titles after that of its level, too. */
  titles: readonly string[]
}

/** Words of a heading after the title of a level or skill: `Stage 1 passed on`, `Level 2 - date`. */
const AFTER_TITLE = /(?:datepassed|passedon|passed|dateachieved|achieved|completed|awarded|award|date|pasiwyd|dyddiad)$/

/**
 * The levels and skills that each heading names: by the key or the title, or title and scheme. Of a title that several
 * schemes have, those of the scheme of which the file names the most.
 */
function placesNamed(header: readonly string[], places: readonly PlaceTitles[]): PlaceTitles[][] {
  const byName = new Map<string, Set<PlaceTitles>>()
  for (const place of places)
    for (const title of place.titles)
      for (const name of [title, `${place.scheme} ${title}`]) {
        const key = headingKey(name)
        byName.set(key, (byName.get(key) ?? new Set()).add(place))
      }
  const byKey = new Map(places.map((place) => [place.key, place]))
  const found = header.map((heading): PlaceTitles[] => {
    const exact = byKey.get(heading.trim())
    const key = headingKey(heading)
    if (exact !== undefined || key === '') return exact === undefined ? [] : [exact]
    return [...(byName.get(key) ?? byName.get(key.replace(AFTER_TITLE, '')) ?? [])]
  })
  const perScheme = new Map<string, number>()
  for (const scheme of found.flatMap((each) => [...new Set(each.map((place) => place.scheme))]))
    perScheme.set(scheme, (perScheme.get(scheme) ?? 0) + 1)
  return found.map((each) => {
    const counts = each.map(({ scheme }) => perScheme.get(scheme) ?? 0)
    return each.filter((_place, index) => counts[index] === Math.max(...counts))
  })
}

/** A column that is left out although its heading names levels or skills, and the fields that it can hold. */
export interface AskedColumn {
  column: number
  fields: string[]
}

/** The columns about which somebody is asked, because their headings name several levels or skills. */
export function askedColumns(
  header: readonly string[],
  columns: Columns,
  places: readonly PlaceTitles[],
): AskedColumn[] {
  return placesNamed(header, places).flatMap((named, column) =>
    named.length > 1 && columns[column] === null ? [{ column, fields: named.map(({ key }) => passedColumn(key)) }] : [],
  )
}

/**
 * The column of a whole name of a guardian where another column has that guardian's name already: an emergency contact
 * beside a parent is the next guardian. Other columns stay as they are.
 */
function nextGuardian(
  column: string | undefined,
  others: readonly (string | undefined)[],
  taken: readonly string[],
): string | undefined {
  const number = GUARDIANS.find((each) => guardianColumn(each, 'guardian_name') === column)
  if (number === undefined) return column
  const free = GUARDIANS.find((each) => {
    const name = guardianColumn(each, 'guardian_name')
    return each >= number && !taken.includes(name) && !fieldsOfColumn(name).some((field) => others.includes(field))
  })
  return free === undefined ? column : guardianColumn(free, 'guardian_name')
}

/**
 * Guesses the field of each column: what a column with this heading held the last time, else by its heading, which may
 * be the title of a level or skill. Of several columns for one field, the first has it.
 */
export function guessColumns(
  header: readonly string[],
  remembered: RememberedColumns = {},
  places: readonly PlaceTitles[] = [],
): (string | null)[] {
  const taken: string[] = []
  const keys = header.map(headingKey)
  const named = placesNamed(header, places)
  const known = new Set(places.map(({ key }) => key))
  const byHeading = header.map(fieldOfHeading)
  const columns = keys.map((key, index) => {
    const last = Object.hasOwn(remembered, key) ? remembered[key] : undefined
    const [place, another] = named[index] ?? []
    const field =
      last ??
      nextGuardian(byHeading[index], [...byHeading.slice(0, index), ...byHeading.slice(index + 1)], taken) ??
      // a heading that names several is asked about (`askedColumns`)
      (place === undefined || another !== undefined ? '' : passedColumn(place.key))
    if (!isImportField(field, known) || taken.some((other) => holdsSame(other, field))) return null
    taken.push(field)
    return field
  })
  // beside the day on which it was passed, a level is a passed one, and a coach is who passed it, not who teaches the class
  const hasDay = taken.includes('level_passed_on')
  const hasPassed = taken.includes('level_passed') || (hasDay && taken.includes('level_at'))
  return columns.map((field) => {
    if (field === 'level_at' && hasDay && !taken.includes('level_passed')) return 'level_passed'
    return field === 'level_coach' && !hasPassed ? null : field
  })
}

/** What the columns of a file hold, to be remembered for the next one, whose dates may be in another order. */
export function rememberedColumns(header: readonly string[], columns: Columns): RememberedColumns {
  const fields = columns.map((column) => (column !== null && dateColumns.has(column) ? 'dob' : (column ?? '')))
  return Object.fromEntries(header.map((heading, index) => [headingKey(heading), fields[index] ?? '']))
}

/** Needed fields for which there is no column [8.19]. */
export function missingFields(columns: Columns): string[] {
  const filled = columns.flatMap((column) => (column === null ? [] : fieldsOfColumn(column)))
  return neededFields.filter((field) => !filled.includes(field))
}

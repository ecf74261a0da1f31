// What the columns of a file of members can hold.
import { GUARDIAN_FIELDS } from '#domain/members/guardian-fields.ts'
import { fieldsIn, memberField } from '#domain/members/member-fields.ts'
import { splitName } from '#domain/members/whole-name.ts'
import type { DateOrder } from '#domain/members/written-date.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** The numbers of the guardians in a row, as many as a member may have. */
export const GUARDIANS = [1, 2, 3, 4, 5, 6] as const
/** The column of a guardian's field: `guardian_firstname` of the first, `guardian_2_firstname` of the second. */
export function guardianColumn(number: number, name: string): string {
  return number === 1 ? name : name.replace('guardian', `guardian_${number}`)
}

export const guardianColumns = GUARDIANS.flatMap((number) =>
  GUARDIAN_FIELDS.map((name) => guardianColumn(number, name)),
)

/** The fields that a file has [5.14]. */
export const fileFields = fieldsIn('file')

/** The fields of a member that are read from a file; medical notes and telephone numbers are never written to one. */
export const readFields = [...fileFields, ...fieldsIn('import')]

/**
 * Columns about levels: the last level that was passed, elsewhere or before this club used the portals, with its day and
 * the coach who passed it, and the level at which a child works. Each level says that those before it are passed.
 */
export const LEVEL_COLUMNS = ['level_passed', 'level_passed_on', 'level_coach', 'level_at'] as const

/**
 * Columns about one mark of a skill, or of a level that a coach decides: its title or address, the grade, and the grade
 * from which marks passed on its day. Day and coach stand in the columns of levels. A child has a row for each mark.
 */
export const MARK_COLUMNS = ['skill', 'skill_grade', 'skill_pass'] as const

/** Whether a column is about levels or marks, which a row brings to a child who may be in the club already. */
export function isOfProgress(column: string): boolean {
  return PROGRESS.has(column) || placeOfColumn(column) !== null
}

const PROGRESS: ReadonlySet<string> = new Set([...LEVEL_COLUMNS, ...MARK_COLUMNS])

/** The groups of a member, by their names. */
export const GROUPS_COLUMN = 'groups'

/** Separates the entries of a list in one cell. */
export const LIST_SEPARATOR = ';'

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
export const dateColumns = new Map<string, DateOrder>([
  ['dob_day_first', 'day-first'],
  ['dob_month_first', 'month-first'],
])

/** The columns of a date of birth that a file has in three columns: the day, the month and the year. */
export const BIRTHDAY_PARTS = ['dob_day', 'dob_month', 'dob_year'] as const
export type BirthdayPart = (typeof BIRTHDAY_PARTS)[number]

const birthdayParts: ReadonlySet<string> = new Set(BIRTHDAY_PARTS)

/** Whether a column holds the day, the month or the year of birth. */
export const isBirthdayPart = (column: string): boolean => birthdayParts.has(column)

/** The order that was chosen for a column of dates of birth, or null. */
export function chosenOrder(columns: Columns): DateOrder | null {
  return columns.map((column) => dateColumns.get(column ?? '')).find((order) => order !== undefined) ?? null
}

/** Columns with a whole name, of the member and of each guardian, and the two fields that such a column fills. */
export const nameColumns = new Map<string, [string, string]>([
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
  ...MARK_COLUMNS,
].flatMap((name) => [
  // a whole name stands before its parts
  ...[...nameColumns].flatMap(([column, [first]]) => (first === name ? [column] : [])),
  name,
  ...(name === 'dob' ? [...dateColumns.keys(), ...BIRTHDAY_PARTS] : []),
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
  return nameColumns.get(column) ?? [dateColumns.has(column) || isBirthdayPart(column) ? 'dob' : column]
}

/** The text of each field that a cell of the column fills: two of a whole name, else one, or a part of a birthday. */
export function textsOfCell(column: string, cell: string): (readonly [field: string, text: string])[] {
  if (isBirthdayPart(column)) return [[column, cell]]
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
  if (isBirthdayPart(a) && isBirthdayPart(b)) return a === b
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

/** Needed fields for which there is no column [8.19], and the parts that a birthday in parts lacks. */
export function missingFields(columns: Columns): string[] {
  const filled = columns.flatMap((column) => (column === null ? [] : fieldsOfColumn(column)))
  const lacking = BIRTHDAY_PARTS.filter((part) => !columns.includes(part))
  return [
    ...neededFields.filter((field) => !filled.includes(field)),
    ...(lacking.length < BIRTHDAY_PARTS.length ? lacking : []),
  ]
}

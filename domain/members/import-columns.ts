// What the columns of a file of members can hold, and how that is guessed from their headings.
import { GUARDIAN_FIELDS, guardianField } from '#domain/members/guardian-fields.ts'
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

const guardianColumns = GUARDIANS.flatMap((number) => GUARDIAN_FIELDS.map((name) => guardianColumn(number, name)))

/** The fields that a file has [5.14]. */
export const fileFields = fieldsIn('file')

/** The fields of a member that are read from a file; medical notes and telephone numbers are never written to one. */
export const readFields = [...fileFields, ...fieldsIn('import')]

/**
 * Columns about levels: the last level that was passed, elsewhere or before this club used the portals, with its day, and
 * the level at which a child works. Each says that the levels before it are passed.
 */
const LEVEL_COLUMNS = ['level_passed', 'level_passed_on', 'level_at'] as const

const LEVEL_HEADINGS: readonly (readonly [string, readonly string[]])[] = [
  [
    'level_passed',
    [
      'level passed',
      'last level passed',
      'passed level',
      'level achieved',
      'last level',
      'highest level',
      'last award',
      'last badge',
      'lefel a basiwyd',
      'lefel ddiwethaf',
    ],
  ],
  [
    'level_passed_on',
    [
      'passed on',
      'passed',
      'date passed',
      'level date',
      'level passed on',
      'achieved',
      'achieved on',
      'date achieved',
      'award date',
      'pasiwyd',
      'pasiwyd ar',
      'dyddiad pasio',
    ],
  ],
  [
    'level_at',
    [
      'level',
      'stage',
      'current level',
      'current stage',
      'works at',
      'working at',
      'working towards',
      'swimming level',
      'lefel',
      'lefel bresennol',
      'gweithio ar',
    ],
  ],
]

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

/** Other headings of columns with a whole name, in English and Welsh. */
const NAME_HEADINGS: readonly (readonly [string, readonly string[]])[] = [
  [
    'name',
    [
      'child name',
      'childs name',
      'child',
      'full name',
      'member name',
      'pupil name',
      'student name',
      'name of child',
      'enw',
      'enw plentyn',
      'enw llawn',
    ],
  ],
  [
    'guardian_name',
    [
      'guardian',
      'parent',
      'parent name',
      'parents name',
      'guardians name',
      'parent guardian',
      'parent or guardian',
      'parent carer',
      'gwarcheidwad',
      'rhiant',
      'enw rhiant',
      'enw gwarcheidwad',
    ],
  ],
]

/** The columns of the exported file of members. */
export const FILE_COLUMNS: readonly string[] = [...fileFields, ...guardianColumns]

/** What a column of a file to import can hold. */
export const IMPORT_FIELDS: readonly string[] = [...FILE_COLUMNS, ...fieldsIn('import'), ...LEVEL_COLUMNS].flatMap(
  (name) => [
    // a whole name stands before its parts
    ...[...nameColumns].flatMap(([column, [first]]) => (first === name ? [column] : [])),
    name,
    ...(name === 'dob' ? dateColumns.keys() : []),
  ],
)

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

/** Whether two columns hold the same, which only one of them may. */
export function holdsSame(a: string, b: string): boolean {
  return fieldsOfColumn(a).join() === fieldsOfColumn(b).join()
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
    ...readFields.map((name) => [name, memberField(name).headings ?? []] as const),
    ...guardianColumns.map((column) => [column, []] as const),
    // headings without a number are of the first guardian
    ...GUARDIAN_FIELDS.map((name) => [name, guardianField(name).headings] as const),
    ...[...nameColumns.keys()].map((column) => [column, []] as const),
    ...NAME_HEADINGS,
    ...LEVEL_HEADINGS,
    ...LEVEL_COLUMNS.map((column) => [column, []] as const),
  ].flatMap(([field, headings]) => [field, ...headings].map((heading) => [headingKey(heading), field] as const)),
)

/** Whether a heading is that of a field. */
export function isKnownHeading(heading: string): boolean {
  return fieldByKey.has(headingKey(heading))
}

/** What the headings of earlier files held at a club, by `headingKey`; an empty text is a column that was left out. */
export type RememberedColumns = Readonly<Record<string, string>>

/**
 * Guesses the field of each column: what a column with this heading held the last time, else by its heading. Of several
 * columns for one field, the first has it.
 */
export function guessColumns(header: readonly string[], remembered: RememberedColumns = {}): (string | null)[] {
  const taken: string[] = []
  const columns = header.map((heading) => {
    const key = headingKey(heading)
    const last = Object.hasOwn(remembered, key) ? remembered[key] : undefined
    const field = last ?? fieldByKey.get(key) ?? ''
    if (!IMPORT_FIELDS.includes(field) || taken.some((other) => holdsSame(other, field))) return null
    taken.push(field)
    return field
  })
  // beside the day on which it was passed, a level is a passed one
  const isPassed = taken.includes('level_passed_on') && !taken.includes('level_passed')
  return columns.map((field) => (field === 'level_at' && isPassed ? 'level_passed' : field))
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

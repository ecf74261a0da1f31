// How a file of members is read: which field each column has, and what is wrong with each row.
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { memberProblems, type GuardianEntry } from '#domain/members/member-entry.ts'
import { MAX_TAGS, NUMBER_LENGTH } from '#domain/identity/person.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** The numbers of the guardians in a row, as many as a member may have. */
const GUARDIANS = [1, 2, 3, 4, 5, 6] as const
/** Their columns: `guardian_firstname` of the first, `guardian_2_firstname` of the second, and so on. */
const guardianFields = GUARDIANS.flatMap((number) => {
  const prefix = number === 1 ? 'guardian' : `guardian_${number}`
  return [`${prefix}_firstname`, `${prefix}_lastname`, `${prefix}_email`]
})

/** A file without a column for each of these cannot be imported [5.14]. */
const NEEDED_FIELDS = ['firstname', 'lastname', 'dob'] as const

/** The fields that a column can have, named as in the exported file of members. */
export const IMPORT_FIELDS: readonly string[] = [
  ...NEEDED_FIELDS,
  'ngo_id',
  'member_type',
  'category',
  'status',
  'tags',
  ...guardianFields,
]

/** The field of each column of a file; null = the column is ignored. */
export type Columns = readonly (string | null)[]

const CATEGORIES = ['early-start', 'explore-the-options', 'pre-school'] as const
const STATUSES = ['active', 'inactive'] as const
/** Separates the ability groups in one cell. */
const TAG_SEPARATOR = ';'

/** The member that a row describes. */
export interface ImportedMember {
  firstname: string
  lastname: string
  dob: string
  ngo_id: string | null
  member_type: string | null
  category: (typeof CATEGORIES)[number] | null
  status: (typeof STATUSES)[number]
  tags: string[]
  guardians: GuardianEntry[]
}

export interface RowProblem {
  /** A field of the import; null = the row as a whole. */
  field: string | null
  /** The code of the problem, such as `required` or `unknown-choice`. */
  problem: string
  /** The number of the other row, when two rows of the file contradict each other. */
  row?: number
}

/** Other headings of columns in English and Welsh, without punctuation and accents, by field. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  firstname: ['first', 'forename', 'given name', 'enw cyntaf', 'child first name', 'pupil first name'],
  lastname: ['last', 'surname', 'family name', 'cyfenw', 'child last name', 'pupil last name'],
  dob: ['date of birth', 'birth date', 'birthday', 'born', 'dyddiad geni'],
  ngo_id: ['membership number', 'member number', 'number', 'membership id', 'member id', 'rhif aelodaeth'],
  member_type: ['type', 'math o aelod', 'math'],
  category: ['level category', 'categori'],
  status: ['statws'],
  tags: ['ability groups', 'ability group', 'setiau gallu'],
  guardian_firstname: ['parent first name', 'guardian first', 'parent forename', 'enw cyntaf gwarcheidwad'],
  guardian_lastname: ['parent last name', 'guardian last', 'parent surname', 'guardian surname', 'cyfenw gwarcheidwad'],
  guardian_email: ['email', 'e mail', 'parent email', 'guardian e mail', 'email address', 'ebost', 'e bost'],
}

/** The words of a text in lower case, without accents, with one space between them instead of other characters. */
function plainWords(text: string): string {
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
  IMPORT_FIELDS.flatMap((field) =>
    [field, ...(HEADINGS[field] ?? [])].map((heading) => [headingKey(heading), field] as const),
  ),
)

/** Guesses the field of each column by its heading; of several columns for one field, the first has it. */
export function guessColumns(header: readonly string[]): (string | null)[] {
  const taken = new Set<string>()
  return header.map((heading) => {
    const field = fieldByKey.get(headingKey(heading))
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** Needed fields for which there is no column [8.19]. */
export function missingFields(columns: Columns): string[] {
  return NEEDED_FIELDS.filter((field) => !columns.includes(field))
}

/** A date such as `31/08/2017`, `31.8.2017` or `2017-8-31` as `2017-08-31`; any other text is returned unchanged. */
function toIsoDate(text: string): string {
  const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const dayFirst = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text)
  const [year, month, day] = yearFirst
    ? [yearFirst[1], yearFirst[2], yearFirst[3]]
    : [dayFirst?.[3], dayFirst?.[2], dayFirst?.[1]]
  if (year === undefined || month === undefined || day === undefined) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** The choice that a text means, such as `pre-school` for `Pre School`; undefined when it means none. */
function findChoice<T extends string>(choices: readonly T[], text: string): T | undefined {
  const dashed = plainWords(text).replaceAll(' ', '-')
  return choices.find((choice) => choice === dashed)
}

/** The part of the rules that depends on the club. */
export interface ImportRules {
  /** YYYY-MM-DD at the club. */
  today: string
  /** The member types that are allowed; empty = any. */
  memberTypes: readonly string[]
}

/** Reads one row as a member, and lists everything that is wrong with it. Other rows are not considered. */
export function readRow(
  cells: readonly string[],
  columns: Columns,
  { today, memberTypes }: ImportRules,
): { member: ImportedMember; problems: RowProblem[] } {
  const values = new Map(
    columns.flatMap((field, index) => (field === null ? [] : [[field, cells[index]?.trim() ?? '']])),
  )
  const text = (field: string) => values.get(field) ?? ''
  const problems: RowProblem[] = []
  const report = (field: string | null, problem: string) => {
    problems.push({ field, problem })
  }
  const guardians = guardiansOf(text)
  const member: ImportedMember = {
    firstname: text('firstname'),
    lastname: text('lastname'),
    dob: toIsoDate(text('dob')),
    ngo_id: text('ngo_id') || null,
    member_type: text('member_type') || null,
    // an unknown category or status is reported below
    category: text('category') === '' ? null : (findChoice(CATEGORIES, text('category')) ?? null),
    status: text('status') === '' ? 'active' : (findChoice(STATUSES, text('status')) ?? 'active'),
    tags: uniqueAbilityGroups(text('tags').split(TAG_SEPARATOR)),
    guardians: guardians.map(({ guardian }) => guardian),
  }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) report(null, 'too-many-cells')
  for (const { field, problem } of memberProblems({ ...member, phones: [] }, today)) {
    // `guardians/1/guardian_email` is the column `guardian_2_email`, unless the row leaves an earlier guardian empty
    const [name = '', index, guardianField = ''] = field.split('/')
    const column = (guardians[Number(index)]?.prefix ?? '') + guardianField.slice('guardian'.length)
    report(name === 'guardians' ? column : name, problem)
  }
  if ([...(member.ngo_id ?? '')].length > NUMBER_LENGTH) report('ngo_id', 'too-long')
  if (member.tags.length > MAX_TAGS) report('tags', 'too-many')
  if (text('category') !== '' && member.category === null) report('category', 'unknown-choice')
  if (text('status') !== '' && findChoice(STATUSES, text('status')) === undefined) report('status', 'unknown-choice')
  if (member.member_type !== null && memberTypes.length > 0 && !memberTypes.includes(member.member_type))
    report('member_type', 'unknown-choice')
  return { member, problems }
}

/**
 * The guardians of a row, without those whose cells are all empty [5.14]; `prefix` begins the names of their columns.
 */
function guardiansOf(text: (field: string) => string): { prefix: string; guardian: GuardianEntry }[] {
  return GUARDIANS.flatMap((number) => {
    const prefix = number === 1 ? 'guardian' : `guardian_${number}`
    const guardian = {
      guardian_firstname: text(`${prefix}_firstname`),
      guardian_lastname: text(`${prefix}_lastname`),
      guardian_email: text(`${prefix}_email`) || null,
    }
    const isEmpty = `${guardian.guardian_firstname}${guardian.guardian_lastname}${guardian.guardian_email ?? ''}` === ''
    return isEmpty ? [] : [{ prefix, guardian }]
  })
}

/** The cells of a member by field, for an export; `readRow` reads them back. */
export function memberCells(
  member: Omit<ImportedMember, 'category' | 'status'> & { category: string | null; status: string },
): Map<string, string> {
  const cells = new Map<string, string>([
    ['firstname', member.firstname],
    ['lastname', member.lastname],
    ['dob', member.dob],
    ['ngo_id', member.ngo_id ?? ''],
    ['member_type', member.member_type ?? ''],
    ['category', member.category ?? ''],
    ['status', member.status],
    // old names of ability groups may contain commas and semicolons, which an import refuses or splits
    ['tags', uniqueAbilityGroups(member.tags.map((tag) => tag.replaceAll(/[,;]/g, '/'))).join(`${TAG_SEPARATOR} `)],
  ])
  member.guardians.forEach((guardian, index) => {
    const prefix = index === 0 ? 'guardian' : `guardian_${index + 1}`
    cells.set(`${prefix}_firstname`, guardian.guardian_firstname)
    cells.set(`${prefix}_lastname`, guardian.guardian_lastname)
    cells.set(`${prefix}_email`, guardian.guardian_email ?? '')
  })
  return cells
}

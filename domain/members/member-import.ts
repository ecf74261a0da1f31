// How a file of members is read: which field each column has, and what is wrong with each row.
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { GUARDIAN_FIELDS, guardianField, guardianOf, type GuardianEntry } from '#domain/members/guardian-fields.ts'
import { memberProblems, type MemberEntry } from '#domain/members/member-entry.ts'
import {
  emptyValue,
  fieldsIn,
  memberField,
  memberFieldsOf,
  normalizedValue,
  type FieldValue,
  type MemberField,
  type MemberFieldName,
} from '#domain/members/member-fields.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'

/** The numbers of the guardians in a row, as many as a member may have. */
const GUARDIANS = [1, 2, 3, 4, 5, 6] as const
/** The column of a guardian's field: `guardian_firstname` of the first, `guardian_2_firstname` of the second. */
function guardianColumn(number: number, name: string): string {
  return number === 1 ? name : name.replace('guardian', `guardian_${number}`)
}

const guardianColumns = GUARDIANS.flatMap((number) => GUARDIAN_FIELDS.map((name) => guardianColumn(number, name)))

/** The fields that a file has [5.14]. */
const fileFields = fieldsIn('file')

/** A file without a column for each of these cannot be imported [5.14]. */
const neededFields = fileFields.filter((name) => ['name', 'birthday'].includes(memberField(name).kind))

/** The fields that a column can have, named as in the exported file of members. */
export const IMPORT_FIELDS: readonly string[] = [...fileFields, ...guardianColumns]

/** The field of each column of a file; null = the column is ignored. */
export type Columns = readonly (string | null)[]

/** Separates the entries of a list in one cell. */
const LIST_SEPARATOR = ';'

export interface RowProblem {
  /** A field of the import; null = the row as a whole. */
  field: string | null
  /** The code of the problem, such as `required` or `unknown-choice`. */
  problem: string
  /** The number of the other row, when two rows of the file contradict each other. */
  row?: number
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
  [
    ...fileFields.map((name) => [name, memberField(name).headings ?? []] as const),
    ...guardianColumns.map((column) => [column, []] as const),
    // headings without a number are of the first guardian
    ...GUARDIAN_FIELDS.map((name) => [name, guardianField(name).headings] as const),
  ].flatMap(([field, headings]) => [field, ...headings].map((heading) => [headingKey(heading), field] as const)),
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
  return neededFields.filter((field) => !columns.includes(field))
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
): { member: MemberEntry; problems: RowProblem[] } {
  const values = new Map(
    columns.flatMap((field, index) => (field === null ? [] : [[field, cells[index]?.trim() ?? '']])),
  )
  const text = (field: string) => values.get(field) ?? ''
  const problems: RowProblem[] = []
  const report = (field: string | null, problem: string) => {
    problems.push({ field, problem })
  }
  const guardians = guardiansOf(text)
  const member: MemberEntry = {
    ...memberFieldsOf((name, field) => valueOf(field, text(name))),
    guardians: guardians.map(({ guardian }) => guardian),
  }
  member.tags = uniqueAbilityGroups(member.tags)
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) report(null, 'too-many-cells')
  for (const { field, problem } of memberProblems(member, today)) {
    // `guardians/1/guardian_email` is the column `guardian_2_email`, unless the row leaves an earlier guardian empty
    const [name = '', index, subfield = ''] = field.split('/')
    const column = guardianColumn(guardians[Number(index)]?.number ?? 1, subfield)
    report(name === 'guardians' ? column : name, problem)
  }
  for (const name of fileFields) {
    const field = memberField(name)
    const { [name]: value } = member
    if (field.kind === 'list' && value !== null && value.length > field.most) report(name, 'too-many')
    if (field.kind === 'choice' && text(name) !== '' && findChoice(field.choices, text(name)) === undefined)
      report(name, 'unknown-choice')
  }
  if (member.member_type !== null && memberTypes.length > 0 && !memberTypes.includes(member.member_type))
    report('member_type', 'unknown-choice')
  return { member, problems }
}

/** The value of a cell. An unknown choice becomes the value of an empty cell, and is reported by `readRow`. */
function valueOf(field: MemberField, cell: string): FieldValue {
  if (cell === '') return emptyValue(field)
  if (field.kind === 'list') return normalizedValue(field, cell.split(LIST_SEPARATOR))
  if (field.kind === 'choice') return findChoice(field.choices, cell) ?? emptyValue(field)
  return field.kind === 'birthday' ? toIsoDate(cell) : cell
}

/**
 * The guardians of a row, without those whose cells are all empty [5.14]; `number` is that of their columns.
 */
function guardiansOf(text: (field: string) => string): { number: number; guardian: GuardianEntry }[] {
  return GUARDIANS.flatMap((number) => {
    const guardian = guardianOf((name) => text(guardianColumn(number, name)))
    const isEmpty = GUARDIAN_FIELDS.every((name) => (guardian[name] ?? '') === '')
    return isEmpty ? [] : [{ number, guardian }]
  })
}

/** The cells of a member by field, for an export; `readRow` reads them back. Fields without a value have empty cells. */
export function memberCells(
  member: Partial<Record<MemberFieldName, FieldValue>> & { guardians: readonly GuardianEntry[] },
): Map<string, string> {
  const cells = new Map<string, string>(fileFields.map((name) => [name, cellOf(name, member[name] ?? '')]))
  member.guardians.forEach((guardian, index) => {
    for (const name of GUARDIAN_FIELDS) cells.set(guardianColumn(index + 1, name), guardian[name] ?? '')
  })
  return cells
}

function cellOf(name: MemberFieldName, value: string | readonly string[]): string {
  if (typeof value === 'string') return value
  // a comma or semicolon within an entry, as in old names of ability groups, would split it or be refused by an import
  const entries = value.map((text) => text.replaceAll(/[,;]/g, '/'))
  return (name === 'tags' ? uniqueAbilityGroups(entries) : entries).join(`${LIST_SEPARATOR} `)
}

// How a row of a file of members is read, and what is wrong with it.
import { uniqueAbilityGroups } from '#domain/members/ability-groups.ts'
import { GUARDIAN_FIELDS, guardianOf, type GuardianEntry } from '#domain/members/guardian-fields.ts'
import { passDayIn } from '#domain/members/level-cells.ts'
import { joinBirthday } from '#domain/members/birthday-parts.ts'
import {
  BIRTHDAY_PARTS,
  chosenOrder,
  fieldsOfColumn,
  fileFields,
  readFields,
  guardianColumn,
  guardianColumns,
  GUARDIANS,
  GROUPS_COLUMN,
  holdsSeveral,
  placeOfColumn,
  plainWords,
  textsOfCell,
  type Columns,
} from '#domain/members/import-columns.ts'
import { markOfRow, type MarkRules, type RowMark } from '#domain/members/row-marks.ts'
import { isEmail } from '#domain/platform/email.ts'
import { birthdayProblem, MAX_PHONES } from '#domain/identity/person.ts'
import { entriesOf, gradeOf, passOf, type SkillScale } from '#domain/members/import-values.ts'
import { memberProblems, type MemberEntry } from '#domain/members/member-entry.ts'
import {
  emptyValue,
  memberField,
  memberFieldsOf,
  normalizedValue,
  type FieldValue,
  type MemberField,
  type MemberFieldName,
} from '#domain/members/member-fields.ts'
import { withZero, type ZerosToPutBack } from '#domain/members/lost-zeros.ts'
import { isShortened, phonesIn } from '#domain/members/phones-in-text.ts'
import { contactsIn } from '#domain/members/contacts-in-text.ts'
import { peopleIn, withoutRemark } from '#domain/members/whole-name.ts'
import { orderOfDates, readDate, type DateOrder } from '#domain/members/written-date.ts'

/** Separates the entries of a list in one cell. */
const LIST_SEPARATOR = ';'

export interface RowProblem {
  /** A field of the import; null = the row as a whole. */
  field: string | null
  /** The code of the problem, such as `required` or `unknown-choice`. */
  problem: string
  /** The number of the other row, when two rows of the file contradict each other. */
  row?: number
  /** The fields in which the row differs from the other row, or from the club's member, who has the same name. */
  differs?: FieldDifference[]
}

export interface FieldDifference {
  field: string
  here: string
  /** Null for what is not shown here. */
  there: string | null
}

/** The choice that a text means, such as `pre-school` for `Pre School`; undefined when it means none. */
function findChoice<T extends string>(choices: readonly T[], text: string): T | undefined {
  const dashed = plainWords(text).replaceAll(' ', '-')
  return choices.find((choice) => choice === dashed)
}

/** The problem of a date that means two days, because nothing says whether its day or its month stands first. */
export const UNCLEAR_DATE = 'unclear-date'

/** Is no problem, but says that the row goes on with the child of an earlier one, unless somebody says otherwise. */
export const SAME_CHILD = 'same-child'

/** The problem of a number whose digits a spreadsheet has cut: `7.7E+09`. */
const SHORTENED_NUMBER = 'shortened-number'

/** The part of the rules that depends on the club. */
export interface ImportRules extends MarkRules {
  /** YYYY-MM-DD at the club. */
  today: string
  /** The member types that are allowed; empty = any. */
  memberTypes: readonly string[]
  /** The order of day and month in the columns of dates; null = it is not known. */
  dateOrder: DateOrder | null
  /** The values of the columns of levels (`meaningsOf`). */
  levels: ReadonlySet<string>
  /** The ids of the club's coaches. */
  coaches: ReadonlySet<string>
  zeros: ZerosToPutBack
  /** Whether a comma in a cell of groups stands between two of them. */
  groupsByComma: boolean
}

/** What a row says of the levels of a child, as the values of `ImportRules.levels`. */
export interface RowLevels {
  /** The last level that was passed, the day, and the coach's id; null where the row does not say. */
  passed: string | null
  passedOn: string | null
  by: string | null
  /** The level at which the child works. */
  at: string | null
  /** What the columns of single levels say: those that were passed, and the days. */
  single: { key: string; on: string | null }[]
  /** What the columns of skills say, and the mark of the row. */
  skills: RowMark[]
}

const yearOf = (date: string) => Number(date.slice(0, 4))

/** The order of day and month in the dates: the chosen one, or that which the columns of dates show. */
export function dateOrderOf(rows: readonly (readonly string[])[], columns: Columns, today: string): DateOrder | null {
  const indexes = columns.flatMap((column, index) =>
    column === 'dob' || column === 'level_passed_on' || placeOfColumn(column) !== null ? [index] : [],
  )
  return (
    chosenOrder(columns) ??
    orderOfDates(
      rows.flatMap((cells) => indexes.map((index) => cells[index] ?? '')),
      yearOf(today),
    ) ??
    orderOfParts(columns)
  )
}

/** The order in which the file has the day and the month of birth in columns of their own; null where it has not. */
function orderOfParts(columns: Columns): DateOrder | null {
  const [day, month] = [columns.indexOf('dob_day'), columns.indexOf('dob_month')]
  if (day < 0 || month < 0) return null
  return day < month ? 'day-first' : 'month-first'
}

/** Whether the columns of skills have numbers above 1, so that all numbers there are grades. */
export function hasGradeNumbers(
  rows: readonly (readonly string[])[],
  columns: Columns,
  skills: ReadonlyMap<string, SkillScale>,
): boolean {
  const indexes = columns.flatMap((column, index) =>
    column === 'skill_grade' || skills.has(placeOfColumn(column) ?? '') ? [index] : [],
  )
  return rows.some((cells) => indexes.some((index) => /^[2-9]$/.test(cells[index]?.trim() ?? '')))
}

/**
 * Reads one row as a member, and lists everything that is wrong with it. Other rows are not considered. `isStray`: its
 * quotes were read as letters.
 */
export function readRow(
  cells: readonly string[],
  columns: Columns,
  rules: ImportRules,
  isStray = false,
): { member: MemberEntry; levels: RowLevels; groups: string[]; problems: RowProblem[] } {
  const { today, memberTypes, dateOrder } = rules
  const problems: RowProblem[] = []
  const report = (field: string | null, problem: string) => {
    problems.push({ field, problem })
  }
  const values = new Map<string, string>()
  columns.forEach((column, index) => {
    if (column === null) return
    if (isStray && hasStrayQuote(cells[index] ?? '')) report(fieldsOfColumn(column)[0] ?? null, 'stray-quote')
    const cell = visibleText(column, cells[index] ?? '').trim()
    if (saysNothing(column, cell)) return
    for (const [field, value] of contactTextsOf(column, cell, columns, rules) ??
      severalGuardiansOf(column, cell, columns) ??
      (isStray && cell.startsWith('"') ? null : namesWithoutRemark(column, cell)) ??
      phoneTextsOf(column, cell, rules, values.get('phones') ?? '') ??
      textsOfCell(column, cell)) {
      const earlier = values.get(field)
      if (value === '') continue
      // several columns of one field are joined
      if (earlier !== undefined && holdsSeveral(field)) values.set(field, `${earlier}${joinerOf(field)}${value}`)
      // of a whole name and a column of its own, whichever is filled counts, the latter first
      else if (column === field || earlier === undefined) values.set(field, value)
    }
  })
  takePhones(values)
  const number = values.get('ngo_id')
  if (number !== undefined) values.set('ngo_id', number.padStart(rules.zeros.numberDigits, '0'))
  const [day = '', month = '', year = ''] = BIRTHDAY_PARTS.map((part) => values.get(part))
  if (!values.has('dob')) values.set('dob', joinBirthday(day, month, year))
  const text = (field: string) => values.get(field) ?? ''
  const guardians = guardiansOf(text, columns)
  const birthday = readDate(text('dob'), dateOrder, yearOf(today))
  const member: MemberEntry = {
    ...memberFieldsOf((name, field) => valueOf(field, name === 'dob' ? (birthday ?? text(name)) : text(name))),
    guardians: guardians.map(({ guardian }) => guardian),
  }
  member.tags = uniqueAbilityGroups(member.tags)
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) report(null, 'too-many-cells')
  for (const { field, problem } of memberProblems(member, today)) {
    // `guardians/1/guardian_email` is the column `guardian_2_email`, unless the row leaves an earlier guardian empty
    const [name = '', index, subfield = ''] = field.split('/')
    const column = guardianColumn(guardians[Number(index)]?.number ?? 1, subfield)
    const isUnclear = name === 'dob' && birthday === null
    const isCut = name === 'phones' && isShortened(member.phones[Number(index)] ?? '')
    report(name === 'guardians' ? column : name, isUnclear ? UNCLEAR_DATE : isCut ? SHORTENED_NUMBER : problem)
  }
  if (isShortened(member.ngo_id ?? '')) report('ngo_id', SHORTENED_NUMBER)
  for (const name of readFields) {
    const field = memberField(name)
    const { [name]: value } = member
    if (field.kind === 'list' && value !== null && value.length > field.most) report(name, 'too-many')
    if (field.kind === 'choice' && text(name) !== '' && findChoice(field.choices, text(name)) === undefined)
      report(name, 'unknown-choice')
  }
  if (member.member_type !== null && memberTypes.length > 0 && !memberTypes.includes(member.member_type))
    report('member_type', 'unknown-choice')
  const groups = entriesOf(text(GROUPS_COLUMN), rules.groupsByComma)
  return { member, levels: levelsOf(text, columns, rules, report), groups, problems }
}

/** Spaces that no line is broken at, and characters that nobody sees: web pages put them between names. */
const SPACES = /[\u00a0\u2007\u202f]/g
const UNSEEN = /[\u200b\u2060\ufeff]/g

/** A cell of names, dates or addresses as it looks; other texts stay as they are. */
function visibleText(column: string, cell: string): string {
  const kinds = fieldsOfColumn(column).map((name) => readFields.find((field) => field === name))
  const isProse = kinds.some((name) => name !== undefined && !['name', 'birthday'].includes(memberField(name).kind))
  return isProse || column === GROUPS_COLUMN ? cell : cell.replaceAll(SPACES, ' ').replaceAll(UNSEEN, '')
}

/**
 * The names or e-mail addresses of several guardians that stand in one cell, each with its field: the further ones are
 * those of the next guardians of whom the file has none. Null for any other cell.
 */
function severalGuardiansOf(
  column: string,
  cell: string,
  columns: Columns,
): (readonly [field: string, text: string])[] | null {
  const name = column.endsWith('_email') ? 'guardian_email' : 'guardian_name'
  const first = GUARDIANS.find((number) => guardianColumn(number, name) === column)
  if (first === undefined) return null
  const texts = name === 'guardian_email' ? addressesIn(cell) : namesIn(cell)
  const numbers = texts.length === 1 ? [first] : freeGuardians(first, name, columns)
  if (texts.length > numbers.length) return null
  return texts.flatMap((parts, index) => {
    const fields = fieldsOfColumn(guardianColumn(numbers[index] ?? first, name))
    return parts.map((text, part) => [fields[part] ?? column, text] as const)
  })
}

/**
 * What a cell of a guardian's name or address fills that has both of them, or a telephone number: names, addresses and
 * numbers, with the note whose they are. Null for any other cell.
 */
function contactTextsOf(
  column: string,
  cell: string,
  columns: Columns,
  { zeros }: ImportRules,
): (readonly [field: string, text: string])[] | null {
  const first = GUARDIANS.find((number) =>
    ['guardian_name', 'guardian_email'].some((name) => guardianColumn(number, name) === column),
  )
  const contacts = first === undefined ? null : contactsIn(cell)
  if (first === undefined || contacts === null) return null
  const name = column.endsWith('_email') ? 'guardian_email' : 'guardian_name'
  const numbers = freeGuardians(first, name, columns)
  // among addresses, a word alone is a wrong address
  const areWhole =
    name === 'guardian_name' ||
    contacts.every(({ email, firstname, lastname }) => email !== '' && (firstname === '') === (lastname === ''))
  if (!areWhole || contacts.length > numbers.length) return null
  const phones = contacts.flatMap((contact) => contact.phones)
  const texts = contacts.flatMap(({ firstname, lastname, email }, index) => {
    const number = numbers[index] ?? first
    return [
      [guardianColumn(number, 'guardian_firstname'), firstname] as const,
      [guardianColumn(number, 'guardian_lastname'), lastname] as const,
      [guardianColumn(number, 'guardian_email'), email] as const,
    ]
  })
  return [
    ...texts,
    ...phones.map((phone) => ['phones', zeros.phones ? withZero(phone) : phone] as const),
    // whose number it is; an address stands in no note
    ...contacts.flatMap(({ firstname, lastname, phones: own }) => {
      const name = `${firstname} ${lastname}`.trim()
      return own.length === 0 || name === '' ? [] : [['note', `${name} ${own.join(', ')}`] as const]
    }),
  ]
}

const CHILD_NAMES: ReadonlySet<string> = new Set(['name', 'firstname', 'lastname'])

/** A child's name without what else the child is called, which the note keeps as it stands in the cell; null for other cells. */
function namesWithoutRemark(column: string, cell: string): (readonly [field: string, text: string])[] | null {
  if (!CHILD_NAMES.has(column)) return null
  // a list may count its children
  const uncounted = cell.replace(/^\d{1,4}[.)]\s*(?=\p{L})/u, '')
  const name = withoutRemark(uncounted)
  return name === cell ? null : [...textsOfCell(column, name), ['note', name === uncounted ? '' : cell]]
}

/** A guardian, and the next ones of whom the file has no such column. */
function freeGuardians(first: number, name: string, columns: Columns): number[] {
  const filled = new Set(columns.flatMap((column) => (column === null ? [] : fieldsOfColumn(column))))
  return GUARDIANS.filter((number) => {
    const fields = fieldsOfColumn(guardianColumn(number, name))
    return number === first || (number > first && !fields.some((field) => filled.has(field)))
  })
}

/** The addresses in a cell; the cell as it is where it is anything else. */
function addressesIn(cell: string): string[][] {
  const addresses = cell.split(/[\s;,/|&]+(?:(?:and|a|ac)\s+)?/).filter((text) => text !== '')
  return addresses.length > 1 && addresses.every(isEmail) ? addresses.map((address) => [address]) : [[cell]]
}

const namesIn = (cell: string): string[][] => peopleIn(cell).map(({ firstname, lastname }) => [firstname, lastname])

const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '')

/** Numbers beyond the most that a member may have are kept in the note. */
function takePhones(values: Map<string, string>): void {
  const numbers = (values.get('phones') ?? '').split(LIST_SEPARATOR).map((text) => text.trim())
  const others = numbers.slice(MAX_PHONES)
  if (others.length === 0) return
  values.set('phones', numbers.slice(0, MAX_PHONES).join(`${LIST_SEPARATOR} `))
  const note = [values.get('note') ?? '', ...others].filter((text) => text !== '')
  values.set('note', note.join(joinerOf('note')))
}

/**
 * What a cell of telephone numbers fills: the numbers that no column before it has (`earlier`), and the note with the words
 * beside them. Null for other cells.
 */
function phoneTextsOf(
  column: string,
  cell: string,
  { zeros }: ImportRules,
  earlier: string,
): (readonly [field: string, text: string])[] | null {
  if (column !== 'phones') return null
  const { numbers, worded } = phonesIn(cell)
  const known = new Set(earlier.split(LIST_SEPARATOR).map(digitsOf))
  const added = numbers
    .map((number) => (zeros.phones ? withZero(number) : number))
    .filter((number) => digitsOf(number) === '' || !known.has(digitsOf(number)))
  return [
    [column, added.join(`${LIST_SEPARATOR} `)],
    ['note', worded.join(joinerOf('note'))],
  ]
}

/** The texts that say that there is nothing, where other texts are free. */
export const NOTHING =
  /^(?:[-–—.]|n ?\/? ?a|none|nil|no|null|none known|nothing|not known|keine?s?|aucune?|néant|geen|brak|no known (?:\p{L}+ )*\p{L}+|dim|dim byd)\.?$/iu
const MAY_SAY_NOTHING: ReadonlySet<string> = new Set([
  'medical',
  'phones',
  'note',
  'ngo_id',
  GROUPS_COLUMN,
  'level_passed',
  'level_passed_on',
  'level_coach',
  'level_at',
  'skill',
])

/** Whether a cell says in words that it is empty, as `None` does among medical notes. */
export function saysNothing(column: string, cell: string): boolean {
  return (MAY_SAY_NOTHING.has(column) || column.endsWith('_email')) && NOTHING.test(cell)
}

const joinerOf = (field: string) => (field === 'medical' || field === 'note' ? '\n' : `${LIST_SEPARATOR} `)

function levelsOf(
  text: (field: string) => string,
  columns: Columns,
  rules: ImportRules,
  report: (field: string, problem: string) => void,
): RowLevels {
  const { today, dateOrder, levels, skills, hasGrades, coaches } = rules
  const dayOf = (field: string, written: string) => {
    const day = readDate(written, dateOrder, yearOf(today))
    const problem = day === null ? UNCLEAR_DATE : birthdayProblem(day, today)
    if (problem !== null) report(field, problem)
    return problem === null ? day : null
  }
  const levelOf = (field: string) => {
    if (text(field) === '') return null
    if (levels.has(text(field))) return text(field)
    report(field, 'unknown-choice')
    return null
  }
  const written = text('level_passed_on')
  const coach = text('level_coach')
  if (coach !== '' && !coaches.has(coach)) report('level_coach', 'unknown-choice')
  const marked = columns.flatMap((column): { key: string; on: string | null; grade: number }[] => {
    const key = placeOfColumn(column)
    const cell = column === null ? '' : text(column)
    if (column === null || key === null || cell === '') return []
    const scale = skills.get(key)
    const said = scale === undefined ? passOf(cell) : gradeOf(cell, scale, hasGrades)
    // what is neither yes nor no nor a grade is the day
    if (said !== null) return Number(said) >= (scale?.pass ?? 1) ? [{ key, on: null, grade: Number(said) }] : []
    const day = passDayIn(cell)
    const isDay = /\d/.test(day) && !(scale !== undefined && /^\d$/.test(cell))
    if (!isDay) report(column, scale === undefined ? 'not-a-pass' : 'not-a-grade')
    const on = isDay ? dayOf(column, day) : null
    // what cannot be read is not shown as passed either
    return on === null ? [] : [{ key, on, grade: scale?.best ?? 1 }]
  })
  const passedOn = written === '' ? null : dayOf('level_passed_on', written)
  const by = coach === '' ? null : coach
  return {
    passed: levelOf('level_passed'),
    passedOn,
    by,
    at: levelOf('level_at'),
    single: marked.flatMap(({ key, on }) => (skills.has(key) ? [] : [{ key, on }])),
    skills: [
      ...marked.filter(({ key }) => skills.has(key)),
      ...markOfRow(text, columns, rules, { on: passedOn, by }, report),
    ],
  }
}

/** Whether a cell begins with a quote that never ends: the row was read as if quotes were letters. */
function hasStrayQuote(cell: string): boolean {
  return cell.startsWith('"') && cell.split('"').length % 2 === 0
}

/** The value of a cell. An unknown choice becomes the value of an empty cell, and is reported by `readRow`. */
function valueOf(field: MemberField, cell: string): FieldValue {
  if (cell === '') return emptyValue(field)
  if (field.kind === 'list') return normalizedValue(field, cell.split(LIST_SEPARATOR))
  if (field.kind === 'choice') return findChoice(field.choices, cell) ?? emptyValue(field)
  return cell
}

/**
 * The guardians of a row, without those whose cells are all empty [5.14], and each person once; `number` is that of their
 * columns.
 */
function guardiansOf(text: (field: string) => string, columns: Columns): { number: number; guardian: GuardianEntry }[] {
  const entered = GUARDIANS.flatMap((number) => {
    const guardian = guardianOf((name) => text(guardianColumn(number, name)))
    const isEmpty = GUARDIAN_FIELDS.every((name) => (guardian[name] ?? '') === '')
    return isEmpty ? [] : [{ number, guardian }]
  })
  // a file of ours has each guardian as it is
  const isOurs = guardianColumns.every((column) => columns.includes(column))
  if (entered.length < 2 || isOurs) return entered
  const keys = entered.map(({ guardian }) => ({
    email: (guardian.guardian_email ?? '').trim().toLowerCase(),
    name: plainWords(`${guardian.guardian_firstname} ${guardian.guardian_lastname}`),
  }))
  // a parent's address beside another parent is that of the first
  const addressed = entered.map((entry, index) => {
    const isShared = keys.slice(0, index).some(({ email }) => email !== '' && email === keys[index]?.email)
    return isShared ? { ...entry, guardian: { ...entry.guardian, guardian_email: null } } : entry
  })
  // the emergency contact is a parent
  return addressed.filter(
    ({ guardian }, index) =>
      guardian.guardian_email !== null ||
      !addressed.some(
        (other, at) =>
          at !== index &&
          keys[at]?.name === keys[index]?.name &&
          (at < index || other.guardian.guardian_email !== null),
      ),
  )
}

/**
 * The cells of a row in which the guardian whose address is the column `addressField` has the name that stands with this
 * address in the row `other`.
 */
export function withGuardianName(
  cells: readonly string[],
  columns: Columns,
  addressField: string,
  other: readonly string[],
): string[] {
  const valuesOf = (row: readonly string[]) => {
    const texts = columns.flatMap((column, index) =>
      column === null ? [] : textsOfCell(column, row[index]?.trim() ?? ''),
    )
    return (field: string) => texts.find(([name, text]) => name === field && text !== '')?.[1] ?? ''
  }
  const [own, there] = [valuesOf(cells), valuesOf(other)]
  const address = own(addressField).toLowerCase()
  const number = GUARDIANS.find((each) => guardianColumn(each, 'guardian_email') === addressField)
  const named = GUARDIANS.find((each) => there(guardianColumn(each, 'guardian_email')).toLowerCase() === address)
  if (number === undefined || named === undefined) return [...cells]
  const firstname = there(guardianColumn(named, 'guardian_firstname'))
  const lastname = there(guardianColumn(named, 'guardian_lastname'))
  const put = new Map([
    [guardianColumn(number, 'guardian_name'), `${firstname} ${lastname}`],
    [guardianColumn(number, 'guardian_firstname'), firstname],
    [guardianColumn(number, 'guardian_lastname'), lastname],
  ])
  return cells.map((cell, index) => put.get(columns[index] ?? '') ?? cell)
}

/** The cells of a member by field, by default those of an export; `readRow` reads them back. Fields without a value have empty cells. */
export function memberCells(
  member: Partial<Record<MemberFieldName, FieldValue>> & { guardians: readonly GuardianEntry[] },
  fields: readonly MemberFieldName[] = fileFields,
): Map<string, string> {
  const cells = new Map<string, string>(fields.map((name) => [name, cellOf(name, member[name] ?? '')]))
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

// What the cells of a row fill, by field: a cell may hold names, telephone numbers or addresses of several people.
import { isEmail } from '#domain/platform/email.ts'
import { MAX_PHONES } from '#domain/identity/person.ts'
import { contactsIn } from './contacts-in-text.ts'
import {
  fieldsOfColumn,
  readFields,
  guardianColumn,
  GUARDIANS,
  GROUPS_COLUMN,
  holdsSeveral,
  LIST_SEPARATOR,
  textsOfCell,
  type Columns,
} from './import-columns.ts'
import { withZero, type ZerosToPutBack } from './lost-zeros.ts'
import { memberField } from './member-fields.ts'
import { phonesIn } from './phones-in-text.ts'
import { peopleIn, withoutRemark } from './whole-name.ts'

/** What the reading of texts depends on. */
interface TextRules {
  zeros: ZerosToPutBack
  /** The file is an export of ours, in which every cell holds its field and nothing else. */
  isExport?: boolean
}

/**
 * The texts of a row by field. `isStray`: its quotes were read as letters; `reportStray` is told the fields of cells that
 * begin with one that never ends.
 */
export function textsOfRow(
  cells: readonly string[],
  columns: Columns,
  rules: TextRules,
  isStray: boolean,
  reportStray: (field: string | null) => void,
): Map<string, string> {
  const values = new Map<string, string>()
  columns.forEach((column, index) => {
    if (column === null) return
    if (isStray && hasStrayQuote(cells[index] ?? '')) reportStray(fieldsOfColumn(column)[0] ?? null)
    const cell = visibleText(column, cells[index] ?? '').trim()
    if (rules.isExport !== true && saysNothing(column, cell)) return
    const understood =
      rules.isExport === true
        ? null
        : (contactTextsOf(column, cell, columns, rules) ??
          severalGuardiansOf(column, cell, columns) ??
          (isStray && cell.startsWith('"') ? null : namesWithoutRemark(column, cell)) ??
          phoneTextsOf(column, cell, rules, values.get('phones') ?? ''))
    for (const [field, value] of understood ?? textsOfCell(column, cell)) {
      const earlier = values.get(field)
      if (value === '') continue
      // several columns of one field are joined
      if (earlier !== undefined && holdsSeveral(field)) values.set(field, `${earlier}${joinerOf(field)}${value}`)
      // of a whole name and a column of its own, whichever is filled counts, the latter first
      else if (column === field || earlier === undefined) values.set(field, value)
    }
  })
  takePhones(values)
  return values
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
  { zeros }: TextRules,
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
  { zeros }: TextRules,
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

/** Whether a cell begins with a quote that never ends: the row was read as if quotes were letters. */
function hasStrayQuote(cell: string): boolean {
  return cell.startsWith('"') && cell.split('"').length % 2 === 0
}

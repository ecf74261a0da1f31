// What the texts of a column mean that can only hold few values, such as `Yes`, `Y` and `1` for an active member.
import { CATEGORIES, STATUSES } from '#domain/members/member-choices.ts'
import { plainWords, type Columns } from '#domain/members/import-columns.ts'

/** A value that a column can hold. */
export interface ValueOption {
  value: string
  /** The texts that mean it besides those that somebody chose. */
  words: readonly string[]
}

/** The options of each column that has some, by its field. */
export type ValueOptions = Readonly<Record<string, readonly ValueOption[]>>

/** What somebody said that a text means, by field and `valueKey`; an empty text leaves the cell empty. */
export type Choices = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Other words for the two states of a member, in English and Welsh. */
const STATUS_WORDS: Readonly<Record<(typeof STATUSES)[number], readonly string[]>> = {
  active: [
    'active',
    'yes',
    'y',
    '1',
    'true',
    'current',
    'member',
    'live',
    'enrolled',
    'registered',
    'paid',
    'confirmed',
    'booked',
    'attending',
    'x',
    '✓',
    '✔',
    'aktiv',
    'actif',
    'actief',
    'aktywny',
    'ja',
    'oui',
    'tak',
    'ydy',
    'ie',
    'gweithredol',
    'cyfredol',
  ],
  inactive: [
    'inactive',
    'no',
    'n',
    '0',
    'false',
    'left',
    'lapsed',
    'expired',
    'former',
    'ended',
    'dropped',
    'withdrawn',
    'cancelled',
    'archived',
    'unenrolled',
    'not active',
    'suspended',
    'past',
    'inaktiv',
    'inactif',
    'inactief',
    'nieaktywny',
    'nein',
    'nee',
    'non',
    'nie',
    'nac ydy',
    'na',
    'anweithredol',
    'wedi gadael',
  ],
}

const PASSED_WORDS =
  /^(?:x|y|yes|true|1|pass|passed|achieved|complete|completed|100 ?%|done|awarded|ok|✓|✔|✅|☑|ie|ydy|do|wedi pasio|pasiwyd)$/i
const NOT_PASSED_WORDS =
  /^(?:[-–—.]|n|no|false|0|n ?\/? ?a|none|fail|failed|not (?:yet|passed|started|achieved|assessed)|in progress|started|working|working (?:at|on|towards)|incomplete|pending|\d{1,2}(?:[.,]\d+)? ?%|✗|✘|☐|na|nac ydy|ddim eto)$/i

/** Whether a cell below the title of a level or skill says that it is passed; null for other texts, such as the day. */
export function passOf(cell: string): boolean | null {
  if (PASSED_WORDS.test(cell)) return true
  return NOT_PASSED_WORDS.test(cell) ? false : null
}

/** How a skill is graded: the grade from which marks pass, the highest one, and the words of the grades from 0 on. */
export interface SkillScale {
  pass: number
  best: number
  labels: readonly (readonly string[])[]
}

/**
 * The grade that a cell below the title of a skill says: a word of its scale, a number where the file writes grades as
 * numbers, or the highest one for yes; 0 for no, and null for other texts, such as the day.
 */
export function gradeOf(cell: string, { best, labels }: SkillScale, hasNumbers: boolean): number | null {
  const key = valueKey(cell)
  const labelled = labels.map((words) => words.findIndex((word) => valueKey(word) === key)).find((grade) => grade >= 0)
  if (labelled !== undefined) return labelled
  if (hasNumbers && /^\d$/.test(cell) && Number(cell) <= best) return Number(cell)
  // which grade a part of a skill is, the file does not say
  if (/^(?!0+ ?%)\d{1,2}(?:[.,]\d+)? ?%$/.test(cell)) return null
  const said = hasNumbers && /^\d$/.test(cell) ? null : passOf(cell)
  return said === null ? null : said ? best : 0
}

/** The field and key of the answer among the choices whether a comma stands between two groups, and the answer that it does. */
export const GROUP_COMMAS = 'groups_comma'
export const COMMA = ','
export const DIVIDES = 'divides'

/** What is known of commas in the cells of groups: an example, how many there are, and whether a comma divides two groups. */
export interface GroupCommas {
  example: string
  count: number
  /** Null while nothing says so. */
  divides: boolean | null
}

/**
 * Whether commas in cells such as `Squad A, Mon 4pm` divide groups: somebody said so, or each part is a group of the club
 * or stands in a cell alone. Null where no cell has a comma.
 */
export function groupCommas(
  cells: readonly string[],
  groups: readonly ValueOption[],
  choices: Choices,
): GroupCommas | null {
  const entries = cells.flatMap((cell) => entriesOf(cell))
  const names = new Set(groups.flatMap(({ words }) => words.map(valueKey)))
  const withCommas = entries.filter((entry) => entry.includes(COMMA) && !names.has(valueKey(entry)))
  const [example] = withCommas
  if (example === undefined) return null
  const alone = new Set([...names, ...entries.filter((entry) => !entry.includes(COMMA)).map(valueKey)])
  const isKnown = withCommas.every((entry) => entry.split(COMMA).every((part) => alone.has(valueKey(part))))
  const chosen = choices[GROUP_COMMAS]?.[COMMA]
  return {
    example,
    count: withCommas.length,
    divides: chosen === undefined ? (isKnown ? true : null) : chosen === DIVIDES,
  }
}

/** The entries of a list in one cell; `byComma`: a comma divides two as well. */
export function entriesOf(cell: string, byComma = false): string[] {
  return cell
    .split(byComma ? /[;|\n,]/ : /[;|\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Stands among the choices of groups for a group that the import makes. */
export const NEW_GROUP = '+'

/** A group of a row: one of the club, by its id, or one to be made, by its name. */
export interface RowGroup {
  id: string | null
  name: string
}

/** The group that a text means: the club's with this name, else what somebody chose; null when nothing says so. */
export function groupOf(
  text: string,
  groups: readonly ValueOption[],
  chosen: Readonly<Record<string, string>> = {},
): RowGroup | 'none' | null {
  const key = valueKey(text)
  const named = groups.find(({ value, words }) => value === text || words.some((word) => valueKey(word) === key))
  const choice = named?.value ?? (Object.hasOwn(chosen, key) ? chosen[key] : undefined)
  if (choice === undefined) return null
  if (choice === NEW_GROUP) return { id: null, name: text }
  const found = groups.find(({ value }) => value === choice)
  return found ? { id: found.value, name: found.words[0] ?? '' } : 'none'
}

/** The form in which texts are compared: without case, accents and signs. A text of signs alone stays as it is. */
export function valueKey(text: string): string {
  return plainWords(text) || text.trim()
}

/** The options of the fields of a member; the types of a club that has none are free. */
export function memberOptions(memberTypes: readonly string[]): ValueOptions {
  return {
    status: STATUSES.map((value) => ({ value, words: STATUS_WORDS[value] })),
    category: CATEGORIES.map((value) => ({ value, words: [value] })),
    ...(memberTypes.length > 0 ? { member_type: memberTypes.map((value) => ({ value, words: [value] })) } : {}),
  }
}

/** Columns that other programs have for something else. */
const FOREIGN = ['category']

/** The columns without such of which no text means anything here: a category of competitions is none of ours. */
export function withoutForeignChoices(
  columns: Columns,
  rows: readonly (readonly string[])[],
  options: ValueOptions,
): (string | null)[] {
  return columns.map((column, index) => {
    const ofColumn = column !== null && FOREIGN.includes(column) ? options[column] : undefined
    const texts = new Set(ofColumn === undefined ? [] : rows.map((cells) => cells[index]?.trim() ?? ''))
    texts.delete('')
    const isForeign = texts.size > 0 && [...texts].every((text) => meaningOf(text, ofColumn ?? []) === null)
    return isForeign ? null : column
  })
}

/** The choices without values that their columns cannot hold, such as a level that was deleted since. */
export function knownChoices(choices: Choices, options: ValueOptions): Choices {
  return Object.fromEntries(
    Object.entries(choices).map(([field, chosen]) => {
      const known = new Set(['', ...(options[field] ?? []).map(({ value }) => value)])
      return [field, Object.fromEntries(Object.entries(chosen).filter(([, value]) => known.has(value)))]
    }),
  )
}

/** A number, alone or after another word for a level. */
const NUMBERED = /^(?:(?:level|lvl|stage|grade|award|badge|step|lefel|cam|gradd) ?)?(\d+)$/

/**
 * The value that a text means: what somebody chose, else the only option with such a word, else the only one with the
 * number that the text is (`4` or `Level 4` for `Stage 4`). Null when nothing says so.
 */
export function meaningOf(
  text: string,
  options: readonly ValueOption[],
  chosen: Readonly<Record<string, string>> = {},
): string | null {
  const key = valueKey(text)
  if (Object.hasOwn(chosen, key)) return chosen[key] ?? null
  const exact = options.filter(({ value, words }) => value === text || words.some((word) => valueKey(word) === key))
  const number = NUMBERED.exec(key)?.[1]
  const numbered =
    number === undefined
      ? []
      : options.filter(({ words }) => words.some((word) => valueKey(word).split(' ').includes(number)))
  const found = exact.length > 0 ? exact : numbered
  return found.length === 1 ? (found[0]?.value ?? null) : null
}

/**
 * Makes a function that replaces the texts of a row by what they mean; a text that means nothing stays, and is reported by
 * `readRow`. Each text of a column is looked up once.
 */
export function meaningsOf(
  columns: Columns,
  options: ValueOptions,
  choices: Choices,
): (cells: readonly string[]) => readonly string[] {
  const known = columns.map((column) => {
    const { [column ?? '']: ofColumn } = options
    return ofColumn === undefined
      ? null
      : { ofColumn, chosen: choices[column ?? ''], meanings: new Map<string, string>() }
  })
  return (cells) =>
    cells.map((cell, index) => {
      const column = known[index]
      const text = cell.trim()
      if (!column || text === '') return cell
      const meaning = column.meanings.get(text) ?? meaningOf(text, column.ofColumn, column.chosen) ?? text
      column.meanings.set(text, meaning)
      return meaning
    })
}

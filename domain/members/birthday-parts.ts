// A date of birth in three columns: the day, the month and the year.
import { BIRTHDAY_PARTS, plainWords, type BirthdayPart } from '#domain/members/import-columns.ts'
import { CHILD_WORDS, memberField } from '#domain/members/member-fields.ts'

/** Words for a part, in the languages whose other headings are known, and the letters of forms such as `DD`. */
const PART_WORDS: Readonly<Record<BirthdayPart, readonly string[]>> = {
  dob_day: ['day', 'd', 'dd', 'tag', 'tt', 'jour', 'j', 'jj', 'dag', 'dzien', 'diwrnod', 'dydd'],
  dob_month: ['month', 'm', 'mm', 'mmm', 'mon', 'mth', 'monat', 'mois', 'maand', 'miesiac', 'mis'],
  dob_year: ['year', 'y', 'yy', 'yyyy', 'yr', 'jahr', 'jjjj', 'annee', 'aaaa', 'jaar', 'rok', 'rrrr', 'blwyddyn', 'bl'],
}
/** Headings of one word; `birthday` and the like are a whole date where no month and year stand beside it. */
const ONE_WORD: Readonly<Record<string, BirthdayPart>> = {
  birthday: 'dob_day',
  geburtstag: 'dob_day',
  geboortedag: 'dob_day',
  birthmonth: 'dob_month',
  geburtsmonat: 'dob_month',
  geboortemaand: 'dob_month',
  birthyear: 'dob_year',
  geburtsjahr: 'dob_year',
  geboortejaar: 'dob_year',
}
const OF_BIRTH: ReadonlySet<string> = new Set([
  'birth',
  'dob',
  'born',
  'birthday',
  'birthdate',
  'geburt',
  'geburtstag',
  'geburtsdatum',
  'naissance',
  'geboorte',
  'geboortedatum',
  'urodzenia',
  'geni',
])
/** Words of a heading that do not say which part it is. */
const OTHER_WORDS: ReadonlySet<string> = new Set([
  ...CHILD_WORDS,
  's',
  'of',
  'date',
  'the',
  'de',
  'der',
  'data',
  'dyddiad',
])

/** What a heading says of a birthday: the part, and whether it names the birth at all, as `Day` alone does not. */
function partOf(heading: string): { part: BirthdayPart; isOfBirth: boolean } | null {
  const words = plainWords(heading.replaceAll(/['’]s\b/g, ''))
    .replace(/\bd o b\b/, 'dob')
    .split(' ')
    .filter((word) => !OTHER_WORDS.has(word))
  const others = words.filter((word) => !OF_BIRTH.has(word))
  const [only = ''] = others.length === 0 ? words : others
  if (others.length > 1) return null
  const oneWord = words.length === 1 ? ONE_WORD[only] : undefined
  if (oneWord !== undefined) return { part: oneWord, isOfBirth: true }
  const part = BIRTHDAY_PARTS.find((each) => PART_WORDS[each].includes(only))
  return part === undefined ? null : { part, isOfBirth: words.length > others.length }
}

/** Whether a heading is that of a month or year of birth, or of a day beside such. */
export const isPartHeading = (heading: string): boolean => partOf(heading)?.isOfBirth === true

const wholeDates: ReadonlySet<string> = new Set(
  ['dob', ...(memberField('dob').headings ?? [])].map((heading) => plainWords(heading).replaceAll(' ', '')),
)

/**
 * The parts that the headings of a file name, by column; none unless there is one column for each part. Without a word for
 * birth, the three columns stand side by side, and no other heading is a date of birth.
 */
export function birthdayPartsOf(header: readonly string[]): Map<number, BirthdayPart> {
  const found = header.flatMap((heading, column) => {
    const named = partOf(heading)
    return named === null ? [] : [{ column, ...named }]
  })
  const isWhole = (heading: string, column: number) =>
    wholeDates.has(plainWords(heading).replaceAll(' ', '')) && !found.some((each) => each.column === column)
  const ofBirth = found.filter(({ isOfBirth }) => isOfBirth)
  const isOfBirth = ofBirth.some(({ part }) => part !== 'dob_day')
  const named = isOfBirth ? ofBirth : found.filter((each) => !each.isOfBirth)
  const columns = named.map(({ column }) => column)
  const isOnce = named.length === 3 && new Set(named.map(({ part }) => part)).size === 3
  if (!isOnce || header.some(isWhole)) return new Map()
  if (!isOfBirth && (ofBirth.length > 0 || Math.max(...columns) - Math.min(...columns) !== 2)) return new Map()
  return new Map(named.map(({ column, part }) => [column, part]))
}

/** The text of a birthday whose parts stand in three cells; empty where all of them are. */
export function joinBirthday(day: string, month: string, year: string): string {
  // the day may be a whole date, with month and year once more beside it
  if (/\d\D+\d|\d{4}/.test(day) || (day === '' && month === '' && year === '')) return day
  // with full stops the day stands first
  return /\p{L}/u.test(month) ? `${day} ${month} ${year}`.trim() : `${day}.${month}.${year}`
}

const isDay = (cell: string) => /^(?:0?[1-9]|[12]\d|3[01])$/.test(cell)
const isMonth = (cell: string) => /^(?:0?[1-9]|1[0-2])$/.test(cell) || /^\p{L}{3,}\.?$/u.test(cell)
const isYear = (cell: string) => /^(?:19|20)\d\d$/.test(cell)

/**
 * The headings of a file in which one heading of a birthday stands over three columns, as merged cells have it: the cells
 * below say which column is which part.
 */
export function withPartHeadings(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const named = [...header]
  header.forEach((heading, column) => {
    const isOver = [column + 1, column + 2].every(
      (at) => at < header.length && ['', heading].includes(header[at] ?? ''),
    )
    if (!wholeDates.has(plainWords(heading).replaceAll(' ', '')) || !isOver) return
    const cells = rows.map((row) => [0, 1, 2].map((offset) => row[column + offset]?.trim() ?? ''))
    const filled = cells.filter((row) => row.some((cell) => cell !== ''))
    // the day stands first unless a number says otherwise
    const order = ORDERS.find(
      ({ is }) => filled.length > 0 && filled.every((row) => is.every((test, at) => test(row[at] ?? ''))),
    )
    order?.letters.forEach((letters, offset) => {
      named[column + offset] = `${heading} ${letters}`
    })
  })
  return named
}

const ORDERS = [
  { is: [isDay, isMonth, isYear], letters: ['DD', 'MM', 'YYYY'] },
  { is: [isMonth, isDay, isYear], letters: ['MM', 'DD', 'YYYY'] },
  { is: [isYear, isMonth, isDay], letters: ['YYYY', 'MM', 'DD'] },
]

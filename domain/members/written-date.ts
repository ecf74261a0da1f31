// Reads a date of birth in any form in which files write it.
import { addDays, isDate } from '#domain/platform/club-time.ts'

/** Which of the first two numbers of `03/04/2013` is the day. */
export type DateOrder = 'day-first' | 'month-first'

/** A date as it is written; `order` is missing where both are possible. */
interface Written {
  year: number
  /** The day and the month; where `order` is missing, the two numbers as they stand. */
  first: number
  second: number
  order?: DateOrder
  /** Whether this date shows the order of the others in its column. */
  isProof?: true
}

/** English, Welsh, French and German, January first. */
const MONTHS = [
  ['january', 'ionawr', 'janvier', 'januar'],
  ['february', 'chwefror', 'fevrier', 'février', 'februar'],
  ['march', 'mawrth', 'mars', 'märz', 'maerz'],
  ['april', 'ebrill', 'avril'],
  ['may', 'mai'],
  ['june', 'mehefin', 'juin', 'juni'],
  ['july', 'gorffennaf', 'juillet', 'juli'],
  ['august', 'awst', 'aout', 'août'],
  ['september', 'medi', 'septembre'],
  ['october', 'hydref', 'octobre', 'oktober'],
  ['november', 'tachwedd', 'novembre'],
  ['december', 'rhagfyr', 'decembre', 'décembre', 'dezember'],
]
/** Words beside a date that say nothing: endings of numbers, weekdays and prepositions. */
const FILLERS =
  /^(?:st|nd|rd|th|af|ail|il|ydd|edd|fed|eg|ain|er|of|o|the|y|le|den|am|(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*|llun|mercher|iau|gwener|sadwrn|sul)$/u
const TIME = /[\st]+\d{1,2}:\d{2}.*$/
/** `dydd Mawrth` is Tuesday, but `Mawrth` alone is March. */
const WELSH_WEEKDAY = /\bdydd\s+\p{L}+/gu

/** From 1 to 12, by the whole name or at least its first three letters; 0 for a filler, null for any other word. */
function monthOf(word: string): number | null {
  const index = word.length < 3 ? -1 : MONTHS.findIndex((names) => names.some((name) => name.startsWith(word)))
  if (index >= 0) return index + 1
  return FILLERS.test(word) ? 0 : null
}

/** A year of two digits is the latest such year that is not after this one. */
function fullYear(digits: string, thisYear: number): number | null {
  if (digits.length === 4) return Number(digits)
  if (digits.length !== 2) return null
  const year = Math.floor(thisYear / 100) * 100 + Number(digits)
  return year > thisYear ? year - 100 : year
}

/** The parts of a date; null for a text that is none. */
function partsOf(text: string, thisYear: number): Written | null {
  const tokens = text
    .toLowerCase()
    .replace(TIME, '')
    .replace(WELSH_WEEKDAY, '')
    .match(/\d+|\p{L}+/gu)
  const numbers: string[] = []
  let month = 0
  for (const token of tokens ?? []) {
    if (/\d/.test(token)) {
      numbers.push(token)
      continue
    }
    const named = monthOf(token)
    if (named === null || (named > 0 && month > 0)) return null
    month ||= named
  }
  return month > 0 ? withNamedMonth(numbers, month, thisYear) : ofNumbers(text, numbers, thisYear)
}

/** `3 April 2013`, `Apr 3, 2013`, `2013 Apr 3`. */
function withNamedMonth(numbers: readonly string[], month: number, thisYear: number): Written | null {
  const [a = '', b = ''] = numbers
  if (numbers.length !== 2) return null
  const isYearFirst = a.length === 4
  const year = fullYear(isYearFirst ? a : b, thisYear)
  return year === null ? null : { year, first: Number(isYearFirst ? b : a), second: month, order: 'day-first' }
}

/** `2013-04-03`, `20130403`, `3.4.13`, and `03/04/2013`, whose order is not known. */
function ofNumbers(text: string, numbers: readonly string[], thisYear: number): Written | null {
  const [only = ''] = numbers
  const [a = '', b = '', c = ''] =
    numbers.length === 1 && only.length === 8 ? [only.slice(0, 4), only.slice(4, 6), only.slice(6)] : numbers
  if (c === '' || numbers.length > 3 || b.length > 2) return null
  if (a.length === 4 && c.length <= 2)
    return { year: Number(a), first: Number(c), second: Number(b), order: 'day-first' }
  const year = fullYear(c, thisYear)
  if (year === null || a.length > 2) return null
  const [first, second] = [Number(a), Number(b)]
  // nobody writes the month first with full stops
  if (text.includes('.') || first === second) return { year, first, second, order: 'day-first' }
  if (first > 12) return { year, first, second, order: 'day-first', ...(second <= 12 ? { isProof: true } : {}) }
  if (second > 12) return { year, first: second, second: first, order: 'month-first', isProof: true }
  return { year, first, second }
}

/** The day that spreadsheets count as 0, and the days of a century. */
const [DAY_0, CENTURY] = [Date.UTC(1899, 11, 30), 36_525]
const DAY_MS = 86_400_000

/** The day of a number of days, as spreadsheets keep dates: `42117` is 2015-04-23. Null for days not in the last century. */
function dayOfCount(text: string, thisYear: number): string | null {
  const count = /^\d{5}(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0
  const last = (Date.UTC(thisYear, 11, 31) - DAY_0) / DAY_MS
  return count > last - CENTURY && count <= last ? new Date(DAY_0 + count * DAY_MS).toISOString().slice(0, 10) : null
}

/** A day with its hour in UTC. */
const IN_UTC = /^(\d{4}-\d\d-\d\d)T(\d\d):\d\d(?::\d\d(?:\.\d+)?)?Z$/

/**
 * The day of a moment in UTC, as programs write a day that began at midnight in their time zone: in summer a British day
 * begins at 23:00 of the day before, and one in New Zealand at 11:00. Null for any other text.
 */
function dayInUtc(text: string): string | null {
  const [, day = '', hour = ''] = IN_UTC.exec(text) ?? []
  return isDate(day) ? addDays(day, Number(hour) < 11 ? 0 : 1) : null
}

/** No date is longer, with what stands beside it. */
const LONGEST = 100

/** What stands after a date, in brackets or as an age. */
const REMARK =
  /\s*(?:\([^()]*\)|(?<=\d{4}\s*)[,;/–-]\s+\d{1,2}|[,;/–-]?\s+(?:aged?\s*)?\d{1,2}\s*(?:y|yr|yrs|years?|oed))\s*$/i

/** The year of a day, YYYY-MM-DD. */
export const yearOf = (date: string) => Number(date.slice(0, 4))

const digits = (number: number, length: number) => String(number).padStart(length, '0')

/**
 * A written date as YYYY-MM-DD, which may be a day that does not exist; null where `order` is needed and is null. Any
 * other text is returned unchanged.
 */
export function readDate(text: string, order: DateOrder | null, thisYear: number): string | null {
  if (text.length > LONGEST) return text
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  const known = dayOfCount(text, thisYear) ?? dayInUtc(text)
  if (known !== null) return known
  const parts = partsOf(text.replace(REMARK, ''), thisYear)
  if (parts === null) return text
  const { year, first, second } = parts
  if (parts.order === undefined && order === null) return null
  const [day, month] = parts.order === undefined && order === 'month-first' ? [second, first] : [first, second]
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`
}

/** The order that the dates of a column show by a day after the 12th; null where none does, or they contradict. */
export function orderOfDates(texts: Iterable<string>, thisYear: number): DateOrder | null {
  const orders = new Set<DateOrder>()
  for (const text of texts) {
    const parts = text.length > LONGEST || /^\d{4}-/.test(text) ? null : partsOf(text.replace(REMARK, ''), thisYear)
    if (parts?.isProof === true && parts.order !== undefined) orders.add(parts.order)
  }
  const [order] = orders
  return orders.size === 1 && order !== undefined ? order : null
}

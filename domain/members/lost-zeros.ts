// Numbers that begin with 0 lose it in a spreadsheet, which takes them for amounts: `07700900123` becomes `7700900123`.
// Nothing shows that for certain, so somebody is asked once for each kind of number.
import { phonesIn } from './phones-in-text.ts'
import type { Choices } from './import-values.ts'

/** The fields whose numbers can have lost zeros. */
export const ZERO_FIELDS = ['phones', 'ngo_id'] as const
type ZeroField = (typeof ZERO_FIELDS)[number]

/** The key of the answer among the choices of the field, and the answer that puts the zeros back; an empty text does not. */
export const ZEROS = 'zeros'
export const PUT_BACK = '0'

/** What has no zero in front, although it may have had one. */
export interface LostZeros {
  /** The first such number, and how many there are. */
  example: string
  count: number
  /** How many digits the numbers have with their zeros. */
  digits: number
}

const isDigits = (text: string) => /^\d+$/.test(text)

/** A national telephone number without its zero: digits alone, or with blanks, as many as such a number has. */
const BARE_PHONE = /^[1-9](?: ?\d){8,9}$/
/** Membership numbers of fewer digits are counted from 1, and have no zeros. */
const MIN_DIGITS = 5
/** At most so large a part of numbers begins with 0 by chance. */
const MOST_SHORTER = 0.3

function lostOfPhones(cells: readonly string[]): LostZeros | null {
  const bare = cells.flatMap((cell) => phonesIn(cell).numbers).filter((number) => BARE_PHONE.test(number))
  const [example] = bare
  return example === undefined ? null : { example, count: bare.length, digits: 0 }
}

/** Membership numbers of digits alone, of which most have as many, and some fewer. */
function lostOfNumbers(cells: readonly string[]): LostZeros | null {
  const numbers = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (numbers.length === 0 || numbers.some((number) => !isDigits(number) || number.startsWith('0'))) return null
  const digits = Math.max(...numbers.map((number) => number.length))
  const shorter = numbers.filter((number) => number.length < digits)
  const [example] = shorter
  return example === undefined || digits < MIN_DIGITS || shorter.length > numbers.length * MOST_SHORTER
    ? null
    : { example, count: shorter.length, digits }
}

/** The numbers of a field that may have lost zeros, in all its columns; null = none. */
export function lostZeros(field: ZeroField, cells: readonly string[]): LostZeros | null {
  return field === 'phones' ? lostOfPhones(cells) : lostOfNumbers(cells)
}

/** Which zeros are put back. */
export interface ZerosToPutBack {
  phones: boolean
  /** How many digits the membership numbers get; 0 = they stay as they are. */
  numberDigits: number
}

/** Which zeros are put back, by what somebody said; `cellsOf` reads the cells of a field. */
export function zerosToPutBack(choices: Choices, cellsOf: (field: ZeroField) => readonly string[]): ZerosToPutBack {
  const isSaid = (field: ZeroField) => choices[field]?.[ZEROS] === PUT_BACK
  return {
    phones: isSaid('phones'),
    numberDigits: isSaid('ngo_id') ? (lostOfNumbers(cellsOf('ngo_id'))?.digits ?? 0) : 0,
  }
}

/** A telephone number with its zero. */
export const withZero = (phone: string): string => (BARE_PHONE.test(phone) ? `0${phone}` : phone)

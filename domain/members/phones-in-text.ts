// Telephone numbers as files write them: several in one cell, with words beside them.

/** So many digits at least has a telephone number with its area. */
const WHOLE_NUMBER = 7
/** So many digits at least has a number that stands among words; shorter ones are an extension or a house. */
const NUMBER_AMONG_WORDS = 5

/** A run of digits with the signs that divide them. */
const RUN = /\+?[\d(][\d\s()./-]*/g
/** What may stand in a telephone number (`phoneProblem`). */
const PLAIN = /^[0-9+()\s./-]*$/
/** A number that a spreadsheet has shortened to powers of ten, so that digits are lost: `7.7E+09`. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d+$/i

/** Whether a spreadsheet has cut the digits of a number. */
export const isShortened = (text: string): boolean => SHORTENED.test(text.trim())

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').length

/** What a cell with telephone numbers says. */
export interface PhonesOfCell {
  numbers: string[]
  /** The texts that have more than a number, such as `07700 900123 (mum)`, as they stand in the cell. */
  worded: string[]
}

/** A number that a program wrote as an amount, with all its digits: `447700900123.0`, `4.47700900123E+11`. */
function wholeNumber(cell: string): string {
  const [, whole] = /^(\d{7,})[.,]0+$/.exec(cell.trim()) ?? []
  if (whole !== undefined) return whole
  const [, first, rest = '', zeros] = /^(\d)[.,](\d+)E\+?(\d+)$/i.exec(cell.trim()) ?? []
  return first !== undefined && rest.length === Number(zeros) ? first + rest : cell
}

/** Reads a cell of telephone numbers. A text without any stays as it is among the numbers, to be refused. */
export function phonesIn(written: string): PhonesOfCell {
  const cell = wholeNumber(written)
  if (isShortened(cell)) return { numbers: [cell], worded: [] }
  const found: PhonesOfCell = { numbers: [], worded: [] }
  for (const text of cell.split(/[;,|\n]/).flatMap(splitAtSlash)) {
    const entry = text.trim()
    if (entry === '') continue
    const numbers = PLAIN.test(entry) || isShortened(entry) ? [] : (entry.match(RUN) ?? []).flatMap(numberOf)
    found.numbers.push(...(numbers.length === 0 ? [entry] : numbers))
    if (numbers.length > 0) found.worded.push(entry)
  }
  return found
}

/** A slash divides two numbers, or the area's number from the rest. */
function splitAtSlash(text: string): string[] {
  const parts = text.split('/')
  return parts.every((part) => digitsIn(part) >= WHOLE_NUMBER) ? parts : [text]
}

/** The number of a run, without signs at its ends and brackets that belong to words; none where it is too short. */
function numberOf(run: string): string[] {
  const trimmed = run.replace(/[\s./(-]+$/, '')
  const number = trimmed.includes('(') ? trimmed : trimmed.replaceAll(')', '')
  return digitsIn(number) >= NUMBER_AMONG_WORDS ? [number.trim()] : []
}

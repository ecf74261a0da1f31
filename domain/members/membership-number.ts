/**
 * Whether two membership numbers are the same. On the card a number has dashes or blanks; people type it without them,
 * or in small letters.
 */
export function sameNumber(a: string, b: string): boolean {
  const [left, right] = [comparable(a), comparable(b)]
  return left === right && left !== ''
}

/** Only the letters and digits, in capitals. */
function comparable(number: string): string {
  return number
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
}

/** A form that fewer members have might show one of their numbers. */
const MIN_MEMBERS = 3

/**
 * How these numbers are written, with a zero for each digit, such as `AQ-000-000`: the form of more than half of them.
 * Null when there is none, because then the letters belong to single members.
 */
export function formOfNumbers(numbers: readonly string[]): string | null {
  const byForm = Map.groupBy(numbers, (number) => number.trim().replace(/\p{N}/gu, '0'))
  for (const [form, { length }] of byForm)
    if (length >= MIN_MEMBERS && length > numbers.length / 2 && form.includes('0')) return form
  return null
}

/** The most characters of a name, such as a first name or the name of a group. */
export const NAME_MAX = 50

const NAME = /^[\p{L}\p{M}][\p{L}\p{M} '’.-]*$/u

/** Whether a text is no longer than a name may be, counted in characters as the database counts them. */
export function hasLengthOfName(text: string): boolean {
  return [...text].length <= NAME_MAX
}

/**
 * Whether a text is a first or last name [5.6], [R4.2]: letters of any script, space, apostrophe, hyphen and period.
 */
export function isName(text: string): boolean {
  return hasLengthOfName(text) && NAME.test(text)
}

/**
 * Whether two names are the same [R4.7]. Case, the kind of apostrophes, hyphens and spaces, the encoding of accents, and
 * marks of the direction of writing, which are copied with a name, do not matter.
 */
export function sameName(a: string, b: string): boolean {
  return comparable(a) === comparable(b)
}

function comparable(name: string): string {
  return (
    name
      .normalize('NFC')
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
      .replace(/[’ʼ`´]/g, "'")
      // white space, and hyphens and dashes of any length
      .replace(/[\s\u2010-\u2015-]+/g, ' ')
      .trim()
      .toLowerCase()
  )
}

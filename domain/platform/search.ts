/**
 * The kind of a search box, which decides the characters that it accepts [5.1]. `group` finds groups by name, `name`
 * finds schemes by name, `text` finds a number or a postcode; `special` finds names, numbers, addresses and titles
 * alike.
 */
export type SearchRule = 'group' | 'special' | 'name' | 'text'

/**
 * A pattern of texts that have only letters of any script, white space and `signs`, which are written as in the
 * character class of a regular expression.
 */
const accepting = (signs: string) => new RegExp(`^[\\p{L}\\p{M}\\s${signs}]*$`, 'u')
const patterns: Record<SearchRule, RegExp> = {
  group: accepting('\\p{N}_-'),
  // besides what the specification lists: the hyphen of names such as Patel-Jones, and ’, the apostrophe of phones
  special: accepting("\\p{N}_,.'’:;<=>?@-"),
  name: accepting('-'),
  text: accepting('\\p{N},_.:-'),
}

/** The regular expression of a rule as a text, for a JSON schema; it needs the flag `u`. */
export function searchPattern(rule: SearchRule): string {
  return patterns[rule].source
}

/** Whether a text has only characters that the rule accepts. */
export function searchAllowed(rule: SearchRule, text: string): boolean {
  return patterns[rule].test(text)
}

/** A shorter search is not applied [9.2]. */
export const MIN_SEARCH_LENGTH = 2
/** The server refuses longer searches. */
export const MAX_SEARCH_LENGTH = 100
/** A list is loaded when nobody has typed for this long [9.1]. */
export const SEARCH_DEBOUNCE_MS = 500

/**
 * The trimmed text to search for; empty = show everything. Null when the text is too short or has a character that is
 * not allowed; the list then stays as it is.
 */
export function searchTerm(rule: SearchRule, text: string): string | null {
  if (!searchAllowed(rule, text)) return null
  const term = text.trim()
  return term.length > 0 && term.length < MIN_SEARCH_LENGTH ? null : term
}

/** The text without accents and in lower case, so that a comparison ignores both. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * What a search box looks for decides which signs it takes [5.1]. `group`: names of groups. `name`: names of schemes.
 * `text`: a number or a postcode. `special`: everything else, where names, numbers, addresses and titles are found by
 * the same box.
 */
export type SearchRule = 'group' | 'special' | 'name' | 'text'

/** Letters are those of any script; white space parts the words of a search. */
const taking = (signs: string) => new RegExp(`^[\\p{L}\\p{M}\\s${signs}]*$`, 'u')
const patterns: Record<SearchRule, RegExp> = {
  group: taking('\\p{N}_-'),
  // the hyphen of `text` too, or nobody would find Patel-Jones; phones type ’ for the apostrophe
  special: taking("\\p{N}_,.'’:;<=>?@-"),
  name: taking('-'),
  text: taking('\\p{N},_.:-'),
}

/** What a rule takes, for a schema: a regular expression with the flag `u`. */
export function searchPattern(rule: SearchRule): string {
  return patterns[rule].source
}

export function searchAllowed(rule: SearchRule, text: string): boolean {
  return patterns[rule].test(text)
}

/** [9.2] */
export const SHORTEST_SEARCH = 2
/** Longer ones are refused by the server. */
export const LONGEST_SEARCH = 100
/** [9.1] */
export const SEARCH_DEBOUNCE_MS = 500

/** What is searched for: applied when empty or at least two characters; null = leave the list as it is. */
export function searchTerm(rule: SearchRule, text: string): string | null {
  if (!searchAllowed(rule, text)) return null
  const term = text.trim()
  return term.length > 0 && term.length < SHORTEST_SEARCH ? null : term
}

/** Capitals and signs on letters make no difference. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

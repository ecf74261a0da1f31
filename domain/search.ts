/**
 * Signs that a search box takes [5.1]. `group`: the groups page. `special`: texts with punctuation, such as titles of
 * skills. `name`: the box for a person's name. `text`: everywhere else. Letters are those of any script.
 */
export type SearchRule = 'group' | 'special' | 'name' | 'text'

const signs: Record<SearchRule, RegExp> = {
  group: /^[\p{L}\p{M}\p{N}_\s-]*$/u,
  // phones type ’ for the apostrophe; from colon to at sign stand : ; < = > ? @
  special: /^[\p{L}\p{M}\p{N}_\s,.'’:-@]*$/u,
  name: /^[\p{L}\p{M}-]*$/u,
  text: /^[\p{L}\p{M}\p{N},\-_.:]*$/u,
}

export function searchAllowed(rule: SearchRule, text: string): boolean {
  return signs[rule].test(text)
}

/** [9.2] */
export const SHORTEST_SEARCH = 2
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

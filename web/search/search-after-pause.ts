import { SEARCH_DEBOUNCE_MS, searchTerm, type SearchRule } from '#domain/platform/search.ts'

/** Applies a search once typing has paused [9.1], unless the rule forbids the text. Returns a function that cancels it. */
export function searchAfterPause(rule: SearchRule, text: string, apply: (term: string) => void): () => void {
  const term = searchTerm(rule, text)
  if (term === null) return () => undefined
  const timer = setTimeout(() => apply(term), SEARCH_DEBOUNCE_MS)
  return () => clearTimeout(timer)
}

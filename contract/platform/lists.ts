import { Type } from 'typebox'
import { LONGEST_SEARCH, searchPattern, SHORTEST_SEARCH } from '#domain/platform/search.ts'

/** Paging of every list: `page` from 0, `per_page` up to 1,000 (security.md 35); the total stands in `X-Total-Count`. */
export const paging = {
  page: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
  per_page: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$' })),
} as const

/** [5.1], [9.2]: what the widest search box takes, so that no box takes what is refused here. */
export const Search = Type.String({
  minLength: SHORTEST_SEARCH,
  maxLength: LONGEST_SEARCH,
  pattern: searchPattern('special'),
})

/** Header with which a form says what it was filled from. */
export const IfMatch = Type.Object({ 'if-match': Type.String({ minLength: 1, maxLength: 100 }) })

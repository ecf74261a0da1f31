import { Type } from 'typebox'
import { MAX_SEARCH_LENGTH, searchPattern, MIN_SEARCH_LENGTH } from '#domain/platform/search.ts'

/**
 * The paging of every list: `page` from 0, `per_page` up to 1,000 (security.md 35). The header `X-Total-Count` of the
 * reply has the number of all entries.
 */
export const paging = {
  page: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
  per_page: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$' })),
} as const

/** The text of a search [5.1], [9.2]: the characters of the least strict search box, so that every box fits. */
export const Search = Type.String({
  minLength: MIN_SEARCH_LENGTH,
  maxLength: MAX_SEARCH_LENGTH,
  pattern: searchPattern('special'),
})

/** The header with the revision from which a form was filled. The write is refused when the revision has changed. */
export const IfMatch = Type.Object({ 'if-match': Type.String({ minLength: 1, maxLength: 100 }) })

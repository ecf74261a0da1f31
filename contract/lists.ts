import { Type } from 'typebox'

/** Paging of every list: `page` from 0, `per_page` up to 1,000 (security.md 35); the total stands in `X-Total-Count`. */
export const paging = {
  page: Type.Optional(Type.String({ pattern: '^\\d{1,6}$' })),
  per_page: Type.Optional(Type.String({ pattern: '^([1-9]\\d{0,2}|1000)$' })),
} as const

/** [9.2], [9.14]: letters, numbers, space and the signs of names, numbers and e-mail addresses. */
export const Search = Type.String({ minLength: 2, maxLength: 100, pattern: "^[\\p{L}\\p{M}\\p{N}\\s,_.:'’@+-]*$" })

/** Header with which a form says what it was filled from. */
export const IfMatch = Type.Object({ 'if-match': Type.String({ minLength: 1, maxLength: 100 }) })

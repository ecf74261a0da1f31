import { Type, type Static } from 'typebox'
import { NODE_PATTERN } from '#domain/platform/node-id.ts'
import { SLUG_PATTERN } from '#domain/platform/slug.ts'
import { UUID_PATTERN } from '#domain/platform/uuid.ts'

/** Object schema that refuses unknown fields (security.md 34). Use for every request body and query. */
export const strict = { additionalProperties: false } as const

export const Uuid = Type.String({ pattern: UUID_PATTERN })
export const ClientId = Type.String({ pattern: '^[a-z0-9-]{1,40}$' })
export const Slug = Type.String({ pattern: SLUG_PATTERN })
export const NodeId = Type.String({ pattern: NODE_PATTERN, maxLength: 500 })
/** Words on one line, and more than space. */
export const ONE_LINE = '^(?=.*\\S)[^\\p{Cc}]*$'
export const Line = Type.String({ minLength: 1, maxLength: 200, pattern: ONE_LINE })
/** YYYY-MM-DD [5.7] */
export const DateText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
/** A whole number of a request that goes to the database: four bytes. */
export const Int4 = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
/** The same for what is counted or numbered from 0. */
export const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
/** 0 or 1, the flag form of the specification's query strings. */
export const Flag = Type.Union([Type.Literal('0'), Type.Literal('1')])
export const FlagNumber = Type.Union([Type.Literal(0), Type.Literal(1)])

export const Portal = Type.Union([
  Type.Literal('parent'),
  Type.Literal('coach'),
  Type.Literal('club'),
  Type.Literal('scheme'),
])
export type Portal = Static<typeof Portal>

/** App id / authentication type of each portal [6.1]–[6.4]; `api` has no portal. */
export const UserType = Type.Union([
  Type.Literal('parent'),
  Type.Literal('coach'),
  Type.Literal('admin'),
  Type.Literal('ngo'),
  Type.Literal('api'),
])
export type UserType = Static<typeof UserType>

/** RFC 9457 problem details plus the specification's `error` and `detail` codes [8.1]. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  error: Type.String(),
  detail: Type.String(),
  /** JSON pointer-like name of the field at fault, where there is one. */
  field: Type.Optional(Type.String()),
  /** What it is about where that is more than one thing: node ids of a refused edit. */
  ids: Type.Optional(Type.Array(Type.String())),
})
export type Problem = Static<typeof Problem>

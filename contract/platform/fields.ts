import { Type, type Static, type TSchema } from 'typebox'
import { NODE_PATTERN } from '#domain/platform/node-id.ts'
import { SLUG_PATTERN } from '#domain/platform/slug.ts'
import { UUID_PATTERN } from '#domain/platform/uuid.ts'

/** Makes an object schema refuse unknown fields (security.md 34). Every request body and query uses it. */
export const strict = { additionalProperties: false } as const

/** A value of this schema, or null. */
export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const Uuid = Type.String({ pattern: UUID_PATTERN })
export const ClientId = Type.String({ pattern: '^[a-z0-9-]{1,40}$' })
export const Slug = Type.String({ pattern: SLUG_PATTERN })
export const NodeId = Type.String({ pattern: NODE_PATTERN, maxLength: 500 })
/** Text on one line that is not only white space. */
export const ONE_LINE = '^(?=.*\\S)[^\\p{Cc}]*$'
export const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: ONE_LINE })
export const Line = line(200)
/** YYYY-MM-DD [5.7] */
export const DateText = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
/** A whole number that fits into a database column of four bytes. */
export const Int4 = Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })
/** A whole number from 0 that fits into a database column of four bytes. */
export const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })
/** A revision of a scheme or working copy. The next one fits into its column, too. */
export const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_646 })
/** The number of a section or video of a scheme. The next number that a scheme gives fits into its column, too. */
export const SettingNumber = Type.Integer({ minimum: 0, maximum: 999_999_999 })
/** 0 or 1, the flag form of the specification's query strings. */
export const Flag = Type.Union([Type.Literal('0'), Type.Literal('1')])
/** The same flag as a number, in bodies and replies. */
export const FlagNumber = Type.Union([Type.Literal(0), Type.Literal(1)])

export const Portal = Type.Union([
  Type.Literal('parent'),
  Type.Literal('coach'),
  Type.Literal('club'),
  Type.Literal('scheme'),
])
export type Portal = Static<typeof Portal>

/** The type of the users of each portal [6.1]–[6.4]; users of type `api` have no portal [R1.3]. */
export const UserType = Type.Union([
  Type.Literal('parent'),
  Type.Literal('coach'),
  Type.Literal('admin'),
  Type.Literal('ngo'),
  Type.Literal('api'),
])
export type UserType = Static<typeof UserType>

/** The body of an error: problem details of RFC 9457 with the specification's `error` and `detail` codes [8.1]. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  error: Type.String(),
  detail: Type.String(),
  /** The path of the wrong field, such as `coaches/0/to`, if there is one. */
  field: Type.Optional(Type.String()),
  /** The ids that the error is about, such as node ids of a refused edit. */
  ids: Type.Optional(Type.Array(Type.String())),
})
export type Problem = Static<typeof Problem>

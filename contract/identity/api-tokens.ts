import { Type, type Static } from 'typebox'
import { Line, strict, Uuid } from '#contract/platform/fields.ts'

const ApiScope = Type.Union([
  Type.Literal('members:read'),
  Type.Literal('marks:read'),
  Type.Literal('groups:read'),
  Type.Literal('groups:write'),
  Type.Literal('schemes:read'),
])

/** A token of an `api` user: it is sent as `Authorization: Bearer` to the client's host of the club portal. */
export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(ApiScope),
  /** Whose data it reaches; null: what belongs to the whole client. */
  club: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
  /** Requests a minute; more are answered 429 with Retry-After. */
  per_minute: Type.Integer(),
  /** Unix seconds. */
  created: Type.Integer(),
  expires: Type.Integer(),
  last_used: Type.Union([Type.Integer(), Type.Null()]),
  /** Until when the secret before the last rotation goes on, or null. */
  previous_until: Type.Union([Type.Integer(), Type.Null()]),
})
export type ApiToken = Static<typeof ApiToken>

export const NewApiToken = Type.Object(
  {
    name: Line,
    scopes: Type.Array(ApiScope, { minItems: 1, maxItems: 5, uniqueItems: true }),
    club_id: Type.Union([Uuid, Type.Null()]),
    per_minute: Type.Integer({ minimum: 1, maximum: 600 }),
    expires_in_days: Type.Integer({ minimum: 1, maximum: 400 }),
  },
  strict,
)
export type NewApiToken = Static<typeof NewApiToken>

/** The secret is shown this once: the server keeps its hash alone. */
export const ApiTokenSecret = Type.Object({ token: ApiToken, secret: Type.String() })
export type ApiTokenSecret = Static<typeof ApiTokenSecret>

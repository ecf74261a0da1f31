import { Type, type Static } from 'typebox'
import { Line, strict, Uuid } from '#contract/platform/fields.ts'

const ApiScope = Type.Union([
  Type.Literal('members:read'),
  Type.Literal('marks:read'),
  Type.Literal('groups:read'),
  Type.Literal('groups:write'),
  Type.Literal('schemes:read'),
])

/** A token of an `api` user, sent as `Authorization: Bearer` to the host of the client's club portal. */
export const ApiToken = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scopes: Type.Array(ApiScope),
  /** The club whose data the token can read; null = only what belongs to the whole client. */
  club: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
  /** Allowed requests per minute; more get 429 with Retry-After. */
  per_minute: Type.Integer(),
  /** Unix seconds, like the next two. */
  created: Type.Integer(),
  expires: Type.Integer(),
  /** Null = never. */
  last_used: Type.Union([Type.Integer(), Type.Null()]),
  /** When the secret from before the last rotation stops working, unix seconds; null when there is none. */
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

/** A new secret. It is returned only once, because the server stores only its hash. */
export const ApiTokenSecret = Type.Object({ token: ApiToken, secret: Type.String() })
export type ApiTokenSecret = Static<typeof ApiTokenSecret>

import { Type, type Static } from 'typebox'
import { ClientId, FlagNumber, Portal } from '#contract/platform/fields.ts'

/** A language of a client [3.4]. */
export const Language = Type.Object({
  language_id: Type.Integer(),
  language: Type.String(),
  active: FlagNumber,
})
export type Language = Static<typeof Language>

/** The tenant as a portal sees it before login [3.1], [7.2]. */
export const Client = Type.Object({
  id: Type.String(),
  name: Type.String(),
  auth_provider: Type.Union([Type.Literal('local'), Type.Literal('bg'), Type.Literal('coursepro')]),
  /** Which login form this portal shows [2.19]. */
  login: Type.Union([
    Type.Literal('email'),
    Type.Literal('username'),
    Type.Literal('federated'),
    Type.Literal('course_provider'),
  ]),
  portal: Portal,
  /** The name of the client's colours, which the page sets as `data-theme`, and the address of their stylesheet. */
  theme_name: Type.String(),
  theme_url: Type.String(),
  /** The logo in the header, whose background is the client's colour. */
  logo_url: Type.String(),
  /** The beginning of the addresses of the client's own texts: `{translation_url}/{locale}.json`. */
  translation_url: Type.String(),
  languages: Type.Array(Language),
})
export type Client = Static<typeof Client>

export const ClientQuery = Type.Object(
  { hostname: Type.String({ minLength: 1, maxLength: 255 }) },
  { additionalProperties: false },
)

export const LanguagesQuery = Type.Object({ client_id: ClientId }, { additionalProperties: false })

/** The state of the server. `server_time` is in unix milliseconds. */
export const Status = Type.Object({ status: Type.Literal('ok'), version: Type.String(), server_time: Type.Integer() })
export type Status = Static<typeof Status>

export const BuiltVersion = Type.Object({ version: Type.String(), built: Type.String() })
export type BuiltVersion = Static<typeof BuiltVersion>

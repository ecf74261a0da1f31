import { Type, type Static } from 'typebox'
import { COLOUR } from '#domain/platform/contrast.ts'
import { clubFeatures, defaultFeatures, MAX_PAST_DAYS } from '#domain/tenants/features.ts'
import { wordings, type Wording } from '#domain/tenants/wordings.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'

/** The schema of a flag: a number, such as a number of days, or on and off. */
const flagOf = (defaultValue: boolean | number) =>
  typeof defaultValue === 'number' ? Type.Integer({ minimum: 0, maximum: MAX_PAST_DAYS }) : Type.Boolean()
/** The flags of these names, each of which may be left out. */
const optionalFlags = (names: readonly (keyof typeof defaultFeatures)[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Optional(flagOf(defaultFeatures[name]))])), strict)
const Flags = Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.Number()]))

const Colour = Type.String({ pattern: COLOUR })
const OwnTheme = Type.Object({ brand: Colour, accent: Colour, action: Colour }, strict)

const WordingName = Type.Unsafe<Wording>(Type.Union(wordings.map((wording) => Type.Literal(wording))))

/** The client's settings for all of its portals. */
export const ClientSettings = Type.Object({
  name: Type.String(),
  auth_provider: Type.String(),
  login: Type.String(),
  /** The address of the provider at which users log in, or null. Only an operator sets it. */
  issuer: Type.Union([Type.String(), Type.Null()]),
  roster_url: Type.Union([Type.String(), Type.Null()]),
  second_factor: Type.Union([Type.Literal('optional'), Type.Literal('required')]),
  features: Flags,
  /** The flags that cannot be turned on, because they are always off with the client's provider [6.8], [6.9]. */
  shut: Type.Array(Type.String()),
  theme: Type.Union([OwnTheme, Type.Null()]),
  logo_file_id: Type.Union([Type.String(), Type.Null()]),
  wording: WordingName,
  revision: Type.String(),
})
export type ClientSettings = Static<typeof ClientSettings>

export const ClientSettingsPatch = Type.Object(
  {
    features: Type.Optional(optionalFlags(Object.keys(defaultFeatures) as (keyof typeof defaultFeatures)[])),
    second_factor: Type.Optional(ClientSettings.properties.second_factor),
    theme: Type.Optional(Type.Union([OwnTheme, Type.Null()])),
    wording: Type.Optional(WordingName),
    /** A file that the same user has uploaded. */
    logo_file_id: Type.Optional(Type.Union([Uuid, Type.Null()])),
  },
  { ...strict, minProperties: 1 },
)
export type ClientSettingsPatch = Static<typeof ClientSettingsPatch>

/** The flags that a club overrides; for all others it has the values of its client. */
export const ClubFeatures = Type.Object({
  features: Flags,
  /** Changes when a flag of the club is changed; for `If-Match`. */
  revision: Type.String(),
})
export type ClubFeatures = Static<typeof ClubFeatures>

export const ClubFeaturesBody = Type.Object({ features: optionalFlags(clubFeatures) }, strict)

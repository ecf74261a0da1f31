import { Type } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import { ClientSettings } from '#contract/tenants/client-settings.ts'

const Anything = Type.Record(Type.String(), Type.Unknown())

/** The settings of a client in its export, `client.json`. */
export const ExportedClient = Type.Object({
  name: Type.String(),
  login: Type.String(),
  wording: ClientSettings.properties.wording,
  features: Anything,
  second_factor: ClientSettings.properties.second_factor,
  retention: Anything,
  theme_name: Type.String(),
  own_theme: ClientSettings.properties.theme,
  /** The file of its own logo. */
  logo: nullable(Type.String()),
  languages: Type.Array(Type.Object({ language: Type.String(), active: Type.Boolean() })),
  tags: Type.Array(Type.String()),
  label_sets: Type.Array(Type.Object({ name: Type.String(), labels: Anything })),
  schemes: Type.Array(
    Type.Object({
      slug: Type.String(),
      state: Type.Union([Type.Literal('draft'), Type.Literal('released'), Type.Literal('retired')]),
    }),
  ),
})

/** The columns of `clubs.csv`; types of member and features are JSON, the languages have spaces between them. */
export const CLUB_COLUMNS = [
  'folder',
  'name',
  'ngo_id',
  'time_zone',
  'member_types',
  'parent_portal',
  'org_portal',
  'term_date',
  'languages',
  'features',
  'logo',
] as const

/** The columns of `users.csv`; the clubs are for reading, because the file of staff of each club says them. */
export const USER_COLUMNS = [
  'type',
  'firstname',
  'lastname',
  'email',
  'username',
  'ngo_id',
  'status',
  'postcode',
  'language',
  'award_mail',
  'unsubscribed',
  'clubs',
] as const

/** The columns of `shared-children.csv`. */
export const SHARED_COLUMNS = ['child', 'folder', 'firstname', 'lastname', 'dob', 'ngo_id'] as const

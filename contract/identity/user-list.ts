import { Type, type Static, type TSchema, type TUnsafe } from 'typebox'
import {
  USER_FIELDS,
  userField,
  userFieldsIn,
  type UserFieldName,
  type UserFields,
} from '#domain/identity/user-fields.ts'
import { FlagNumber, Flag, nullable, strict, UserType } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** `a` (ascending) or `d` (descending), followed by the field. */
export const UserSort = Type.Union([
  Type.Literal('alastname'),
  Type.Literal('dlastname'),
  Type.Literal('alast_login'),
  Type.Literal('dlast_login'),
])
export type UserSort = Static<typeof UserSort>

/** Portals show `current` as active and `lapsed` as inactive [3.2]. */
const UserStatus = Type.Union([
  Type.Literal('current'),
  Type.Literal('lapsed'),
  Type.Literal('anonymised'),
  Type.Literal('unlinked'),
])
type UserStatus = Static<typeof UserStatus>

/** The beginning of a number or postcode, with at least one letter or digit. */
const FilterText = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: '^[\\p{L}\\p{N} ./_-]*[\\p{L}\\p{N}][\\p{L}\\p{N} ./_-]*$',
})

/**
 * Filters of the list of users [7.22]. An administrator sees the administrators and coaches of the club, an author all
 * users but parents [6.5].
 */
const filters = {
  sort: Type.Optional(UserSort),
  search: Type.Optional(Search),
  'type[]': Type.Optional(Type.Union([UserType, Type.Array(UserType, { maxItems: 5 })])),
  /** Only accounts of no login provider: the coaches page of an organisation's portal lists these. */
  origin: Type.Optional(Type.Literal('local')),
  /** The beginning of the number or postcode [3.19], without regard to spaces and case. */
  ngo_id: Type.Optional(FilterText),
  postcode: Type.Optional(FilterText),
  /** Without it users with the status `current` or `lapsed` are listed. */
  status: Type.Optional(UserStatus),
} as const
export const UsersQuery = Type.Object({ ...paging, ...filters, with_clubs: Type.Optional(Flag) }, strict)
export type UsersQuery = Static<typeof UsersQuery>
/** The query of the list as a CSV file: the same filters, without paging. */
export const UsersFileQuery = Type.Object(filters, strict)
export type UsersFileQuery = Static<typeof UsersFileQuery>

/** The schemas of the values of fields. */
function schemasOf<Name extends UserFieldName>(names: readonly Name[]) {
  const schemaOf = (name: Name): TSchema => (userField(name).kind === 'name' ? Type.String() : nullable(Type.String()))
  // a name is a text, and the other fields a text or null
  return Object.fromEntries(names.map((name) => [name, schemaOf(name)])) as { [N in Name]: TUnsafe<UserFields[N]> }
}

/** The fields of a user in the file. */
export const UserFileFields = Type.Object(schemasOf(userFieldsIn('file')))

/** A user in a list [3.2]. */
export const ListedUser = Type.Object({
  uuid: Type.String(),
  ...schemasOf(USER_FIELDS),
  type: UserType,
  status: UserStatus,
  /** 0: the user was invited and has not set a password yet. */
  verified: FlagNumber,
  /** Unix seconds, or null before the first login. */
  last_login: Type.Union([Type.Integer(), Type.Null()]),
  /** 1: others can switch to this user on a shared tablet [6.21]. */
  has_pin: FlagNumber,
  clubs: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
})
export type ListedUser = Static<typeof ListedUser>

import { Type, type Static } from 'typebox'
import { FlagNumber, Flag, strict, UserType } from './fields.ts'
import { paging, Search } from './lists.ts'

export const UserSort = Type.Union([
  Type.Literal('alastname'),
  Type.Literal('dlastname'),
  Type.Literal('alast_login'),
  Type.Literal('dlast_login'),
])
export type UserSort = Static<typeof UserSort>

/** [7.22]; a club's office sees administrators and coaches of its club [6.5]. */
export const UsersQuery = Type.Object(
  {
    ...paging,
    sort: Type.Optional(UserSort),
    search: Type.Optional(Search),
    'type[]': Type.Optional(Type.Union([UserType, Type.Array(UserType, { maxItems: 5 })])),
    with_clubs: Type.Optional(Flag),
  },
  strict,
)
export type UsersQuery = Static<typeof UsersQuery>

/** Somebody who logs in, in a list [3.2]. */
export const ListedUser = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  type: UserType,
  /** Current is shown as active, lapsed as inactive. */
  status: Type.String(),
  /** 0: invited, and not set up yet. */
  verified: FlagNumber,
  /** Unix seconds, or null before the first login. */
  last_login: Type.Union([Type.Integer(), Type.Null()]),
  clubs: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
})
export type ListedUser = Static<typeof ListedUser>

import { Type, type Static } from 'typebox'
import { Flag, FlagNumber, strict, UserType } from '#contract/platform/fields.ts'
import { Club } from '#contract/tenants/clubs.ts'

export const MeQuery = Type.Object(
  { with_last_login: Type.Optional(Flag), with_unsubscribes: Type.Optional(Flag) },
  strict,
)

/** The logged-in user [3.2], [7.16]. */
export const Me = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  type: UserType,
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  status: Type.String(),
  /** `verified`, or `unverified` for a user who was invited and has not set a password yet. */
  auth_status: Type.String(),
  /** The club of the session. */
  club: Type.Union([Club, Type.Null()]),
  /** The clubs at which the user works today. */
  club_ids: Type.Array(Type.String()),
  /** Unix seconds; only with `with_last_login`. */
  last_login: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  /** This and the next field are those of `Unsubscribes`; only with `with_unsubscribes`. */
  unsubscribe_operational: Type.Optional(FlagNumber),
  award_mail: Type.Optional(FlagNumber),
})
export type Me = Static<typeof Me>

import { Type, type Static } from 'typebox'
import { FlagNumber, strict, UserType } from '#contract/platform/fields.ts'
import { Club } from '#contract/tenants/clubs.ts'

/** [7.27]; consent to award mail [6.25] is a flag of its own. */
export const UnsubscribesBody = Type.Object(
  { unsubscribe_operational: Type.Optional(FlagNumber), award_mail: Type.Optional(FlagNumber) },
  { ...strict, minProperties: 1 },
)
export type UnsubscribesBody = Static<typeof UnsubscribesBody>
export const Unsubscribes = Type.Object({ unsubscribe_operational: FlagNumber, award_mail: FlagNumber })
export type Unsubscribes = Static<typeof Unsubscribes>

/** The logged-in user [3.2], [7.16]. */
export const Me = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  type: UserType,
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  status: Type.String(),
  auth_status: Type.String(),
  club: Type.Union([Club, Type.Null()]),
  club_ids: Type.Array(Type.String()),
  last_login: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  unsubscribe_operational: Type.Optional(FlagNumber),
  award_mail: Type.Optional(FlagNumber),
})
export type Me = Static<typeof Me>

import { Type, type Static } from 'typebox'
import { strict } from '#contract/platform/fields.ts'

/** [7.26] for the user itself: whoever finds the device open does not know the password. */
export const OwnPasswordBody = Type.Object(
  {
    password: Type.String({ maxLength: 200 }),
    current_password: Type.String({ minLength: 1, maxLength: 200 }),
  },
  strict,
)
export type OwnPasswordBody = Static<typeof OwnPasswordBody>

/** [7.26]: an administrator gives one to somebody of the club, whose present one nobody asks for. */
export const UserPasswordBody = Type.Object(
  {
    password: OwnPasswordBody.properties.password,
    current_password: Type.Optional(OwnPasswordBody.properties.current_password),
  },
  strict,
)
export type UserPasswordBody = Static<typeof UserPasswordBody>

/** Where somebody is logged in. */
export const OpenSession = Type.Object({
  id: Type.String(),
  /** Unix seconds. */
  opened_ts: Type.Integer(),
  /** When it last got a new token; nearer than that nobody looks. */
  used_ts: Type.Integer(),
  /** The one that asks. */
  current: Type.Boolean(),
})
export type OpenSession = Static<typeof OpenSession>

/** Unix seconds of the request to delete the account, null when there is none. */
export const DeletionRequest = Type.Object({ asked_ts: Type.Union([Type.Integer(), Type.Null()]) })
export type DeletionRequest = Static<typeof DeletionRequest>

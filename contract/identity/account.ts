import { Type, type Static } from 'typebox'
import { strict } from '#contract/platform/fields.ts'

/**
 * [7.26]: users set a new `password` of their own account. The present password is needed, because somebody else may
 * have found the device unlocked.
 */
export const OwnPasswordBody = Type.Object(
  {
    password: Type.String({ maxLength: 200 }),
    current_password: Type.String({ minLength: 1, maxLength: 200 }),
  },
  strict,
)
export type OwnPasswordBody = Static<typeof OwnPasswordBody>

/**
 * The body of the route for both [7.26]: administrators and authors set another user's password without the present
 * one; for the own account it is required.
 */
export const UserPasswordBody = Type.Object(
  {
    password: OwnPasswordBody.properties.password,
    current_password: Type.Optional(OwnPasswordBody.properties.current_password),
  },
  strict,
)
export type UserPasswordBody = Static<typeof UserPasswordBody>

/** A session in which the user is logged in. */
export const OpenSession = Type.Object({
  id: Type.String(),
  /** Unix seconds. */
  opened_ts: Type.Integer(),
  /** When the session last got a new access token; other requests are not recorded. */
  used_ts: Type.Integer(),
  /** True for the session of this request. */
  current: Type.Boolean(),
})
export type OpenSession = Static<typeof OpenSession>

/** Unix seconds of the request to delete the account, null when there is none. */
export const DeletionRequest = Type.Object({ asked_ts: Type.Union([Type.Integer(), Type.Null()]) })
export type DeletionRequest = Static<typeof DeletionRequest>

import { Type, type Static } from 'typebox'
import { strict } from './fields.ts'

/** [7.23]: somebody who works at the club that the session works in; a mail's link sets the password. */
export const NewUserBody = Type.Object(
  {
    type: Type.Union([Type.Literal('admin'), Type.Literal('coach')]),
    firstname: Type.String({ minLength: 1, maxLength: 100 }),
    lastname: Type.String({ minLength: 1, maxLength: 100 }),
    email: Type.String({ minLength: 1, maxLength: 254 }),
  },
  strict,
)
export type NewUserBody = Static<typeof NewUserBody>

export const NewUserReply = Type.Object({
  uuid: Type.String(),
  /** `joined`: the account is in use, at another club or here before, and opens this club at once. */
  state: Type.Union([Type.Literal('invited'), Type.Literal('joined')]),
})
export type NewUserReply = Static<typeof NewUserReply>

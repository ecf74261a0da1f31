import { Type, type Static } from 'typebox'
import { DateText, strict } from '#contract/platform/fields.ts'

/** A parent links a child [2.43], [5.21]; all four fields must match [R4.6]. */
export const LinkBody = Type.Object(
  {
    ngo_id: Type.String({ minLength: 1, maxLength: 60 }),
    firstname: Type.String({ minLength: 1, maxLength: 50 }),
    lastname: Type.String({ minLength: 1, maxLength: 50 }),
    dob: DateText,
  },
  strict,
)
export type LinkBody = Static<typeof LinkBody>
export const LinkReply = Type.Object({ uuid: Type.String() })

/** How the client writes its membership numbers, with a zero for each digit, such as `AQ-000-000`; null when unknown. */
export const NumberForm = Type.Object({ form: Type.Union([Type.String(), Type.Null()]) })

/** An administrator invites a child's guardian. */
export const InviteBody = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254 }),
    firstname: Type.String({ minLength: 1, maxLength: 50 }),
    lastname: Type.String({ minLength: 1, maxLength: 50 }),
  },
  strict,
)
export type InviteBody = Static<typeof InviteBody>
export const InviteReply = Type.Object({
  user_uuid: Type.String(),
  /** `linked`: the account exists already and shows the child immediately. */
  state: Type.Union([Type.Literal('invited'), Type.Literal('linked')]),
})
export type InviteReply = Static<typeof InviteReply>

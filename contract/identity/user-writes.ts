import { Type, type Static } from 'typebox'
import { MOST_CLUBS_OF_USER } from '#domain/tenants/most-clubs.ts'
import { ONE_LINE, strict, Uuid } from '#contract/platform/fields.ts'
import { ListedUser } from './user-list.ts'

const firstname = Type.String({ minLength: 1, maxLength: 100 })
const lastname = Type.String({ minLength: 1, maxLength: 100 })
const email = Type.String({ minLength: 1, maxLength: 254 })
const number = Type.Union([Type.String({ minLength: 1, maxLength: 50, pattern: ONE_LINE }), Type.Null()])
const postcode = Type.Union([Type.String({ minLength: 1, maxLength: 20, pattern: ONE_LINE }), Type.Null()])
const ofClub = Type.Union([Type.Literal('admin'), Type.Literal('coach')])

/**
 * [7.23]: a club's office invites to the club that the session works in; the client's own invite to the clubs they name. A
 * mail's link sets the password. An `api` user has a first name alone, and no mail.
 */
export const NewUserBody = Type.Object(
  {
    type: Type.Union([ofClub, Type.Literal('ngo'), Type.Literal('api')]),
    firstname,
    lastname: Type.Optional(lastname),
    email: Type.Optional(email),
    ngo_id: Type.Optional(number),
    postcode: Type.Optional(postcode),
    club_ids: Type.Optional(Type.Array(Uuid, { maxItems: MOST_CLUBS_OF_USER, uniqueItems: true })),
  },
  strict,
)
export type NewUserBody = Static<typeof NewUserBody>

export const NewUserReply = Type.Object({
  uuid: Type.String(),
  /** `joined`: the account is in use, at another club or here before, and opens this club at once. `made`: an `api` user. */
  state: Type.Union([Type.Literal('invited'), Type.Literal('joined'), Type.Literal('made')]),
})
export type NewUserReply = Static<typeof NewUserReply>

/** A user, as the form is filled. */
export const UserDetail = Type.Object({
  ...ListedUser.properties,
  clubs: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /**
   * True where the account itself may be changed: no provider keeps it, and for a club's office every club of the user's
   * is the administrator's too.
   */
  own: Type.Boolean(),
  /** A new address that its owner has not confirmed yet; until then `email` counts. */
  pending_email: Type.Union([Type.String(), Type.Null()]),
  /** Also the ETag: what a form was filled from. */
  revision: Type.String(),
})
export type UserDetail = Static<typeof UserDetail>

/** [7.24]: a new e-mail of an account in use waits until its owner confirms it. Only what is named changes; of the clubs those that are the administrator's own. Kinds change between coach and administrator. */
export const UserPatch = Type.Partial(
  Type.Object({
    type: ofClub,
    firstname,
    lastname,
    email,
    ngo_id: number,
    postcode,
    status: Type.Union([Type.Literal('current'), Type.Literal('lapsed')]),
    club_ids: Type.Array(Uuid, { minItems: 1, maxItems: MOST_CLUBS_OF_USER }),
  }),
  strict,
)
export type UserPatch = Static<typeof UserPatch>

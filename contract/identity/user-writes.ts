import { Type, type Static } from 'typebox'
import { MAX_CLUBS_OF_USER } from '#domain/tenants/max-clubs.ts'
import { ONE_LINE, strict, Uuid } from '#contract/platform/fields.ts'
import { ListedUser } from './user-list.ts'

const firstname = Type.String({ minLength: 1, maxLength: 100 })
const lastname = Type.String({ minLength: 1, maxLength: 100 })
const email = Type.String({ minLength: 1, maxLength: 254 })
const membershipNumber = Type.Union([Type.String({ minLength: 1, maxLength: 50, pattern: ONE_LINE }), Type.Null()])
const postcode = Type.Union([Type.String({ minLength: 1, maxLength: 20, pattern: ONE_LINE }), Type.Null()])
const StaffType = Type.Union([Type.Literal('admin'), Type.Literal('coach')])

/**
 * [7.23]: an administrator invites to the club of the session, an author to the clubs in `club_ids`. The link in the
 * mail leads to the page on which the user sets a password. An `api` user has only a first name and gets no mail.
 */
export const NewUserBody = Type.Object(
  {
    type: Type.Union([StaffType, Type.Literal('ngo'), Type.Literal('api')]),
    firstname,
    lastname: Type.Optional(lastname),
    email: Type.Optional(email),
    ngo_id: Type.Optional(membershipNumber),
    postcode: Type.Optional(postcode),
    club_ids: Type.Optional(Type.Array(Uuid, { maxItems: MAX_CLUBS_OF_USER, uniqueItems: true })),
  },
  strict,
)
export type NewUserBody = Static<typeof NewUserBody>

export const NewUserReply = Type.Object({
  uuid: Type.String(),
  /**
   * `invited`: a mail with a link was sent. `joined`: the account existed already and has access to the club
   * immediately. `made`: an `api` user was created.
   */
  state: Type.Union([Type.Literal('invited'), Type.Literal('joined'), Type.Literal('made')]),
})
export type NewUserReply = Static<typeof NewUserReply>

/** A user with everything that the form shows. */
export const UserDetail = Type.Object({
  ...ListedUser.properties,
  clubs: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /**
   * Whether the caller may change the account itself, not only its clubs. The account must be open and belong to no
   * login or course provider, and an administrator must work at all of the user's clubs.
   */
  own: Type.Boolean(),
  /** A new address that the user has not confirmed yet [R3.14]; until then `email` is used. */
  pending_email: Type.Union([Type.String(), Type.Null()]),
  /** Also the ETag, which a write sends as `If-Match`. */
  revision: Type.String(),
})
export type UserDetail = Static<typeof UserDetail>

/**
 * [7.24]: changes only the given fields. A new e-mail address of an account in use must be confirmed by its owner
 * first. An administrator's `club_ids` change only who works at the administrator's own clubs. `type` changes between
 * coach and administrator.
 */
export const UserPatch = Type.Partial(
  Type.Object({
    type: StaffType,
    firstname,
    lastname,
    email,
    ngo_id: membershipNumber,
    postcode,
    status: Type.Union([Type.Literal('current'), Type.Literal('lapsed')]),
    club_ids: Type.Array(Uuid, { minItems: 1, maxItems: MAX_CLUBS_OF_USER, uniqueItems: true }),
  }),
  strict,
)
export type UserPatch = Static<typeof UserPatch>

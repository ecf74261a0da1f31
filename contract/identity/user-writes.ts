import { Type, type Static, type TSchema, type TUnsafe } from 'typebox'
import {
  USER_FIELDS,
  userField,
  type UserField,
  type UserFieldName,
  type UserFields,
} from '#domain/identity/user-fields.ts'
import { MAX_CLUBS_OF_USER } from '#domain/tenants/max-clubs.ts'
import { nullable, ONE_LINE, strict, Uuid } from '#contract/platform/fields.ts'
import { ListedUser } from './user-list.ts'

/** The schema of what is entered in a field. Longer names pass it, and are refused with the problem. */
function schemaOf({ kind, max }: UserField): TSchema {
  switch (kind) {
    case 'name':
      return Type.String({ minLength: 1, maxLength: max * 2 })
    case 'email':
      return Type.String({ minLength: 1, maxLength: max })
    case 'text':
      return nullable(Type.String({ minLength: 1, maxLength: max, pattern: ONE_LINE }))
  }
}

/** What is entered in fields: an address may be missing, but is never emptied. */
type Entered = { [Name in UserFieldName]: Name extends 'email' ? string : UserFields[Name] }

// the type of each schema is that of what is entered in the field, by `schemaOf`
const entered = Object.fromEntries(USER_FIELDS.map((name) => [name, schemaOf(userField(name))])) as {
  [Name in UserFieldName]: TUnsafe<Entered[Name]>
}
const { firstname, ...optionalFields } = entered

const StaffType = Type.Union([Type.Literal('admin'), Type.Literal('coach')])

/**
 * [7.23]: an administrator invites to the club of the session, an author to the clubs in `club_ids`. The link in the
 * mail leads to the page on which the user sets a password. An `api` user has only a first name and gets no mail.
 */
export const NewUserBody = Type.Object(
  {
    type: Type.Union([StaffType, Type.Literal('ngo'), Type.Literal('api')]),
    firstname,
    ...Type.Partial(Type.Object(optionalFields)).properties,
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
    ...entered,
    status: Type.Union([Type.Literal('current'), Type.Literal('lapsed')]),
    club_ids: Type.Array(Uuid, { minItems: 1, maxItems: MAX_CLUBS_OF_USER, uniqueItems: true }),
  }),
  strict,
)
export type UserPatch = Static<typeof UserPatch>

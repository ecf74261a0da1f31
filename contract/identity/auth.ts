import { Type, type Static } from 'typebox'
import { ClientId, Count, FlagNumber, UserType, Uuid, strict } from '#contract/platform/fields.ts'
import { Club } from '#contract/tenants/clubs.ts'

/**
 * A login with a password [7.3]. It has `email` or `username`, depending on how the client's users log in. `provider`
 * is accepted for compatibility with the specification.
 */
export const LoginBody = Type.Object(
  {
    client_id: ClientId,
    type: UserType,
    provider: Type.Optional(Type.String({ maxLength: 40 })),
    language_id: Type.Optional(Count),
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    password: Type.String({ minLength: 1, maxLength: 200 }),
  },
  strict,
)
export type LoginBody = Static<typeof LoginBody>

/** The coaches of the club; a user can switch to a coach who has a PIN [6.18]. */
export const ClubUsers = Type.Array(
  Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String(), has_pin: Type.Boolean() }),
)
export type ClubUsers = Static<typeof ClubUsers>

export const LoginReply = Type.Object({
  token: Type.String(),
  refresh_token: Type.String(),
  clubs: Type.Array(Club),
  /** Empty when the client does not let users switch. */
  club_users: ClubUsers,
})
export type LoginReply = Static<typeof LoginReply>

/** The login is refused until the user has renewed the password [4.3]. */
const LoginReset = Type.Object({ reset: Type.Literal(true) })
/** The login needs a code, or a second factor must be set up first. The challenge is valid for ten minutes. */
const LoginChallenge = Type.Object({
  second_factor: Type.Union([Type.Literal('code'), Type.Literal('enrol')]),
  challenge: Type.String(),
})
/** The reply to a login [7.3]. */
export const LoginAnswer = Type.Union([LoginReply, LoginReset, LoginChallenge])
export type LoginAnswer = Static<typeof LoginAnswer>

/** The page on which users edit their account at the provider [7.13]; null when there is none. */
export const EditUrl = Type.Object({ url: Type.Union([Type.String(), Type.Null()]) })
export type EditUrl = Static<typeof EditUrl>

/** The page of the provider for a forgotten password [7.4]. */
export const ResetUrlQuery = Type.Object({ client_id: ClientId }, strict)
export const ResetUrl = Type.Object({ url: Type.String() })
export type ResetUrl = Static<typeof ResetUrl>

/** The address of the provider at which the user logs in [7.12]. */
export const AuthUrlQuery = Type.Object({ client_id: ClientId, type: UserType }, strict)
export const AuthUrl = Type.Object({ url: Type.String() })
export type AuthUrl = Static<typeof AuthUrl>

const FromProvider = Type.String({ minLength: 1, maxLength: 4096 })
/**
 * [7.5]: the login after the return from the provider. `state`, `code` or `error`, and `iss` are as the provider sent
 * them.
 */
export const RemoteLoginQuery = Type.Object(
  {
    /** The client and the user type of the portal, such as `harbour:coach`. */
    redirect: Type.String({ pattern: '^[a-z0-9-]{1,40}:[a-z]{1,10}$' }),
    state: FromProvider,
    code: Type.Optional(FromProvider),
    error: Type.Optional(FromProvider),
    iss: Type.Optional(FromProvider),
    language_id: Type.Optional(Count),
  },
  strict,
)
export type RemoteLoginQuery = Static<typeof RemoteLoginQuery>

/**
 * [7.11]: asks for a mail with a link for a new password. The reply is the same whether or not an account has this
 * address. `app_id` is the user type of the portal.
 */
export const AskResetBody = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254 }), client_id: ClientId, app_id: UserType },
  strict,
)
export type AskResetBody = Static<typeof AskResetBody>

/** The token in the link of a mail. */
const LinkToken = Type.String({ minLength: 1, maxLength: 2048 })
/** [7.10]: asks whether the link of a mail is still valid. */
export const CheckTokenBody = Type.Object(
  {
    token: LinkToken,
    typ: Type.Union([
      Type.Literal('invite'),
      Type.Literal('reset'),
      Type.Literal('unsubscribe'),
      Type.Literal('email'),
    ]),
  },
  strict,
)
export type CheckTokenBody = Static<typeof CheckTokenBody>
export const CheckTokenReply = Type.Object({
  user_uuid: Type.String(),
  firstname: Type.String(),
  /** The e-mail address or user name of the login; for `email` the new address. */
  login_name: Type.String(),
  /** 1: the user gets no mails but those about the account itself [R2.4]. */
  unsubscribe_operational: FlagNumber,
})
export type CheckTokenReply = Static<typeof CheckTokenReply>

/** Confirms a new e-mail address [R3.14]. */
export const ConfirmEmailBody = Type.Object({ token: LinkToken }, strict)
export type ConfirmEmailBody = Static<typeof ConfirmEmailBody>

/** [7.6]: sets a password by the link of an invitation or of a forgotten password. */
export const SetPasswordBody = Type.Object(
  {
    token: LinkToken,
    password: Type.String({ minLength: 1, maxLength: 200 }),
    language_id: Type.Optional(Count),
  },
  strict,
)
export type SetPasswordBody = Static<typeof SetPasswordBody>

/** [7.7]: asks for a new access token; with `rotate: true` the reply has a new refresh token, too [R3.6]. */
export const RefreshBody = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096 }), rotate: Type.Optional(Type.Boolean()) },
  strict,
)
export type RefreshBody = Static<typeof RefreshBody>
export const RefreshReply = Type.Object({ token: Type.String(), refresh_token: Type.Optional(Type.String()) })
export type RefreshReply = Static<typeof RefreshReply>

/** [7.8] continues the session at another club, [7.9] in another language. */
export const ChangeClubBody = Type.Object({ refresh_token: Type.String({ maxLength: 4096 }), club_id: Uuid }, strict)
export type ChangeClubBody = Static<typeof ChangeClubBody>
export const ChangeLanguageBody = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096 }), language_id: Count },
  strict,
)
export type ChangeLanguageBody = Static<typeof ChangeLanguageBody>
export const ChangeReply = Type.Object({ token: Type.String(), refresh_token: Type.String() })
export type ChangeReply = Static<typeof ChangeReply>

/** Ends the session of the refresh token; `everywhere` ends the user's sessions on all devices. */
export const LogoutBody = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096 }), everywhere: Type.Optional(Type.Boolean()) },
  strict,
)
export type LogoutBody = Static<typeof LogoutBody>

/** A PIN as it was entered; that it has 4 to 8 digits is checked when it is set. */
const Pin = Type.String({ minLength: 1, maxLength: 20 })
/** [6.21]: switches to another coach of the club by PIN. */
export const SwitchUserBody = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096 }), user_uuid: Uuid, pin: Pin },
  strict,
)
export type SwitchUserBody = Static<typeof SwitchUserBody>
/** Coaches set their own PIN of 4 to 8 digits. */
export const PinBody = Type.Object({ pin: Pin }, strict)

const Challenge = Type.String({ maxLength: 4096 })
/** Six digits of an authenticator app, or a recovery code. */
const FactorCode = Type.String({ minLength: 1, maxLength: 40 })
/** Finishes a login that needs a second factor. */
export const FactorBody = Type.Object(
  { challenge: Challenge, code: FactorCode, language_id: Type.Optional(Count) },
  strict,
)
export type FactorBody = Static<typeof FactorBody>
/** Starts to set up a second factor, for the user of the challenge or else for the user who is logged in. */
export const EnrolBody = Type.Object({ challenge: Type.Optional(Challenge) }, strict)
/** The secret for the authenticator app; `uri` is the content of the QR code. */
export const EnrolReply = Type.Object({ secret: Type.String(), uri: Type.String() })
export type EnrolReply = Static<typeof EnrolReply>
/** Finishes setting up a second factor with a first code from the app. */
export const ConfirmBody = Type.Object(
  { challenge: Type.Optional(Challenge), code: FactorCode, language_id: Type.Optional(Count) },
  strict,
)
/** The recovery codes are returned only once. `login` is the finished login, when the request had a challenge. */
export const ConfirmReply = Type.Object({
  recovery_codes: Type.Array(Type.String()),
  login: Type.Optional(LoginReply),
})
export type ConfirmReply = Static<typeof ConfirmReply>
/** The second factor of the user: whether the client requires one (`policy`), and whether the user has set one up. */
export const FactorStatus = Type.Object({
  policy: Type.Union([Type.Literal('optional'), Type.Literal('required')]),
  on: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
})
export type FactorStatus = Static<typeof FactorStatus>
export const FactorCodeBody = Type.Object({ code: FactorCode }, strict)
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

import { Type, type Static } from 'typebox'
import { ClientId, Count, FlagNumber, UserType, Uuid, strict } from '#contract/platform/fields.ts'
import { Club } from '#contract/tenants/clubs.ts'

/** [7.3]; `email` or `username` by the client's login variant. */
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

/** Coaches of the club; one may switch to those with a PIN [6.18]. */
export const ClubUsers = Type.Array(
  Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String(), has_pin: Type.Boolean() }),
)
export type ClubUsers = Static<typeof ClubUsers>

export const LoginReply = Type.Object({
  token: Type.String(),
  refresh_token: Type.String(),
  clubs: Type.Array(Club),
  club_users: ClubUsers,
})
export type LoginReply = Static<typeof LoginReply>

/** Not let in: the password must be renewed first [4.3]. */
const LoginReset = Type.Object({ reset: Type.Literal(true) })
/** Not let in yet: a code is wanted, or a second factor has to be set up first. The challenge is good for ten minutes. */
const LoginChallenge = Type.Object({
  second_factor: Type.Union([Type.Literal('code'), Type.Literal('enrol')]),
  challenge: Type.String(),
})
/** What a login is answered [7.3]. */
export const LoginAnswer = Type.Union([LoginReply, LoginReset, LoginChallenge])
export type LoginAnswer = Static<typeof LoginAnswer>

/** [7.13]; null where there is no page for it. */
export const EditUrl = Type.Object({ url: Type.Union([Type.String(), Type.Null()]) })
export type EditUrl = Static<typeof EditUrl>

/** [7.4] */
export const ResetUrlQuery = Type.Object({ client_id: ClientId }, strict)
export const ResetUrl = Type.Object({ url: Type.String() })
export type ResetUrl = Static<typeof ResetUrl>

/** [7.12] */
export const AuthUrlQuery = Type.Object({ client_id: ClientId, type: UserType }, strict)
export const AuthUrl = Type.Object({ url: Type.String() })
export type AuthUrl = Static<typeof AuthUrl>

const FromProvider = Type.String({ minLength: 1, maxLength: 4096 })
/** [7.5]: back from the provider. `state` and what else it sent (`code` or `error`, `iss`) come along as they are. */
export const RemoteLoginQuery = Type.Object(
  {
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

/** [7.11]; the answer is the same whether or not anybody has this address. */
export const AskResetBody = Type.Object(
  { email: Type.String({ minLength: 1, maxLength: 254 }), client_id: ClientId, app_id: UserType },
  strict,
)
export type AskResetBody = Static<typeof AskResetBody>

/** Token of a mail's link. */
const LinkToken = Type.String({ minLength: 1, maxLength: 2048 })
/** [7.10]: what a mail's link is good for. */
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
  /** What the user logs in with; of `email` the new address. */
  login_name: Type.String(),
  unsubscribe_operational: FlagNumber,
})
export type CheckTokenReply = Static<typeof CheckTokenReply>

/** The owner of a new e-mail address says that it is theirs. */
export const ConfirmEmailBody = Type.Object({ token: LinkToken }, strict)
export type ConfirmEmailBody = Static<typeof ConfirmEmailBody>

/** [7.6]; the token is the one of an invitation or of a reset. */
export const SetPasswordBody = Type.Object(
  {
    token: LinkToken,
    password: Type.String({ minLength: 1, maxLength: 200 }),
    language_id: Type.Optional(Count),
  },
  strict,
)
export type SetPasswordBody = Static<typeof SetPasswordBody>

/** [7.7]; `rotate: true` asks for a new refresh token too [R3.6]. */
export const RefreshBody = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096 }), rotate: Type.Optional(Type.Boolean()) },
  strict,
)
export type RefreshBody = Static<typeof RefreshBody>
export const RefreshReply = Type.Object({ token: Type.String(), refresh_token: Type.Optional(Type.String()) })
export type RefreshReply = Static<typeof RefreshReply>

/** [7.8], [7.9]: the session goes on at another club, or in another language. */
export const ChangeClubBody = Type.Object({ refresh_token: Type.String({ maxLength: 4096 }), club_id: Uuid }, strict)
export type ChangeClubBody = Static<typeof ChangeClubBody>
export const ChangeLanguageBody = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096 }), language_id: Count },
  strict,
)
export type ChangeLanguageBody = Static<typeof ChangeLanguageBody>
export const ChangeReply = Type.Object({ token: Type.String(), refresh_token: Type.String() })
export type ChangeReply = Static<typeof ChangeReply>

/** `everywhere` ends the user's sessions on all devices. */
export const LogoutBody = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096 }), everywhere: Type.Optional(Type.Boolean()) },
  strict,
)
export type LogoutBody = Static<typeof LogoutBody>

/** [6.21]: another coach of the club goes on, by PIN. */
const Pin = Type.String({ minLength: 1, maxLength: 20 })
export const SwitchUserBody = Type.Object(
  { refresh_token: Type.String({ maxLength: 4096 }), user_uuid: Uuid, pin: Pin },
  strict,
)
export type SwitchUserBody = Static<typeof SwitchUserBody>
/** The own PIN: 4 to 8 digits. */
export const PinBody = Type.Object({ pin: Pin }, strict)

const Challenge = Type.String({ maxLength: 4096 })
/** Six digits of an authenticator app, or a recovery code. */
const FactorCode = Type.String({ minLength: 1, maxLength: 40 })
export const FactorBody = Type.Object(
  { challenge: Challenge, code: FactorCode, language_id: Type.Optional(Count) },
  strict,
)
export type FactorBody = Static<typeof FactorBody>
/** Without a challenge it is for the user who is logged in. */
export const EnrolBody = Type.Object({ challenge: Type.Optional(Challenge) }, strict)
/** `uri` is what the QR code says. */
export const EnrolReply = Type.Object({ secret: Type.String(), uri: Type.String() })
export type EnrolReply = Static<typeof EnrolReply>
export const ConfirmBody = Type.Object(
  { challenge: Type.Optional(Challenge), code: FactorCode, language_id: Type.Optional(Count) },
  strict,
)
/** Shown once; `login` when a challenge came with the code. */
export const ConfirmReply = Type.Object({
  recovery_codes: Type.Array(Type.String()),
  login: Type.Optional(LoginReply),
})
export type ConfirmReply = Static<typeof ConfirmReply>
export const FactorStatus = Type.Object({
  policy: Type.Union([Type.Literal('optional'), Type.Literal('required')]),
  on: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
})
export type FactorStatus = Static<typeof FactorStatus>
export const FactorCodeBody = Type.Object({ code: FactorCode }, strict)
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })
export type RecoveryCodes = Static<typeof RecoveryCodes>

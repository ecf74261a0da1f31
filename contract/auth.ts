import { Type, type Static } from 'typebox'
import { ClientId, strict, UserType, Uuid } from './fields.ts'
import { Club } from './clubs.ts'

/** [7.3]; `email` or `username` by the client's login variant. */
export const LoginBody = Type.Object(
  {
    client_id: ClientId,
    type: UserType,
    provider: Type.Optional(Type.String({ maxLength: 40 })),
    language_id: Type.Optional(Type.Integer()),
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
    username: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    password: Type.String({ minLength: 1, maxLength: 200 }),
  },
  strict,
)
export type LoginBody = Static<typeof LoginBody>

export const LoginReply = Type.Object({
  token: Type.String(),
  refresh_token: Type.String(),
  clubs: Type.Array(Club),
  club_users: Type.Array(Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String() })),
})
export type LoginReply = Static<typeof LoginReply>

/** [7.7]; `rotate: true` asks for a new refresh token too (domain.md section 5). */
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
  { refresh_token: Type.String({ maxLength: 4096 }), language_id: Type.Integer() },
  strict,
)
export type ChangeLanguageBody = Static<typeof ChangeLanguageBody>
export const ChangeReply = Type.Object({ token: Type.String(), refresh_token: Type.String() })
export type ChangeReply = Static<typeof ChangeReply>

export const LogoutBody = Type.Object({ refresh_token: Type.String({ maxLength: 4096 }) }, strict)
export type LogoutBody = Static<typeof LogoutBody>

/** JSON text in the access token's `sub` [3.3]. */
export interface TokenSubject {
  user_uuid: string
  club_id: string | null
  language: { language_id: number; language: string }
  features: Record<string, boolean | number>
}

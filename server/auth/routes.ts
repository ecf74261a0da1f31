import { Type } from 'typebox'
import {
  ChangeClubBody,
  ChangeLanguageBody,
  ChangeReply,
  LoginBody,
  LoginReply,
  LogoutBody,
  RefreshBody,
  RefreshReply,
} from '#contract/auth.ts'
import type { App, Parts } from '#server/parts.ts'
import { problems } from '#server/http/schemas.ts'
import { change, logIn, logOut, refresh } from './login.ts'
import { networkOf } from './network.ts'

export function authRoutes(app: App, parts: Parts): void {
  app.post(
    '/v1/auth/login',
    { schema: { body: LoginBody, response: { 200: LoginReply, ...problems } } },
    async (request) => logIn(parts, await parts.tenant(request), request.body, networkOf(request.ip)),
  )
  app.post(
    '/v1/auth/refresh',
    { schema: { body: RefreshBody, response: { 200: RefreshReply, ...problems } } },
    async (request) => refresh(parts, await parts.tenant(request), request.body),
  )
  app.post(
    '/v1/auth/logout',
    { schema: { body: LogoutBody, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      await logOut(parts, await parts.tenant(request), request.body.refresh_token)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/auth/change-club',
    { schema: { body: ChangeClubBody, response: { 200: ChangeReply, ...problems } } },
    async (request) =>
      change(parts, await parts.tenant(request), request.body.refresh_token, { clubId: request.body.club_id }),
  )
  app.post(
    '/v1/auth/change-language',
    { schema: { body: ChangeLanguageBody, response: { 200: ChangeReply, ...problems } } },
    async (request) =>
      change(parts, await parts.tenant(request), request.body.refresh_token, { languageId: request.body.language_id }),
  )
}

import { Type } from 'typebox'
import {
  AskResetBody,
  ChangeClubBody,
  ChangeLanguageBody,
  ChangeReply,
  CheckTokenBody,
  CheckTokenReply,
  ConfirmEmailBody,
  LoginAnswer,
  LoginBody,
  LogoutBody,
  RefreshBody,
  RefreshReply,
  ResetUrl,
  ResetUrlQuery,
  SetPasswordBody,
} from '#contract/identity/auth.ts'
import type { App, Parts } from '#server/parts.ts'
import { readClient } from '#server/tenants/clients/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems } from '#server/platform/http/schemas.ts'
import { fromOf, marked } from './device.ts'
import { confirmEmail } from './confirm-email.ts'
import { factorRoutes } from './factor-routes.ts'
import { logIn } from './login.ts'
import { editRoutes, remoteRoutes } from './remote-routes.ts'
import { change, logOut, refresh } from './refresh.ts'
import { switchRoutes } from './switch-routes.ts'
import { askReset, checkToken, setPassword } from './set-password.ts'

export function authRoutes(app: App, parts: Parts): void {
  sessionRoutes(app, parts)
  passwordRoutes(app, parts)
  factorRoutes(app, parts)
  remoteRoutes(app, parts)
  editRoutes(app, parts)
  switchRoutes(app, parts)
}

function sessionRoutes(app: App, parts: Parts): void {
  app.post(
    '/v1/auth/login',
    { schema: { body: LoginBody, response: { 200: LoginAnswer, ...problems } } },
    async (request, reply) => {
      const from = fromOf(request)
      return marked(reply, from, await logIn(parts, await parts.tenant(request), request.body, from))
    },
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
      await logOut(parts, await parts.tenant(request), request.body)
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

function passwordRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/auth/reset-url',
    { schema: { querystring: ResetUrlQuery, response: { 200: ResetUrl, ...problems } } },
    async (request) => {
      const tenant = await parts.tenant(request)
      if (request.query.client_id !== tenant.clientId) throw new Refusal('NOT_FOUND', { field: 'client_id' })
      const { login } = await parts.read(tenant, (tx) => readClient(tx, tenant.portal))
      const base = await parts.addresses.portal(tenant.clientId, tenant.portal)
      if (base === null || login === 'federated' || login === 'course_provider')
        throw new Refusal('EXTERNAL_CONFIG_ERROR')
      return { url: `${base}/reset-password` }
    },
  )
  app.post(
    '/v1/auth/reset-password',
    { schema: { body: AskResetBody, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      await askReset(parts, await parts.tenant(request), request.body, fromOf(request))
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/auth/check-token',
    { schema: { body: CheckTokenBody, response: { 200: CheckTokenReply, ...problems } } },
    async (request) => checkToken(parts, await parts.tenant(request), request.body, fromOf(request)),
  )
  app.post(
    '/v1/auth/set-password',
    { schema: { body: SetPasswordBody, response: { 200: LoginAnswer, ...problems } } },
    async (request, reply) => {
      const from = fromOf(request)
      return marked(reply, from, await setPassword(parts, await parts.tenant(request), request.body, from))
    },
  )
  app.post(
    '/v1/auth/confirm-email',
    { schema: { body: ConfirmEmailBody, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      await confirmEmail(parts, await parts.tenant(request), request.body.token, fromOf(request))
      return reply.code(204).send(null)
    },
  )
}

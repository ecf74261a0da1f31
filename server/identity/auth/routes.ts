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
import type { LoginDeps } from '#server/identity/deps.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems } from '#server/platform/http/schemas.ts'
import { requestOriginOf, withDeviceCookie } from './device.ts'
import { confirmEmail } from './confirm-email.ts'
import { factorRoutes } from './factor-routes.ts'
import { logIn, readClientWithPasswords } from './login.ts'
import { editRoutes, remoteRoutes } from './remote-routes.ts'
import { changeSession, logOut, refresh } from './refresh.ts'
import { switchRoutes } from './switch-routes.ts'
import { requestReset, checkToken, setPassword } from './set-password.ts'

/** All routes under `/v1/auth`: logging in and out, passwords, second factor, providers, switching user. */
export function authRoutes(app: App, deps: LoginDeps): void {
  sessionRoutes(app, deps)
  passwordRoutes(app, deps)
  factorRoutes(app, deps)
  remoteRoutes(app, deps)
  editRoutes(app, deps)
  switchRoutes(app, deps)
}

/** These routes take no access token: the password or the refresh token in the body proves who calls. */
function sessionRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/auth/login',
    { config: { action: 'login.use' }, schema: { body: LoginBody, response: { 200: LoginAnswer, ...problems } } },
    async (request, reply) => {
      const origin = requestOriginOf(request)
      return withDeviceCookie(reply, origin, await logIn(deps, await deps.tenant(request), request.body, origin))
    },
  )
  app.post(
    '/v1/auth/refresh',
    { config: { action: 'login.use' }, schema: { body: RefreshBody, response: { 200: RefreshReply, ...problems } } },
    async (request) => refresh(deps, await deps.tenant(request), request.body),
  )
  app.post(
    '/v1/auth/logout',
    { config: { action: 'login.use' }, schema: { body: LogoutBody, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      await logOut(deps, await deps.tenant(request), request.body)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/auth/change-club',
    { config: { action: 'login.use' }, schema: { body: ChangeClubBody, response: { 200: ChangeReply, ...problems } } },
    async (request) =>
      changeSession(deps, await deps.tenant(request), request.body.refresh_token, { clubId: request.body.club_id }),
  )
  app.post(
    '/v1/auth/change-language',
    {
      config: { action: 'login.use' },
      schema: { body: ChangeLanguageBody, response: { 200: ChangeReply, ...problems } },
    },
    async (request) =>
      changeSession(deps, await deps.tenant(request), request.body.refresh_token, {
        languageId: request.body.language_id,
      }),
  )
}

/**
 * These routes take no access token either: the token of a mail's link proves who calls, and asking for a reset needs
 * no proof.
 */
function passwordRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/auth/reset-url',
    {
      config: { action: 'login.use' },
      schema: { querystring: ResetUrlQuery, response: { 200: ResetUrl, ...problems } },
    },
    async (request) => {
      const tenant = await deps.tenant(request)
      if (request.query.client_id !== tenant.clientId) throw new Refusal('NOT_FOUND', { field: 'client_id' })
      await deps.read(tenant, (tx) => readClientWithPasswords(tx, tenant))
      const base = await deps.addresses.portal(tenant.clientId, tenant.portal)
      if (base === null) throw new Refusal('EXTERNAL_CONFIG_ERROR')
      return { url: `${base}/reset-password` }
    },
  )
  app.post(
    '/v1/auth/reset-password',
    { config: { action: 'login.use' }, schema: { body: AskResetBody, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      await requestReset(deps, await deps.tenant(request), request.body, requestOriginOf(request))
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/auth/check-token',
    {
      config: { action: 'login.use' },
      schema: { body: CheckTokenBody, response: { 200: CheckTokenReply, ...problems } },
    },
    async (request) => checkToken(deps, await deps.tenant(request), request.body, requestOriginOf(request)),
  )
  app.post(
    '/v1/auth/set-password',
    { config: { action: 'login.use' }, schema: { body: SetPasswordBody, response: { 200: LoginAnswer, ...problems } } },
    async (request, reply) => {
      const origin = requestOriginOf(request)
      return withDeviceCookie(reply, origin, await setPassword(deps, await deps.tenant(request), request.body, origin))
    },
  )
  app.post(
    '/v1/auth/confirm-email',
    {
      config: { action: 'login.use' },
      schema: { body: ConfirmEmailBody, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      await confirmEmail(deps, await deps.tenant(request), request.body.token, requestOriginOf(request))
      return reply.code(204).send(null)
    },
  )
}

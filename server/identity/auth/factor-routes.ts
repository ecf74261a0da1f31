import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  ConfirmBody,
  ConfirmReply,
  EnrolBody,
  EnrolReply,
  FactorBody,
  FactorCodeBody,
  FactorStatus,
  LoginReply,
  RecoveryCodes,
} from '#contract/identity/auth.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tenant } from '#server/platform/http/tenant.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { completeChallenge, userOfChallenge, logInWithFactor } from './finish-login.ts'
import { requestOriginOf, setDeviceCookie } from './device.ts'
import {
  confirmEnrolment,
  hasSecondFactor,
  makeRecoveryCodes,
  proveFactor,
  removeFactor,
  startEnrolment,
} from './second-factor.ts'
import { readFactorState } from '#server/tenants/clients/second-factor-policy.ts'

/**
 * The second factor: proving it and setting it up during a login, and managing it when logged in. During a login there
 * is no session yet; a signed challenge in the body proves that the caller has passed the first step.
 */
export function factorRoutes(app: App, deps: Deps): void {
  /** The session of a user whose portal has a second factor. */
  async function factorSession(request: FastifyRequest): Promise<Session> {
    const session = await deps.session(request)
    if (!hasSecondFactor(session)) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
    return session
  }
  /** The id of the user who sets up a second factor: during a login that requires one, or when logged in. */
  async function enrollingUserId(
    request: FastifyRequest,
    tenant: Tenant,
    challenge: string | undefined,
  ): Promise<string> {
    return challenge === undefined ? (await factorSession(request)).userId : userOfChallenge(deps, tenant, challenge)
  }

  app.post(
    '/v1/auth/second-factor',
    { config: { action: 'login.use' }, schema: { body: FactorBody, response: { 200: LoginReply, ...problems } } },
    async (request, reply) => {
      const origin = requestOriginOf(request)
      const answer = await logInWithFactor(deps, await deps.tenant(request), request.body, origin)
      setDeviceCookie(reply, origin)
      return answer
    },
  )
  app.post(
    '/v1/auth/second-factor/enrol',
    { config: { action: 'login.use' }, schema: { body: EnrolBody, response: { 200: EnrolReply, ...problems } } },
    async (request) => {
      const tenant = await deps.tenant(request)
      const userId = await enrollingUserId(request, tenant, request.body.challenge)
      return inTenant(deps.db, tenant.clientId, 'write', (tx) =>
        startEnrolment(tx, deps.secrets, tenant.clientId, userId),
      )
    },
  )
  app.post(
    '/v1/auth/second-factor/confirm',
    { config: { action: 'login.use' }, schema: { body: ConfirmBody, response: { 200: ConfirmReply, ...problems } } },
    async (request, reply) => {
      const tenant = await deps.tenant(request)
      const origin = requestOriginOf(request)
      const { challenge, code, language_id } = request.body
      const userId = await enrollingUserId(request, tenant, challenge)
      const { codes, result: login } = await confirmEnrolment(deps, tenant, userId, code, origin, (tx) =>
        challenge === undefined
          ? Promise.resolve(null)
          : completeChallenge(deps, tx, tenant, { challenge, language_id }, origin.device),
      )
      if (login) setDeviceCookie(reply, origin)
      return { recovery_codes: codes, ...(login ? { login } : {}) }
    },
  )
  app.get(
    '/v1/auth/second-factor',
    {
      config: { action: 'second-factor.manage' },
      schema: { security: secured, response: { 200: FactorStatus, ...problems } },
    },
    async (request) => {
      const session = await factorSession(request)
      const { policy, on, codesLeft } = await deps.read(session, (tx) => readFactorState(tx, session.userId))
      return { policy, on, recovery_codes_left: codesLeft }
    },
  )
  app.post(
    '/v1/auth/second-factor/remove',
    {
      config: { action: 'second-factor.manage' },
      schema: { security: secured, body: FactorCodeBody, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await factorSession(request)
      const { policy } = await deps.read(session, (tx) => readFactorState(tx, session.userId))
      if (policy === 'required') throw new Refusal('SECOND_FACTOR_REQUIRED')
      await proveFactor(deps, session, session.userId, request.body.code, requestOriginOf(request))
      const { clientId, userId } = session
      await inTenant(deps.db, clientId, 'write', (tx) =>
        removeFactor(tx, userId, /* actor */ userId, new Date(deps.now())),
      )
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/v1/auth/second-factor/recovery-codes',
    {
      config: { action: 'second-factor.manage' },
      schema: { security: secured, body: FactorCodeBody, response: { 200: RecoveryCodes, ...problems } },
    },
    async (request) => {
      const session = await factorSession(request)
      await proveFactor(deps, session, session.userId, request.body.code, requestOriginOf(request))
      const recovery_codes = await inTenant(deps.db, session.clientId, 'write', (tx) =>
        makeRecoveryCodes(tx, session.userId),
      )
      return { recovery_codes }
    },
  )
}

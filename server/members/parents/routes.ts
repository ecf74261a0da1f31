import { Type } from 'typebox'
import { InviteBody, InviteReply, LinkBody, LinkReply, NumberForm } from '#contract/members/guardians.ts'
import { isEmail } from '#domain/platform/email.ts'
import { isName } from '#domain/platform/name.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { inviteParent } from '#server/identity/users/invite.ts'
import { findMembership, linkChild, numberForm, unlinkChild, worksAtClubOf } from './commands.ts'

/**
 * Links between parents and children: a parent links and unlinks a child, and an administrator invites guardians of the
 * club's members [R4.5], [R4.6].
 */
export function parentRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/users/:userUuid/members',
    {
      config: { action: 'children.link' },
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Type.String() }),
        body: LinkBody,
        response: { 201: LinkReply, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { clientId, userId } = session
      const memberId = await findMembership(deps.db, clientId, userId, deps.now(), request.body)
      reply.code(201)
      return deps.writeOnce(session, request, reply, async (tx) => {
        await linkChild(tx, userId, memberId)
        return { uuid: memberId }
      })
    },
  )

  app.get(
    '/v1/users/:userUuid/membership-number',
    {
      config: { action: 'children.link' },
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Type.String() }),
        response: { 200: NumberForm, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return { form: await deps.read(session, (tx) => numberForm(tx)) }
    },
  )

  app.delete(
    '/v1/users/:userUuid/members/:memberUuid',
    {
      config: { action: 'children.link' },
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Type.String(), memberUuid: Type.String() }),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return deps.writeOnce(session, request, reply, async (tx) => {
        if (!(await unlinkChild(tx, session.userId, request.params.memberUuid)))
          throw new Refusal('NOT_FOUND', { field: 'memberUuid' })
        return null
      })
    },
  )

  app.post(
    '/v1/members/:memberUuid/invites',
    {
      config: { action: 'members.invite-parents' },
      schema: {
        security: secured,
        params: Type.Object({ memberUuid: Type.String() }),
        body: InviteBody,
        response: { 201: InviteReply, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { memberUuid: memberId } = request.params
      const guardian = { ...request.body, email: request.body.email.trim() }
      if (!isEmail(guardian.email)) throw new Refusal('ERROR_INVALID_EMAIL', { field: 'email' })
      for (const field of ['firstname', 'lastname'] as const)
        if (!isName(guardian[field])) throw new Refusal('INVALID_REQUEST', { field, detail: `${field}: is not a name` })
      reply.code(201)
      return deps.writeOnce(session, request, reply, async (tx) => {
        if (!(await worksAtClubOf(tx, session.userId, memberId)))
          throw new Refusal('NOT_FOUND', { field: 'memberUuid' })
        const now = new Date(deps.now())
        const { userId, state } = await inviteParent(tx, session.userId, now, {
          memberIds: [memberId],
          ...guardian,
        })
        return { user_uuid: userId, state }
      })
    },
  )
}

import { Type } from 'typebox'
import { EraseMember } from '#contract/members/club-members.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { eraseOwnMember } from './erase.ts'

/** Erasing a member, by an administrator of all of the member's clubs. */
export function erasureRoutes(app: App, deps: Deps): void {
  app.delete(
    '/v1/members/:uuid',
    {
      config: { action: 'members.erase' },
      schema: {
        security: secured,
        params: Type.Object({ uuid: Uuid }),
        querystring: Type.Object({}, strict),
        body: EraseMember,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return clubWrite(deps, session, request, reply, async (tx, context) => ({
        answer: null,
        ...(await eraseOwnMember(tx, context, request.params.uuid, request.body.name)),
      }))
    },
  )
}

import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { undoChangeSet } from './undo.ts'

/** Undoing an administrator's change set. */
export function changeSetRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/change-sets/:id/undo',
    {
      config: { action: 'change-sets.undo' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        querystring: Type.Object({}, strict),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return clubWrite(deps, session, request, reply, async (tx, context) => ({
        answer: null,
        changed: await undoChangeSet(tx, context, request.params.id),
      }))
    },
  )
}

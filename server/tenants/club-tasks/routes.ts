import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { ClubTask } from '#contract/tenants/club-tasks.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { dismissClubTask } from './commands.ts'
import { listClubTasks } from './queries.ts'

const querystring = Type.Object({}, strict)

/** The long work that an administrator has begun at the club. */
export function clubTaskRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/club-tasks',
    {
      config: { action: 'club-tasks.follow' },
      schema: { security: secured, querystring, response: { 200: Type.Array(ClubTask), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => listClubTasks(tx, await clubContextOf(tx, session, deps.now())))
    },
  )

  app.delete(
    '/v1/club-tasks/:id',
    {
      config: { action: 'club-tasks.follow' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        querystring,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      reply.code(204)
      return clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        await dismissClubTask(tx, context, request.params.id)
        return { answer: null, changed: [] }
      })
    },
  )
}

import { Type } from 'typebox'
import { ChangeSet, ChangeSetsQuery, Undone, UndoProblem } from '#contract/flows/change-sets.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { MAX_AT_ONCE, StartedTask } from '#contract/tenants/club-tasks.ts'
import { clubTrial } from '#server/tenants/clubs/club-write.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { taskOrWrite } from '#server/tenants/club-tasks/task-or-write.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import { listChangeSets } from './queries.ts'
import { countMembersOf, undoChangeSet } from './undo.ts'

/** What can be undone at the club, and the undo of all of it. */
export function changeSetRoutes(app: App, deps: CurriculumDeps): void {
  app.get(
    '/v1/change-sets',
    {
      config: { action: 'change-sets.undo' },
      schema: {
        security: secured,
        querystring: ChangeSetsQuery,
        response: { 200: Type.Array(ChangeSet), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { page, perPage } = pageOf(request.query)
      const { changeSets, total } = await deps.read(session, async (tx) =>
        listChangeSets(tx, await clubContextOf(tx, session, deps.now()), page, perPage),
      )
      reply.header('x-total-count', total)
      return changeSets
    },
  )

  app.post(
    '/v1/change-sets/:id/undo',
    {
      config: { action: 'change-sets.undo' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        querystring: Type.Object({}, strict),
        response: { 200: Undone, 202: StartedTask, 409: UndoProblem, ...problems },
      },
    },
    async (request, reply) =>
      taskOrWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        const { id } = request.params
        const total = await countMembersOf(tx, context, id)
        if (total > MAX_AT_ONCE) return { kind: 'undo', request: { id }, total }
        return undoChangeSet(tx, context, id, deps)
      }),
  )

  // what an undo of the same would do, which is rolled back
  app.post(
    '/v1/change-sets/:id/undo/trial',
    {
      config: { action: 'change-sets.undo' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        querystring: Type.Object({}, strict),
        response: { 200: Undone, 409: UndoProblem, ...problems },
      },
    },
    async (request, reply) =>
      clubTrial(deps, await deps.session(request), request, reply, (tx, context) =>
        undoChangeSet(tx, context, request.params.id, deps),
      ),
  )
}

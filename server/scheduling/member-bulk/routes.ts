import { BulkMembersBody, BulkMembersReply } from '#contract/members/club-members.ts'
import { strict } from '#contract/platform/fields.ts'
import { MAX_AT_ONCE, StartedTask } from '#contract/tenants/club-tasks.ts'
import { chosenMembers } from '#server/members/chosen-members.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { taskOrWrite } from '#server/tenants/club-tasks/task-or-write.ts'
import { Type } from 'typebox'
import { changeMembers } from './change-members.ts'

/** Actions of a club administrator on many members at once. */
export function memberBulkRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/members/bulk',
    {
      config: { action: 'members.change' },
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        body: BulkMembersBody,
        response: { 200: BulkMembersReply, 202: StartedTask, ...problems },
      },
    },
    async (request, reply) =>
      taskOrWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        const ids = await chosenMembers(tx, context, request.body)
        if (ids.length > MAX_AT_ONCE) return { kind: 'members', request: request.body, total: ids.length }
        const { changed, undo } = await changeMembers(tx, context, request.body, ids)
        return { answer: { undo }, changed }
      }),
  )
}

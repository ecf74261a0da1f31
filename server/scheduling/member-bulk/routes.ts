import { Type } from 'typebox'
import { BulkMembersBody, BulkMembersReply } from '#contract/members/club-members.ts'
import { strict } from '#contract/platform/fields.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
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
        response: { 200: BulkMembersReply, ...problems },
      },
    },
    async (request, reply) => {
      return clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        const { changed, undo } = await changeMembers(tx, context, request.body)
        return { answer: { undo }, changed }
      })
    },
  )
}

import { Type } from 'typebox'
import { LinkedMembersQuery, Member } from '#contract/assessment/linked-member.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import { answerUnchanged } from '#server/platform/http/revision.ts'
import { alreadySerialized, problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { Overviews } from '#server/assessment/linked-members/overviews.ts'

/** Lists a parent's children with their groups, progress and awards [7.21]. */
export function linkedMemberRoutes(app: App, deps: CurriculumDeps): void {
  const overviews = new Overviews(deps.db)
  app.get(
    '/v1/users/:userUuid/members',
    {
      config: { action: 'children.read' },
      schema: {
        security: secured,
        params: Type.Object({ userUuid: Type.String() }),
        querystring: LinkedMembersQuery,
        response: { 200: Type.Unsafe<Buffer>(Type.Array(Member)), 304: Type.Null(), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      // another user's id gets the same answer as an id that does not exist [R10.1]
      const query = request.query
      const { json, total, etag } = await overviews.read(deps.curricula, {
        clientId: session.clientId,
        userId: session.userId,
        language: languageOf(session.language),
        page: Number(query.page ?? 0),
        // children are fetched whole, up to 999 [9.11]
        perPage: Number(query.per_page ?? 999),
        show: {
          groups: query.with_groups === '1',
          progress: query.with_progress === '1',
          awards: query.with_awards === '1',
          links: query.with_links === '1',
          owners: query.with_owners === '1',
        },
        nowMs: deps.now(),
      })
      reply.headers({ 'x-total-count': total, etag, 'cache-control': 'private, no-cache', vary: 'authorization' })
      if (request.headers['if-none-match'] === etag) return answerUnchanged(reply)
      return reply.type('application/json; charset=utf-8').send(json)
    },
  )
}

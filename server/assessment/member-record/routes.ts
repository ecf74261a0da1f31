import { Type } from 'typebox'
import { MarkEntry, MemberProgress, ScoredMember } from '#contract/assessment/member-record.ts'
import { ClubMembersQuery, MarksQuery } from '#contract/members/club-members.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { listClubMembers } from '#server/members/club-list.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { alreadySerialized, problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { readMarks, readProgress } from './member-record.ts'

const Params = Type.Object({ uuid: Uuid })
const notFound = () => new Refusal('NOT_FOUND', { field: 'uuid' })

/**
 * Lists a club's members, with their scores when the query asks for them, and reads one member's progress and marks.
 */
export function memberRecordRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/members',
    {
      config: { action: 'members.list', mayReadReplica: true },
      schema: {
        security: secured,
        querystring: ClubMembersQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(ScoredMember)), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { json, total } = await deps.read(session, async (tx) =>
        listClubMembers(tx, await clubContextOf(tx, session, deps.now()), request.query),
      )
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/members/:uuid/progress',
    {
      config: { action: 'progress.read' },
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        response: { 200: Type.Unsafe<string>(MemberProgress), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const json = await deps.read(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        return readProgress(tx, context, request.params.uuid, languageOf(session.language))
      })
      if (json === null) throw notFound()
      return reply.type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/members/:uuid/marks',
    {
      config: { action: 'marks.read' },
      schema: {
        security: secured,
        params: Params,
        querystring: MarksQuery,
        response: { 200: Type.Array(MarkEntry), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { page, perPage } = pageOf(request.query)
      const history = await deps.read(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        const language = languageOf(session.language)
        return readMarks(tx, context, request.params.uuid, language, page, perPage)
      })
      if (!history) throw notFound()
      reply.header('x-total-count', history.total)
      return history.marks
    },
  )
}

import { Type } from 'typebox'
import { ClubMember, ClubMembersFile, ClubMembersQuery, MemberCounts } from '#contract/club-members.ts'
import { strict } from '#contract/fields.ts'
import type { App, Parts } from '#server/parts.ts'
import { audit } from '#server/audit.ts'
import { officeOf } from '#server/clubs/office.ts'
import { asBuilt, problems, secured } from '#server/http/schemas.ts'
import { inTenant } from '#server/tenancy.ts'
import { clubMembersForFile, countClubMembers, listClubMembers } from './club-list.ts'
import { memberFile } from './member-file.ts'

/** The members of the club that an administrator works in. */
export function clubMemberRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/members',
    {
      schema: {
        security: secured,
        querystring: ClubMembersQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(ClubMember)), ...problems },
      },
      serializerCompiler: asBuilt,
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const { json, total } = await parts.read(session, async (tx) =>
        listClubMembers(tx, await officeOf(tx, session, parts.now()), request.query),
      )
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/members/counts',
    {
      schema: { security: secured, querystring: Type.Object({}, strict), response: { 200: MemberCounts, ...problems } },
    },
    async (request) => {
      const session = await parts.session(request)
      return parts.read(session, async (tx) => countClubMembers(tx, await officeOf(tx, session, parts.now())))
    },
  )

  app.get(
    '/v1/members/file',
    {
      schema: {
        security: secured,
        querystring: ClubMembersFile,
        response: { 200: Type.Unsafe<unknown>(Type.String({ description: 'CSV' })), ...problems },
      },
    },
    async (request, reply) => {
      const session = await parts.session(request)
      // many children's data leave at once, so the log has who took them
      const rows = await inTenant(parts.db, session.clientId, 'write', async (tx) => {
        const office = await officeOf(tx, session, parts.now())
        const found = await clubMembersForFile(tx, office, request.query)
        await audit(tx, session.clientId, {
          userId: session.userId,
          action: 'download',
          entity: 'members',
          entityId: office.clubId,
          after: { rows: found.length, filters: request.query },
        })
        return { found, today: office.today }
      })
      reply.header('content-disposition', `attachment; filename="members-${rows.today}.csv"`)
      return reply.type('text/csv; charset=utf-8').send(memberFile(rows.found))
    },
  )
}

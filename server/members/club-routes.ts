import { Type } from 'typebox'
import {
  ClubMember,
  ClubMemberPatch,
  ClubMembersFile,
  ClubMembersQuery,
  MarkEntry,
  MarksQuery,
  MemberCounts,
  MemberProgress,
  MemberSheet,
  NewClubMember,
} from '#contract/club-members.ts'
import { strict, Uuid } from '#contract/fields.ts'
import { IfMatch } from '#contract/lists.ts'
import type { App, Parts } from '#server/parts.ts'
import { audit } from '#server/audit.ts'
import { officeOf } from '#server/clubs/office.ts'
import { officeWrite } from '#server/clubs/office-write.ts'
import { Refusal } from '#server/http/errors.ts'
import { asBuilt, problems, secured, wordsOf } from '#server/http/schemas.ts'
import { inTenant } from '#server/tenancy.ts'
import { clubMembersForFile, countClubMembers, listClubMembers } from './club-list.ts'
import { memberFile } from './member-file.ts'
import { changeMember, enterMember } from './sheet-commands.ts'
import { readMarks, readProgress, readSheet } from './sheet.ts'

const Params = Type.Object({ uuid: Uuid })
const missing = () => new Refusal('NOT_FOUND', { field: 'uuid' })

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

  app.get(
    '/v1/members/:uuid',
    {
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        response: { 200: MemberSheet, ...problems },
      },
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const sheet = await inTenant(parts.db, session.clientId, 'write', async (tx) => {
        const office = await officeOf(tx, session, parts.now())
        const found = await readSheet(tx, office, request.params.uuid)
        if (!found) throw missing()
        // who read medical notes is known (security.md 43)
        if (found.medical !== null)
          await audit(tx, session.clientId, {
            userId: session.userId,
            action: 'read-medical',
            entity: 'member',
            entityId: found.uuid,
          })
        return found
      })
      reply.header('etag', `"${sheet.revision}"`)
      return sheet
    },
  )

  app.get(
    '/v1/members/:uuid/progress',
    {
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        response: { 200: Type.Unsafe<string>(MemberProgress), ...problems },
      },
      serializerCompiler: asBuilt,
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const json = await parts.read(session, async (tx) => {
        const office = await officeOf(tx, session, parts.now())
        return readProgress(tx, office, request.params.uuid, wordsOf(session.language))
      })
      if (json === null) throw missing()
      return reply.type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/members/:uuid/marks',
    {
      schema: {
        security: secured,
        params: Params,
        querystring: MarksQuery,
        response: { 200: Type.Array(MarkEntry), ...problems },
      },
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const { page, per_page } = request.query
      const found = await parts.read(session, async (tx) => {
        const office = await officeOf(tx, session, parts.now())
        const language = wordsOf(session.language)
        return readMarks(tx, office, request.params.uuid, language, Number(page ?? 0), Number(per_page ?? 10))
      })
      if (!found) throw missing()
      reply.header('x-total-count', found.total)
      return found.marks
    },
  )

  app.post(
    '/v1/members',
    {
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        body: NewClubMember,
        response: { 201: MemberSheet, ...problems },
      },
    },
    async (request, reply) => {
      const session = await parts.session(request)
      reply.code(201)
      return officeWrite(parts, session, request, reply, async (tx, office) => {
        const id = crypto.randomUUID()
        const changed = await enterMember(tx, office, id, request.body)
        const answer = await readSheet(tx, office, id)
        if (!answer) throw missing()
        return { answer, changed }
      })
    },
  )

  app.patch(
    '/v1/members/:uuid',
    {
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        headers: IfMatch,
        body: ClubMemberPatch,
        response: { 200: MemberSheet, ...problems },
      },
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const sheet = await officeWrite(parts, session, request, reply, async (tx, office) => {
        const changed = await changeMember(tx, office, request.params.uuid, request.body, request.headers['if-match'])
        const answer = await readSheet(tx, office, request.params.uuid)
        if (!answer) throw missing()
        return { answer, changed }
      })
      reply.header('etag', `"${sheet.revision}"`)
      return sheet
    },
  )
}

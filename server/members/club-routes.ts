import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import {
  AttendanceEntry,
  BulkInviteReply,
  ChangedMember,
  ChosenMembers,
  ClubMemberPatch,
  ClubMembersFileQuery,
  InvitePreview,
  MarksQuery,
  MemberCounts,
  MemberLogEntry,
  MemberDetail,
  MembersFileBody,
  NewClubMember,
} from '#contract/members/club-members.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { audit } from '#server/platform/audit.ts'
import { MAX_INVITES_AT_ONCE, StartedTask } from '#contract/tenants/club-tasks.ts'
import { clubContextOf, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { auditDownload, sendCsv } from '#server/tenants/clubs/send-csv.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf, problems, secured } from '#server/platform/http/schemas.ts'
import { inChangeSet } from '#server/members/change-sets/change-set.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { taskOrWrite } from '#server/tenants/club-tasks/task-or-write.ts'
import { countInvitees, inviteGuardians, previewInvites } from './bulk-invite.ts'
import { clubMemberIds, clubMembersForFile, countClubMembers } from './club-list.ts'
import { readAttendance, readLog, type PageSlice } from './history.ts'
import { memberFile } from './member-file.ts'
import { changeMember, enterMember } from './write-member.ts'
import { readDetail } from './member-detail.ts'

const Params = Type.Object({ uuid: Uuid })
/** Members of a file that one transaction reads. */
const FILE_BATCH = 1_000
const notFound = () => new Refusal('NOT_FOUND', { field: 'uuid' })

/** The members of the club that an administrator works in. */
export function clubMemberRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps)
  detailRoutes(app, deps)
  historyRoutes(app, deps)
}

function listRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/members/counts',
    {
      config: { action: 'members.list', mayReadReplica: true },
      schema: { security: secured, querystring: Type.Object({}, strict), response: { 200: MemberCounts, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => countClubMembers(tx, await clubContextOf(tx, session, deps.now())))
    },
  )

  app.get(
    '/v1/members/file',
    {
      config: { action: 'members.download', mayReadReplica: true },
      schema: {
        security: secured,
        querystring: ClubMembersFileQuery,
        response: { 200: Type.Unsafe<unknown>(Type.String({ description: 'CSV' })), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      // The audit log records who downloads the data of many children.
      const { context, ids, maxGuardians } = await deps.auditedWrite(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        const found = await clubMemberIds(tx, context, request.query)
        await auditDownload(tx, context, 'members', found.ids.length, request.query)
        return { context, ...found }
      })
      // Each batch has its own transaction, so that a slow download keeps none open.
      async function* fileRows() {
        for (let start = 0; start < ids.length; start += FILE_BATCH)
          yield* await deps.read(session, (tx) => clubMembersForFile(tx, context, ids.slice(start, start + FILE_BATCH)))
      }
      return sendCsv(reply, 'members', context.today, memberFile(maxGuardians, fileRows()))
    },
  )

  app.post(
    '/v1/members/file',
    {
      config: { action: 'members.download' },
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        body: MembersFileBody,
        response: { 200: Type.Unsafe<unknown>(Type.String({ description: 'CSV' })), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { member_uuids: ids } = request.body
      const { context, rows } = await deps.auditedWrite(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        const rows = await clubMembersForFile(tx, context, ids)
        if (rows.length < ids.length) throw new Refusal('NOT_FOUND', { field: 'member_uuids' })
        await auditDownload(tx, context, 'members', rows.length, { member_uuids: ids })
        return { context, rows }
      })
      const maxGuardians = Math.max(...rows.map(({ member }) => member.guardians.length))
      return sendCsv(reply, 'members', context.today, memberFile(maxGuardians, rows))
    },
  )
}

function detailRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/members/:uuid',
    {
      config: { action: 'members.read' },
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        response: { 200: MemberDetail, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const detail = await deps.auditedWrite(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        const found = await readDetail(tx, context, request.params.uuid)
        if (!found) throw notFound()
        // The audit log records who reads medical notes (security.md 43).
        if (found.medical !== null)
          await audit(tx, {
            userId: session.userId,
            action: 'read-medical',
            entity: 'member',
            entityId: found.uuid,
          })
        return found
      })
      reply.header('etag', `"${detail.revision}"`)
      return detail
    },
  )

  app.post(
    '/v1/members',
    {
      config: { action: 'members.change' },
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        body: NewClubMember,
        response: { 201: MemberDetail, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(201)
      return clubWrite(deps, session, request, reply, async (tx, context) => {
        const id = crypto.randomUUID()
        const changed = await enterMember(tx, context, id, request.body)
        const answer = await readDetail(tx, context, id)
        if (!answer) throw notFound()
        return { answer, changed }
      })
    },
  )

  app.patch(
    '/v1/members/:uuid',
    {
      config: { action: 'members.change' },
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        headers: IfMatch,
        body: ClubMemberPatch,
        response: { 200: ChangedMember, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const detail = await clubWrite(deps, session, request, reply, async (tx, context) => {
        const { changed, undo } = await inChangeSet(tx, context, (changeSetId) =>
          changeMember(tx, context, changeSetId, request.params.uuid, request.body, request.headers['if-match']),
        )
        const answer = await readDetail(tx, context, request.params.uuid)
        if (!answer) throw notFound()
        return { answer: { ...answer, undo }, changed }
      })
      reply.header('etag', `"${detail.revision}"`)
      return detail
    },
  )
}

/** Attendance and log of a member, and the invitation of guardians. */
function historyRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/members/:uuid/attendance',
    {
      config: { action: 'members.read-attendance' },
      schema: {
        security: secured,
        params: Params,
        querystring: MarksQuery,
        response: { 200: Type.Array(AttendanceEntry), ...problems },
      },
    },
    async (request, reply) => readHistoryPage(request, reply, readAttendance),
  )

  app.get(
    '/v1/members/:uuid/log',
    {
      config: { action: 'members.read' },
      schema: {
        security: secured,
        params: Params,
        querystring: MarksQuery,
        response: { 200: Type.Array(MemberLogEntry), ...problems },
      },
    },
    async (request, reply) => readHistoryPage(request, reply, readLog),
  )

  /** Answers one page of a member's attendance or log, for the administrator of the club. */
  async function readHistoryPage<T>(
    request: FastifyRequest<{ Params: Static<typeof Params>; Querystring: Static<typeof MarksQuery> }>,
    reply: FastifyReply,
    readPage: (
      tx: Tx,
      context: ClubContext,
      id: string,
      slice: PageSlice,
      language: string,
    ) => Promise<{ entries: T[]; total: number } | null>,
  ): Promise<T[]> {
    const session = await deps.session(request)
    const slice = pageOf(request.query)
    const found = await deps.read(session, async (tx) =>
      readPage(
        tx,
        await clubContextOf(tx, session, deps.now()),
        request.params.uuid,
        slice,
        languageOf(session.language),
      ),
    )
    if (!found) throw notFound()
    reply.header('x-total-count', found.total)
    return found.entries
  }

  app.post(
    '/v1/members/invites/preview',
    {
      config: { action: 'members.invite-parents' },
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        body: ChosenMembers,
        response: { 200: InvitePreview, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) =>
        previewInvites(tx, await clubContextOf(tx, session, deps.now()), request.body),
      )
    },
  )

  app.post(
    '/v1/members/invites',
    {
      config: { action: 'members.invite-parents' },
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        body: ChosenMembers,
        response: { 200: BulkInviteReply, 202: StartedTask, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      return taskOrWrite(deps, session, request, reply, async (tx, context) => {
        const total = await countInvitees(tx, context, request.body)
        if (total > MAX_INVITES_AT_ONCE) return { kind: 'invites', request: request.body, total }
        return inviteGuardians(tx, context, request.body)
      })
    },
  )
}

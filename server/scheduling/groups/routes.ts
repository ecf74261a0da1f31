import { Type } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { strict, Uuid } from '#contract/platform/fields.ts'
import {
  EndGroupsBody,
  EnterGroupBody,
  Group,
  GroupPatch,
  GroupDetail,
  MovedGroup,
  GroupsFileQuery,
  GroupsQuery,
  MoveBody,
  NewGroupBody,
} from '#contract/scheduling/groups.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { auditDownload, sendCsv } from '#server/tenants/clubs/send-csv.ts'
import { parentsOf } from '#server/tenants/changes/linked-parents.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { clubContextOf, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { alreadySerialized, problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { inChangeSet, type ChangeSet } from '#server/members/change-sets/change-set.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { groupFile, groupsForFile, listClubGroups } from './club-groups.ts'
import { endGroups } from './end-groups.ts'
import { leaveGroups } from '#server/members/leave-groups.ts'
import { enterToStay, moveMember } from './membership.ts'
import { changeGroup, lockGroup, openGroup, readGroup } from './group-detail.ts'

const Params = Type.Object({ id: Uuid })
const MemberParams = Type.Object({ id: Uuid, uuid: Uuid })
const querystring = Type.Object({}, strict)
const notFound = () => new Refusal('NOT_FOUND', { field: 'id' })

/** The groups of the club that an administrator works in. */
export function groupRoutes(app: App, deps: Deps): void {
  readRoutes(app, deps)
  writeRoutes(app, deps)
  membershipRoutes(app, deps)
}

function readRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/groups',
    {
      config: { action: 'groups.read', mayReadReplica: true },
      schema: {
        security: secured,
        querystring: GroupsQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(Group)), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { json, total } = await deps.read(session, async (tx) =>
        listClubGroups(tx, await clubContextOf(tx, session, deps.now()), request.query),
      )
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/groups/file',
    {
      config: { action: 'groups.download' },
      schema: {
        security: secured,
        querystring: GroupsFileQuery,
        response: { 200: Type.Unsafe<unknown>(Type.String({ description: 'CSV' })), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { today, rows } = await deps.auditedWrite(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        const groups = await groupsForFile(tx, context, request.query, languageOf(session.language))
        await auditDownload(tx, context, 'groups', groups.length, request.query)
        return { today: context.today, rows: groups }
      })
      return sendCsv(reply, 'groups', today, groupFile(rows))
    },
  )

  app.get(
    '/v1/groups/:id',
    {
      config: { action: 'groups.read' },
      schema: { security: secured, params: Params, querystring, response: { 200: GroupDetail, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const group = await deps.read(session, async (tx) =>
        readGroup(tx, await clubContextOf(tx, session, deps.now()), request.params.id),
      )
      if (!group) throw notFound()
      reply.header('etag', `"${group.revision}"`)
      return group
    },
  )
}

/**
 * Carries out a write of one group, and replies with the group after it. `undo` reaches the caller only where the
 * route's schema of the reply has it. `tellsAllParents` says that the group itself has changed, such as its day or place,
 * and not who is in it.
 */
async function writeAndReplyGroup(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  work: (tx: Tx, context: ClubContext) => Promise<ChangeSet>,
  tellsAllParents = false,
): Promise<MovedGroup> {
  const session = await deps.session(request)
  const group = await clubWrite(deps, session, request, reply, async (tx, context) => {
    const { changed, undo } = await work(tx, context)
    const answer = await readGroup(tx, context, id)
    if (!answer) throw notFound()
    const members = answer.members.map(({ uuid }) => uuid)
    const told = tellsAllParents ? { parents: await parentsOf(tx, members) } : {}
    return { answer: { ...answer, undo }, changed, ...told }
  })
  reply.header('etag', `"${group.revision}"`)
  return group
}

function writeRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/groups',
    {
      config: { action: 'groups.change' },
      schema: { security: secured, querystring, body: NewGroupBody, response: { 201: GroupDetail, ...problems } },
    },
    async (request, reply) => {
      const id = crypto.randomUUID()
      reply.code(201)
      return writeAndReplyGroup(deps, request, reply, id, async (tx, context) => ({
        changed: await openGroup(tx, context, id, request.body),
        undo: null,
      }))
    },
  )

  app.post(
    '/v1/groups/delete',
    {
      config: { action: 'groups.end' },
      schema: { security: secured, querystring, body: EndGroupsBody, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return clubWrite(deps, session, request, reply, async (tx, context) => ({
        answer: null,
        changed: await endGroups(tx, context, request.body.group_ids),
      }))
    },
  )

  app.patch(
    '/v1/groups/:id',
    {
      config: { action: 'groups.change' },
      schema: {
        security: secured,
        params: Params,
        querystring,
        headers: IfMatch,
        body: GroupPatch,
        response: { 200: GroupDetail, ...problems },
      },
    },
    (request, reply) => {
      const { id } = request.params
      return writeAndReplyGroup(
        deps,
        request,
        reply,
        id,
        async (tx, context) => ({
          changed: await changeGroup(tx, context, id, request.body, request.headers['if-match']),
          undo: null,
        }),
        /* tellsAllParents */ true,
      )
    },
  )
}

function membershipRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/groups/:id/members',
    {
      config: { action: 'groups.change' },
      schema: {
        security: secured,
        params: Params,
        querystring,
        body: EnterGroupBody,
        response: { 200: MovedGroup, ...problems },
      },
    },
    (request, reply) => {
      const { id } = request.params
      return writeAndReplyGroup(deps, request, reply, id, (tx, context) =>
        inChangeSet(tx, context, (changeSetId) => enterToStay(tx, context, changeSetId, id, request.body.member_uuids)),
      )
    },
  )

  app.delete(
    '/v1/groups/:id/members/:uuid',
    {
      config: { action: 'groups.change' },
      schema: { security: secured, params: MemberParams, querystring, response: { 200: MovedGroup, ...problems } },
    },
    (request, reply) => {
      const { id, uuid } = request.params
      return writeAndReplyGroup(deps, request, reply, id, async (tx, context) => {
        // Refuses a group of another club; below, only the member can be missing.
        await lockGroup(tx, context, id)
        const changeSet = await inChangeSet(tx, context, (changeSetId) =>
          leaveGroups(tx, context, changeSetId, [uuid], id),
        )
        // Nothing has changed, so the member is not in the group.
        if (changeSet.undo === null) throw new Refusal('NOT_FOUND', { field: 'uuid' })
        return changeSet
      })
    },
  )

  app.post(
    '/v1/groups/:id/members/:uuid/move',
    {
      config: { action: 'groups.change' },
      schema: {
        security: secured,
        params: MemberParams,
        querystring,
        body: MoveBody,
        response: { 200: MovedGroup, ...problems },
      },
    },
    (request, reply) => {
      const { id, uuid } = request.params
      return writeAndReplyGroup(deps, request, reply, id, (tx, context) =>
        inChangeSet(tx, context, (changeSetId) =>
          moveMember(tx, context, changeSetId, uuid, id, request.body.group_id),
        ),
      )
    },
  )
}

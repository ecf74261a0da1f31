import { Type } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { strict, Uuid } from '#contract/fields.ts'
import { EnterGroupBody, Group, GroupPatch, GroupSheet, GroupsQuery, MoveBody, NewGroupBody } from '#contract/groups.ts'
import { IfMatch } from '#contract/lists.ts'
import type { App, Parts } from '#server/parts.ts'
import { officeWrite } from '#server/clubs/office-write.ts'
import { officeOf, type Office } from '#server/clubs/office.ts'
import { Refusal } from '#server/http/errors.ts'
import { asBuilt, problems, secured } from '#server/http/schemas.ts'
import type { ChangedKey } from '#server/sync/counters.ts'
import type { Tx } from '#server/tenancy.ts'
import { listClubGroups } from './club-groups.ts'
import { enterGroup, leaveGroups, moveMember } from './membership.ts'
import { changeGroup, lockGroup, openGroup, readGroup } from './sheet.ts'

const Params = Type.Object({ id: Uuid })
const MemberParams = Type.Object({ id: Uuid, uuid: Uuid })
const querystring = Type.Object({}, strict)
const missing = () => new Refusal('NOT_FOUND', { field: 'id' })

/** The groups of the club that an administrator works in. */
export function groupRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/groups',
    {
      schema: {
        security: secured,
        querystring: GroupsQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(Group)), ...problems },
      },
      serializerCompiler: asBuilt,
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const { json, total } = await parts.read(session, async (tx) =>
        listClubGroups(tx, await officeOf(tx, session, parts.now()), request.query),
      )
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/groups/:id',
    { schema: { security: secured, params: Params, querystring, response: { 200: GroupSheet, ...problems } } },
    async (request, reply) => {
      const session = await parts.session(request)
      const group = await parts.read(session, async (tx) =>
        readGroup(tx, await officeOf(tx, session, parts.now()), request.params.id),
      )
      if (!group) throw missing()
      reply.header('etag', `"${group.revision}"`)
      return group
    },
  )

  /** A write of one group; answers the group as it is afterwards. */
  async function write(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    work: (tx: Tx, office: Office) => Promise<ChangedKey[]>,
  ): Promise<GroupSheet> {
    const session = await parts.session(request)
    const group = await officeWrite(parts, session, request, reply, async (tx, office) => {
      const changed = await work(tx, office)
      const answer = await readGroup(tx, office, id)
      if (!answer) throw missing()
      return { answer, changed }
    })
    reply.header('etag', `"${group.revision}"`)
    return group
  }

  app.post(
    '/v1/groups',
    { schema: { security: secured, querystring, body: NewGroupBody, response: { 201: GroupSheet, ...problems } } },
    async (request, reply) => {
      const id = crypto.randomUUID()
      reply.code(201)
      return write(request, reply, id, (tx, office) => openGroup(tx, office, id, request.body))
    },
  )

  app.patch(
    '/v1/groups/:id',
    {
      schema: {
        security: secured,
        params: Params,
        querystring,
        headers: IfMatch,
        body: GroupPatch,
        response: { 200: GroupSheet, ...problems },
      },
    },
    (request, reply) => {
      const { id } = request.params
      return write(request, reply, id, (tx, office) =>
        changeGroup(tx, office, id, request.body, request.headers['if-match']),
      )
    },
  )

  app.post(
    '/v1/groups/:id/members',
    {
      schema: {
        security: secured,
        params: Params,
        querystring,
        body: EnterGroupBody,
        response: { 200: GroupSheet, ...problems },
      },
    },
    (request, reply) => {
      const { id } = request.params
      return write(request, reply, id, (tx, office) => enterGroup(tx, office, id, request.body.member_uuids))
    },
  )

  app.delete(
    '/v1/groups/:id/members/:uuid',
    { schema: { security: secured, params: MemberParams, querystring, response: { 200: GroupSheet, ...problems } } },
    (request, reply) => {
      const { id, uuid } = request.params
      return write(request, reply, id, async (tx, office) => {
        await lockGroup(tx, office, id)
        const left = await leaveGroups(tx, office, [uuid], id)
        if (left.length === 0) throw new Refusal('NOT_FOUND', { field: 'uuid' })
        return left
      })
    },
  )

  app.post(
    '/v1/groups/:id/members/:uuid/move',
    {
      schema: {
        security: secured,
        params: MemberParams,
        querystring,
        body: MoveBody,
        response: { 200: GroupSheet, ...problems },
      },
    },
    (request, reply) => {
      const { id, uuid } = request.params
      return write(request, reply, id, (tx, office) => moveMember(tx, office, uuid, id, request.body.group_id))
    },
  )
}

import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { ListedUser, UsersFileQuery, UsersQuery } from '#contract/identity/user-list.ts'
import { NewUserBody, NewUserReply, UserPatch, UserDetail } from '#contract/identity/user-writes.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { auditDownload, sendCsv } from '#server/tenants/clubs/send-csv.ts'
import { clubWrite, writeAndNotify } from '#server/tenants/clubs/club-write.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { alreadySerialized, problems, secured } from '#server/platform/http/schemas.ts'
import { inviteToClub, removeFromClub } from './club-user-commands.ts'
import { closeUser, addUser } from './client-user-commands.ts'
import { withdrawEmailChange } from './email-change.ts'
import { userAdminContextOf } from './user-admin-context.ts'
import { listUsers, toUserCsv, usersForFile } from './user-list.ts'
import { changeUser, lockUser, readUser } from './user-detail.ts'

const Params = Type.Object({ uuid: Uuid })
const notFound = () => new Refusal('NOT_FOUND', { field: 'uuid' })

/** User administration: administrators manage the users of their club, authors those of the client. */
export function userListRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps)
  addAndRemoveRoutes(app, deps)
  detailRoutes(app, deps)
}

function listRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/users',
    {
      config: { action: 'users.read', mayReadReplica: true },
      schema: {
        security: secured,
        querystring: UsersQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(ListedUser)), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { json, total } = await deps.read(session, async (tx) =>
        listUsers(tx, await userAdminContextOf(tx, session, deps.now()), request.query),
      )
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/users/file',
    {
      config: { action: 'users.read' },
      schema: {
        security: secured,
        querystring: UsersFileQuery,
        response: { 200: Type.Unsafe<unknown>(Type.String({ description: 'CSV' })), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { today, rows } = await deps.auditedWrite(session, async (tx) => {
        const context = await userAdminContextOf(tx, session, deps.now())
        const users = await usersForFile(tx, context, request.query)
        await auditDownload(tx, context, 'users', users.length, request.query)
        return { today: context.today, rows: users }
      })
      return sendCsv(reply, 'users', today, toUserCsv(rows))
    },
  )
}

function addAndRemoveRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/users',
    {
      config: { action: 'users.manage' },
      schema: {
        security: secured,
        querystring: Type.Object({}, strict),
        body: NewUserBody,
        response: { 201: NewUserReply, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(201)
      return session.right.on === 'client'
        ? deps.writeOnce(session, request, reply, async (tx) =>
            addUser(tx, await userAdminContextOf(tx, session, deps.now()), request.body),
          )
        : clubWrite(deps, session, request, reply, async (tx, context) => {
            // Nothing has changed for the devices, because no change list has users.
            return { answer: await inviteToClub(tx, context, request.body), changed: [] }
          })
    },
  )

  app.delete(
    '/v1/users/:uuid',
    {
      config: { action: 'users.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      const { uuid } = request.params
      if (session.right.on === 'client') {
        const endedFamilies: string[] = []
        await writeAndNotify(deps, session, request, reply, async (tx) => {
          const context = await userAdminContextOf(tx, session, deps.now())
          const { changed, ended } = await closeUser(tx, context, uuid)
          endedFamilies.push(...ended)
          return { answer: null, changed }
        })
        // This process forgets the sessions at once; a database notification tells the other processes.
        deps.tokens.forget(endedFamilies)
        return null
      }
      return clubWrite(deps, session, request, reply, async (tx, context) => {
        return { answer: null, changed: await removeFromClub(tx, context, uuid) }
      })
    },
  )
}

function detailRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/users/:uuid',
    {
      config: { action: 'users.read' },
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        response: { 200: UserDetail, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const user = await deps.read(session, async (tx) =>
        readUser(tx, await userAdminContextOf(tx, session, deps.now()), request.params.uuid),
      )
      if (!user) throw notFound()
      reply.header('etag', `"${user.revision}"`)
      return user
    },
  )

  app.delete(
    '/v1/users/:uuid/pending-email',
    {
      config: { action: 'users.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const context = await userAdminContextOf(tx, session, deps.now())
        await withdrawEmailChange(tx, context, await lockUser(tx, context, request.params.uuid))
        return null
      })
    },
  )

  app.patch(
    '/v1/users/:uuid',
    {
      config: { action: 'users.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: Type.Object({}, strict),
        headers: Type.Partial(IfMatch),
        body: UserPatch,
        response: { 200: UserDetail, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const endedFamilies: string[] = []
      const user = await writeAndNotify(deps, session, request, reply, async (tx) => {
        const context = await userAdminContextOf(tx, session, deps.now())
        const { uuid } = request.params
        const { changed, ended } = await changeUser(tx, context, uuid, request.body, request.headers['if-match'])
        endedFamilies.push(...ended)
        const answer = await readUser(tx, context, uuid)
        if (!answer) throw notFound()
        return { answer, changed }
      })
      deps.tokens.forget(endedFamilies)
      reply.header('etag', `"${user.revision}"`)
      return user
    },
  )
}

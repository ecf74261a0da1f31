import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { Notice, Notification, NotificationBody, NotificationsQuery } from '#contract/notices/notifications.ts'
import { CLUBS_LIMIT } from '#server/tenants/clubs/body-limit.ts'
import { clubToday } from '#server/tenants/clubs/queries.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { changeNotification, createNotification, markDeleted } from './commands.ts'
import { listNotifications, noticesOf, readNotification } from './queries.ts'

const Params = Type.Object({ id: Uuid })
const querystring = Type.Object({}, strict)

/**
 * Notifications [3.19]: authors write them for all or some clubs, and the coaches and administrators of these clubs
 * read them.
 */
export function notificationRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/notifications',
    {
      config: { action: 'notifications.manage' },
      schema: {
        security: secured,
        querystring: NotificationsQuery,
        response: { 200: Type.Array(Notification), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { rows, total } = await deps.read(session, (tx) => listNotifications(tx, request.query, deps.now()))
      reply.header('x-total-count', total)
      return rows
    },
  )

  app.get(
    '/v1/notifications/:id',
    {
      config: { action: 'notifications.manage' },
      schema: { security: secured, params: Params, querystring, response: { 200: Notification, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const notification = await deps.read(session, (tx) => readNotification(tx, request.params.id))
      if (!notification) throw new Refusal('NOT_FOUND', { field: 'id' })
      return notification
    },
  )

  app.get(
    '/v1/me/notifications',
    {
      config: { action: 'notifications.read' },
      schema: { security: secured, querystring, response: { 200: Type.Array(Notice), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const club = await clubToday(tx, session, deps.now())
        return club === null ? [] : noticesOf(tx, club.clubId, club.today)
      })
    },
  )
  writeRoutes(app, deps)
}

function writeRoutes(app: App, deps: Deps): void {
  const write = createWrite(deps)

  app.post(
    '/v1/notifications',
    {
      config: { action: 'notifications.manage' },
      bodyLimit: CLUBS_LIMIT,
      schema: { security: secured, querystring, body: NotificationBody, response: { 201: Notification, ...problems } },
    },
    async (request, reply) => {
      const id = crypto.randomUUID()
      reply.code(201)
      return write(request, reply, id, (tx, by, at) => createNotification(tx, by, id, request.body, at))
    },
  )

  app.patch(
    '/v1/notifications/:id',
    {
      config: { action: 'notifications.manage' },
      bodyLimit: CLUBS_LIMIT,
      schema: {
        security: secured,
        params: Params,
        querystring,
        headers: IfMatch,
        body: NotificationBody,
        response: { 200: Notification, ...problems },
      },
    },
    (request, reply) => {
      const { id } = request.params
      return write(request, reply, id, (tx, by, at) =>
        changeNotification(tx, by, id, request.body, request.headers['if-match'], at),
      )
    },
  )

  app.delete(
    '/v1/notifications/:id',
    {
      config: { action: 'notifications.manage' },
      schema: { security: secured, params: Params, querystring, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return deps.writeOnce(session, request, reply, async (tx) => {
        await markDeleted(tx, session, request.params.id, /* deleted */ true, new Date(deps.now()))
        return null
      })
    },
  )

  app.post(
    '/v1/notifications/:id/undelete',
    {
      config: { action: 'notifications.manage' },
      schema: { security: secured, params: Params, querystring, response: { 200: Notification, ...problems } },
    },
    (request, reply) => {
      const { id } = request.params
      return write(request, reply, id, (tx, by, at) => markDeleted(tx, by, id, /* deleted */ false, at))
    },
  )
}

function createWrite(deps: Deps) {
  /** Runs an author's write and answers the changed notification. */
  async function write(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    work: (tx: Tx, by: Session, at: Date) => Promise<void>,
  ): Promise<Notification> {
    const session = await deps.session(request)
    return deps.writeOnce(session, request, reply, async (tx) => {
      await work(tx, session, new Date(deps.now()))
      const written = await readNotification(tx, id)
      if (!written) throw new Refusal('NOT_FOUND', { field: 'id' })
      return written
    })
  }
  return write
}

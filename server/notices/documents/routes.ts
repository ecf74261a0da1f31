import { Type } from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  DocumentPatch,
  DocumentsQuery,
  DocumentDetail,
  ListedDocument,
  NewDocumentBody,
  ReminderReply,
} from '#contract/notices/documents.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { CLUBS_LIMIT } from '#server/tenants/clubs/body-limit.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { alreadySerialized, problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import {
  changeDocument,
  confirmRead,
  createDocument,
  deleteDocument,
  remindUnread,
  undeleteDocument,
  type Actor,
} from './commands.ts'
import { listDocuments } from './list.ts'
import { readDocument } from './document-detail.ts'

const Params = Type.Object({ id: Uuid })
const querystring = Type.Object({}, strict)

/**
 * Documents [2.42], [3.17], which the API calls files [7.40]: authors manage them, and the administrators of their
 * clubs read and confirm them [6.15].
 */
export function documentRoutes(app: App, deps: Deps): void {
  const calls = callsOf(deps)
  readerRoutes(app, deps, calls)
  authorRoutes(app, deps, calls)
  confirmRoute(app, deps, calls)
}

type Calls = ReturnType<typeof callsOf>

/** The functions that the routes share. */
function callsOf(deps: Deps) {
  const actorOf = ({ clientId, userId }: Session): Actor => ({ clientId, userId, nowMs: deps.now() })

  /** The document; refuses an unknown or deleted one. */
  async function detailOf(tx: Tx, id: string): Promise<DocumentDetail> {
    const detail = await readDocument(tx, id)
    if (!detail) throw new Refusal('NOT_FOUND', { field: 'id' })
    return detail
  }

  /** Runs an author's write and answers the changed document. */
  async function write(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    work: (tx: Tx, by: Actor) => Promise<void>,
  ): Promise<DocumentDetail> {
    const session = await deps.session(request)
    const detail = await deps.writeOnce(session, request, reply, async (tx) => {
      await work(tx, actorOf(session))
      return detailOf(tx, id)
    })
    reply.header('etag', `"${detail.revision}"`)
    return detail
  }
  return { actorOf, detailOf, write }
}

function readerRoutes(app: App, deps: Deps, { detailOf }: Calls): void {
  app.get(
    '/v1/files',
    {
      config: { action: 'documents.read' },
      schema: {
        security: secured,
        querystring: DocumentsQuery,
        response: { 200: Type.Unsafe<string>(Type.Array(ListedDocument)), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { json, total } = await deps.read(session, async (tx) => {
        const context = session.right.on === 'addressed' ? await clubContextOf(tx, session, deps.now()) : null
        // Authors belong to no club, so for them the restriction leaves nothing.
        if (context === null && request.query.restrict_by_club === '1') return { json: '[]', total: 0 }
        return listDocuments(tx, { userId: session.userId, clubId: context?.clubId ?? null }, request.query)
      })
      return reply.header('x-total-count', total).type('application/json; charset=utf-8').send(json)
    },
  )

  app.get(
    '/v1/files/:id',
    {
      config: { action: 'documents.manage' },
      schema: { security: secured, params: Params, querystring, response: { 200: DocumentDetail, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const detail = await deps.read(session, (tx) => detailOf(tx, request.params.id))
      reply.header('etag', `"${detail.revision}"`)
      return detail
    },
  )
}

function authorRoutes(app: App, deps: Deps, { actorOf, write }: Calls): void {
  app.post(
    '/v1/files',
    {
      config: { action: 'documents.manage' },
      bodyLimit: CLUBS_LIMIT,
      schema: { security: secured, querystring, body: NewDocumentBody, response: { 201: DocumentDetail, ...problems } },
    },
    async (request, reply) => {
      const id = crypto.randomUUID()
      reply.code(201)
      return write(request, reply, id, (tx, by) => createDocument(tx, by, id, request.body))
    },
  )

  app.patch(
    '/v1/files/:id',
    {
      config: { action: 'documents.manage' },
      bodyLimit: CLUBS_LIMIT,
      schema: {
        security: secured,
        params: Params,
        querystring,
        headers: IfMatch,
        body: DocumentPatch,
        response: { 200: DocumentDetail, ...problems },
      },
    },
    (request, reply) => {
      const { id } = request.params
      return write(request, reply, id, (tx, by) =>
        changeDocument(tx, by, id, request.body, request.headers['if-match']),
      )
    },
  )

  app.delete(
    '/v1/files/:id',
    {
      config: { action: 'documents.manage' },
      schema: { security: secured, params: Params, querystring, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return deps.writeOnce(session, request, reply, async (tx) => {
        await deleteDocument(tx, actorOf(session), request.params.id)
        return null
      })
    },
  )

  app.post(
    '/v1/files/:id/undelete',
    {
      config: { action: 'documents.manage' },
      schema: { security: secured, params: Params, querystring, response: { 200: DocumentDetail, ...problems } },
    },
    (request, reply) => {
      const { id } = request.params
      return write(request, reply, id, (tx, by) => undeleteDocument(tx, by, id))
    },
  )

  app.post(
    '/v1/files/:id/reminders',
    {
      config: { action: 'documents.manage' },
      schema: { security: secured, params: Params, querystring, response: { 200: ReminderReply, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      return deps.writeOnce(session, request, reply, async (tx) => ({
        reminded: await remindUnread(tx, actorOf(session), request.params.id),
      }))
    },
  )
}

function confirmRoute(app: App, deps: Deps, { actorOf }: Calls): void {
  app.post(
    '/v1/files/:id/read',
    {
      config: { action: 'documents.confirm' },
      schema: {
        security: secured,
        params: Params,
        querystring,
        // the version of the document that was read
        headers: Type.Partial(IfMatch),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const { clubId } = await clubContextOf(tx, session, deps.now())
        await confirmRead(tx, actorOf(session), clubId, request.params.id, request.headers['if-match'])
        return null
      })
    },
  )
}

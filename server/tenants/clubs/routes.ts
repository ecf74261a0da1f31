import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Club, ClubPatch, ClubSettings, ClubsQuery, NewClubBody } from '#contract/tenants/clubs.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clientContextOf, type ClientContext } from './client-context.ts'
import { deleteClub } from './delete-club.ts'
import { clubContextOf } from './club-context.ts'
import { listClubs } from './queries.ts'
import { changeSettings, addClub, readSettings } from './settings.ts'

const Params = Type.Object({ id: Uuid })
const querystring = Type.Object({}, strict)
/** Fields of a club that a course provider owns, where there is one. */
const PROVIDER_FIELDS = ['name', 'ngo_id'] as const
/** Fields of a club that only the client's authors may change. */
const AUTHOR_FIELDS = [...PROVIDER_FIELDS, 'org_portal'] as const

/** The refusal of a change that must be made at the course provider. */
const providerOwns = (field: string) => new Refusal('PROVIDER_OWNS', { field })

/** Clubs and their settings, for administrators and authors. */
export function clubRoutes(app: App, deps: Deps): void {
  const { contextOfClub, writeClub } = sharedCalls(deps)

  app.get(
    '/v1/clubs',
    {
      config: { action: 'clubs.list', mayReadReplica: true },
      schema: { security: secured, querystring: ClubsQuery, response: { 200: Type.Array(Club), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { clubs, total } = await deps.read(session, (tx) =>
        listClubs(tx, session.right.on === 'client' ? null : session.userId, request.query, deps.now()),
      )
      reply.header('x-total-count', total)
      return clubs
    },
  )

  app.get(
    '/v1/clubs/:id',
    {
      config: { action: 'clubs.change' },
      schema: { security: secured, params: Params, querystring, response: { 200: ClubSettings, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id } = request.params
      const settings = await deps.read(session, async (tx) => {
        await contextOfClub(tx, session, id)
        return readSettings(tx, id)
      })
      reply.header('etag', `"${settings.revision}"`)
      return settings
    },
  )

  app.post(
    '/v1/clubs',
    {
      config: { action: 'clubs.create' },
      schema: { security: secured, querystring, body: NewClubBody, response: { 201: ClubSettings, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const id = crypto.randomUUID()
      reply.code(201)
      return writeClub(session, request, reply, id, async (tx) => {
        const context = await clientContextOf(tx, session)
        if (!context.ownsRecords) throw providerOwns('name')
        await addClub(tx, context, id, request.body)
      })
    },
  )

  app.patch(
    '/v1/clubs/:id',
    {
      config: { action: 'clubs.change' },
      schema: {
        security: secured,
        params: Params,
        querystring,
        headers: IfMatch,
        body: ClubPatch,
        response: { 200: ClubSettings, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id } = request.params
      return writeClub(session, request, reply, id, async (tx) => {
        const context = await contextOfClub(tx, session, id)
        const [forbidden] = forbiddenFields(session, context).filter((field) => field in request.body)
        if (forbidden !== undefined && !context.ownsRecords) throw providerOwns(forbidden)
        if (forbidden !== undefined) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field: forbidden })
        await changeSettings(tx, context, id, request.body, request.headers['if-match'])
      })
    },
  )

  app.delete(
    '/v1/clubs/:id',
    {
      config: { action: 'clubs.create' },
      schema: { security: secured, params: Params, querystring, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const endedFamilies: string[] = []
      reply.code(204)
      const answer = await deps.writeOnce(session, request, reply, async (tx) => {
        const context = await clientContextOf(tx, session)
        if (!context.ownsRecords) throw providerOwns('id')
        endedFamilies.push(...(await deleteClub(tx, context, request.params.id, deps.now())))
        return null
      })
      deps.tokens.forget(endedFamilies)
      return answer
    },
  )
}

/**
 * The fields that this user may not change: administrators none of the authors', and authors none of the provider's.
 */
function forbiddenFields(session: Session, { ownsRecords }: ClientContext): readonly (keyof ClubPatch)[] {
  if (session.right.on !== 'client') return AUTHOR_FIELDS
  return ownsRecords ? [] : PROVIDER_FIELDS
}

/** The functions that the routes share. */
function sharedCalls(deps: Deps) {
  /**
   * An author may open any club, an administrator only the club of the session; another club is answered as not found.
   */
  async function contextOfClub(tx: Tx, session: Session, id: string): Promise<ClientContext> {
    if (session.right.on === 'client') return clientContextOf(tx, session)
    const context = await clubContextOf(tx, session, deps.now())
    if (context.clubId !== id) throw new Refusal('NOT_FOUND', { field: 'id' })
    return context
  }
  /** Runs a write and answers the changed club. */
  async function writeClub(
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    work: (tx: Tx) => Promise<void>,
  ): Promise<ClubSettings> {
    const settings = await deps.writeOnce(session, request, reply, async (tx) => {
      await work(tx)
      return readSettings(tx, id)
    })
    reply.header('etag', `"${settings.revision}"`)
    return settings
  }
  return { contextOfClub, writeClub }
}

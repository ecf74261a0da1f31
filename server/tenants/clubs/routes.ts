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
import { changeSettings, enterClub, readSettings } from './settings.ts'

const Params = Type.Object({ id: Uuid })
const querystring = Type.Object({}, strict)
/** What only the client says of a club; a course provider says the first two. */
const IDENTITY = ['name', 'ngo_id', 'org_portal'] as const

function refuseField(field: string): never {
  throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS', { field })
}

function refuseProvidersField(field: string): never {
  throw new Refusal('PROVIDER_OWNS', { field })
}

export function clubRoutes(app: App, deps: Deps): void {
  const { mine, write } = callsOf(deps)

  app.get(
    '/v1/clubs',
    { schema: { security: secured, querystring: ClubsQuery, response: { 200: Type.Array(Club), ...problems } } },
    async (request, reply) => {
      const session = await deps.session(request)
      const { clubs, total } = await deps.read(session, (tx) =>
        listClubs(tx, session.type === 'ngo' ? null : session.userId, request.query, deps.now()),
      )
      reply.header('x-total-count', total)
      return clubs
    },
  )

  app.get(
    '/v1/clubs/:id',
    { schema: { security: secured, params: Params, querystring, response: { 200: ClubSettings, ...problems } } },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id } = request.params
      const settings = await deps.read(session, async (tx) => {
        await mine(tx, session, id)
        return readSettings(tx, id)
      })
      reply.header('etag', `"${settings.revision}"`)
      return settings
    },
  )

  app.post(
    '/v1/clubs',
    { schema: { security: secured, querystring, body: NewClubBody, response: { 201: ClubSettings, ...problems } } },
    async (request, reply) => {
      const session = await deps.session(request)
      const id = crypto.randomUUID()
      reply.code(201)
      return write(session, request, reply, id, async (tx) => {
        const context = await clientContextOf(tx, session, '/clubs')
        if (!context.ownsRecords) refuseProvidersField('name')
        await enterClub(tx, context, id, request.body)
      })
    },
  )

  app.patch(
    '/v1/clubs/:id',
    {
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
      return write(session, request, reply, id, async (tx) => {
        const by = await mine(tx, session, id)
        const said = IDENTITY.filter((field) => field in request.body)
        const shut = session.type === 'ngo' && by.ownsRecords ? [] : said
        const [field] = session.type === 'ngo' ? shut.filter((one) => one !== 'org_portal') : shut
        if (field !== undefined) (by.ownsRecords ? refuseField : refuseProvidersField)(field)
        await changeSettings(tx, by, id, request.body, request.headers['if-match'])
      })
    },
  )

  app.delete(
    '/v1/clubs/:id',
    { schema: { security: secured, params: Params, querystring, response: { 204: Type.Null(), ...problems } } },
    async (request, reply) => {
      const session = await deps.session(request)
      const over: string[] = []
      reply.code(204)
      const answer = await deps.writeOnce(session, request, reply, async (tx) => {
        const context = await clientContextOf(tx, session, '/clubs')
        if (!context.ownsRecords) refuseProvidersField('id')
        over.push(...(await deleteClub(tx, context, request.params.id, deps.now())))
        return null
      })
      deps.tokens.forget(over)
      return answer
    },
  )
}

function callsOf(deps: Deps) {
  /** Any club for those who run the scheme; for an administrator that of the session, and any other one is not there. */
  async function mine(tx: Tx, session: Session, id: string): Promise<ClientContext> {
    if (session.type === 'ngo') return clientContextOf(tx, session, '/clubs')
    const context = await clubContextOf(tx, session, deps.now())
    if (context.clubId !== id) throw new Refusal('NOT_FOUND', { field: 'id' })
    return context
  }
  /** Answers the club as it is afterwards. */
  async function write(
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
  return { mine, write }
}

import { Type } from 'typebox'
import { DateText, strict, Uuid } from '#contract/platform/fields.ts'
import { IfMatch } from '#contract/platform/lists.ts'
import { Calendar, CalendarQuery, DatedSession, SessionBody, Term, TermBody } from '#contract/scheduling/sessions.ts'
import { clubWrite, writeAndNotify } from '#server/tenants/clubs/club-write.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { readCalendar } from './calendar.ts'
import { changeSession, readSession } from './dated-sessions.ts'
import { releaseCover, coverSession } from './cover-session.ts'
import { changeTerm, enterTerm, readTerms, removeTerm, withRevision } from './terms.ts'

const querystring = Type.Object({}, strict)
const TermParams = Type.Object({ id: Uuid })
const SessionParams = Type.Object({ id: Uuid, date: DateText })

/** Dated sessions of the club that an administrator works in, and the terms and holidays that they follow. */
export function sessionRoutes(app: App, deps: Deps): void {
  datedRoutes(app, deps)
  termRoutes(app, deps)
}

function datedRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/calendar',
    {
      config: { action: 'calendar.read' },
      schema: { security: secured, querystring: CalendarQuery, response: { 200: Calendar, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) =>
        readCalendar(tx, await clubContextOf(tx, session, deps.now()), request.query),
      )
    },
  )

  app.get(
    '/v1/groups/:id/sessions/:date',
    {
      config: { action: 'sessions.manage' },
      schema: { security: secured, params: SessionParams, querystring, response: { 200: DatedSession, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const { id, date } = request.params
      return deps.read(session, async (tx) => readSession(tx, await clubContextOf(tx, session, deps.now()), id, date))
    },
  )

  app.put(
    '/v1/groups/:id/sessions/:date',
    {
      config: { action: 'sessions.manage' },
      schema: {
        security: secured,
        params: SessionParams,
        querystring,
        headers: Type.Partial(IfMatch),
        body: SessionBody,
        response: { 200: DatedSession, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id, date } = request.params
      return clubWrite(deps, session, request, reply, async (tx, context) => {
        const changes = await changeSession(tx, context, id, date, request.body, request.headers['if-match'])
        return { answer: await readSession(tx, context, id, date), ...changes }
      })
    },
  )

  const coverRoute = {
    schema: { security: secured, params: SessionParams, querystring, response: { 204: Type.Null(), ...problems } },
  }

  app.put(
    '/v1/groups/:id/sessions/:date/cover',
    { config: { action: 'sessions.cover' }, ...coverRoute },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id, date } = request.params
      reply.code(204)
      return writeAndNotify(deps, session, request, reply, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        return { answer: null, ...(await coverSession(tx, context, id, date)) }
      })
    },
  )

  app.delete(
    '/v1/groups/:id/sessions/:date/cover',
    { config: { action: 'sessions.release-cover' }, ...coverRoute },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id, date } = request.params
      reply.code(204)
      return writeAndNotify(deps, session, request, reply, async (tx) => ({
        answer: null,
        ...(await releaseCover(tx, await clubContextOf(tx, session, deps.now()), id, date)),
      }))
    },
  )
}

/** Routes of terms and holidays. A term names no members, so its writes notify no parents. */
function termRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/terms',
    {
      config: { action: 'sessions.manage' },
      schema: { security: secured, querystring, response: { 200: Type.Array(Term), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) =>
        (await readTerms(tx, await clubContextOf(tx, session, deps.now()))).map(withRevision),
      )
    },
  )

  app.post(
    '/v1/terms',
    {
      config: { action: 'sessions.manage' },
      schema: { security: secured, querystring, body: TermBody, response: { 201: Term, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const id = crypto.randomUUID()
      reply.code(201)
      return clubWrite(deps, session, request, reply, async (tx, context) => ({
        ...(await enterTerm(tx, context, id, request.body)),
        parents: [],
      }))
    },
  )

  app.put(
    '/v1/terms/:id',
    {
      config: { action: 'sessions.manage' },
      schema: {
        security: secured,
        params: TermParams,
        querystring,
        headers: Type.Partial(IfMatch),
        body: TermBody,
        response: { 200: Term, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id } = request.params
      return clubWrite(deps, session, request, reply, async (tx, context) => ({
        ...(await changeTerm(tx, context, id, request.body, request.headers['if-match'])),
        parents: [],
      }))
    },
  )

  app.delete(
    '/v1/terms/:id',
    {
      config: { action: 'sessions.manage' },
      schema: { security: secured, params: TermParams, querystring, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return clubWrite(deps, session, request, reply, async (tx, context) => {
        const changed = await removeTerm(tx, context, request.params.id)
        return { answer: null, changed, parents: [] }
      })
    },
  )
}

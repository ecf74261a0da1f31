import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Slug, strict } from '#contract/platform/fields.ts'
import { RawCurriculum } from '#contract/curriculum/authoring.ts'
import {
  Curriculum,
  CurriculumQuery,
  GradeScale,
  NewSchemeBody,
  Scheme,
  SchemePatch,
  SchemeSection,
  SchemesQuery,
  SchemeStateBody,
} from '#contract/curriculum/schemes.ts'
import { SCALE_KINDS, defaultPassValue } from '#domain/curriculum/grade-scale.ts'
import type { App } from '#server/platform/deps.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { answerUnchanged } from '#server/platform/http/revision.ts'
import { workingCopyRoutes } from '#server/curriculum/working-copy/working-copy-routes.ts'
import { mayAuthor } from './may-author.ts'
import type { Session } from '#server/platform/http/session.ts'
import { alreadySerialized, problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { clubsOf } from '#server/tenants/clubs/queries.ts'
import { authoringRoutes } from './authoring-routes.ts'
import { readRaw } from './raw-curriculum.ts'
import { schemeFileRoutes } from '../transfer/file-routes.ts'
import { settingsRoutes } from '../settings/settings-routes.ts'
import { videoRoutes } from '../videos/video-routes.ts'
import { Trees } from './trees.ts'
import { withFacts } from './facts.ts'
import { createScheme, freeSlug, patchScheme, setSchemeDeleted } from './commands.ts'
import { setSchemeState } from './set-state.ts'
import { requireScheme, listSchemes, readGrades, readSections, schemesOfClubs } from './queries.ts'

/** The sections that a new scheme begins with [3.13]. */
const firstSections = [
  { id: 1, name: { en: 'Description', cy: 'Disgrifiad' }, type: 'text', ordering: 1 },
  { id: 2, name: { en: 'Safety', cy: 'Diogelwch' }, type: 'warning', ordering: 2 },
]
const SlugParams = Type.Object({ slug: Slug })

/** The routes of schemes: the list, one scheme for readers and authors, and creating, renaming and deleting schemes. */
export function schemeRoutes(app: App, deps: SchemeDeps): void {
  const trees = new Trees()
  authoringRoutes(app, deps, trees)
  workingCopyRoutes(app, deps, trees)
  settingsRoutes(app, deps, trees)
  schemeFileRoutes(app, deps, trees)
  videoRoutes(app, deps)
  readRoutes(app, deps, trees)
  writeRoutes(app, deps)
  detailRoutes(app, deps)
}

function readRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  app.get(
    '/v1/schemes',
    {
      config: { action: 'schemes.read' },
      schema: { security: secured, querystring: SchemesQuery, response: { 200: Type.Array(Scheme), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const { published, scheme_sessions_only, include_deleted, with_facts } = request.query
      return deps.read(session, async (tx) => {
        const clubs =
          scheme_sessions_only === '1' ? await clubsOf(tx, session.userId, { logos: false, languages: false }) : null
        const clubIds = clubs?.map((club) => club.id)
        const slugs = clubIds ? await schemesOfClubs(tx, clubIds) : null
        const schemes = await listSchemes(tx, languageOf(session.language), {
          published: published === undefined ? null : published === '1',
          slugs,
          deleted: include_deleted === '1' && mayAuthor(session),
        })
        if (with_facts !== '1' || !mayAuthor(session)) return schemes
        return withFacts(tx, schemes)
      })
    },
  )

  app.get(
    '/v1/curriculum/:slug',
    {
      config: { action: 'schemes.read' },
      schema: {
        security: secured,
        params: SlugParams,
        querystring: CurriculumQuery,
        response: { 200: Type.Unsafe<string>(Type.Union([Curriculum, RawCurriculum])), 304: Type.Null(), ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      if (request.query.raw === '1') {
        if (!mayAuthor(session)) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
        const raw = await deps.read(session, (tx) => readRaw(tx, trees, session, request.params.slug))
        return raw.send(reply)
      }
      const document = await deps.read(session, (tx) =>
        deps.curricula.document(
          tx,
          session.clientId,
          request.params.slug,
          languageOf(session.language),
          session.features,
          session.type === 'parent' ? 'parent' : 'staff',
        ),
      )
      if (!document) throw new Refusal('NOT_FOUND', { field: 'slug' })
      reply.headers({ etag: document.etag, 'cache-control': 'private, no-cache', vary: 'authorization' })
      if (request.headers['if-none-match'] === document.etag) return answerUnchanged(reply)
      return document.body.send(reply)
    },
  )
}

function writeRoutes(app: App, deps: SchemeDeps): void {
  /** One scheme in the shape of the list, deleted or not. */
  const readListed = async (tx: Tx, session: Session, slug: string) => {
    const filter = { published: null, slugs: [slug], deleted: true }
    const [scheme] = await listSchemes(tx, languageOf(session.language), filter)
    if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
    return scheme
  }
  const noQuery = Type.Object({}, strict)
  const schemeSchema = {
    security: secured,
    params: SlugParams,
    querystring: noQuery,
    response: { 200: Scheme, ...problems },
  }

  app.post(
    '/v1/schemes',
    {
      config: { action: 'schemes.add' },
      schema: { security: secured, querystring: noQuery, body: NewSchemeBody, response: { 201: Scheme, ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const name = request.body.name.trim()
      reply.code(201)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const slug = await freeSlug(tx, name)
        await createScheme(tx, session.clientId, session.userId, {
          id: crypto.randomUUID(),
          slug,
          name: { [languageOf(session.language)]: name },
          languages: request.body.languages,
          grades: SCALE_KINDS.map((grade) => ({ grade, pass: defaultPassValue(grade) })),
          sections: firstSections,
          videos: [],
          nodes: [],
        })
        return readListed(tx, session, slug)
      })
    },
  )

  app.patch(
    '/v1/schemes/:slug',
    { config: { action: 'schemes.author' }, schema: { ...schemeSchema, body: SchemePatch } },
    async (request, reply) => {
      const session = await deps.session(request)
      const { slug } = request.params
      const { name, languages, languages_from: seen } = request.body
      return deps.writeOnce(session, request, reply, async (tx) => {
        const patch = {
          ...(name === undefined ? {} : { name: { language: languageOf(session.language), text: name.trim() } }),
          ...(languages === undefined ? {} : { languages: { now: languages, seen } }),
        }
        if (!(await patchScheme(tx, session.userId, slug, patch))) throw new Refusal('NOT_FOUND', { field: 'slug' })
        return readListed(tx, session, slug)
      })
    },
  )

  app.put(
    '/v1/schemes/:slug/state',
    { config: { action: 'schemes.release' }, schema: { ...schemeSchema, body: SchemeStateBody } },
    async (request, reply) => {
      const session = await deps.session(request)
      const { slug } = request.params
      return deps.writeOnce(session, request, reply, async (tx) => {
        await setSchemeState(tx, { userId: session.userId, nowMs: deps.now() }, slug, request.body)
        return readListed(tx, session, slug)
      })
    },
  )

  const setDeleted = async (request: FastifyRequest, reply: FastifyReply, slug: string, deleted: boolean) => {
    const session = await deps.session(request)
    return deps.writeOnce(session, request, reply, async (tx) => {
      if (!(await setSchemeDeleted(tx, { userId: session.userId, nowMs: deps.now() }, slug, deleted)))
        throw new Refusal('NOT_FOUND', { field: 'slug' })
      return readListed(tx, session, slug)
    })
  }
  app.delete(
    '/v1/schemes/:slug',
    { config: { action: 'schemes.author' }, schema: schemeSchema },
    async (request, reply) => setDeleted(request, reply, request.params.slug, true),
  )
  app.post(
    '/v1/schemes/:slug/undelete',
    { config: { action: 'schemes.author' }, schema: schemeSchema },
    async (request, reply) => setDeleted(request, reply, request.params.slug, false),
  )
}

/** The grade scales and sections of a scheme. */
function detailRoutes(app: App, deps: SchemeDeps): void {
  /** Makes a function that finds a scheme and reads something of it. */
  const readerOf =
    <T>(read: (tx: Tx, schemeId: string, language: string) => Promise<T>) =>
    async (session: Session, slug: string): Promise<T> =>
      deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, slug)
        return read(tx, scheme.id, languageOf(session.language))
      })
  const [gradesOf, sectionsOf] = [readerOf(readGrades), readerOf(readSections)]
  const schema = { security: secured, params: SlugParams }
  app.get(
    '/v1/schemes/:slug/grades',
    {
      config: { action: 'schemes.read' },
      schema: { ...schema, response: { 200: Type.Array(GradeScale), ...problems } },
    },
    async (request) => gradesOf(await deps.session(request), request.params.slug),
  )
  app.get(
    '/v1/schemes/:slug/sections',
    {
      config: { action: 'schemes.read' },
      schema: { ...schema, response: { 200: Type.Array(SchemeSection), ...problems } },
    },
    async (request) => sectionsOf(await deps.session(request), request.params.slug),
  )
}

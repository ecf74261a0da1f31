import { Type } from 'typebox'
import { Flag, Slug, strict } from '#contract/fields.ts'
import { Curriculum, GradeScale, Scheme, SchemePatch, SchemeSection, Video } from '#contract/schemes.ts'
import type { App, Parts } from '#server/parts.ts'
import type { Tx } from '#server/tenancy.ts'
import { Refusal } from '#server/http/errors.ts'
import { asBuilt, problems, secured, wordsOf } from '#server/http/schemas.ts'
import { clubsOf } from '#server/clubs/queries.ts'
import { renameScheme } from './commands.ts'
import { findScheme, listSchemes, readGrades, readSections, readVideos, schemesOfClubs } from './queries.ts'

const SchemesQuery = Type.Object({ published: Type.Optional(Flag), scheme_sessions_only: Type.Optional(Flag) }, strict)
const SlugParams = Type.Object({ slug: Slug })

export function schemeRoutes(app: App, parts: Parts): void {
  app.get(
    '/v1/schemes',
    { schema: { security: secured, querystring: SchemesQuery, response: { 200: Type.Array(Scheme), ...problems } } },
    async (request) => {
      const session = await parts.session(request)
      const { published, scheme_sessions_only } = request.query
      return parts.read(session, async (tx) => {
        const clubs =
          scheme_sessions_only === '1' ? await clubsOf(tx, session.userId, { logos: false, languages: false }) : null
        const slugs = clubs
          ? await schemesOfClubs(
              tx,
              clubs.map((club) => club.id),
            )
          : null
        return listSchemes(tx, wordsOf(session.language), {
          published: published === undefined ? null : published === '1',
          slugs,
        })
      })
    },
  )

  app.get(
    '/v1/curriculum/:slug',
    {
      schema: {
        security: secured,
        params: SlugParams,
        querystring: Type.Object({}, strict),
        response: { 200: Type.Unsafe<string>(Curriculum), 304: Type.Null(), ...problems },
      },
      serializerCompiler: asBuilt,
    },
    async (request, reply) => {
      const session = await parts.session(request)
      const found = await parts.read(session, (tx) =>
        parts.curricula.document(
          tx,
          session.clientId,
          request.params.slug,
          wordsOf(session.language),
          session.features,
        ),
      )
      if (!found) throw new Refusal('NOT_FOUND', { field: 'slug' })
      reply.headers({ etag: found.etag, 'cache-control': 'private, no-cache', vary: 'authorization' })
      if (request.headers['if-none-match'] === found.etag) return reply.code(304).send(null)
      return reply.type('application/json; charset=utf-8').send(found.json)
    },
  )

  app.patch(
    '/v1/schemes/:slug',
    {
      schema: {
        security: secured,
        params: SlugParams,
        querystring: Type.Object({}, strict),
        body: SchemePatch,
        response: { 200: Scheme, ...problems },
      },
    },
    async (request, reply) => {
      const session = await parts.session(request)
      if (session.type !== 'ngo') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
      const { slug } = request.params
      const language = wordsOf(session.language)
      return parts.write(session, request, reply, async (tx) => {
        const named = { language, name: request.body.name.trim() }
        if (!(await renameScheme(tx, session.clientId, session.userId, slug, named)))
          throw new Refusal('NOT_FOUND', { field: 'slug' })
        const [scheme] = await listSchemes(tx, language, { published: null, slugs: [slug] })
        if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
        return scheme
      })
    },
  )

  const extra =
    <T>(read: (tx: Tx, schemeId: string, language: string) => Promise<T>) =>
    async (session: Awaited<ReturnType<Parts['session']>>, slug: string): Promise<T> =>
      parts.read(session, async (tx) => {
        const scheme = await findScheme(tx, slug)
        if (!scheme) throw new Refusal('NOT_FOUND', { field: 'slug' })
        return read(tx, scheme.id, wordsOf(session.language))
      })
  const [grades, sections, videos] = [extra(readGrades), extra(readSections), extra(readVideos)]
  const schema = { security: secured, params: SlugParams }
  app.get(
    '/v1/schemes/:slug/grades',
    { schema: { ...schema, response: { 200: Type.Array(GradeScale), ...problems } } },
    async (request) => grades(await parts.session(request), request.params.slug),
  )
  app.get(
    '/v1/schemes/:slug/sections',
    { schema: { ...schema, response: { 200: Type.Array(SchemeSection), ...problems } } },
    async (request) => sections(await parts.session(request), request.params.slug),
  )
  app.get(
    '/v1/schemes/:slug/videos',
    { schema: { ...schema, response: { 200: Type.Array(Video), ...problems } } },
    async (request) => videos(await parts.session(request), request.params.slug),
  )
}

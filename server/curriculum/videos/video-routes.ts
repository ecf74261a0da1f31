import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Count, Slug, strict } from '#contract/platform/fields.ts'
import { DirectVideo, Video, VideoBody, VideoChanges, VideoQuery, VideosQuery } from '#contract/curriculum/schemes.ts'
import { mayShowContent } from '#domain/curriculum/permissions.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { mayAuthor } from '../schemes/may-author.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { findScheme, requireScheme, readShownVideos, readVideos } from '../schemes/queries.ts'
import { lockScheme, type LockedScheme } from '../schemes/save-edits.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { addVideo, changeVideo, deleteVideo, fileOfVideo, readVideosWithUses, WATCH_SECONDS } from './videos.ts'

/** The videos of a scheme: reading, adding, changing and deleting them. */
export function videoRoutes(app: App, deps: Deps): void {
  readRoutes(app, deps)
  writeRoutes(app, deps)
}

function readRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/schemes/:slug/videos',
    {
      config: { action: 'schemes.watch-videos' },
      schema: {
        security: secured,
        params: Type.Object({ slug: Slug }),
        querystring: VideosQuery,
        response: { 200: Type.Array(Video), ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      const withUses = request.query.with_uses === '1'
      if (withUses && !mayAuthor(session)) throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
      return deps.read(session, async (tx) => {
        const scheme = await requireScheme(tx, request.params.slug)
        if (!mayShowContent('video', session.features)) return []
        if (withUses) return readVideosWithUses(tx, scheme.id, languageOf(session.language))
        return mayAuthor(session) ? readVideos(tx, scheme.id) : readShownVideos(tx, scheme.id)
      })
    },
  )

  app.get(
    '/v1/schemes/:slug/videos/:id',
    {
      config: { action: 'schemes.watch-videos' },
      schema: {
        security: secured,
        params: Type.Object({ slug: Slug, id: Count }),
        querystring: VideoQuery,
        response: { 200: Type.Union([DirectVideo, Video]), ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      const { slug, id } = request.params
      const video = await deps.read(session, async (tx) => {
        const scheme = await findScheme(tx, slug)
        if (!scheme || !mayShowContent('video', session.features)) return undefined
        const videos = mayAuthor(session) ? await readVideos(tx, scheme.id) : await readShownVideos(tx, scheme.id)
        return videos.find((candidate) => candidate.id === id)
      })
      if (!video) throw new Refusal('NOT_FOUND', { field: 'id' })
      if (request.query.direct !== '1') return video
      const file = fileOfVideo(video)
      if (file === null) return { id, direct_url: video.url }
      const token = await deps.tokens.sign(session, 'file', file, /* token id */ crypto.randomUUID(), WATCH_SECONDS)
      const query = new URLSearchParams({ id: file, token })
      return { id, direct_url: `/v1/files/direct?${query.toString()}` }
    },
  )
}

function writeRoutes(app: App, deps: Deps): void {
  const authorSession = async (request: FastifyRequest): Promise<Session> => {
    const session = await deps.session(request)
    if (!mayShowContent('video', session.features))
      throw new Refusal('EDIT_REFUSED', { detail: 'CONTENT_NOT_ALLOWED', field: 'video', ids: [] })
    return session
  }
  const lockOwnScheme = async (tx: Tx, slug: string): Promise<LockedScheme> => {
    const scheme = await lockScheme(tx, slug)
    if (scheme.foreign) throw new Refusal('EDIT_REFUSED', { detail: 'NOT_OWNER', field: 'slug', ids: [] })
    return scheme
  }

  app.post(
    '/v1/schemes/:slug/videos',
    {
      config: { action: 'schemes.author' },
      schema: {
        security: secured,
        params: Type.Object({ slug: Slug }),
        querystring: Type.Object({}, strict),
        body: VideoBody,
        response: { 201: Video, ...problems },
      },
    },
    async (request, reply) => {
      const session = await authorSession(request)
      reply.code(201)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const scheme = await lockOwnScheme(tx, request.params.slug)
        return addVideo(tx, session.userId, scheme.id, request.body)
      })
    },
  )

  app.patch(
    '/v1/schemes/:slug/videos/:id',
    {
      config: { action: 'schemes.author' },
      schema: {
        security: secured,
        params: Type.Object({ slug: Slug, id: Count }),
        querystring: Type.Object({}, strict),
        body: VideoChanges,
        response: { 200: Video, ...problems },
      },
    },
    async (request, reply) => {
      const session = await authorSession(request)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const scheme = await lockOwnScheme(tx, request.params.slug)
        const video = { schemeId: scheme.id, id: request.params.id }
        return changeVideo(tx, session.userId, video, request.body)
      })
    },
  )

  app.delete(
    '/v1/schemes/:slug/videos/:id',
    {
      config: { action: 'schemes.author' },
      schema: {
        security: secured,
        params: Type.Object({ slug: Slug, id: Count }),
        querystring: Type.Object({}, strict),
        response: { 200: Type.Array(Video), ...problems },
      },
    },
    async (request, reply) => {
      const session = await authorSession(request)
      return deps.writeOnce(session, request, reply, async (tx) => {
        const scheme = await lockOwnScheme(tx, request.params.slug)
        await deleteVideo(tx, session.userId, scheme.id, request.params.id)
        return readVideosWithUses(tx, scheme.id, languageOf(session.language))
      })
    },
  )
}

import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import {
  DirectQuery,
  DirectUrl,
  FileQuery,
  FileUse,
  LogoContrast,
  PurposeName,
  StoredFile,
} from '#contract/platform/files.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import { logoContrasts } from '#server/tenants/clients/logo-contrasts.ts'
import { readLook } from '#server/tenants/clients/look.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { Bytes, problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readableFile } from './may-read.ts'
import { readFileRow } from '#server/platform/files/file-row.ts'
import { sendFile } from '#server/platform/files/send.ts'
import { storeFile } from '#server/platform/files/store-file.ts'
import { readUses } from '#server/platform/files/uses.ts'
import { WATCH_SECONDS } from '#server/curriculum/videos/videos.ts'

const querystring = Type.Object({}, strict)
/** The replies: the file, the requested range of it, or 304 when the copy in the browser is current. */
const fileAnswers = { 200: Bytes, 206: Bytes, 304: Type.Null() }
const notFound = () => new Refusal('NOT_FOUND', { field: 'id' })
/** How long the direct address of a file that is not a video is valid: enough to open it. */
const DIRECT_SECONDS = 600

/**
 * Refuses users who may not upload files of a purpose [R10.6]: authors may upload all files, a club's administrators
 * only the club's logo.
 */
async function refuseUnlessMayUpload(tx: Tx, session: Session, purpose: Purpose, nowMs: number): Promise<void> {
  if (session.right.on === 'client') return
  if (purpose !== 'club-logo') throw new Refusal('AUTH_USER_INSUFFICIENT_PERMISSIONS')
  await clubContextOf(tx, session, nowMs)
}

/** Uploading files, reading them, and where they are used. */
export async function fileRoutes(app: App, deps: Deps): Promise<void> {
  await app.register(multipart)

  app.post(
    '/v1/uploads/:purpose',
    {
      config: { action: 'files.upload' },
      schema: {
        security: secured,
        params: Type.Object({ purpose: PurposeName }),
        querystring,
        consumes: ['multipart/form-data'],
        response: { 201: StoredFile, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { purpose } = request.params
      await deps.read(session, (tx) => refuseUnlessMayUpload(tx, session, purpose, deps.now()))
      reply.code(201)
      return storeFile(deps, session, request, reply, purpose)
    },
  )

  app.get(
    '/v1/files/file',
    {
      config: { action: 'files.read' },
      schema: {
        security: secured,
        querystring: FileQuery,
        response: { ...fileAnswers, 200: Type.Union([DirectUrl, Bytes]), ...problems },
      },
      // compression would change the bytes that a range request counts
      compress: false,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id, width, direct } = request.query
      const file = await deps.read(session, (tx) => readableFile(tx, session, id, deps.now()))
      if (!file) throw notFound()
      if (direct !== '1')
        return sendFile(deps.files, request, reply, session.clientId, file, width === undefined ? null : Number(width))
      const seconds = file.purpose === 'curriculum-video' ? WATCH_SECONDS : DIRECT_SECONDS
      const token = await deps.tokens.sign(session, 'file', id, crypto.randomUUID(), seconds)
      const query = new URLSearchParams({ id, token })
      const answer: DirectUrl = { id, direct_url: `/v1/files/direct?${query.toString()}` }
      return answer
    },
  )

  // the token proves that a user who may read the file requested this address
  app.get(
    '/v1/files/direct',
    {
      config: { action: 'files.open-link' },
      schema: { querystring: DirectQuery, response: { ...fileAnswers, ...problems } },
      compress: false,
    },
    async (request, reply) => {
      const tenant = await deps.tenant(request)
      const { id, token } = request.query
      const { sub } = await deps.tokens.check(tenant, 'file', token)
      const file = sub === id ? await deps.read(tenant, (tx) => readFileRow(tx, id)) : null
      if (!file) throw notFound()
      return sendFile(deps.files, request, reply, tenant.clientId, file, /* width */ null)
    },
  )
  factRoutes(app, deps)
}

/** What authors and administrators are told about stored files. */
function factRoutes(app: App, deps: Deps): void {
  // how well a logo can be seen on the backgrounds of the portals
  app.get(
    '/v1/files/:id/seen',
    {
      config: { action: 'files.upload' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        querystring,
        response: { 200: Type.Array(LogoContrast), ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      const { file, look } = await deps.read(session, async (tx) => {
        await refuseUnlessMayUpload(tx, session, 'club-logo', deps.now())
        const readable = await readableFile(tx, session, request.params.id, deps.now())
        if (readable?.purpose !== 'client-logo' && readable?.purpose !== 'club-logo') throw notFound()
        return { file: readable, look: await readLook(tx) }
      })
      return logoContrasts(deps.files, look, file)
    },
  )

  app.get(
    '/v1/files/:id/uses',
    {
      config: { action: 'files.read-uses' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        querystring,
        response: { 200: Type.Array(FileUse), ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        if (!(await readFileRow(tx, request.params.id))) throw notFound()
        return readUses(tx, request.params.id)
      })
    },
  )
}

import { Type } from 'typebox'
import { ClientFile, ClientFilesQuery } from '#contract/tenants/client-files.ts'
import { Uuid } from '#contract/platform/fields.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { enqueueSweep } from '#server/platform/jobs/sweep-files.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { deleteFile, listFiles } from './client-files.ts'
import { removeBytes } from '#server/platform/files/storage.ts'

/** Lists all files of the client with their uses, and deletes unused ones. */
export function clientFileRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/client-files',
    {
      config: { action: 'client-files.manage' },
      schema: {
        security: secured,
        querystring: ClientFilesQuery,
        response: { 200: Type.Array(ClientFile), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { rows, total } = await deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return listFiles(tx, languageOf(session.language), request.query)
      })
      reply.header('x-total-count', total)
      return rows
    },
  )
  app.delete(
    '/v1/client-files/:id',
    {
      config: { action: 'client-files.manage' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { id } = request.params
      reply.code(204)
      const answer = await deps.writeOnce(session, request, reply, async (tx) => {
        await deleteFile(tx, await clientContextOf(tx, session), id)
        // The sweep removes the bytes if removing them below fails.
        await enqueueSweep(tx, session.clientId, deps.now())
        return null
      })
      await removeBytes(deps.files, session.clientId, id).catch(() => undefined)
      return answer
    },
  )
}

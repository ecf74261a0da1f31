import { Type } from 'typebox'
import { ClubExportCounts, COUNTED_ENTRIES } from '#contract/flows/club-export.ts'
import { strict } from '#contract/platform/fields.ts'
import { Trees } from '#server/curriculum/schemes/trees.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { zipStream } from '#server/platform/files/zip-stream.ts'
import { languageOf, problems, secured } from '#server/platform/http/schemas.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { auditDownload } from '#server/tenants/clubs/send-csv.ts'
import { clubFiles } from './club-files.ts'
import { auditMedicalNotes, countExport, listMemberIds } from './queries.ts'

const CLUB_NAME = tenantStatement(
  'flows/read-name-of-exported-club',
  'SELECT name FROM clubs WHERE client_id = $1 AND id = $2',
)

const NoQuery = Type.Object({}, strict)

/** Everything of a club as one archive, for a club that leaves, or keeps a copy of its own. */
export function clubExportRoutes(app: App, deps: Deps): void {
  const trees = new Trees()
  app.get(
    '/v1/club-export/counts',
    {
      config: { action: 'club.export', mayReadReplica: true },
      schema: { security: secured, querystring: NoQuery, response: { 200: ClubExportCounts, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const { clubId } = await clubContextOf(tx, session, deps.now())
        return countExport(tx, clubId, COUNTED_ENTRIES)
      })
    },
  )

  app.get(
    '/v1/club-export',
    {
      config: { action: 'club.export', mayReadReplica: true },
      schema: {
        security: secured,
        querystring: NoQuery,
        response: { 200: Type.Unsafe<unknown>(Type.String({ description: 'ZIP archive' })), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      // before anything is sent, the log says who took the data of all children
      const { context, name } = await deps.auditedWrite(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        const members = await listMemberIds(tx, context.clubId)
        await auditDownload(tx, context, 'club', members.length, {})
        await auditMedicalNotes(tx, context.userId, context.clubId)
        return { context, name: (await findRow(tx, CLUB_NAME, [context.clubId]))?.name ?? '' }
      })
      const files = clubFiles({
        ...context,
        name,
        language: languageOf(session.language),
        trees,
        store: deps.files,
        // each batch has its own transaction, so that a slow download keeps none open
        read: (work) => deps.read(session, work),
      })
      reply.header('content-disposition', `attachment; filename="club-${context.today}.zip"`)
      return reply.type('application/zip').send(zipStream(files))
    },
  )
}

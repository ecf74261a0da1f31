import { Type } from 'typebox'
import { Attention } from '#contract/tenants/attention.ts'
import { AuditEntry, AuditFileQuery, AuditQuery, AuditDetail } from '#contract/tenants/audit.ts'
import { strict } from '#contract/platform/fields.ts'
import { isDate } from '#domain/platform/club-time.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { auditDownload, sendCsv } from '#server/tenants/clubs/send-csv.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import { readAttention } from './attention.ts'
import { listActions, listEntities, toLogCsv, readLogForFile, readEntry, searchLog } from './audit-search.ts'
import { logContextOf } from './log-context.ts'

const NoQuery = Type.Object({}, strict)
/** An entry's number, of at most 16 digits. */
const Params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,15}$' }) })

/** Refuses a day that is no date of the calendar, such as 30 February. */
function refuseInvalidDays({ from, to }: AuditFileQuery): void {
  for (const [field, day] of Object.entries({ from, to }))
    if (day !== undefined && !isDate(day))
      throw new Refusal('INVALID_REQUEST', { field, detail: `${field}: is no day` })
}

/**
 * What needs the attention of authors, and the audit log for authors and, limited to their club, for administrators.
 */
export function oversightRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/attention',
    {
      config: { action: 'attention.read', mayReadReplica: true },
      schema: { security: secured, querystring: NoQuery, response: { 200: Attention, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const usesDocuments = Boolean(session.features['DOCUMENTS_PAGE'])
      return deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return readAttention(tx, languageOf(session.language), deps.now(), usesDocuments)
      })
    },
  )

  app.get(
    '/v1/audit',
    {
      config: { action: 'audit.read', mayReadReplica: true },
      schema: { security: secured, querystring: AuditQuery, response: { 200: Type.Array(AuditEntry), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      refuseInvalidDays(request.query)
      const { entries, total } = await deps.read(session, async (tx) =>
        searchLog(tx, await logContextOf(tx, session, deps.now()), request.query),
      )
      reply.header('x-total-count', total)
      return entries
    },
  )

  app.get(
    '/v1/audit/entities',
    {
      config: { action: 'audit.read', mayReadReplica: true },
      schema: { security: secured, querystring: NoQuery, response: { 200: Type.Array(Type.String()), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => listEntities(tx, await logContextOf(tx, session, deps.now())))
    },
  )

  app.get(
    '/v1/audit/actions',
    {
      config: { action: 'audit.list-actions', mayReadReplica: true },
      schema: { security: secured, querystring: NoQuery, response: { 200: Type.Array(Type.String()), ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      // Only for one club: the log of a whole client is too long for this query.
      return deps.read(session, async (tx) => listActions(tx, (await clubContextOf(tx, session, deps.now())).clubId))
    },
  )

  app.get(
    '/v1/audit/file',
    {
      config: { action: 'audit.read' },
      schema: {
        security: secured,
        querystring: AuditFileQuery,
        response: { 200: Type.Unsafe<unknown>(Type.String({ description: 'CSV' })), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      refuseInvalidDays(request.query)
      const { today, entries } = await deps.auditedWrite(session, async (tx) => {
        const context = await logContextOf(tx, session, deps.now())
        const found = await readLogForFile(tx, context, request.query)
        await auditDownload(tx, context, 'audit', found.length, request.query)
        return { today: context.today, entries: found }
      })
      return sendCsv(reply, 'audit', today, toLogCsv(entries))
    },
  )

  app.get(
    '/v1/audit/:id',
    {
      config: { action: 'audit.read' },
      schema: { security: secured, params: Params, querystring: NoQuery, response: { 200: AuditDetail, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      const entry = await deps.read(session, async (tx) =>
        readEntry(tx, await logContextOf(tx, session, deps.now()), request.params.id),
      )
      if (!entry) throw new Refusal('NOT_FOUND', { field: 'id' })
      return entry
    },
  )
}

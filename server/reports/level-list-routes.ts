import { Type } from 'typebox'
import { LevelList, LevelListKind, LevelListQuery } from '#contract/reports/level-lists.ts'
import { reportPeriod } from '#domain/reports/report-period.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { languageOf, problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { auditDownload, sendCsv } from '#server/tenants/clubs/send-csv.ts'
import { levelListFile, readLevelList, shownLevelList } from './level-lists.ts'

const params = Type.Object({ list: LevelListKind })
const DEFAULT_MONTHS = 3

/** The children whose level waits for a pass, and those whose badge waits to be handed out, at an administrator's club. */
export function levelListRoutes(app: App, deps: Deps): void {
  async function read(tx: Tx, session: Session, list: LevelListKind, { months }: LevelListQuery) {
    const context = await clubContextOf(tx, session, deps.now())
    const { from } = reportPeriod(context.today, Number(months ?? DEFAULT_MONTHS))
    return { context, rows: await readLevelList(tx, context, list, languageOf(session.language), from) }
  }

  app.get(
    '/v1/level-lists/:list',
    {
      config: { action: 'level-lists.read', mayReadReplica: true },
      schema: {
        security: secured,
        params,
        querystring: LevelListQuery,
        response: { 200: LevelList, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      const { rows } = await deps.read(session, (tx) => read(tx, session, request.params.list, request.query))
      return shownLevelList(rows)
    },
  )

  app.get(
    '/v1/level-lists/:list/file',
    {
      config: { action: 'level-lists.read' },
      schema: {
        security: secured,
        params,
        querystring: LevelListQuery,
        response: { 200: Type.Unsafe<unknown>(Type.String({ description: 'CSV' })), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { list } = request.params
      // the file has the names of many children, so the audit log notes who downloads it
      const { context, rows } = await deps.auditedWrite(session, async (tx) => {
        const found = await read(tx, session, list, request.query)
        const number = found.rows.reduce((sum, { members }) => sum + members.length, 0)
        await auditDownload(tx, found.context, 'report', number, { report: list, ...request.query })
        return found
      })
      return sendCsv(reply, list, context.today, levelListFile(rows))
    },
  )
}

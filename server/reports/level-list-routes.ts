import { Type } from 'typebox'
import { LevelList, LevelListKind, LevelListQuery } from '#contract/reports/level-lists.ts'
import { reportPeriod } from '#domain/reports/report-period.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { languageOf, problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { auditDownload, sendCsv } from '#server/tenants/clubs/send-csv.ts'
import { levelListFile, readLevelList, readShownLevelList, type Asked } from './level-lists.ts'

const params = Type.Object({ list: LevelListKind })
const DEFAULT_MONTHS = 3

/** The children whose level waits for a pass, and those whose badge waits to be handed out, at an administrator's club. */
export function levelListRoutes(app: App, deps: Deps): void {
  async function askedBy(tx: Tx, session: Session, list: LevelListKind, { months }: LevelListQuery): Promise<Asked> {
    const context = await clubContextOf(tx, session, deps.now())
    const { from } = reportPeriod(context.today, Number(months ?? DEFAULT_MONTHS))
    return { context, list, language: languageOf(session.language), since: from }
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
      const { list } = request.params
      return deps.read(session, async (tx) => readShownLevelList(tx, await askedBy(tx, session, list, request.query)))
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
        const asked = await askedBy(tx, session, list, request.query)
        const found = await readLevelList(tx, asked)
        const number = found.reduce((sum, { members }) => sum + members.length, 0)
        await auditDownload(tx, asked.context, 'report', number, { report: list, ...request.query })
        return { context: asked.context, rows: found }
      })
      return sendCsv(reply, list, context.today, levelListFile(rows))
    },
  )
}

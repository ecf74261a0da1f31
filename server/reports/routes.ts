import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import {
  ClientReportFileQuery,
  ClientReportKind,
  ClientReportQuery,
  ClubReportFileQuery,
  ClubReportKind,
  ClubReportQuery,
  Report,
  ReportMember,
  ReportMembersFileQuery,
  ReportMembersQuery,
} from '#contract/reports/reports.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { audit } from '#server/platform/audit.ts'
import { clientContextOf } from '#server/tenants/clubs/client-context.ts'
import { clubContextOf } from '#server/tenants/clubs/club-context.ts'
import { problems, secured } from '#server/platform/http/schemas.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { CurriculumDeps } from '#server/curriculum/deps.ts'
import type { App } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { Figures, Slice } from './count-report.ts'
import { reportFile, reportMembersFile } from './report-file.ts'
import { askedRows } from './report-rows.ts'
import { countClientReport, countClubReport, listReportMembers } from './run-report.ts'
import { clientScope, clubScope } from './scope.ts'

const ClubParams = Type.Object({ report: ClubReportKind })
const ClientParams = Type.Object({ report: ClientReportKind })
const csvResponse = { 200: Type.Unsafe<unknown>(Type.String({ description: 'CSV' })), ...problems }

function sendFile(reply: FastifyReply, name: string, day: string, file: unknown): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
  return reply.type('text/csv; charset=utf-8').send(file)
}

/** The part of a report's scope that the reply names. */
interface AnsweredScope {
  period: { from: string; to: string }
  /** The scheme that the reader filters by; null for all. */
  scheme: { slug: string } | null
  /** The scheme of the reports that are always about one. */
  main: { slug: string } | null
}

/** The reports that are always about one scheme. */
const ABOUT_ONE_SCHEME: readonly string[] = ['percentage', 'levels']

/** A report's figures with its period and scheme. */
function reportOf(kind: string, scope: AnsweredScope, figures: Figures): Report {
  const { from, to } = scope.period
  const scheme = (ABOUT_ONE_SCHEME.includes(kind) ? scope.main : scope.scheme)?.slug ?? null
  return { from, to, scheme, ...figures }
}

/** The report with the rows that the query asks for. */
function sendRows(reply: FastifyReply, report: Report, query: ClubReportQuery | ClientReportQuery): Report {
  const asked = askedRows(report.rows, query)
  reply.header('x-total-count', asked.found)
  return { ...report, ...asked }
}

/** The reports about an administrator's club or a coach's groups, and the reports across a client's clubs for its scheme authors. */
export function reportRoutes(app: App, deps: CurriculumDeps): void {
  clubReportRoutes(app, deps)
  clientReportRoutes(app, deps)
}

function clubReportRoutes(app: App, deps: CurriculumDeps): void {
  /** What a report about the session's club covers, or about the groups there that a coach leads. */
  async function scopeOf(tx: Tx, session: Session, query: ClubReportQuery) {
    const context = await clubContextOf(tx, session, deps.now())
    return clubScope(tx, deps.curricula, session, context, query)
  }
  async function runClubReport(
    tx: Tx,
    session: Session,
    kind: ClubReportKind,
    query: ClubReportQuery,
  ): Promise<Report> {
    const scope = await scopeOf(tx, session, query)
    return reportOf(kind, scope, await countClubReport(tx, kind, scope))
  }
  /** The members behind a report's figures. */
  async function membersOfReport(tx: Tx, session: Session, kind: ClubReportKind, query: ClubReportQuery, slice: Slice) {
    const scope = await scopeOf(tx, session, query)
    return { context: scope.context, ...(await listReportMembers(tx, kind, scope, slice)) }
  }

  app.get(
    '/v1/reports/:report',
    {
      config: { action: 'reports.read', mayReadReplica: true },
      schema: {
        security: secured,
        params: ClubParams,
        querystring: ClubReportQuery,
        response: { 200: Report, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const report = await deps.read(session, (tx) => runClubReport(tx, session, request.params.report, request.query))
      return sendRows(reply, report, request.query)
    },
  )

  app.get(
    '/v1/reports/:report/file',
    {
      config: { action: 'reports.read', mayReadReplica: true },
      schema: { security: secured, params: ClubParams, querystring: ClubReportFileQuery, response: csvResponse },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { report: kind } = request.params
      const report = await deps.read(session, (tx) => runClubReport(tx, session, kind, request.query))
      return sendFile(reply, kind, report.to, reportFile(kind, /* acrossClubs */ false, report))
    },
  )

  app.get(
    '/v1/reports/:report/members',
    {
      config: { action: 'reports.read', mayReadReplica: true },
      schema: {
        security: secured,
        params: ClubParams,
        querystring: ReportMembersQuery,
        response: { 200: Type.Array(ReportMember), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { page, per_page, row, ...query } = request.query
      const slice = { row, ...pageOf({ page, per_page }) }
      const { members, total } = await deps.read(session, (tx) =>
        membersOfReport(tx, session, request.params.report, query, slice),
      )
      reply.header('x-total-count', total)
      return members
    },
  )

  app.get(
    '/v1/reports/:report/members/file',
    {
      config: { action: 'reports.read' },
      schema: { security: secured, params: ClubParams, querystring: ReportMembersFileQuery, response: csvResponse },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { report: kind } = request.params
      const { row, ...query } = request.query
      // the file has the names of many children, so the audit log notes who downloads it
      const { members, today } = await deps.auditedWrite(session, async (tx) => {
        const { context, members: rows } = await membersOfReport(tx, session, kind, query, {
          row,
          page: 0,
          perPage: null,
        })
        await audit(tx, {
          userId: session.userId,
          action: 'download',
          entity: 'report',
          entityId: context.clubId,
          after: { report: kind, rows: rows.length, filters: request.query },
        })
        return { members: rows, today: context.today }
      })
      return sendFile(reply, `${kind}-members`, today, reportMembersFile(kind, members))
    },
  )
}

function clientReportRoutes(app: App, deps: CurriculumDeps): void {
  async function runClientReport(
    tx: Tx,
    session: Session,
    kind: ClientReportKind,
    query: ClientReportQuery,
  ): Promise<Report> {
    const context = await clientContextOf(tx, session)
    const scope = await clientScope(tx, deps.curricula, session, context, deps.now(), query)
    return reportOf(kind, scope, await countClientReport(tx, kind, scope))
  }

  app.get(
    '/v1/client-reports/:report',
    {
      config: { action: 'reports.read-of-client', mayReadReplica: true },
      schema: {
        security: secured,
        params: ClientParams,
        querystring: ClientReportQuery,
        response: { 200: Report, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const report = await deps.read(session, (tx) =>
        runClientReport(tx, session, request.params.report, request.query),
      )
      return sendRows(reply, report, request.query)
    },
  )

  app.get(
    '/v1/client-reports/:report/file',
    {
      config: { action: 'reports.read-of-client', mayReadReplica: true },
      schema: { security: secured, params: ClientParams, querystring: ClientReportFileQuery, response: csvResponse },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { report: kind } = request.params
      const report = await deps.read(session, (tx) => runClientReport(tx, session, kind, request.query))
      return sendFile(reply, `clubs-${kind}`, report.to, reportFile(kind, /* acrossClubs */ true, report))
    },
  )
}

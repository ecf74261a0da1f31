import { Type } from 'typebox'
import { Slug, strict, Uuid } from '#contract/platform/fields.ts'
import {
  ExportQuery,
  ImportBody,
  ImportIntoBody,
  ImportPlan,
  ImportReport,
  ImportState,
} from '#contract/curriculum/scheme-files.ts'
import { enqueueSchemeImport } from './import-scheme.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import { alreadySerialized, problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import type { App } from '#server/platform/deps.ts'
import type { SchemeDeps } from '#server/curriculum/deps.ts'
import { createEmptyScheme, finishScheme, freeSlug, insertNodes } from '../schemes/commands.ts'
import { outlineFile } from './outline-file.ts'
import { findingsOf } from './findings.ts'
import { findOwnScheme, planImport } from './plan-import.ts'
import { readAsFile } from './read-as-file.ts'
import type { Trees } from '../schemes/trees.ts'
import { recordSchemeFiles } from '../schemes/used-files.ts'

/** A file with more nodes becomes a scheme by a background task. */
const MAX_NODES_AT_ONCE = 1_000
/** How many problems a report lists; it also says how many there are. */
const MAX_REPORTED = 200
/** The largest request with a file, in bytes. */
const FILE_LIMIT = 24 * 1024 * 1024

const noQuery = Type.Object({}, strict)

/** The file: JSON text or CSV. */
const FileText = Type.Unsafe<string>(Type.Union([Type.Object({}, { additionalProperties: true }), Type.String()]))

/** Exports a scheme as a file, and imports a file as a new scheme or into an existing one. */
export function schemeFileRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  exportRoute(app, deps, trees)
  newSchemeRoute(app, deps)
  importRoutes(app, deps, trees)
}

function exportRoute(app: App, deps: SchemeDeps, trees: Trees): void {
  app.get(
    '/v1/schemes/:slug/export',
    {
      config: { action: 'schemes.author' },
      schema: {
        security: secured,
        params: Type.Object({ slug: Slug }),
        querystring: ExportQuery,
        response: { 200: FileText, ...problems },
      },
      serializerCompiler: alreadySerialized,
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { slug } = request.params
      const { format } = request.query
      const file = await deps.read(session, (tx) => readAsFile(tx, trees, session.clientId, slug))
      reply.header('content-disposition', `attachment; filename="${slug}.${format}"`)
      if (format === 'json') return reply.type('application/json; charset=utf-8').send(JSON.stringify(file, null, 1))
      const languages = [languageOf(session.language), ...file.languages.map(languageOf)]
      return reply.type('text/csv; charset=utf-8').send(outlineFile(file.nodes, languages))
    },
  )
}

function newSchemeRoute(app: App, deps: SchemeDeps): void {
  app.post(
    '/v1/schemes/import',
    {
      config: { action: 'schemes.add' },
      bodyLimit: FILE_LIMIT,
      schema: {
        security: secured,
        querystring: noQuery,
        body: ImportBody,
        response: { 200: ImportReport, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      // the right to add schemes includes importing one [6.8]
      const { check, ...upload } = request.body
      const { name } = upload
      const language = languageOf(session.language)
      const author = { features: session.features, language: session.language }
      const parsed = await deps.parseFile(session.clientId, { as: 'scheme', file: upload, author })
      // a scheme without a name could not be listed
      if (name === undefined && Object.values(parsed.file.name).every((text) => text.trim() === ''))
        throw new Refusal('INVALID_REQUEST', { field: 'name' })
      const file =
        name === undefined ? parsed.file : { ...parsed.file, name: { ...parsed.file.name, [language]: name.trim() } }
      const title = file.name[language] ?? Object.values(file.name)[0] ?? 'scheme'
      const report = {
        name: title,
        nodes: file.nodes.length,
        ...findingsOf(parsed, file.nodes, language),
        problems: parsed.problems.slice(0, MAX_REPORTED),
        problem_count: parsed.problems.length,
        slug: null,
        import: null,
      }
      // with `check` the reply only shows what would be imported
      if (check) return report
      return deps.writeOnce(session, request, reply, async (tx): Promise<ImportReport> => {
        const slug = await freeSlug(tx, title)
        const id = crypto.randomUUID()
        const { clientId, userId } = session
        await createEmptyScheme(tx, {
          id,
          slug,
          name: { ...file.name },
          languages: file.languages,
          // `never`, because the file's labels are readonly for the compiler
          grades: file.grades.map(({ grade, pass, labels }) => ({ grade, pass, labels: labels as never })),
          sections: file.sections.map((section, index) => ({ ...section, ordering: index + 1 })),
          videos: file.videos,
        })
        if (file.nodes.length > MAX_NODES_AT_ONCE) {
          const importId = crypto.randomUUID()
          await enqueueSchemeImport(tx, { id: importId, schemeId: id, file, nowMs: deps.now(), by: userId })
          return { ...report, slug, import: importId }
        }
        await insertNodes(tx, id, file.nodes)
        await recordSchemeFiles(tx, id, file)
        await finishScheme(tx, clientId, userId, id)
        return { ...report, slug }
      })
    },
  )
}

/** The progress of an import's newest task. */
const IMPORT_STATE = tenantStatement(
  'curriculum/read-state-of-import',
  `SELECT scheme.slug, task.done, task.total, CASE WHEN task.state IN ('queued', 'running') THEN 'running'
     WHEN task.state = 'done' THEN 'done' ELSE 'failed' END AS state
   FROM scheme_imports import
   JOIN schemes scheme ON scheme.client_id = import.client_id AND scheme.id = import.scheme_id
   JOIN tasks task ON task.client_id = import.client_id AND task.kind = 'import-scheme'
     AND task.subject = import.id::text
   WHERE import.client_id = $1 AND import.id = $2 ORDER BY task.created_at DESC LIMIT 1`,
)

function importRoutes(app: App, deps: SchemeDeps, trees: Trees): void {
  // shows what a file would change in an existing scheme; the client then saves the edits of the reply like any batch
  app.post(
    '/v1/schemes/:slug/import',
    {
      config: { action: 'schemes.author' },
      bodyLimit: FILE_LIMIT,
      schema: {
        security: secured,
        params: Type.Object({ slug: Slug }),
        querystring: noQuery,
        body: ImportIntoBody,
        response: { 200: ImportPlan, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      const { slug } = request.params
      const { prefer: _, ...upload } = request.body
      // refuses a wrong scheme before the file is parsed, which takes long
      await deps.read(session, (tx) => findOwnScheme(tx, slug))
      const parsed = await deps.parseFile(session.clientId, { as: 'scheme-part', file: upload })
      return deps.read(session, (tx) => planImport(tx, trees, session, slug, request.body, parsed))
    },
  )

  app.get(
    '/v1/schemes/imports/:id',
    {
      config: { action: 'schemes.author' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid }),
        querystring: noQuery,
        response: { 200: ImportState, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const found = await findRow(tx, IMPORT_STATE, [request.params.id])
        if (!found) throw new Refusal('NOT_FOUND', { field: 'id' })
        return found
      })
    },
  )
}

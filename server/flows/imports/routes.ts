import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import {
  AlikeProblems,
  IMPORT_BYTES,
  ImportPatch,
  ImportPreview,
  ImportReadingBody,
  ImportRow,
  ImportRowPatch,
  ImportRowsQuery,
  ImportsQuery,
  ImportUndo,
  ImportValues,
  MemberImport,
  NewImportQuery,
} from '#contract/flows/member-imports.ts'
import { clubContextOf, refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { clubWrite } from '#server/tenants/clubs/club-write.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { audit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { languageOf, problems, secured } from '#server/platform/http/schemas.ts'
import { parseUpload } from '#server/flows/parsing/parser.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { changeImport, changeRow, createImport, discardImport, readAnew, startImport } from './commands.ts'
import { listImportRows, listImports, readAlike, readImport, readPreview, readUpload } from './queries.ts'
import { previewUndo } from './undo.ts'
import { readValues } from './values.ts'

/** What a file is sent as; how it is read depends on its content. */
const UPLOADED = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']

const Params = Type.Object({ id: Uuid })
const NoQuery = Type.Object({}, strict)

/** Reads an import of the club; refuses an unknown one, and clubs whose records a course provider keeps. */
async function mustReadImport(tx: Tx, context: ClubContext, id: string): Promise<MemberImport> {
  refuseIfProviderOwns(context)
  const found = await readImport(tx, context, id)
  if (!found) throw new Refusal('NOT_FOUND', { field: 'id' })
  return found
}

/** Whether rows show medical notes, in a column that holds them now. */
function showsMedicalNotes({ columns }: MemberImport, rows: readonly { cells: readonly string[] }[]): boolean {
  const indexes = columns.flatMap((column, index) => (column === 'medical' ? [index] : []))
  return rows.some(({ cells }) => indexes.some((index) => (cells[index] ?? '') !== ''))
}

/** The log says who reads medical notes (security.md 43), of an import too, whose children are no members yet. */
async function auditMedicalNotes(tx: Tx, userId: string, importId: string): Promise<void> {
  await audit(tx, { userId, action: 'read-medical', entity: 'member-import', entityId: importId })
}

/**
 * Importing members from a file [5.14], [8.19]: upload, matching of columns, corrections, the import itself, and what
 * an undo would do.
 */
export async function memberImportRoutes(app: App, deps: Deps): Promise<void> {
  readRoutes(app, deps)
  readingRoutes(app, deps)
  valueRoutes(app, deps)
  correctionRoutes(app, deps)
  outcomeRoutes(app, deps)
  await uploadRoute(app, deps)
}

function readRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/member-imports',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        querystring: ImportsQuery,
        response: { 200: Type.Array(MemberImport), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { page, perPage } = pageOf(request.query)
      const { imports, total } = await deps.read(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        refuseIfProviderOwns(context)
        return listImports(tx, context, page, perPage)
      })
      reply.header('x-total-count', total)
      return imports
    },
  )

  app.get(
    '/v1/member-imports/:id',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: NoQuery,
        response: { 200: MemberImport, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) =>
        mustReadImport(tx, await clubContextOf(tx, session, deps.now()), request.params.id),
      )
    },
  )

  app.get(
    '/v1/member-imports/:id/rows',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: ImportRowsQuery,
        response: { 200: Type.Array(ImportRow), ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { rows, total } = await deps.auditedWrite(session, async (tx) => {
        const found = await mustReadImport(tx, await clubContextOf(tx, session, deps.now()), request.params.id)
        const page = await listImportRows(tx, request.params.id, request.query, languageOf(session.language))
        if (showsMedicalNotes(found, page.rows)) await auditMedicalNotes(tx, session.userId, found.id)
        return page
      })
      reply.header('x-total-count', total)
      return rows
    },
  )
}

/** What the texts of the columns mean, and which of them several rows are refused for. */
function valueRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/member-imports/:id/values',
    {
      config: { action: 'imports.manage' },
      schema: { security: secured, params: Params, querystring: NoQuery, response: { 200: ImportValues, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        const found = await mustReadImport(tx, context, request.params.id)
        return readValues(tx, context, found, languageOf(session.language))
      })
    },
  )

  app.get(
    '/v1/member-imports/:id/alike',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: NoQuery,
        response: { 200: AlikeProblems, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.auditedWrite(session, async (tx) => {
        const found = await mustReadImport(tx, await clubContextOf(tx, session, deps.now()), request.params.id)
        const alike = await readAlike(tx, found)
        if (alike.some(({ field }) => field === 'medical')) await auditMedicalNotes(tx, session.userId, found.id)
        return alike
      })
    },
  )
}

/** How the file is read: its first rows, and another way to read them. */
function readingRoutes(app: App, deps: Deps): void {
  app.get(
    '/v1/member-imports/:id/preview',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: NoQuery,
        response: { 200: ImportPreview, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.auditedWrite(session, async (tx) => {
        const found = await mustReadImport(tx, await clubContextOf(tx, session, deps.now()), request.params.id)
        const preview = await readPreview(tx, found.id)
        const below = preview.filter(({ row }) => row > found.reading.header_row)
        // where a row has several children, the columns of the import are others than those of the file
        const shows =
          found.reading.children === undefined
            ? showsMedicalNotes(found, below)
            : found.columns.includes('medical') && below.length > 0
        if (shows) await auditMedicalNotes(tx, session.userId, found.id)
        return preview
      })
    },
  )

  app.put(
    '/v1/member-imports/:id/reading',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: NoQuery,
        body: ImportReadingBody,
        response: { 200: MemberImport, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const bytes = await deps.read(session, async (tx) => {
        const { id, state } = await mustReadImport(tx, await clubContextOf(tx, session, deps.now()), request.params.id)
        const upload = state === 'draft' ? await readUpload(tx, id) : null
        if (upload === null) throw new Refusal('IMPORT_STATE')
        return upload
      })
      const { header_row: headerRow, ...asked } = request.body
      const file = await parseUpload(session.clientId, {
        as: 'members',
        bytes,
        asked: { ...asked, ...(headerRow === undefined ? {} : { headerRow }) },
      })
      return clubWrite(deps, session, request, reply, async (tx, context) => {
        await readAnew(tx, context, request.params.id, file, bytes)
        return { answer: await mustReadImport(tx, context, request.params.id), changed: [] }
      })
    },
  )
}

function correctionRoutes(app: App, deps: Deps): void {
  app.patch(
    '/v1/member-imports/:id',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: NoQuery,
        body: ImportPatch,
        response: { 200: MemberImport, ...problems },
      },
    },
    async (request, reply) =>
      clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        await changeImport(tx, context, request.params.id, request.body)
        return { answer: await mustReadImport(tx, context, request.params.id), changed: [] }
      }),
  )

  app.patch(
    '/v1/member-imports/:id/rows/:row',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Type.Object({ id: Uuid, row: Type.String({ pattern: '^[1-9]\\d{0,6}$' }) }),
        querystring: NoQuery,
        body: ImportRowPatch,
        response: { 200: MemberImport, ...problems },
      },
    },
    async (request, reply) =>
      clubWrite(deps, await deps.session(request), request, reply, async (tx, context) => {
        const { id, row } = request.params
        await changeRow(tx, context, id, Number(row), request.body)
        return { answer: await mustReadImport(tx, context, id), changed: [] }
      }),
  )
}

/** Starting an import, what its undo would do, and deleting a draft. */
function outcomeRoutes(app: App, deps: Deps): void {
  app.post(
    '/v1/member-imports/:id/start',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: NoQuery,
        response: { 202: MemberImport, ...problems },
      },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(202)
      return clubWrite(deps, session, request, reply, async (tx, context) => {
        await startImport(tx, context, request.params.id)
        return { answer: await mustReadImport(tx, context, request.params.id), changed: [] }
      })
    },
  )

  app.get(
    '/v1/member-imports/:id/undo',
    {
      config: { action: 'imports.manage' },
      schema: {
        security: secured,
        params: Params,
        querystring: NoQuery,
        response: { 200: ImportUndo, ...problems },
      },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        const context = await clubContextOf(tx, session, deps.now())
        return previewUndo(tx, context, await mustReadImport(tx, context, request.params.id))
      })
    },
  )

  app.delete(
    '/v1/member-imports/:id',
    {
      config: { action: 'imports.manage' },
      schema: { security: secured, params: Params, querystring: NoQuery, response: { 204: Type.Null(), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      reply.code(204)
      return clubWrite(deps, session, request, reply, async (tx, context) => {
        await discardImport(tx, context, request.params.id)
        return { answer: null, changed: [] }
      })
    },
  )
}

async function uploadRoute(app: App, deps: Deps): Promise<void> {
  // the parser for CSV bodies is registered for this route only
  await app.register((scope: App, _options, done) => {
    scope.addContentTypeParser(UPLOADED, { parseAs: 'buffer', bodyLimit: IMPORT_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post(
      '/v1/member-imports',
      {
        config: { action: 'imports.manage' },
        bodyLimit: IMPORT_BYTES,
        schema: {
          security: secured,
          querystring: NewImportQuery,
          consumes: UPLOADED,
          response: { 201: MemberImport, ...problems },
        },
      },
      async (request, reply) => {
        const session = await deps.session(request)
        if (!Buffer.isBuffer(request.body)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE', { detail: UPLOADED.join(', ') })
        const bytes = request.body
        await deps.read(session, async (tx) => refuseIfProviderOwns(await clubContextOf(tx, session, deps.now())))
        const file = await parseUpload(session.clientId, { as: 'members', bytes })
        reply.code(201)
        return clubWrite(deps, session, request, reply, async (tx, context) => {
          const id = await createImport(tx, context, file, bytes)
          return { answer: await mustReadImport(tx, context, id), changed: [] }
        })
      },
    )
    done()
  })
}

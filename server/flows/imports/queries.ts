import { Type, type Static } from 'typebox'
import {
  ImportPreview,
  ImportRow,
  MemberImport,
  type AlikeProblems,
  type ImportRowsQuery,
} from '#contract/flows/member-imports.ts'
import { nullable } from '#contract/platform/fields.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import { askedColumns } from '#domain/members/guess-columns.ts'
import { fieldsOfColumn, missingFields } from '#domain/members/import-columns.ts'
import { UNCLEAR_DATE } from '#domain/members/row-problems.ts'
import { localDate } from '#domain/platform/club-time.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { exactDays } from '#server/platform/sql/exact-days.ts'
import { findRow, getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readLevels } from '#server/curriculum/schemes/levels.ts'
import { readSkills } from '#server/curriculum/schemes/skills.ts'
import { titlesOf } from './values.ts'

const StoredImport = Type.Omit(MemberImport, ['missing', 'asked'])
type StoredImport = Static<typeof StoredImport>

/** SQL of a `StoredImport`, from the tables of `fromImports`. A waiting import whose task failed is shown as failed. */
const importJson = `json_build_object('id', import.id, 'file_name', import.file_name,
    'by', uploader.firstname || ' ' || uploader.lastname,
    'created_at', floor(extract(epoch FROM import.created_at)), 'encoding', import.encoding, 'reading', import.reading,
    'state', CASE WHEN import.state = 'waiting' AND EXISTS (
        SELECT FROM tasks task WHERE task.client_id = import.client_id AND task.kind = 'import-members'
          AND task.subject = import.id::text AND task.state = 'failed') THEN 'failed' ELSE import.state END,
    'header', import.header, 'columns', import.columns,
    'choices', import.choices, 'remembered', import.remembered, 'rows', import.row_count, 'entered', import.entered, 'levels', import.levels,
    'ready', counts.ready, 'levels_only', counts.levels_only, 'bad', counts.bad, 'same', counts.same, 'out', counts.out, 'kept', counts.kept,
    'places', (SELECT count(*) FROM change_set_places place WHERE place.client_id = import.client_id
      AND place.change_set_id = import.id),
    'like_rows', counts.like_rows, 'like_members', counts.like_members,
    'shared_addresses', counts.shared_addresses, 'unclear_dates', counts.unclear_dates, 'left_out_kept', counts.left_out_kept,
    'undo_until', CASE WHEN import.state = 'done'
      THEN floor(extract(epoch FROM import.done_at + ${exactDays(UNDO_DAYS)})) END)`

/** SQL of the imports of club $2, each with the numbers of its rows by state. */
const fromImports = `FROM member_imports import
  JOIN users uploader ON uploader.client_id = import.client_id AND uploader.id = import.user_id
  CROSS JOIN LATERAL (SELECT
      count(*) FILTER (WHERE line.state = 'ready') AS ready,
      count(*) FILTER (WHERE line.state = 'levels') AS levels_only, count(*) FILTER (WHERE line.state = 'bad') AS bad,
      count(*) FILTER (WHERE line.state = 'same') AS same, count(*) FILTER (WHERE line.state = 'out') AS out,
      count(*) FILTER (WHERE line.state = 'kept') AS kept,
      count(*) FILTER (WHERE line.state = 'bad' AND line.problems @? '$[*] ? (@.problem == "CONFLICT_EMAIL" && exists(@.row))')
        AS shared_addresses,
      count(*) FILTER (WHERE line.state = 'bad' AND line.problems @? '$[*] ? (@.problem == "CONFLICT_MEMBER" && exists(@.row))')
        AS like_rows,
      count(*) FILTER (WHERE line.state = 'bad' AND line.problems @? '$[*] ? (@.problem == "CONFLICT_MEMBER" && !exists(@.row))')
        AS like_members,
      coalesce(bool_or(line.problems @> '[{"problem": "${UNCLEAR_DATE}"}]'), false) AS unclear_dates,
      coalesce(bool_or(line.state = 'out' AND line.cells <> '[]'), false) AS left_out_kept
    FROM member_import_rows line WHERE line.client_id = import.client_id AND line.import_id = import.id) counts
  WHERE import.client_id = $1 AND import.club_id = $2`

function toMemberImport(stored: StoredImport, asked: MemberImport['asked'] = []): MemberImport {
  return { ...stored, missing: missingFields(stored.columns), asked }
}

/** The columns of a draft about which somebody is asked. */
async function readAsked(tx: Tx, { state, header, columns }: StoredImport): Promise<MemberImport['asked']> {
  if (state !== 'draft' || !columns.includes(null)) return []
  const [levels, skills] = await Promise.all([readLevels(tx), readSkills(tx)])
  return askedColumns(header, columns, titlesOf({ levels, skills }))
}

const IMPORT = tenantStatement(
  'flows/read-import',
  `SELECT ${importJson} AS import ${fromImports} AND import.id = $3`,
  { json: { import: StoredImport }, prepare: true },
)

/** Reads an import of this club; null for an import of another club. */
export async function readImport(tx: Tx, { clubId }: ClubContext, id: string): Promise<MemberImport | null> {
  const row = await findRow(tx, IMPORT, [clubId, id])
  return row ? toMemberImport(row.import, await readAsked(tx, row.import)) : null
}

const IMPORTS = tenantStatement(
  'flows/list-imports',
  `SELECT ${importJson} AS import ${fromImports} ORDER BY import.created_at DESC, import.id LIMIT $3 OFFSET $4`,
  { json: { import: StoredImport } },
)
const COUNT = tenantStatement(
  'flows/count-imports',
  'SELECT count(*) AS n FROM member_imports WHERE client_id = $1 AND club_id = $2',
)

/** The club's imports, newest first. */
export async function listImports(
  tx: Tx,
  { clubId }: ClubContext,
  page: number,
  perPage: number,
): Promise<{ imports: MemberImport[]; total: number }> {
  const rows = await queryRows(tx, IMPORTS, [clubId, perPage, page * perPage])
  const { n: total } = await getRow(tx, COUNT, [clubId])
  return { imports: rows.map((row) => toMemberImport(row.import)), total }
}

/** SQL condition: rows of import $2, in the state $3 or in any. */
const isListedRow = 'client_id = $1 AND import_id = $2 AND ($3::text IS NULL OR state = $3)'
const ROWS = tenantStatement(
  'flows/list-rows-of-import',
  `SELECT row, cells, state, problems, levels FROM member_import_rows WHERE ${isListedRow} ORDER BY row LIMIT $4 OFFSET $5`,
  {
    json: {
      cells: ImportRow.properties.cells,
      problems: ImportRow.properties.problems,
      levels: Type.Array(Type.Object({ key: Type.String(), on: nullable(Type.String()) })),
    },
  },
)
const COUNT_ROWS = tenantStatement(
  'flows/count-rows-of-import',
  `SELECT count(*) AS n FROM member_import_rows WHERE ${isListedRow}`,
)

/** A page of an import's rows, with titles in `language`. The caller has checked that the import is one of the club. */
export async function listImportRows(
  tx: Tx,
  id: string,
  query: ImportRowsQuery,
  language: string,
): Promise<{ rows: ImportRow[]; total: number }> {
  const { perPage, offset } = pageOf(query)
  const state = query.state ?? null
  const rows = await queryRows(tx, ROWS, [id, state, perPage, offset])
  const { n: total } = await getRow(tx, COUNT_ROWS, [id, state])
  const isBringing = rows.some(({ levels }) => levels.length > 0)
  const [levels, skills] = isBringing
    ? await Promise.all([readLevels(tx, { withUnused: true }), readSkills(tx, { withUnused: true })])
    : [[], []]
  const words = (texts: Readonly<Record<string, string>>) =>
    texts[language] ?? texts['en'] ?? Object.values(texts)[0] ?? ''
  const titles = new Map([
    ...levels.map(({ key, title }) => [key, { title: words(title), level: null }] as const),
    ...skills.map(({ key, title, level }) => [key, { title: words(title), level: level && words(level) }] as const),
  ])
  const withTitles = rows.map(({ levels: brought, ...row }) => ({
    ...row,
    levels: brought.map(({ key, on }) => ({ ...(titles.get(key) ?? { title: key, level: null }), on })),
  }))
  return { rows: withTitles, total }
}

const BAD_ROWS = tenantStatement(
  'flows/list-bad-rows-of-import',
  `SELECT cells, problems FROM member_import_rows WHERE client_id = $1 AND import_id = $2 AND state = 'bad'`,
  { json: { cells: ImportRow.properties.cells, problems: ImportRow.properties.problems } },
)

/** Problems that are about other rows or members, and not about the text itself. */
const isOfText = (problem: string) => !problem.startsWith('CONFLICT_') && problem !== UNCLEAR_DATE
const MOST_ALIKE = 20

/** The texts for which several rows are refused, most frequent first. */
export async function readAlike(tx: Tx, { id, columns }: MemberImport): Promise<AlikeProblems> {
  const alike = new Map<string, AlikeProblems[number]>()
  for (const { cells, problems } of await queryRows(tx, BAD_ROWS, [id]))
    for (const { field, problem } of problems) {
      const column =
        field === null ? -1 : columns.findIndex((each) => each !== null && fieldsOfColumn(each).includes(field))
      const text = cells[column]?.trim() ?? ''
      if (field === null || column < 0 || !isOfText(problem)) continue
      const key = JSON.stringify([column, problem, text])
      const found = alike.get(key) ?? { column, field, problem, text, rows: 0 }
      alike.set(key, { ...found, rows: found.rows + 1 })
    }
  return [...alike.values()]
    .filter(({ rows }) => rows > 1)
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, MOST_ALIKE)
}

const PREVIEW = tenantStatement(
  'flows/read-preview-of-import',
  'SELECT preview FROM member_import_files WHERE client_id = $1 AND import_id = $2',
  { json: { preview: ImportPreview } },
)

/** The first rows of an import's file; none when the file is no longer kept. */
export async function readPreview(tx: Tx, id: string): Promise<ImportPreview> {
  return (await findRow(tx, PREVIEW, [id]))?.preview ?? []
}

const FILE = tenantStatement(
  'flows/read-file-of-import',
  'SELECT bytes FROM member_import_files WHERE client_id = $1 AND import_id = $2',
)

/** The uploaded file of an import, or null when it is no longer kept. */
export async function readUpload(tx: Tx, id: string): Promise<Uint8Array | null> {
  return (await findRow(tx, FILE, [id]))?.bytes ?? null
}

const WAITING_IMPORT = tenantStatement(
  'flows/read-waiting-import',
  `SELECT import.club_id, import.user_id, import.header, import.columns, import.choices, club.time_zone, client.auth_provider AS provider
   FROM member_imports import
   JOIN clubs club ON club.client_id = import.client_id AND club.id = import.club_id
   JOIN clients client ON client.client_id = import.client_id
   WHERE import.client_id = $1 AND import.id = $2 AND import.state = 'waiting'`,
  {
    json: {
      header: MemberImport.properties.header,
      columns: MemberImport.properties.columns,
      choices: MemberImport.properties.choices,
    },
  },
)

/** An import that waits for its task, in the context of its club. */
export type WaitingImport = ClubContext & Pick<MemberImport, 'header' | 'columns' | 'choices'>

/** The club context and columns of an import that waits for its task; null when it does not wait any more. */
export async function contextOfImport(
  tx: Tx,
  clientId: string,
  id: string,
  nowMs: number,
): Promise<WaitingImport | null> {
  const found = await findRow(tx, WAITING_IMPORT, [id])
  if (!found) return null
  const { club_id: clubId, user_id: userId, time_zone: timeZone, provider, header, columns, choices } = found
  return {
    clientId,
    clubId,
    userId,
    today: localDate(nowMs, timeZone),
    timeZone,
    nowMs,
    // an import can only be created where the client keeps its own records
    ownsRecords: true,
    provider,
    header,
    columns,
    choices,
  }
}

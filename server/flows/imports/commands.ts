import { Type } from 'typebox'
import { ImportRow, MemberImport, type ImportPatch, type ImportRowPatch } from '#contract/flows/member-imports.ts'
import { columnsByCells } from '#domain/members/guess-by-cells.ts'
import { guessColumns, type RememberedColumns } from '#domain/members/guess-columns.ts'
import { holdsSame, isImportField, missingFields, type Columns } from '#domain/members/import-columns.ts'
import { knownChoices, withoutForeignChoices, type Choices, type ValueOptions } from '#domain/members/import-values.ts'
import { withGuardianName } from '#domain/members/row-guardians.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import { execute, findRow, getRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { checkRows, writeCheckedRows, type CheckMode, type ImportSettings } from './check.ts'
import type { MemberFile } from './read-file.ts'
import { optionsToChoose, readOptions, titlesOf } from './values.ts'

/** Imports that are not finished are deleted after this time, because they contain names. */
const DRAFT_DAYS = 7
const DAY_MS = 86_400_000

const CREATE_IMPORT = tenantStatement(
  'flows/create-import',
  `INSERT INTO member_imports (client_id, id, club_id, user_id,
     file_name, encoding, reading, header, columns, choices, remembered, row_count, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)

const CREATE_ROWS = tenantStatement(
  'flows/create-rows-of-import',
  `INSERT INTO member_import_rows (client_id, import_id, row, cells, stray, state)
   SELECT $1, $2, (line ->> 'row')::int, line -> 'cells', (line ->> 'isStray')::boolean,
     CASE WHEN (line ->> 'isTotal')::boolean THEN 'out' ELSE 'ready' END
   FROM jsonb_array_elements($3) line RETURNING client_id`,
)

const KEEP_FILE = tenantStatement(
  'flows/keep-file-of-import',
  `INSERT INTO member_import_files (client_id, import_id, bytes, preview) VALUES ($1, $2, $3, $4)
   ON CONFLICT (client_id, import_id) DO UPDATE SET bytes = excluded.bytes, preview = excluded.preview`,
)

const REMEMBERED = tenantStatement(
  'flows/read-remembered-columns',
  'SELECT import_columns AS columns, import_choices AS choices FROM clubs WHERE client_id = $1 AND id = $2',
  { json: { columns: Type.Record(Type.String(), Type.String()), choices: MemberImport.properties.choices } },
)

/**
 * The columns of a file and what their texts mean, as in the club's earlier files where the headings are the same; an
 * export has headings and words of its own.
 */
async function matchedAsBefore(
  tx: Tx,
  context: ClubContext,
  { header, rows, reading }: Pick<MemberFile, 'header' | 'rows' | 'reading'>,
  { isExport }: CheckMode = {},
): Promise<ImportSettings & { remembered: boolean }> {
  const [before, found] = await Promise.all([
    isExport ? undefined : findRow(tx, REMEMBERED, [context.clubId]),
    readOptions(tx, context),
  ])
  const remembered: RememberedColumns = before?.columns ?? {}
  const places = titlesOf(found)
  const table = rows.map(({ cells }) => cells)
  const guess = (before: RememberedColumns) =>
    withoutForeignChoices(
      // columns without headings have no other way to be known
      reading.header_row === 0 ? columnsByCells(table) : guessColumns(header, before, places),
      table,
      found.options,
    )
  const columns = guess(remembered)
  return {
    columns,
    choices: knownChoices(before?.choices ?? {}, optionsToChoose(found)),
    remembered: columns.join() !== guess({}).join(),
  }
}

/** Stores an uploaded file as a draft: its columns are matched by their headings and its rows are checked. */
export async function createImport(
  tx: Tx,
  context: ClubContext,
  file: MemberFile,
  bytes: Uint8Array,
  mode?: CheckMode,
): Promise<string> {
  refuseIfProviderOwns(context)
  const id = crypto.randomUUID()
  const { columns, choices, remembered } = await matchedAsBefore(tx, context, file, mode)
  await execute(tx, CREATE_IMPORT, [
    id,
    context.clubId,
    context.userId,
    // not the uploaded file's name, which may contain a child's name
    `members-${localDate(context.nowMs, context.timeZone)}.csv`,
    file.encoding,
    JSON.stringify(file.reading),
    JSON.stringify(file.header),
    JSON.stringify(columns),
    JSON.stringify(choices),
    remembered,
    file.rows.length,
    new Date(context.nowMs),
  ])
  await execute(tx, KEEP_FILE, [id, bytes, JSON.stringify(file.preview)])
  await execute(tx, CREATE_ROWS, [id, JSON.stringify(file.rows)])
  await checkDraft(tx, context, id, { columns, choices }, mode)
  await auditImport(tx, context, 'upload', id, { rows: file.rows.length })
  return id
}

const DELETE_ROWS = tenantStatement(
  'flows/delete-rows-of-import',
  'DELETE FROM member_import_rows WHERE client_id = $1 AND import_id = $2',
)

const SET_READING = tenantStatement(
  'flows/set-reading-of-import',
  `UPDATE member_imports SET encoding = $3, reading = $4, header = $5, columns = $6, row_count = $7,
     remembered = coalesce($8, remembered)
   WHERE client_id = $1 AND id = $2`,
)

/** Replaces the rows of a draft by those that its file has when it is read in another way. */
export async function readAnew(
  tx: Tx,
  context: ClubContext,
  id: string,
  file: MemberFile,
  bytes: Uint8Array,
): Promise<void> {
  const draft = await lockDraft(tx, context, id)
  // the same headings hold what they held; what texts mean was said of the club's words, whatever stands above them
  const isSameHeader = file.header.join('\0') === draft.header.join('\0')
  const { columns, remembered } = isSameHeader
    ? { columns: draft.columns, remembered: null }
    : await matchedAsBefore(tx, context, file)
  const { choices } = draft
  await execute(tx, DELETE_ROWS, [id])
  await execute(tx, SET_READING, [
    id,
    file.encoding,
    JSON.stringify(file.reading),
    JSON.stringify(file.header),
    JSON.stringify(columns),
    file.rows.length,
    remembered,
  ])
  await execute(tx, KEEP_FILE, [id, bytes, JSON.stringify(file.preview)])
  await execute(tx, CREATE_ROWS, [id, JSON.stringify(file.rows)])
  await checkDraft(tx, context, id, { columns, choices })
}

const CLEAR_RESULTS = tenantStatement(
  'flows/clear-results-of-check',
  `UPDATE member_import_rows SET state = 'ready', problems = '[]'
   WHERE client_id = $1 AND import_id = $2 AND state IN ('bad', 'same', 'levels')`,
)

/** Checks all rows of a draft and stores the results, unless a required column is missing. */
async function checkDraft(
  tx: Tx,
  context: ClubContext,
  id: string,
  settings: ImportSettings,
  mode?: CheckMode,
): Promise<void> {
  // while a required column is missing, every row would have the same problem
  if (missingFields(settings.columns).length === 0)
    await writeCheckedRows(tx, id, await checkRows(tx, context, id, settings, mode))
  // results of an earlier check, with other columns, do not hold any more
  else await execute(tx, CLEAR_RESULTS, [id])
}

async function auditImport(tx: Tx, context: ClubContext, action: string, id: string, after: object): Promise<void> {
  await audit(tx, {
    userId: context.userId,
    action,
    entity: 'member-import',
    entityId: id,
    after: { clubId: context.clubId, ...after },
  })
}

const LOCK_IMPORT = tenantStatement(
  'flows/lock-import',
  `SELECT state, columns, choices, header FROM member_imports
   WHERE client_id = $1 AND club_id = $2 AND id = $3 FOR UPDATE`,
  {
    json: {
      columns: MemberImport.properties.columns,
      choices: MemberImport.properties.choices,
      header: MemberImport.properties.header,
    },
  },
)
type ImportState = RowOf<typeof LOCK_IMPORT>

/** Reads and locks an import of this club. */
async function lockImport(tx: Tx, context: ClubContext, id: string): Promise<ImportState> {
  refuseIfProviderOwns(context)
  const found = await findRow(tx, LOCK_IMPORT, [context.clubId, id])
  if (!found) throw new Refusal('NOT_FOUND', { field: 'id' })
  return found
}

async function lockDraft(tx: Tx, context: ClubContext, id: string): Promise<ImportState> {
  const draft = await lockImport(tx, context, id)
  if (draft.state !== 'draft') throw new Refusal('IMPORT_STATE')
  return draft
}

const SET_COLUMNS = tenantStatement(
  'flows/set-columns-of-import',
  'UPDATE member_imports SET columns = $3, choices = $4 WHERE client_id = $1 AND id = $2',
)

const LEAVE_OUT_BAD = tenantStatement(
  'flows/leave-out-bad-rows',
  `UPDATE member_import_rows SET state = 'out' WHERE client_id = $1 AND import_id = $2 AND state = 'bad'`,
)

/** $4: the text that stands in the column $3 of wrong rows; $5: the text in its place, or null to leave the rows out. */
const CHANGE_ALIKE = tenantStatement(
  'flows/change-alike-rows',
  `UPDATE member_import_rows SET
     cells = CASE WHEN $5::text IS NULL THEN cells ELSE jsonb_set(cells, ARRAY[$3::int::text], to_jsonb($5::text)) END,
     state = CASE WHEN $5::text IS NULL THEN 'out' ELSE state END,
     problems = CASE WHEN $5::text IS NULL THEN '[]' ELSE problems END
   WHERE client_id = $1 AND import_id = $2 AND state = 'bad' AND btrim(coalesce(cells ->> $3::int, '')) = $4`,
)

const ROWS_WITH_PROBLEMS = tenantStatement(
  'flows/list-rows-with-problems',
  `SELECT row, cells, problems FROM member_import_rows
   WHERE client_id = $1 AND import_id = $2 AND state <> 'out' ORDER BY row`,
  { json: { cells: ImportRow.properties.cells, problems: ImportRow.properties.problems } },
)

const SET_CELLS = tenantStatement(
  'flows/set-cells-of-rows',
  `UPDATE member_import_rows line SET cells = changed.cells
   FROM unnest($3::int[], $4::jsonb[]) changed (row, cells)
   WHERE line.client_id = $1 AND line.import_id = $2 AND line.row = changed.row`,
)

/** $3: `rows` for the rows that may be the child of an earlier row, `members` for those that may be a member of the club. */
const DECIDE_SAME = tenantStatement(
  'flows/decide-same-children',
  `UPDATE member_import_rows SET decision = 'same'
   WHERE client_id = $1 AND import_id = $2 AND state = 'bad' AND problems @> '[{"problem": "CONFLICT_MEMBER"}]'
     AND ($3 = 'rows') = (problems @? '$[*] ? (@.problem == "CONFLICT_MEMBER" && exists(@.row))')`,
)

/** Puts the name that stands first with a guardian's address into the rows that have another one. */
async function takeFirstNames(tx: Tx, id: string, columns: Columns): Promise<void> {
  const rows = await queryRows(tx, ROWS_WITH_PROBLEMS, [id])
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]))
  const changed = rows.flatMap(({ row, cells, problems }) => {
    const shared = problems.flatMap(({ field, problem, row: first }) => {
      const earlier = cellsOf.get(first ?? 0)
      return problem === 'CONFLICT_EMAIL' && field !== null && earlier ? [{ field, earlier }] : []
    })
    if (shared.length === 0) return []
    const corrected = shared.reduce((own, { field, earlier }) => withGuardianName(own, columns, field, earlier), cells)
    return [{ row, cells: JSON.stringify(corrected) }]
  })
  await execute(tx, SET_CELLS, [id, changed.map(({ row }) => row), changed.map(({ cells }) => cells)])
}

/** Changes how columns and texts are understood, or corrects or leaves out several rows with problems. */
export async function changeImport(
  tx: Tx,
  context: ClubContext,
  id: string,
  patch: ImportPatch,
  mode?: CheckMode,
): Promise<void> {
  const { header, columns: before, choices: choicesBefore } = await lockDraft(tx, context, id)
  const { columns = before, alike } = patch
  const choices = { ...choicesBefore, ...patch.choices }
  if (columns.length !== header.length) throw new Refusal('INVALID_REQUEST', { field: 'columns' })
  const found = await readOptions(tx, context)
  const places = new Set([...found.levels, ...found.skills].map(({ key }) => key))
  // the first column with an unknown field, or with one that an earlier column has
  const invalidColumn = columns.findIndex(
    (field, index) =>
      field !== null &&
      (!isImportField(field, places) ||
        columns.slice(0, index).some((earlier) => earlier !== null && holdsSame(earlier, field))),
  )
  if (invalidColumn >= 0) throw new Refusal('INVALID_REQUEST', { field: `columns/${invalidColumn}` })
  if (patch.choices !== undefined) refuseUnknownValues(patch.choices, optionsToChoose(found))
  await execute(tx, SET_COLUMNS, [id, JSON.stringify(columns), JSON.stringify(choices)])
  if (alike) await execute(tx, CHANGE_ALIKE, [id, alike.column, alike.text, alike.put])
  if (patch.first_guardian_names === true) await takeFirstNames(tx, id, columns)
  if (patch.same_children !== undefined) await execute(tx, DECIDE_SAME, [id, patch.same_children])
  // the rows that the last check found bad, which are those that the administrator has seen
  if (patch.leave_out_bad === true) await execute(tx, LEAVE_OUT_BAD, [id])
  await checkDraft(tx, context, id, { columns, choices }, mode)
}

/** Refuses a value that its column cannot hold; an empty one leaves the cell empty. */
function refuseUnknownValues(choices: Choices, options: ValueOptions): void {
  const known = knownChoices(choices, options)
  for (const [field, chosen] of Object.entries(choices))
    if (Object.keys(chosen).some((key) => !Object.hasOwn(known[field] ?? {}, key)))
      throw new Refusal('INVALID_REQUEST', { field: `choices/${field}` })
}

/** $6: whether the row is the child that it looks like, or null. $4: the corrected cells or null; $5: true to leave the row out, false to include it again, null for neither. */
const CHANGE_ROW = tenantStatement(
  'flows/change-row-of-import',
  `UPDATE member_import_rows SET cells = coalesce($4, cells),
     state = CASE WHEN $5::boolean IS NULL THEN state WHEN $5 THEN 'out' ELSE 'ready' END,
     problems = CASE WHEN $5 THEN '[]' ELSE problems END, decision = coalesce($6, decision)
   WHERE client_id = $1 AND import_id = $2 AND row = $3`,
)

/** Corrects the cells of a row, leaves the row out, or includes it again. */
export async function changeRow(
  tx: Tx,
  context: ClubContext,
  id: string,
  row: number,
  patch: ImportRowPatch,
): Promise<void> {
  const { header, ...settings } = await lockDraft(tx, context, id)
  // a row may have more cells than the header; nobody reads them
  if (patch.cells !== undefined && patch.cells.length < header.length)
    throw new Refusal('INVALID_REQUEST', { field: 'cells' })
  const cells = patch.cells === undefined ? null : JSON.stringify(patch.cells)
  const changed = await execute(tx, CHANGE_ROW, [id, row, cells, patch.out ?? null, patch.decision ?? null])
  if (changed === 0) throw new Refusal('NOT_FOUND', { field: 'row' })
  await checkDraft(tx, context, id, settings)
}

/** Null for an import without rows. */
const STATES_OF_ROWS = tenantStatement(
  'flows/read-states-of-rows',
  `SELECT bool_or(state = 'bad') AS bad, bool_or(state IN ('ready', 'levels')) AS ready FROM member_import_rows
   WHERE client_id = $1 AND import_id = $2`,
)

const START_IMPORT = tenantStatement(
  'flows/start-import',
  `UPDATE member_imports SET state = 'waiting', entered = 0 WHERE client_id = $1 AND id = $2`,
)

/** Whether some rows of an import have problems, and whether some bring something. */
export async function readRowStates(tx: Tx, id: string): Promise<{ bad: boolean; ready: boolean }> {
  const { bad, ready } = await getRow(tx, STATES_OF_ROWS, [id])
  return { bad: bad === true, ready: ready === true }
}

/** Lets an import be run (`runImport`). */
export async function setWaiting(tx: Tx, id: string): Promise<void> {
  await execute(tx, START_IMPORT, [id])
}

/**
 * Queues the import of a draft, or once more of an import whose task failed. A repeated request changes nothing while
 * the import waits for its task or the task runs.
 */
export async function startImport(tx: Tx, context: ClubContext, id: string): Promise<void> {
  const { state, columns } = await lockImport(tx, context, id)
  const missing = missingFields(columns)
  if (missing.length > 0) throw new Refusal('CSV_HEADER', { field: missing[0] ?? '', detail: missing.join(', ') })
  const failed = state === 'waiting' && (await lastTaskFailed(tx, id))
  if (state === 'waiting' && !failed) return
  if (state !== 'draft' && !failed) throw new Refusal('IMPORT_STATE')
  const { bad, ready } = await readRowStates(tx, id)
  if (bad || !ready) throw new Refusal('IMPORT_PROBLEMS')
  await setWaiting(tx, id)
  await enqueueTask(tx, {
    kind: 'import-members',
    subject: id,
    dueMs: context.nowMs,
    nowMs: context.nowMs,
    by: context.userId,
  })
  await auditImport(tx, context, 'start', id, {})
}

const LAST_TASK = tenantStatement(
  'flows/read-last-task-of-import',
  `SELECT state FROM tasks WHERE client_id = $1 AND kind = 'import-members' AND subject = $2
   ORDER BY created_at DESC LIMIT 1`,
)

async function lastTaskFailed(tx: Tx, id: string): Promise<boolean> {
  const task = await findRow(tx, LAST_TASK, [id])
  return task?.state === 'failed'
}

/** An import that waits without an open task has failed. */
const DELETE_OLD = tenantStatement(
  'flows/delete-old-drafts-of-imports',
  `DELETE FROM member_imports import WHERE import.client_id = $1 AND import.created_at < $2
     AND (import.state = 'draft' OR (import.state = 'waiting' AND NOT EXISTS (
       SELECT FROM tasks task WHERE task.client_id = import.client_id AND task.kind = 'import-members'
         AND task.subject = import.id::text AND task.state IN ('queued', 'running'))))`,
)

const CLEAR_LEFT_OUT = tenantStatement(
  'flows/clear-left-out-rows',
  `UPDATE member_import_rows line SET cells = '[]' FROM member_imports import
   WHERE line.client_id = $1 AND line.state = 'out' AND line.cells <> '[]' AND import.client_id = line.client_id
     AND import.id = line.import_id AND import.state IN ('done', 'undone') AND import.done_at < $2`,
)

/**
 * Deletes drafts and failed imports that are older than `DRAFT_DAYS`, and what rows held that were left out of imports so
 * long ago.
 */
export async function deleteOldDrafts(tx: Tx, nowMs: number): Promise<void> {
  const before = new Date(nowMs - DRAFT_DAYS * DAY_MS)
  await execute(tx, DELETE_OLD, [before])
  await execute(tx, CLEAR_LEFT_OUT, [before])
}

const DELETE_IMPORT = tenantStatement(
  'flows/delete-import',
  'DELETE FROM member_imports WHERE client_id = $1 AND id = $2',
)

/** Deletes a draft. */
export async function discardImport(tx: Tx, context: ClubContext, id: string): Promise<void> {
  await lockDraft(tx, context, id)
  await execute(tx, DELETE_IMPORT, [id])
  await auditImport(tx, context, 'discard', id, {})
}

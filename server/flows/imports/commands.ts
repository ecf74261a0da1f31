import type { ImportPatch, ImportRowPatch } from '#contract/flows/member-imports.ts'
import { guessColumns, IMPORT_FIELDS, missingFields } from '#domain/members/member-import.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseIfProviderOwns, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { checkRows, writeCheckedRows } from './check.ts'
import type { MemberFile } from './read-file.ts'

/** Imports that are not finished are deleted after this time, because they contain names. */
const DRAFT_DAYS = 7
const DAY_MS = 86_400_000

/** Stores an uploaded file as a draft: its columns are matched by their headings and its rows are checked. */
export async function createImport(tx: Tx, context: ClubContext, file: MemberFile): Promise<string> {
  refuseIfProviderOwns(context)
  const id = crypto.randomUUID()
  const columns = guessColumns(file.header)
  await tx.query(
    `INSERT INTO member_imports (client_id, id, club_id, user_id,
       file_name, encoding, header, columns, row_count, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      context.clientId,
      id,
      context.clubId,
      context.userId,
      // not the uploaded file's name, which may contain a child's name
      `members-${localDate(context.nowMs, context.timeZone)}.csv`,
      file.encoding,
      JSON.stringify(file.header),
      JSON.stringify(columns),
      file.rows.length,
      new Date(context.nowMs),
    ],
  )
  await tx.query(
    `INSERT INTO member_import_rows (client_id, import_id, row, cells)
     SELECT $1, $2, (line ->> 'row')::int, line -> 'cells' FROM jsonb_array_elements($3) line`,
    [context.clientId, id, JSON.stringify(file.rows)],
  )
  await checkDraft(tx, context, id, columns)
  await auditImport(tx, context, 'upload', id, { rows: file.rows.length })
  return id
}

/** Checks all rows of a draft and stores the results, unless a required column is missing. */
async function checkDraft(
  tx: Tx,
  context: ClubContext,
  id: string,
  columns: readonly (string | null)[],
): Promise<void> {
  // while a required column is missing, every row would have the same problem
  if (missingFields(columns).length === 0) await writeCheckedRows(tx, id, await checkRows(tx, context, id, columns))
  // results of an earlier check, with other columns, do not hold any more
  else
    await tx.query(
      `UPDATE member_import_rows SET state = 'ready', problems = '[]'
       WHERE import_id = $1 AND state IN ('bad', 'same')`,
      [id],
    )
}

async function auditImport(tx: Tx, context: ClubContext, action: string, id: string, after: object): Promise<void> {
  await audit(tx, context.clientId, {
    userId: context.userId,
    action,
    entity: 'member-import',
    entityId: id,
    after: { clubId: context.clubId, ...after },
  })
}

interface ImportState {
  state: string
  columns: (string | null)[]
  header: string[]
}

/** Reads and locks an import of this club. */
async function lockImport(tx: Tx, context: ClubContext, id: string): Promise<ImportState> {
  refuseIfProviderOwns(context)
  const { rows } = await tx.query<ImportState>(
    'SELECT state, columns, header FROM member_imports WHERE club_id = $1 AND id = $2 FOR UPDATE',
    [context.clubId, id],
  )
  const [found] = rows
  if (!found) throw new Refusal('NOT_FOUND', { field: 'id' })
  return found
}

async function lockDraft(tx: Tx, context: ClubContext, id: string): Promise<ImportState> {
  const draft = await lockImport(tx, context, id)
  if (draft.state !== 'draft') throw new Refusal('IMPORT_STATE')
  return draft
}

/** Changes how the columns are matched, or leaves out all rows with problems. */
export async function changeImport(tx: Tx, context: ClubContext, id: string, patch: ImportPatch): Promise<void> {
  const { header, columns: before } = await lockDraft(tx, context, id)
  const columns = patch.columns ?? before
  if (columns.length !== header.length) throw new Refusal('INVALID_REQUEST', { field: 'columns' })
  // the first column with an unknown field, or with one that an earlier column has
  const invalidColumn = columns.findIndex(
    (field, index) => field !== null && (!IMPORT_FIELDS.includes(field) || columns.indexOf(field) < index),
  )
  if (invalidColumn >= 0) throw new Refusal('INVALID_REQUEST', { field: `columns/${invalidColumn}` })
  await tx.query('UPDATE member_imports SET columns = $2 WHERE id = $1', [id, JSON.stringify(columns)])
  // the rows that the last check found bad, which are those that the administrator has seen
  if (patch.leave_out_bad === true)
    await tx.query(`UPDATE member_import_rows SET state = 'out' WHERE import_id = $1 AND state = 'bad'`, [id])
  await checkDraft(tx, context, id, columns)
}

/** Corrects the cells of a row, leaves the row out, or includes it again. */
export async function changeRow(
  tx: Tx,
  context: ClubContext,
  id: string,
  row: number,
  patch: ImportRowPatch,
): Promise<void> {
  const { columns, header } = await lockDraft(tx, context, id)
  // a row may have more cells than the header; nobody reads them
  if (patch.cells !== undefined && patch.cells.length < header.length)
    throw new Refusal('INVALID_REQUEST', { field: 'cells' })
  const { rowCount } = await tx.query(
    // $3: the corrected cells or null; $4: true to leave the row out, false to include it again, null for neither
    `UPDATE member_import_rows SET cells = coalesce($3, cells),
       state = CASE WHEN $4::boolean IS NULL THEN state WHEN $4 THEN 'out' ELSE 'ready' END,
       problems = CASE WHEN $4 THEN '[]' ELSE problems END
     WHERE import_id = $1 AND row = $2`,
    [id, row, patch.cells === undefined ? null : JSON.stringify(patch.cells), patch.out ?? null],
  )
  if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'row' })
  await checkDraft(tx, context, id, columns)
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
  const { rows } = await tx.query<{ bad: boolean; ready: boolean }>(
    `SELECT bool_or(state = 'bad') AS bad, bool_or(state = 'ready') AS ready FROM member_import_rows
     WHERE import_id = $1`,
    [id],
  )
  if (rows[0]?.bad === true || rows[0]?.ready !== true) throw new Refusal('IMPORT_PROBLEMS')
  await tx.query(`UPDATE member_imports SET state = 'waiting', entered = 0 WHERE id = $1`, [id])
  await enqueueTask(tx, context.clientId, {
    kind: 'import-members',
    subject: id,
    dueMs: context.nowMs,
    nowMs: context.nowMs,
    by: context.userId,
  })
  await auditImport(tx, context, 'start', id, {})
}

async function lastTaskFailed(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ state: string }>(
    `SELECT state FROM tasks WHERE kind = 'import-members' AND subject = $1 ORDER BY created_at DESC LIMIT 1`,
    [id],
  )
  return rows[0]?.state === 'failed'
}

/** Deletes drafts and failed imports that are older than `DRAFT_DAYS`. */
export async function deleteOldDrafts(tx: Tx, nowMs: number): Promise<void> {
  await tx.query(
    // an import that waits without an open task has failed
    `DELETE FROM member_imports import WHERE import.created_at < $1
       AND (import.state = 'draft' OR (import.state = 'waiting' AND NOT EXISTS (
         SELECT FROM tasks task WHERE task.client_id = import.client_id AND task.kind = 'import-members'
           AND task.subject = import.id::text AND task.state IN ('queued', 'running'))))`,
    [new Date(nowMs - DRAFT_DAYS * DAY_MS)],
  )
}

/** Deletes a draft. */
export async function discardImport(tx: Tx, context: ClubContext, id: string): Promise<void> {
  await lockDraft(tx, context, id)
  await tx.query('DELETE FROM member_imports WHERE id = $1', [id])
  await auditImport(tx, context, 'discard', id, {})
}

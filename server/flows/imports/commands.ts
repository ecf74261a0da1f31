import { UNDO_DAYS, type ImportPatch, type ImportRowPatch } from '#contract/flows/member-imports.ts'
import { guessColumns, IMPORT_FIELDS, missingFields } from '#domain/members/member-import.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { audit } from '#server/platform/audit.ts'
import { refuseForeignRecords, type ClubContext } from '#server/tenants/clubs/club-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { checkRows, writeChecked } from './check.ts'
import type { MemberFile } from './read-file.ts'

/** What was not brought to its end is deleted with the names in it. */
const DRAFT_DAYS = 7
const DAY_MS = 86_400_000

/** Keeps a file that was read, its columns matched by their heads and its rows checked. */
export async function createImport(tx: Tx, context: ClubContext, file: MemberFile): Promise<string> {
  refuseForeignRecords(context)
  const id = crypto.randomUUID()
  const columns = guessColumns(file.header)
  await tx.query(
    `INSERT INTO member_imports (client_id, id, club_id, user_id, file_name, encoding, header, columns, row_count, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      context.clientId,
      id,
      context.clubId,
      context.userId,
      // not as the uploaded file was called: that may be a child's name
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
     SELECT $1, $2, (t.one ->> 'row')::int, t.one -> 'cells' FROM jsonb_array_elements($3) t (one)`,
    [context.clientId, id, JSON.stringify(file.rows)],
  )
  await check(tx, context, id, columns)
  await note(tx, context, 'upload', id, { rows: file.rows.length })
  return id
}

async function check(tx: Tx, context: ClubContext, id: string, columns: readonly (string | null)[]): Promise<void> {
  // with a needed column missing every row would be wrong for the same reason
  if (missingFields(columns).length === 0) await writeChecked(tx, id, await checkRows(tx, context, id, columns))
  else
    await tx.query(
      `UPDATE member_import_rows SET state = 'ready', problems = '[]' WHERE import_id = $1 AND state IN ('bad', 'same')`,
      [id],
    )
}

async function note(tx: Tx, context: ClubContext, action: string, id: string, after: object): Promise<void> {
  await audit(tx, context.clientId, {
    userId: context.userId,
    action,
    entity: 'member-import',
    entityId: id,
    after: { clubId: context.clubId, ...after },
  })
}

interface Held {
  state: string
  columns: (string | null)[]
  header: string[]
  done_at: Date | null
}

/** An import of this club; for a write it is held until the transaction ends. */
export async function findImport(tx: Tx, context: ClubContext, id: string, hold: '' | 'FOR UPDATE'): Promise<Held> {
  refuseForeignRecords(context)
  const { rows } = await tx.query<Held>(
    `SELECT state, columns, header, done_at FROM member_imports WHERE club_id = $1 AND id = $2 ${hold}`,
    [context.clubId, id],
  )
  const [held] = rows
  if (!held) throw new Refusal('NOT_FOUND', { field: 'id' })
  return held
}

async function holdDraft(tx: Tx, context: ClubContext, id: string): Promise<Held> {
  const held = await findImport(tx, context, id, 'FOR UPDATE')
  if (held.state !== 'draft') throw new Refusal('IMPORT_STATE')
  return held
}

/** Matches the columns anew, or leaves every wrong row out. */
export async function changeImport(tx: Tx, context: ClubContext, id: string, patch: ImportPatch): Promise<void> {
  const { header, columns: before } = await holdDraft(tx, context, id)
  const columns = patch.columns ?? before
  const named = columns.filter((field) => field !== null)
  if (columns.length !== header.length) throw new Refusal('INVALID_REQUEST', { field: 'columns' })
  const wrong = columns.findIndex(
    (field, k) => field !== null && (!IMPORT_FIELDS.includes(field) || columns.indexOf(field) < k),
  )
  if (wrong >= 0 || new Set(named).size < named.length)
    throw new Refusal('INVALID_REQUEST', { field: `columns/${wrong}` })
  await tx.query('UPDATE member_imports SET columns = $2 WHERE id = $1', [id, JSON.stringify(columns)])
  if (patch.leave_out_bad === true)
    await tx.query(`UPDATE member_import_rows SET state = 'out' WHERE import_id = $1 AND state = 'bad'`, [id])
  await check(tx, context, id, columns)
}

/** Corrects the cells of a row, leaves it out, or takes it in again. */
export async function changeRow(
  tx: Tx,
  context: ClubContext,
  id: string,
  row: number,
  patch: ImportRowPatch,
): Promise<void> {
  const { columns, header } = await holdDraft(tx, context, id)
  if (patch.cells !== undefined && patch.cells.length < header.length)
    throw new Refusal('INVALID_REQUEST', { field: 'cells' })
  const { rowCount } = await tx.query(
    `UPDATE member_import_rows SET cells = coalesce($3, cells),
       state = CASE WHEN $4::boolean IS NULL THEN state WHEN $4 THEN 'out' ELSE 'ready' END,
       problems = CASE WHEN $4 THEN '[]' ELSE problems END
     WHERE import_id = $1 AND row = $2`,
    [id, row, patch.cells === undefined ? null : JSON.stringify(patch.cells), patch.out ?? null],
  )
  if (rowCount === 0) throw new Refusal('NOT_FOUND', { field: 'row' })
  await check(tx, context, id, columns)
}

/** Asks for the import itself; asked twice it is done once. */
export async function startImport(tx: Tx, context: ClubContext, id: string): Promise<void> {
  const { state, columns } = await findImport(tx, context, id, 'FOR UPDATE')
  const missing = missingFields(columns)
  if (missing.length > 0) throw new Refusal('CSV_HEADER', { field: missing[0] ?? '', detail: missing.join(', ') })
  const failed = state === 'waiting' && (await lastTaskFailed(tx, id))
  if (state === 'waiting' && !failed) return
  if (state !== 'draft' && !failed) throw new Refusal('IMPORT_STATE')
  const { rows } = await tx.query<{ bad: boolean; ready: boolean }>(
    `SELECT bool_or(state = 'bad') AS bad, bool_or(state = 'ready') AS ready FROM member_import_rows WHERE import_id = $1`,
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
  await note(tx, context, 'start', id, {})
}

async function lastTaskFailed(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ state: string }>(
    `SELECT state FROM tasks WHERE kind = 'import-members' AND subject = $1 ORDER BY created_at DESC LIMIT 1`,
    [id],
  )
  return rows[0]?.state === 'failed'
}

/** Deletes files that nobody has brought to their end for a week, or whose import failed that long ago. */
export async function deleteOldDrafts(tx: Tx, nowMs: number): Promise<void> {
  await tx.query(
    `DELETE FROM member_imports i WHERE i.created_at < $1 AND (i.state = 'draft' OR (i.state = 'waiting' AND NOT EXISTS (
       SELECT FROM tasks t WHERE t.client_id = i.client_id AND t.kind = 'import-members' AND t.subject = i.id::text
         AND t.state IN ('queued', 'running'))))`,
    [new Date(nowMs - DRAFT_DAYS * DAY_MS)],
  )
}

/** Forgets a file that was not imported. */
export async function discardImport(tx: Tx, context: ClubContext, id: string): Promise<void> {
  await holdDraft(tx, context, id)
  await tx.query('DELETE FROM member_imports WHERE id = $1', [id])
  await note(tx, context, 'discard', id, {})
}

/** Refuses to undo what is not done, or was long ago. */
export function refuseLateUndo({ state, done_at }: Held, nowMs: number): void {
  if (state !== 'done' || done_at === null || done_at.getTime() + UNDO_DAYS * DAY_MS < nowMs)
    throw new Refusal('IMPORT_STATE')
}

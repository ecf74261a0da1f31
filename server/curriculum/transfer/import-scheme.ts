import { Type } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'
import type { SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import { finishScheme, insertNodes } from '../schemes/commands.ts'
import { StoredNodes } from '../schemes/stored-json.ts'
import { recordSchemeFiles } from '../schemes/used-files.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { RunBatch } from '#server/platform/jobs/batch.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'

/** Nodes per batch: few enough that the progress bar moves. */
const BATCH_SIZE = 1_000

const HIDE_SCHEME = tenantStatement(
  'curriculum/hide-scheme-during-import',
  'UPDATE schemes SET deleted_at = $3 WHERE client_id = $1 AND id = $2',
)

const INSERT_IMPORT = tenantStatement(
  'curriculum/insert-import',
  'INSERT INTO scheme_imports (client_id, id, scheme_id, file) VALUES ($1, $2, $3, $4)',
)

/**
 * Queues a task that inserts the nodes of a file. Until it is done, the scheme is empty and marked as deleted, so that
 * nobody sees it.
 */
export async function enqueueSchemeImport(
  tx: Tx,
  { id, schemeId, file, nowMs, by }: { id: string; schemeId: string; file: SchemeFile; nowMs: number; by: string },
): Promise<void> {
  await execute(tx, HIDE_SCHEME, [schemeId, new Date(nowMs)])
  await execute(tx, INSERT_IMPORT, [id, schemeId, JSON.stringify(file)])
  await enqueueTask(tx, { kind: 'import-scheme', subject: id, dueMs: nowMs, nowMs, by })
}

/** The parts of a file that an import reads. */
const FileToImport = Type.Object({
  nodes: StoredNodes,
  videos: Type.Array(
    Type.Object({ id: Type.Integer(), url: Type.String(), poster: Type.Optional(nullable(Type.String())) }),
  ),
})

const LOCK_IMPORT = tenantStatement(
  'curriculum/lock-open-import',
  // the file is there until the import is done
  `SELECT scheme_id, file FROM scheme_imports
   WHERE client_id = $1 AND id = $2 AND done_at IS NULL AND file IS NOT NULL FOR UPDATE`,
  { json: { file: FileToImport } },
)

const USER_OF_TASK = tenantStatement(
  'curriculum/read-user-of-task',
  'SELECT by_user FROM tasks WHERE client_id = $1 AND id = $2',
)

const SHOW_SCHEME = tenantStatement(
  'curriculum/show-imported-scheme',
  'UPDATE schemes SET deleted_at = NULL WHERE client_id = $1 AND id = $2',
)

/** The file is not needed any more. */
const FINISH_IMPORT = tenantStatement(
  'curriculum/finish-import',
  'UPDATE scheme_imports SET done_at = $3, file = NULL WHERE client_id = $1 AND id = $2',
)

/** Inserts the next nodes of a file; after the last ones the scheme becomes visible. */
export const importSchemeBatch: RunBatch =
  async ({ now }, clientId, task) =>
  async (tx) => {
    const openImport = await findRow(tx, LOCK_IMPORT, [task.subject])
    if (!openImport) return { finished: true, announcement: null }
    const start = (task.position as number | null) ?? 0
    const { nodes } = openImport.file
    const batch = nodes.slice(start, start + BATCH_SIZE)
    await insertNodes(tx, openImport.scheme_id, batch)
    task.position = start + batch.length
    task.done = start + batch.length
    task.total = nodes.length
    const finished = task.done === nodes.length
    if (finished) {
      const row = await findRow(tx, USER_OF_TASK, [task.id])
      await execute(tx, SHOW_SCHEME, [openImport.scheme_id])
      await recordSchemeFiles(tx, openImport.scheme_id, openImport.file)
      await execute(tx, FINISH_IMPORT, [task.subject, new Date(now())])
      await finishScheme(tx, clientId, row?.by_user ?? null, openImport.scheme_id)
    }
    return { finished, announcement: null }
  }

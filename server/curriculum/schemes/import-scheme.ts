import type { SchemeFile } from '#domain/curriculum/transfer/scheme-file.ts'
import { finishScheme, insertNodes } from './commands.ts'
import { recordSchemeFiles } from './used-files.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { RunBatch } from '#server/platform/jobs/batch.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'

/** Nodes per batch: few enough that the progress bar moves. */
const BATCH_SIZE = 1_000

interface OpenImport {
  scheme_id: string
  file: SchemeFile
}

/**
 * Queues a task that inserts the nodes of a file. Until it is done, the scheme is empty and marked as deleted, so that
 * nobody sees it.
 */
export async function enqueueSchemeImport(
  tx: Tx,
  clientId: string,
  { id, schemeId, file, nowMs, by }: { id: string; schemeId: string; file: SchemeFile; nowMs: number; by: string },
): Promise<void> {
  await tx.query('UPDATE schemes SET deleted_at = now() WHERE id = $1', [schemeId])
  await tx.query('INSERT INTO scheme_imports (client_id, id, scheme_id, file) VALUES ($1, $2, $3, $4)', [
    clientId,
    id,
    schemeId,
    JSON.stringify(file),
  ])
  await enqueueTask(tx, clientId, { kind: 'import-scheme', subject: id, dueMs: nowMs, nowMs, by })
}

/** Inserts the next nodes of a file; after the last ones the scheme becomes visible. */
export const importSchemeBatch: RunBatch =
  async ({ now }, clientId, task) =>
  async (tx) => {
    const { rows } = await tx.query<OpenImport>(
      'SELECT scheme_id, file FROM scheme_imports WHERE id = $1 AND done_at IS NULL FOR UPDATE',
      [task.subject],
    )
    const [openImport] = rows
    if (!openImport) return { finished: true, announcement: null }
    const start = (task.position as number | null) ?? 0
    const { nodes } = openImport.file
    const batch = nodes.slice(start, start + BATCH_SIZE)
    await insertNodes(tx, clientId, openImport.scheme_id, batch)
    task.position = start + batch.length
    task.done = start + batch.length
    task.total = nodes.length
    const finished = task.done === nodes.length
    if (finished) {
      const { rows: tasks } = await tx.query<{ by: string | null }>('SELECT by_user AS by FROM tasks WHERE id = $1', [
        task.id,
      ])
      await tx.query('UPDATE schemes SET deleted_at = NULL WHERE id = $1', [openImport.scheme_id])
      await recordSchemeFiles(tx, clientId, openImport.scheme_id, openImport.file)
      // the file is not needed any more
      await tx.query('UPDATE scheme_imports SET done_at = $2, file = NULL WHERE id = $1', [
        task.subject,
        new Date(now()),
      ])
      await finishScheme(tx, clientId, tasks[0]?.by ?? null, openImport.scheme_id)
    }
    return { finished, announcement: null }
  }

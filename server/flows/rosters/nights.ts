import { nextTimeAt } from '#domain/platform/club-time.ts'
import { enqueueTask } from '#server/platform/jobs/tasks.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { deleteStaged } from './staged.ts'
import { clientZone } from './zone.ts'

/**
 * Local time of the task, in minutes of the day: after the hour at which clocks change, and long before the first dated
 * session.
 */
const NIGHT_MINUTES = 3 * 60 + 30

/** Queues the next night's import of rosters if none is queued or running, and deletes what a failed one had staged. */
export async function planRosterImport(tx: Tx, clientId: string, nowMs: number): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM clients WHERE auth_provider = 'coursepro'
       AND EXISTS (SELECT FROM identity_providers WHERE roster_url IS NOT NULL)
       AND NOT EXISTS (SELECT FROM tasks WHERE kind = 'import-roster' AND state IN ('queued', 'running'))`,
  )
  if (rowCount === 0) return
  await deleteStaged(tx)
  const dueMs = nextTimeAt(nowMs, NIGHT_MINUTES, await clientZone(tx))
  await enqueueTask(tx, clientId, { kind: 'import-roster', subject: clientId, dueMs, nowMs, by: null })
}

/** Queues an import of rosters that is due now, or makes the queued one due now; does nothing while one is running. */
export async function importRostersNow(tx: Tx, clientId: string, nowMs: number): Promise<void> {
  await tx.query(
    `INSERT INTO tasks AS queued (client_id, kind, subject, due_at, created_at)
     SELECT $1, 'import-roster', $1, $2, $2
     WHERE NOT EXISTS (SELECT FROM tasks WHERE kind = 'import-roster' AND state = 'running')
     ON CONFLICT (client_id, kind, subject) WHERE state = 'queued'
       DO UPDATE SET due_at = least(queued.due_at, excluded.due_at)`,
    [clientId, new Date(nowMs)],
  )
}

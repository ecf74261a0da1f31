import { nextTimeAt } from '#domain/platform/club-time.ts'
import { noteQueued, tellOfWork } from '#server/platform/jobs/due-work.ts'
import { enqueueTask, queueOfTask } from '#server/platform/jobs/tasks.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { deleteStaged } from './staged.ts'
import { clientZone } from './zone.ts'

/**
 * Local time of the task, in minutes of the day: after the hour at which clocks change, and long before the first dated
 * session.
 */
const NIGHT_MINUTES = 3 * 60 + 30

const MAY_PLAN = tenantStatement(
  'flows/may-plan-import-of-rosters',
  `SELECT FROM clients WHERE client_id = $1 AND auth_provider = 'coursepro'
     AND EXISTS (SELECT FROM identity_providers WHERE client_id = $1 AND roster_url IS NOT NULL)
     AND NOT EXISTS (SELECT FROM tasks
       WHERE client_id = $1 AND kind = 'import-roster' AND state IN ('queued', 'running'))`,
)

/** Queues the next night's import of rosters if none is queued or running, and deletes what a failed one had staged. */
export async function planRosterImport(tx: Tx, clientId: string, nowMs: number): Promise<void> {
  if ((await execute(tx, MAY_PLAN)) === 0) return
  await deleteStaged(tx)
  const dueMs = nextTimeAt(nowMs, NIGHT_MINUTES, await clientZone(tx))
  await enqueueTask(tx, { kind: 'import-roster', subject: clientId, dueMs, nowMs, by: null })
}

const IMPORT_NOW = tenantStatement(
  'flows/import-rosters-now',
  `WITH queued AS (INSERT INTO tasks AS present (client_id, kind, subject, due_at, created_at)
     SELECT $1, 'import-roster', $1, $2, $2
     WHERE NOT EXISTS (SELECT FROM tasks WHERE client_id = $1 AND kind = 'import-roster' AND state = 'running')
     ON CONFLICT (client_id, kind, subject) WHERE state = 'queued'
       DO UPDATE SET due_at = least(present.due_at, excluded.due_at)
     RETURNING client_id, due_at)
   ${noteQueued(queueOfTask('import-roster'))}`,
)

/** Queues an import of rosters that is due now, or makes the queued one due now; does nothing while one is running. */
export async function importRostersNow(tx: Tx, nowMs: number): Promise<void> {
  tellOfWork(tx, queueOfTask('import-roster'), nowMs, nowMs)
  await execute(tx, IMPORT_NOW, [new Date(nowMs)])
}

import type { Tx } from '#server/platform/tenancy.ts'

export type TaskKind =
  | 'recalculate'
  | 'import-roster'
  | 'import-scheme'
  | 'sweep-files'
  | 'import-members'
  | 'ask-owner'
  | 'tell-subscribers'
  | 'follow'
  | 'retention'

/** Upkeep that nobody asks for and that asks for itself again: it is not cancelled. */
export const UPKEEP: readonly TaskKind[] = ['sweep-files', 'retention']

/** A task as the one who runs it has it. */
export interface Task {
  id: string
  kind: TaskKind
  subject: string
  position: unknown
  done: number
  total: number | null
  /** Tries that have failed, and this one. */
  tries: number
  /** Which turn this is: another runner that takes the task over has another. */
  takes: number
}

/** Who runs a task says so again at each batch; after this long without it somebody else goes on. */
const LEASE_MS = 30_000
const MOST_TRIES = 5
/** Runners that went away one after the other without any progress: then the task itself is what ends them. */
const MOST_ABANDONED = 20
/** Until the next try, by how many there were. */
const AGAIN_MS = [5_000, 30_000, 120_000, 600_000]
/** Somebody else's server is down for longer than ours. */
const AGAIN_AT_PROVIDER_MS = [60_000, 600_000, 1_800_000, 3_600_000]

/**
 * Asks for a task, in the transaction of what makes it necessary. One that waits for the same already is enough, at
 * the time it was first asked for.
 */
export async function enqueueTask(
  tx: Tx,
  clientId: string,
  task: { kind: TaskKind; subject: string; dueMs: number; nowMs: number; by: string | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO tasks (client_id, kind, subject, due_at, created_at, by_user) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (client_id, kind, subject) WHERE state = 'queued' DO NOTHING`,
    [clientId, task.kind, task.subject, new Date(task.dueMs), new Date(task.nowMs), task.by],
  )
}

/** Takes the task that is due longest: a waiting one, or one whose runner is gone, which does not count as a try. */
export async function takeTask(tx: Tx, nowMs: number): Promise<Task | null> {
  await tx.query(
    `WITH ended AS (UPDATE tasks SET state = 'failed', leased_until = NULL, ended_at = $1, error = 'its process ended ' || abandoned || ' times without any progress'
     WHERE state = 'running' AND leased_until < $1 AND abandoned >= $2 RETURNING client_id, id, error)
     INSERT INTO task_events (client_id, task_id, at, event, detail) SELECT client_id, id, $1, 'failed', error FROM ended`,
    [new Date(nowMs), MOST_ABANDONED],
  )
  const { rows } = await tx.query<Task>(
    `WITH taken AS (UPDATE tasks SET state = 'running', leased_until = $2, error = NULL, takes = takes + 1,
       tries = tries + CASE state WHEN 'queued' THEN 1 ELSE 0 END, abandoned = abandoned + CASE state WHEN 'running' THEN 1 ELSE 0 END
     WHERE (client_id, id) = (SELECT client_id, id FROM tasks
       WHERE (state = 'queued' AND due_at <= $1) OR (state = 'running' AND leased_until < $1)
       ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING client_id, id, kind, subject, position, done, total, tries, takes),
     noted AS (INSERT INTO task_events (client_id, task_id, at, event) SELECT client_id, id, $1, 'begun' FROM taken)
     SELECT id, kind, subject, position, done, total, tries, takes FROM taken`,
    [new Date(nowMs), new Date(nowMs + LEASE_MS)],
  )
  return rows[0] ?? null
}

/** Holds the task for one batch. False when it is no longer this runner's: cancelled, or taken over after a pause. */
export async function holdTask(tx: Tx, task: Task, nowMs: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE tasks SET leased_until = $3 WHERE id = $1 AND state = 'running' AND takes = $2`,
    [task.id, task.takes, new Date(nowMs + LEASE_MS)],
  )
  return rowCount === 1
}

export async function noteProgress(tx: Tx, task: Task): Promise<void> {
  await tx.query('UPDATE tasks SET position = $2, done = $3, total = $4, abandoned = 0 WHERE id = $1', [
    task.id,
    JSON.stringify(task.position),
    task.done,
    task.total,
  ])
}

export async function endTask(tx: Tx, task: Task, nowMs: number): Promise<void> {
  await tx.query(
    `WITH ended AS (UPDATE tasks SET state = 'done', ended_at = $2, leased_until = NULL WHERE id = $1 RETURNING client_id, id)
     INSERT INTO task_events (client_id, task_id, at, event) SELECT client_id, id, $2, 'done' FROM ended`,
    [task.id, new Date(nowMs)],
  )
}

/** A failed batch is tried again later, from where it was; the fifth time a person has to look. */
export async function failTask(tx: Tx, task: Task, nowMs: number, error: string): Promise<void> {
  const pauses = task.kind === 'import-roster' ? AGAIN_AT_PROVIDER_MS : AGAIN_MS
  const again = task.tries < MOST_TRIES ? (pauses[task.tries - 1] ?? 0) : null
  // while another one waits for the same, that one does it all
  await tx.query(
    `WITH failed AS (UPDATE tasks t SET error = $3, leased_until = NULL, due_at = coalesce($4, due_at),
       state = CASE WHEN $4::timestamptz IS NULL OR EXISTS (SELECT FROM tasks o WHERE o.client_id = t.client_id AND o.kind = t.kind
         AND o.subject = t.subject AND o.state = 'queued') THEN 'failed' ELSE 'queued' END,
       ended_at = CASE WHEN $4::timestamptz IS NULL THEN $5::timestamptz END
     WHERE t.id = $1 AND t.takes = $2 AND t.state = 'running' RETURNING t.client_id, t.id, t.state)
     INSERT INTO task_events (client_id, task_id, at, event, detail)
     SELECT client_id, id, $5, CASE WHEN state = 'failed' THEN 'failed' ELSE 'again' END, $3 FROM failed`,
    [task.id, task.takes, error, again === null ? null : new Date(nowMs + again), new Date(nowMs)],
  )
}

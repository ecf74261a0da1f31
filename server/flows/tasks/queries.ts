import { Type } from 'typebox'
import { ListedTask, TaskDetail, type TaskCounts, type TasksQuery } from '#contract/platform/tasks.ts'
import { pageOf } from '#server/platform/http/page-of.ts'
import { UPKEEP_TASKS } from '#server/platform/jobs/tasks.ts'
import { findRow, getRow, tenantStatement, tenantStatements } from '#server/platform/sql/statement.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * SQL of the name of what `task` is about: a scheme, a file of members or a club. `language` is SQL of a two-letter language.
 */
const subjectName = (language: string) => `coalesce(
  (SELECT coalesce(${wordsIn('scheme.name', language)}, scheme.slug) FROM schemes scheme
    WHERE scheme.client_id = task.client_id AND scheme.id::text = task.subject),
  (SELECT import.file_name FROM member_imports import
    WHERE import.client_id = task.client_id AND import.id::text = task.subject),
  (SELECT clubs.name FROM clubs WHERE clubs.client_id = task.client_id AND clubs.id = task.club_id))`

/** SQL of a user's name; the user's id is in the column `by_user` of the alias `row`. */
const userName = (row: 'task' | 'event') => `(SELECT trim(account.firstname || ' ' || account.lastname)
  FROM users account WHERE account.client_id = ${row}.client_id AND account.id = ${row}.by_user)`

const seconds = (column: string) => `floor(extract(epoch FROM ${column}))::bigint`

/** SQL of `task` as a `ListedTask`; `language` as for `subjectName`. */
const taskJson = (language: string) => `jsonb_build_object(
  'id', task.id, 'kind', task.kind, 'about', ${subjectName(language)}, 'state', task.state, 'done', task.done,
  'total', task.total, 'tries', task.tries, 'error', task.error, 'by', ${userName('task')},
  'created', ${seconds('task.created_at')}, 'due', ${seconds('task.due_at')}, 'ended', ${seconds('task.ended_at')})`

/** SQL condition: `task` is in the state $3 and found by the text $4; null for each that does not matter. */
const isListed = `task.client_id = $1 AND ($3::text IS NULL OR task.state = $3)
  AND ($4::text IS NULL OR position(folded($4)
    IN folded(concat_ws(' ', task.kind, ${subjectName('$2::text')}, ${userName('task')}))) > 0)`

/** `acreated`: ascending by the time of creation. */
const orders = { acreated: 'task.created_at, task.id', dcreated: 'task.created_at DESC, task.id' }

const LIST = tenantStatements(
  'flows/list-tasks',
  orders,
  (order) => `SELECT (SELECT coalesce(json_agg(${taskJson('$2::text')} ORDER BY ${order}), '[]')
     FROM (SELECT * FROM tasks task WHERE ${isListed} ORDER BY ${order} LIMIT $5 OFFSET $6) task) AS tasks,
     (SELECT count(*) FROM tasks task WHERE ${isListed}) AS total`,
  { json: { tasks: Type.Array(ListedTask) } },
)

/** A page of tasks, and the number of all tasks that the filters match. Without `sort` the newest task comes first. */
export async function listTasks(
  tx: Tx,
  language: string,
  query: TasksQuery,
): Promise<{ tasks: ListedTask[]; total: number }> {
  const { state = null, search, sort = 'dcreated' } = query
  const { perPage, offset } = pageOf(query)
  return getRow(tx, LIST[sort], [language, state, search?.trim() ?? null, perPage, offset])
}

const COUNTS = tenantStatement(
  'flows/count-tasks',
  `SELECT count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'running') AS running,
     count(*) FILTER (WHERE state = 'failed') AS failed
   FROM tasks WHERE client_id = $1 AND state IN ('queued', 'running', 'failed')`,
)

export async function countTasks(tx: Tx): Promise<TaskCounts> {
  return getRow(tx, COUNTS)
}

const TASK = tenantStatement(
  'flows/read-task',
  `SELECT ${taskJson('$3::text')} || jsonb_build_object(
     'can_cancel', task.state IN ('queued', 'running') AND task.kind <> ALL($4),
     'can_retry', task.state IN ('failed', 'cancelled'),
     'log', coalesce((SELECT jsonb_agg(jsonb_build_object('at', ${seconds('event.at')}, 'event', event.event,
         'detail', event.detail, 'by', ${userName('event')}) ORDER BY event.id)
       FROM task_events event
       WHERE event.client_id = task.client_id AND event.task_id = task.id), '[]')) AS task
   FROM tasks task WHERE task.client_id = $1 AND task.id = $2`,
  { json: { task: TaskDetail } },
)

/** A task with its log; null when there is none. */
export async function readTask(tx: Tx, language: string, id: string): Promise<TaskDetail | null> {
  const row = await findRow(tx, TASK, [id, language, UPKEEP_TASKS])
  return row?.task ?? null
}

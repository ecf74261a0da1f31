import type { ListedTask, TaskCounts, TaskDetail, TasksQuery } from '#contract/platform/tasks.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { UPKEEP_TASKS } from '#server/platform/jobs/tasks.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/**
 * SQL of the name of what `task` is about: a scheme or a file of members. `language` is SQL of a two-letter language.
 */
const subjectName = (language: string) => `coalesce(
  (SELECT coalesce(scheme.name ->> ${language}, scheme.slug) FROM schemes scheme
    WHERE scheme.client_id = task.client_id AND scheme.id::text = task.subject),
  (SELECT import.file_name FROM member_imports import
    WHERE import.client_id = task.client_id AND import.id::text = task.subject))`

/** SQL of a user's name; the user's id is in the column `by_user` of the alias `row`. */
const userName = (row: 'task' | 'event') => `(SELECT trim(account.firstname || ' ' || account.lastname)
  FROM users account WHERE account.client_id = ${row}.client_id AND account.id = ${row}.by_user)`

const seconds = (column: string) => `floor(extract(epoch FROM ${column}))::bigint`

/** SQL of `task` as a `ListedTask`; `language` as for `subjectName`. */
const taskJson = (language: string) => `jsonb_build_object(
  'id', task.id, 'kind', task.kind, 'about', ${subjectName(language)}, 'state', task.state, 'done', task.done,
  'total', task.total, 'tries', task.tries, 'error', task.error, 'by', ${userName('task')},
  'created', ${seconds('task.created_at')}, 'due', ${seconds('task.due_at')}, 'ended', ${seconds('task.ended_at')})`

/** A page of tasks, and the number of all tasks that the filters match. */
export async function listTasks(
  tx: Tx,
  language: string,
  query: TasksQuery,
): Promise<{ tasks: ListedTask[]; total: number }> {
  const params = new SqlParams()
  const languageParam = params.add(language)
  // always true; it tells the database the type of the parameter
  const conditions = [`${languageParam}::text IS NOT NULL`]
  if (query.state !== undefined) conditions.push(`task.state = ${params.add(query.state)}`)
  if (query.search !== undefined) {
    const searched = `concat_ws(' ', task.kind, ${subjectName(languageParam)}, ${userName('task')})`
    conditions.push(`position(folded(${params.add(query.search.trim())}) IN folded(${searched})) > 0`)
  }
  const where = conditions.join(' AND ')
  // `acreated`: ascending by the time of creation; without it the newest task comes first
  const order = query.sort === 'acreated' ? 'task.created_at, task.id' : 'task.created_at DESC, task.id'
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ tasks: ListedTask[]; total: number }>(
    `SELECT (SELECT coalesce(json_agg(${taskJson(languageParam)} ORDER BY ${order}), '[]')
       FROM (SELECT * FROM tasks task WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) task) AS tasks,
       (SELECT count(*) FROM tasks task WHERE ${where}) AS total`,
    params.values,
  )
  return rows[0] ?? { tasks: [], total: 0 }
}

export async function countTasks(tx: Tx): Promise<TaskCounts> {
  const { rows } = await tx.query<TaskCounts>(
    `SELECT count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'running') AS running,
       count(*) FILTER (WHERE state = 'failed') AS failed FROM tasks WHERE state IN ('queued', 'running', 'failed')`,
  )
  return rows[0] ?? { queued: 0, running: 0, failed: 0 }
}

/** A task with its log; null when there is none. */
export async function readTask(tx: Tx, language: string, id: string): Promise<TaskDetail | null> {
  const { rows } = await tx.query<{ task: TaskDetail }>(
    `SELECT ${taskJson('$2::text')} || jsonb_build_object(
       'can_cancel', task.state IN ('queued', 'running') AND task.kind <> ALL($3),
       'can_retry', task.state IN ('failed', 'cancelled'),
       'log', coalesce((SELECT jsonb_agg(jsonb_build_object('at', ${seconds('event.at')}, 'event', event.event,
           'detail', event.detail, 'by', ${userName('event')}) ORDER BY event.id)
         FROM task_events event
         WHERE event.client_id = task.client_id AND event.task_id = task.id), '[]')) AS task
     FROM tasks task WHERE task.id = $1`,
    [id, language, UPKEEP_TASKS],
  )
  return rows[0]?.task ?? null
}

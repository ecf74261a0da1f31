import type { ListedTask, TaskCounts, TaskDetail, TasksQuery } from '#contract/platform/tasks.ts'
import { SqlParams } from '#server/platform/http/sql-params.ts'
import { UPKEEP_TASKS } from '#server/platform/jobs/tasks.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** SQL of the name of what task `t` is about, in a language: a scheme, or a file of members. */
const about = (language: string) => `coalesce(
  (SELECT coalesce(s.name ->> ${language}, s.slug) FROM schemes s WHERE s.client_id = t.client_id AND s.id::text = t.subject),
  (SELECT i.file_name FROM member_imports i WHERE i.client_id = t.client_id AND i.id::text = t.subject))`

/** SQL of the name of the user who queued task `t`. */
const by = `(SELECT trim(u.firstname || ' ' || u.lastname) FROM users u WHERE u.client_id = t.client_id AND u.id = t.by_user)`

const seconds = (column: string) => `floor(extract(epoch FROM ${column}))::bigint`

const json = (
  language: string,
) => `jsonb_build_object('id', t.id, 'kind', t.kind, 'about', ${about(language)}, 'state', t.state,
  'done', t.done, 'total', t.total, 'tries', t.tries, 'error', t.error, 'by', ${by}, 'created', ${seconds('t.created_at')},
  'due', ${seconds('t.due_at')}, 'ended', ${seconds('t.ended_at')})`

/** A page of tasks, and the number of all tasks that the filters match. */
export async function listTasks(
  tx: Tx,
  language: string,
  query: TasksQuery,
): Promise<{ tasks: ListedTask[]; total: number }> {
  const params = new SqlParams()
  const words = params.add(language)
  const conditions = [`${words}::text IS NOT NULL`]
  if (query.state !== undefined) conditions.push(`t.state = ${params.add(query.state)}`)
  if (query.search !== undefined)
    conditions.push(
      `position(folded(${params.add(query.search.trim())}) IN folded(concat_ws(' ', t.kind, ${about(words)}, ${by}))) > 0`,
    )
  const where = conditions.join(' AND ')
  const order = query.sort === 'acreated' ? 't.created_at, t.id' : 't.created_at DESC, t.id'
  const perPage = Number(query.per_page ?? 10)
  const { rows } = await tx.query<{ tasks: ListedTask[]; total: number }>(
    `SELECT (SELECT coalesce(json_agg(${json(words)} ORDER BY ${order}), '[]')
       FROM (SELECT * FROM tasks t WHERE ${where} ORDER BY ${order}
         LIMIT ${params.add(perPage)} OFFSET ${params.add(Number(query.page ?? 0) * perPage)}) t) AS tasks,
       (SELECT count(*) FROM tasks t WHERE ${where}) AS total`,
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
    `SELECT ${json('$2::text')} || jsonb_build_object(
       'can_cancel', t.state IN ('queued', 'running') AND t.kind <> ALL($3),
       'can_retry', t.state IN ('failed', 'cancelled'),
       'log', coalesce((SELECT jsonb_agg(jsonb_build_object('at', ${seconds('e.at')}, 'event', e.event, 'detail', e.detail,
           'by', (SELECT trim(u.firstname || ' ' || u.lastname) FROM users u WHERE u.client_id = e.client_id AND u.id = e.by_user))
           ORDER BY e.id) FROM task_events e WHERE e.client_id = t.client_id AND e.task_id = t.id), '[]')) AS task
     FROM tasks t WHERE t.id = $1`,
    [id, language, UPKEEP_TASKS],
  )
  return rows[0]?.task ?? null
}

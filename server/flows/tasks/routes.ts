import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { ListedTask, TaskCounts, TaskDetail, TasksQuery } from '#contract/platform/tasks.ts'
import type { App, Deps } from '#server/platform/deps.ts'
import { clientContextOf, type ClientContext } from '#server/tenants/clubs/client-context.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { problems, secured, languageOf } from '#server/platform/http/schemas.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { cancelTask, retryTask } from './commands.ts'
import { countTasks, listTasks, readTask } from './queries.ts'

const Params = Type.Object({ id: Uuid })
const noQuery = Type.Object({}, strict)

/**
 * The client's background tasks, which scheme authors see in advanced mode [6.16] and may cancel or retry.
 * `clientContextOf` refuses everybody for whom the portal's page `/tasks` is closed.
 */
export function taskRoutes(app: App, deps: Deps): void {
  /** Reads a task with names in the language of this locale; refuses an unknown task. */
  async function mustReadTask(tx: Tx, locale: string, id: string): Promise<TaskDetail> {
    const task = await readTask(tx, languageOf(locale), id)
    if (!task) throw new Refusal('NOT_FOUND', { field: 'id' })
    return task
  }
  /** Cancels or retries a task; replies with the task as it is then. */
  async function changeTask(
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    work: (tx: Tx, context: ClientContext, id: string, nowMs: number) => Promise<void>,
  ): Promise<TaskDetail> {
    const session = await deps.session(request)
    return deps.writeOnce(session, request, reply, async (tx) => {
      await work(tx, await clientContextOf(tx, session), id, deps.now())
      return mustReadTask(tx, session.language, id)
    })
  }

  app.get(
    '/v1/tasks',
    {
      config: { action: 'tasks.manage' },
      schema: { security: secured, querystring: TasksQuery, response: { 200: Type.Array(ListedTask), ...problems } },
    },
    async (request, reply) => {
      const session = await deps.session(request)
      const { tasks, total } = await deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return listTasks(tx, languageOf(session.language), request.query)
      })
      reply.header('x-total-count', total)
      return tasks
    },
  )

  app.get(
    '/v1/tasks/counts',
    {
      config: { action: 'tasks.manage' },
      schema: { security: secured, querystring: noQuery, response: { 200: TaskCounts, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return countTasks(tx)
      })
    },
  )

  app.get(
    '/v1/tasks/:id',
    {
      config: { action: 'tasks.manage' },
      schema: { security: secured, params: Params, querystring: noQuery, response: { 200: TaskDetail, ...problems } },
    },
    async (request) => {
      const session = await deps.session(request)
      return deps.read(session, async (tx) => {
        await clientContextOf(tx, session)
        return mustReadTask(tx, session.language, request.params.id)
      })
    },
  )

  app.post(
    '/v1/tasks/:id/cancel',
    {
      config: { action: 'tasks.manage' },
      schema: { security: secured, params: Params, querystring: noQuery, response: { 200: TaskDetail, ...problems } },
    },
    (request, reply) => changeTask(request, reply, request.params.id, cancelTask),
  )

  app.post(
    '/v1/tasks/:id/retry',
    {
      config: { action: 'tasks.manage' },
      schema: { security: secured, params: Params, querystring: noQuery, response: { 200: TaskDetail, ...problems } },
    },
    (request, reply) => changeTask(request, reply, request.params.id, retryTask),
  )
}

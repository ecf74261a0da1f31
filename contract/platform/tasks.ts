import { Type, type Static } from 'typebox'
import { nullable, strict } from './fields.ts'
import { paging, Search } from './lists.ts'

export const TaskState = Type.Union([
  Type.Literal('queued'),
  Type.Literal('running'),
  Type.Literal('done'),
  Type.Literal('failed'),
  Type.Literal('cancelled'),
])
export type TaskState = Static<typeof TaskState>

export const TasksQuery = Type.Object(
  {
    ...paging,
    sort: Type.Optional(Type.Union([Type.Literal('dcreated'), Type.Literal('acreated')])),
    /** Finds the subject of a task and the name of the user who started it. */
    search: Type.Optional(Search),
    state: Type.Optional(TaskState),
  },
  strict,
)
export type TasksQuery = Static<typeof TasksQuery>

/** A background task [6.16]. Times are unix seconds. */
export const ListedTask = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  /** The name of the scheme, file or club that the task works on; null when there is none. */
  about: nullable(Type.String()),
  state: TaskState,
  /** How much is done (`done`) of all that there is to do (`total`, null when that is not known). */
  done: Type.Integer(),
  total: nullable(Type.Integer()),
  tries: Type.Integer(),
  /** Why the last try failed. */
  error: nullable(Type.String()),
  /** Who started it; null = the server. */
  by: nullable(Type.String()),
  created: Type.Integer(),
  /** When the task runs, or runs again. */
  due: Type.Integer(),
  ended: nullable(Type.Integer()),
})
export type ListedTask = Static<typeof ListedTask>

/** What happened to a task, and when. `begun`: a try began. `again`: it failed, and another one will follow. */
const TaskEvent = Type.Object({
  /** Unix seconds. */
  at: Type.Integer(),
  event: Type.Union([
    Type.Literal('begun'),
    Type.Literal('again'),
    Type.Literal('failed'),
    Type.Literal('done'),
    Type.Literal('cancelled'),
    Type.Literal('retried'),
  ]),
  detail: nullable(Type.String()),
  by: nullable(Type.String()),
})

/** A task with its history. */
export const TaskDetail = Type.Object({
  ...ListedTask.properties,
  log: Type.Array(TaskEvent),
  /** True while the task is queued or running, unless it is one of the server's own upkeep tasks. */
  can_cancel: Type.Boolean(),
  /** True for failed and cancelled tasks. */
  can_retry: Type.Boolean(),
})
export type TaskDetail = Static<typeof TaskDetail>

/** The numbers of tasks that wait, that run, and that have failed. */
export const TaskCounts = Type.Object({ queued: Type.Integer(), running: Type.Integer(), failed: Type.Integer() })
export type TaskCounts = Static<typeof TaskCounts>

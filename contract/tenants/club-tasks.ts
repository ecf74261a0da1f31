import { Type, type Static } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'

/**
 * A write that concerns more members than this runs as a club task, so that its progress is seen and its page can be
 * left. A thousand members took up to half a second, on a busy machine a second (decision 92).
 */
export const MAX_AT_ONCE = 1_000
/** The same for invitations, each of which makes an account and a mail. */
export const MAX_INVITES_AT_ONCE = 100

/** The reply of a write that goes on as a club task. */
export const StartedTask = Type.Object({
  /** The id of the task. */
  task: Type.String(),
})
export type StartedTask = Static<typeof StartedTask>

/** What the administrator of a club began. */
export const ClubTaskKind = Type.Union([
  // a change of many members at once
  Type.Literal('members'),
  // invitations of parents
  Type.Literal('invites'),
  // the undo of a change set
  Type.Literal('undo'),
  // the application of the end-of-term board
  Type.Literal('term-board'),
])
export type ClubTaskKind = Static<typeof ClubTaskKind>

/** What came of a task. A task that was refused has changed nothing. */
export const ClubTaskResult = Type.Object({
  /** The error code and the number of members or groups that it is about; null when the task was not refused. */
  refused: nullable(Type.Object({ error: Type.String(), count: Type.Integer() })),
  /** The change set with which it can be undone; null when it cannot. */
  undo: nullable(Type.String()),
  /** Members whom an undo has left as they are, because somebody has worked with them since. */
  kept: Type.Integer(),
  /** Invitations: mails sent, accounts that existed and were linked, and addresses that cannot be invited. */
  invited: Type.Integer(),
  linked: Type.Integer(),
  closed: Type.Integer(),
})
export type ClubTaskResult = Static<typeof ClubTaskResult>

/** Long work that the user has begun at the club. */
export const ClubTask = Type.Object({
  id: Type.String(),
  kind: ClubTaskKind,
  /** `failed`: the server gave up after several tries, and nothing was changed except invitations sent before. */
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  /** How many members or mails are done, of all. */
  done: Type.Integer(),
  total: Type.Integer(),
  /** Null until it is done. */
  result: nullable(ClubTaskResult),
})
export type ClubTask = Static<typeof ClubTask>

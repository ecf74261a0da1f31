import { Type, type Static } from 'typebox'
import { nullable, Problem, strict } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'
import { UndoObstacle } from '#contract/platform/undo.ts'

export const ChangeSetsQuery = Type.Object(paging, strict)

/** A change of members by the office: status, ability groups, or places in groups. */
const MembersChanged = Type.Object({
  kind: Type.Literal('members'),
  did: Type.Union([
    Type.Literal('inactive'),
    Type.Literal('active'),
    Type.Literal('tag'),
    Type.Literal('untag'),
    Type.Literal('enter'),
    Type.Literal('leave'),
    Type.Literal('move'),
  ]),
  /** How many members, and the names of the first three. */
  count: Type.Integer(),
  members: Type.Array(Type.String()),
  /** The names of the groups that members left and entered. */
  left: Type.Array(Type.String()),
  entered: Type.Array(Type.String()),
  /** The ability group. */
  tag: nullable(Type.String()),
})
/** An end-of-term board that was applied. */
const BoardApplied = Type.Object({
  kind: Type.Literal('term-board'),
  moves: Type.Integer(),
  stays: Type.Integer(),
  /** The day from which the decisions hold. */
  on: Type.String(),
})
/** Members that were entered from a file. */
const MembersImported = Type.Object({
  kind: Type.Literal('import'),
  file_name: Type.String(),
  entered: Type.Integer(),
})
/** Two records of one child that were merged; `kept` and `merged` are names. */
const RecordsMerged = Type.Object({
  kind: Type.Literal('merge'),
  kept_uuid: Type.String(),
  kept: Type.String(),
  merged: Type.String(),
})

/** An archive of a club that was imported, with how many members and groups it has brought. */
const ArchiveReturned = Type.Object({
  kind: Type.Literal('return'),
  entered: Type.Integer(),
  groups: Type.Integer(),
})

/** What a change set did, by its kind. */
export const ChangeSetFacts = Type.Union([
  MembersChanged,
  BoardApplied,
  MembersImported,
  RecordsMerged,
  ArchiveReturned,
])
export type ChangeSetFacts = Static<typeof ChangeSetFacts>

/** Something that was done at the club and can be undone as a whole, by any administrator of the club. */
export const ChangeSet = Type.Object({
  id: Type.String(),
  /** The name of the user who did it, and when, unix seconds. */
  by: Type.String(),
  at: Type.Integer(),
  /** Until when it can be undone, unix seconds; null = without a limit. */
  until: nullable(Type.Integer()),
  facts: ChangeSetFacts,
})
export type ChangeSet = Static<typeof ChangeSet>

/** The outcome of an undo. */
export const Undone = Type.Object({
  /** It had been undone before, so this request changed nothing. */
  repeated: Type.Boolean(),
  /** Who undid it, and when, unix seconds. */
  by: Type.String(),
  at: Type.Integer(),
  /** What stays as it is, because somebody has worked with it since; empty for a repeated request. */
  kept: Type.Array(UndoObstacle),
})
export type Undone = Static<typeof Undone>

/** The refusal of an undo (`UNDO_STATE`): what stands in its way. Nothing was undone. */
export const UndoProblem = Type.Object({ ...Problem.properties, obstacles: Type.Optional(Type.Array(UndoObstacle)) })

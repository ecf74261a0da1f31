import { Type, type Static } from 'typebox'
import { nullable } from './fields.ts'

/** Whatever can be undone for a limited time can be undone for this many days. */
export const UNDO_DAYS = 30

/**
 * The kinds of change sets: changes of members by the office, applications of the end-of-term board, imports of members,
 * merges of two records, and archives of clubs (`return`).
 */
export type ChangeSetKind = 'members' | 'term-board' | 'import' | 'merge' | 'return'

/**
 * Why an undo is refused, or leaves a member as it is. `late`: the time is over. About a member: `changed`, the member
 * or a place in a group was changed again; `marks`, there are marks or attendance since; `group`, the member was put
 * into a group; `parent`, a parent was invited or linked; `club`, another club has the member too; `inactive`, the
 * member is inactive and cannot come back into a group; `merged`, the record was merged into another one, which has to
 * be undone first. About a group that members would come back to: `group-over` and `group-full`. `used`: a group that an
 * import has made, or a group or lesson plan of an archive, was used or changed since. `number-taken`: another member has
 * the membership number of the record by now.
 */
export const UndoReason = Type.Union([
  Type.Literal('late'),
  Type.Literal('changed'),
  Type.Literal('marks'),
  Type.Literal('group'),
  Type.Literal('parent'),
  Type.Literal('club'),
  Type.Literal('inactive'),
  Type.Literal('merged'),
  Type.Literal('group-over'),
  Type.Literal('group-full'),
  Type.Literal('used'),
  Type.Literal('number-taken'),
])
export type UndoReason = Static<typeof UndoReason>

/** What stands in the way of an undo, and who has done that. */
export const UndoObstacle = Type.Object({
  why: UndoReason,
  /** The id and name of the member or group; null when the time is over. */
  id: nullable(Type.String()),
  name: nullable(Type.String()),
  /** The membership number that was not given back (`number-taken`). */
  number: Type.Optional(Type.String()),
  /** Who did it last, and when (unix seconds); null where the log does not say. */
  by: nullable(Type.String()),
  at: nullable(Type.Integer()),
})
export type UndoObstacle = Static<typeof UndoObstacle>

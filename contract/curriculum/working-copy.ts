import { Type, type Static } from 'typebox'
import { Count, NodeId, nullable, Revision, strict, Uuid } from '#contract/platform/fields.ts'
import { EditsBody, EditsReply, Impact, RawCurriculum } from './authoring.ts'
import { Changes } from './sharing.ts'

/** The working copy of a scheme: edits over its live tree that authors make unseen, until they are released. */
export const WorkingCopy = Type.Object({
  id: Uuid,
  /** The name of the author who began it. */
  begun_by: Type.String(),
  begun_ts: Type.Integer(),
  /** How many steps it holds; one that was taken back is none. */
  changes: Type.Integer(),
})
export type WorkingCopy = Static<typeof WorkingCopy>

/** A working copy that is no more, and whether it was released or dropped. */
const EndedCopy = Type.Object({
  id: Uuid,
  released: Type.Boolean(),
  /** The name of the author who ended it. */
  by: Type.String(),
  ts: Type.Integer(),
})

export const WorkingCopyState = Type.Object({
  copy: nullable(WorkingCopy),
  /** The one that ended last. */
  ended: nullable(EndedCopy),
})
export type WorkingCopyState = Static<typeof WorkingCopyState>

export const CopyQuery = Type.Object({ copy: Uuid }, strict)
export const CopyEditsQuery = Type.Object({ copy: Uuid, since: Revision }, strict)

/**
 * The live tree with the edits of the copy. Its `revision` counts the saves of the scheme and of the copy together, so it
 * grows with either.
 */
export const CopyTree = Type.Object({ ...RawCurriculum.properties, copy: Uuid })

/**
 * A batch for the working copy; `base` and `step` are revisions of the copy's tree. Without `copy` it goes
 * into the one that the scheme has, and begins one where there is none.
 */
export const CopyEditsBody = Type.Object({ ...EditsBody.properties, copy: nullable(Uuid) }, strict)

export const CopyEditsReply = Type.Object({
  ...EditsReply.properties,
  copy: Uuid,
  /** Where the batch was saved, and as which revision there: texts, pictures and translations go live at once. */
  saved: Type.Object({ in: Type.Union([Type.Literal('live'), Type.Literal('copy')]), revision: Type.Integer() }),
})
export type CopyEditsReply = Static<typeof CopyEditsReply>

/** A value of a node: a field such as `grade` or `parent`, the text `title:en`, or a part of a section. */
const Value = { id: NodeId, field: Type.String({ pattern: '^[A-Za-z]+(:[a-z0-9-]+){0,3}$', maxLength: 80 }) }

/**
 * A value that was changed live and in the copy. `live` and `copy` are the two in words; of the field `exists`
 * the copy deletes the node, and live it was `added`, `moved` or `changed` meanwhile, or is a link that was `updated`.
 */
export const CopyConflict = Type.Object({
  ...Value,
  title: Type.String(),
  live: nullable(Type.String()),
  copy: nullable(Type.String()),
  /** Which fields of the node were `changed`. */
  changed: Type.Array(Type.String()),
})
export type CopyConflict = Static<typeof CopyConflict>

/** A batch that the live tree does not allow any more, with the nodes that it changes and why (`RefusalCode`). */
const LeftOut = Type.Object({
  by: Type.String(),
  ts: Type.Integer(),
  titles: Type.Array(Type.String()),
  code: Type.String(),
  /** The title of the node that refuses it. */
  title: Type.String(),
})

const Answers = { copy: Uuid, keep_live: Type.Array(Type.Object(Value, strict), { maxItems: 20_000 }) }

/** Asks what a release would do, with the conflicts for which what is live is kept; the copy wins the others. */
export const ReleasePlanBody = Type.Object(Answers, strict)

export const ReleasePlan = Type.Object({
  /** The revision of the copy's tree for which the plan was computed. */
  revision: Type.Integer(),
  changes: Changes,
  conflicts: Type.Array(CopyConflict),
  left_out: Type.Array(LeftOut),
  /** Why what is live cannot be kept as it was answered; null when it can. */
  refused: nullable(Type.Object({ code: Type.String(), id: Type.String(), ids: Type.Array(Type.String()) })),
  impact: Impact,
})
export type ReleasePlan = Static<typeof ReleasePlan>

/** Releases the copy as `plan` shows it; refused when the scheme or the copy is at another `revision` by now. */
export const ReleaseBody = Type.Object({ ...Answers, revision: Count }, strict)
export const DropBody = Type.Object({ copy: Uuid }, strict)

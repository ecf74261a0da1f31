import { Type, type Static } from 'typebox'
import { NodeId, nullable, Slug, strict } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'

const Grade = Type.Object({ grade: Type.Integer(), pass: Type.Integer() })

/** One mark in a member's history, as the member's coaches see it. */
export const Assessment = Type.Object({
  op_id: Type.String(),
  scheme_slug: Slug,
  node_id: NodeId,
  /** The node's present title; its id when the node was deleted and its title is no longer known. */
  title: Type.String(),
  /** The node's present grade kind, or the one that it had when it was deleted; null for a level. */
  grade_kind: nullable(Type.Integer()),
  grade: Type.Integer(),
  pass: Type.Integer(),
  /** The day for which the mark counts, YYYY-MM-DD in the club's zone. */
  date: Type.String(),
  /** Unix seconds of the entry. */
  entered_ts: Type.Integer(),
  author_uuid: Type.String(),
  author: Type.String(),
  /** True for the mark that counts for its node. */
  counts: Type.Boolean(),
  /** The mark that counted before, which an undo needs; null = there was none. */
  before: Type.Union([Grade, Type.Null()]),
})
export type Assessment = Static<typeof Assessment>

export const AssessmentsQuery = Type.Object(paging, strict)

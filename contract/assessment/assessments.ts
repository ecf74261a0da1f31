import { Type, type Static } from 'typebox'
import { NodeId, Slug, strict } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'

const Grade = Type.Object({ grade: Type.Integer(), pass: Type.Integer() })

/** One mark in a member's history as its coaches read it. */
export const Assessment = Type.Object({
  op_id: Type.String(),
  scheme_slug: Slug,
  node_id: NodeId,
  /** As the scheme has it now; the node's id when it is gone for good. */
  title: Type.String(),
  grade: Type.Integer(),
  pass: Type.Integer(),
  /** The day it counts for, YYYY-MM-DD in the club's zone. */
  date: Type.String(),
  /** Unix seconds of the entry. */
  entered_ts: Type.Integer(),
  author_uuid: Type.String(),
  author: Type.String(),
  /** It is the one that counts for its node. */
  counts: Type.Boolean(),
  /** What counted before it, for taking it back; null = there was nothing. */
  before: Type.Union([Grade, Type.Null()]),
})
export type Assessment = Static<typeof Assessment>

export const AssessmentsQuery = Type.Object(paging, strict)

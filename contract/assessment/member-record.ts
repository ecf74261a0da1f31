import { Type, type Static } from 'typebox'
import { ClubMember } from '#contract/members/club-members.ts'
import { NodeId, nullable, Slug } from '#contract/platform/fields.ts'
import { NodeProgress, Score } from './linked-member.ts'

/** A row of the list of members with the marks that count, by scheme slug, then node id. */
export const ScoredMember = Type.Object({
  ...ClubMember.properties,
  scores: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Score))),
})

/** A member's progress and results by scheme slug, then node id. Present awards come before ended ones. */
export const MemberProgress = Type.Object({
  progress: Type.Record(Type.String(), Type.Record(Type.String(), NodeProgress)),
  scores: Type.Record(Type.String(), Type.Record(Type.String(), Score)),
  awards: Type.Array(
    Type.Object({
      scheme_slug: Type.String(),
      node_id: Type.String(),
      title: Type.String(),
      completed_ts: Type.Integer(),
      /** Passed by a manual pass, although the rule is not met. */
      forced: Type.Boolean(),
      /** Passed elsewhere; `completed_ts` is 0 where nobody knows when. */
      brought: Type.Boolean(),
      ended_ts: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
})
export type MemberProgress = Static<typeof MemberProgress>

/** One mark in a member's history; lists have the newest first. */
export const MarkEntry = Type.Object({
  scheme_slug: Slug,
  node_id: NodeId,
  title: Type.String(),
  /** The node's present grade kind, or the one that it had when it was deleted; null for a level. */
  grade_kind: nullable(Type.Integer()),
  grade: Type.Integer(),
  pass: Type.Integer(),
  /** Performed time, unix seconds. */
  ts: Type.Integer(),
  by: Type.String(),
  /**
   * The name of the group; null when the mark was made at another club, or the level was passed elsewhere, and then `ts`
   * is 0 where nobody knows when.
   */
  group: Type.Union([Type.String(), Type.Null()]),
})
export type MarkEntry = Static<typeof MarkEntry>

/** The level at which a member starts: the slug of the scheme and the id of the level. Those before it are passed. */
export const StartsAtBody = Type.Object(
  { level: Type.String({ maxLength: 300, pattern: '^[a-z0-9-]+(/[A-Za-z0-9-]+)+$' }) },
  { additionalProperties: false },
)

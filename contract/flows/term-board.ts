import { Type, type Static } from 'typebox'
import { DateText, nullable, strict, Uuid } from '#contract/platform/fields.ts'
import { Score } from '#contract/assessment/linked-member.ts'

/** The pattern of an id within a list of ids, so without the `^` and `$` of `UUID_PATTERN`. */
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

export const TermBoardQuery = Type.Object(
  {
    /** The ids of up to 60 groups, separated by commas; when left out, the server chooses the first groups. */
    groups: Type.Optional(Type.String({ pattern: `^${uuid}(,${uuid}){0,59}$`, maxLength: 2300 })),
  },
  strict,
)
export type TermBoardQuery = Static<typeof TermBoardQuery>

/** A group of the club on the board. */
export const TermGroup = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scheme_slug: nullable(Type.String()),
  levels: Type.Array(Type.String()),
  weekdays: Type.Array(Type.Integer()),
  start_at: nullable(Type.String()),
  duration_minutes: Type.Integer(),
  max_size: nullable(Type.Integer()),
  age_from: nullable(Type.Integer()),
  age_to: nullable(Type.Integer()),
  /**
   * The number of members from the date on which the board is applied, those who join later included, and those left out
   * whom a decision moves to the group.
   */
  size: Type.Integer(),
  /** The group ends before the date on which the board is applied, so that nobody can move to it. */
  over: Type.Boolean(),
})
export type TermGroup = Static<typeof TermGroup>

/** A member of a group on the board. */
export const TermMember = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  age: Type.Integer(),
  /** The level at which the course provider has the member. */
  current_remote_node_id: nullable(Type.String()),
  /** The results by scheme slug, then node id. */
  scores: Type.Record(Type.String(), Type.Record(Type.String(), Score)),
  /** Whether the member moves on or stays, as a coach has recorded it [4.30]; null = nothing was recorded. */
  said: nullable(Type.Union([Type.Literal('move'), Type.Literal('stay')])),
  /** Why the member is ready to move on or not; each value is explained at `ReadyReason` (`domain/flows`). */
  why: Type.Union([Type.Literal('passed'), Type.Literal('complete'), Type.Literal('open'), Type.Literal('no-levels')]),
  /** The current level in this group. */
  level: nullable(Type.String()),
  /** The level that the next group should teach, such as the one after the group's levels; null = any. */
  wanted: nullable(Type.String()),
  /** The first day in this group, if it is in the future. */
  from: nullable(Type.String()),
  /** The last day in this group, if it is known. */
  to: nullable(Type.String()),
  /** Ids of other groups that the member is in. */
  elsewhere: Type.Array(Type.String()),
})
export type TermMember = Static<typeof TermMember>

/** The decisions of the board that are not applied yet. */
export const TermDraft = Type.Object({
  decisions: Type.Array(
    Type.Object({
      group_id: Type.String(),
      member_uuid: Type.String(),
      /** Null = stays. */
      to_group_id: nullable(Type.String()),
      firstname: Type.String(),
      lastname: Type.String(),
    }),
  ),
  /** The day from which all decisions will hold; today until somebody chooses one. */
  on: Type.String(),
  /** The value of `If-Match` when the board is applied. */
  revision: Type.String(),
})
export type TermDraft = Static<typeof TermDraft>

/** One application of the board to the whole club. */
export const TermApplication = Type.Object({
  id: Type.String(),
  /** Unix seconds. */
  at: Type.Integer(),
  by: Type.String(),
  /** The day from which the decisions hold. */
  on: Type.String(),
  moves: Type.Integer(),
  stays: Type.Integer(),
})
export type TermApplication = Static<typeof TermApplication>

/**
 * The end-of-term board: who moves on and who stays [4.30]. `groups` and `draft` are of the whole club; `columns` have
 * the members of the groups in the query.
 */
export const TermBoard = Type.Object({
  groups: Type.Array(TermGroup),
  columns: Type.Array(Type.Object({ id: Type.String(), members: Type.Array(TermMember) })),
  draft: TermDraft,
  /** The last application of a board, while it can be undone. */
  applied: nullable(TermApplication),
})
export type TermBoard = Static<typeof TermBoard>

/** Changes decisions of the draft (`open` takes one back) and the day from which they will hold. */
export const TermPatch = Type.Object(
  {
    /** Today or later, within a year. */
    on: Type.Optional(DateText),
    decisions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            group_id: Uuid,
            member_uuid: Uuid,
            decision: Type.Union([Type.Literal('move'), Type.Literal('stay'), Type.Literal('open')]),
            /** Only for `move`. */
            to_group_id: Type.Optional(Uuid),
          },
          strict,
        ),
        { minItems: 1, maxItems: 200 },
      ),
    ),
  },
  { ...strict, minProperties: 1 },
)
export type TermPatch = Static<typeof TermPatch>

import { Type, type Static } from 'typebox'
import { DateText, strict, Uuid } from '#contract/platform/fields.ts'
import { Score } from '#contract/assessment/linked-member.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

export const TermBoardQuery = Type.Object(
  {
    /** Ids with commas between; the first ones when left out. */
    groups: Type.Optional(Type.String({ pattern: `^${uuid}(,${uuid}){0,59}$`, maxLength: 2300 })),
  },
  strict,
)
export type TermBoardQuery = Static<typeof TermBoardQuery>

/** A group that somebody could move to. */
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
  /** Members from the date of effect on, those to come included. */
  size: Type.Integer(),
  /** Its last day is before the date of effect: nobody moves there. */
  over: Type.Boolean(),
})
export type TermGroup = Static<typeof TermGroup>

export const TermMember = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  age: Type.Integer(),
  current_remote_node_id: nullable(Type.String()),
  scores: Type.Record(Type.String(), Type.Record(Type.String(), Score)),
  /** What a coach noted [4.30]. */
  said: nullable(Type.Union([Type.Literal('move'), Type.Literal('stay')])),
  /** Why the member is ready to move on, or not. */
  why: Type.Union([Type.Literal('passed'), Type.Literal('complete'), Type.Literal('open'), Type.Literal('no-levels')]),
  /** The current level in this group. */
  level: nullable(Type.String()),
  /** The level that the next group should be about; null: any. */
  wanted: nullable(Type.String()),
  /** The first day in this group, where it is still to come. */
  from: nullable(Type.String()),
  /** The last day in this group, where it stands already. */
  to: nullable(Type.String()),
  /** Other groups that the member is in. */
  elsewhere: Type.Array(Type.String()),
})
export type TermMember = Static<typeof TermMember>

export const TermDraft = Type.Object({
  decisions: Type.Array(
    Type.Object({
      group_id: Type.String(),
      member_uuid: Type.String(),
      /** Null: stays. */
      to_group_id: nullable(Type.String()),
      firstname: Type.String(),
      lastname: Type.String(),
    }),
  ),
  /** From this day on all of it holds; today, while none is chosen. */
  on: Type.String(),
  /** Also what `If-Match` of applying says. */
  revision: Type.String(),
})
export type TermDraft = Static<typeof TermDraft>

export const TermApplication = Type.Object({
  id: Type.String(),
  /** Unix seconds. */
  at: Type.Integer(),
  by: Type.String(),
  /** From this day on it holds. */
  on: Type.String(),
  moves: Type.Integer(),
  stays: Type.Integer(),
})
export type TermApplication = Static<typeof TermApplication>

/** Who moves on and who stays [4.30]: of some groups their members, of the club all groups and what is decided. */
export const TermBoard = Type.Object({
  groups: Type.Array(TermGroup),
  columns: Type.Array(Type.Object({ id: Type.String(), members: Type.Array(TermMember) })),
  draft: TermDraft,
  /** The last one, while it can be undone. */
  applied: nullable(TermApplication),
})
export type TermBoard = Static<typeof TermBoard>

/** Decides, decides anew, or leaves open again; and from which day on all of it holds. */
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
            /** Of a move. */
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

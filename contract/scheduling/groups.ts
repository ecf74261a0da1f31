import { Type, type Static } from 'typebox'
import { DateText, NodeId, Slug, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'
import { ClubTerm, SessionException } from './sessions.ts'

/** A class [3.8]. Times are local to the club's zone. */
export const Group = Type.Object({
  id: Type.String(),
  club_id: Type.String(),
  name: Type.String(),
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  scheme_slug: Type.Union([Type.String(), Type.Null()]),
  /** Node ids of the levels the group is about, in tree order. */
  levels: Type.Array(Type.String()),
  /** Levels markable here; default the same. */
  assessment_levels: Type.Array(Type.String()),
  assessment_level_limit: Type.Boolean(),
  session_plan_uuid: Type.Union([Type.String(), Type.Null()]),
  is_slot: Type.Boolean(),
  /** `HH:mm`, or null when the group has no time. */
  start_at: Type.Union([Type.String(), Type.Null()]),
  duration_minutes: Type.Integer(),
  /** 0 = Sunday … 6 = Saturday */
  weekdays: Type.Array(Type.Integer()),
  /** Of the club; dates and times of the group are local to it. */
  time_zone: Type.String(),
  first_date: Type.String(),
  last_date: Type.Union([Type.String(), Type.Null()]),
  place: Type.Union([Type.String(), Type.Null()]),
  total_members: Type.Integer(),
  members_loaded: Type.Boolean(),
  teacher_ngo_id: Type.Union([Type.String(), Type.Null()]),
  max_size: Type.Union([Type.Integer(), Type.Null()]),
  coaches: Type.Array(Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String() })),
  /** Another coach's, on a device that imported all classes: to be looked at, not marked. */
  imported: Type.Optional(Type.Boolean()),
  /** Of the club, a year back: what lies between terms or in a holiday has no session. A device may hold a group without. */
  terms: Type.Optional(Type.Array(ClubTerm)),
  /** Dates at which the group is not as usual, from 60 days back. */
  exceptions: Type.Optional(Type.Array(SessionException)),
  /** Dates that the asking coach takes over; of a group that is otherwise another's. */
  covering: Type.Optional(Type.Array(Type.String())),
})
export type Group = Static<typeof Group>

/** `a` or `d` and a field. `start` is weekday, then time. */
export const GroupSort = Type.Union([
  Type.Literal('aname'),
  Type.Literal('dname'),
  Type.Literal('astart'),
  Type.Literal('dstart'),
  Type.Literal('amembers'),
  Type.Literal('dmembers'),
])
export type GroupSort = Static<typeof GroupSort>

/** Groups of the club that the session works in. */
const filters = {
  sort: Type.Optional(GroupSort),
  search: Type.Optional(Search),
  /** Ended ones have their last date behind them. */
  status: Type.Optional(Type.Union([Type.Literal('current'), Type.Literal('ended')])),
} as const
export const GroupsQuery = Type.Object({ ...paging, ...filters }, strict)
export type GroupsQuery = Static<typeof GroupsQuery>
export const GroupsFile = Type.Object(filters, strict)
export type GroupsFile = Static<typeof GroupsFile>

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

/** Who takes a group, both days within. */
const GroupCoach = Type.Object({ uuid: Uuid, from: DateText, to: nullable(DateText) }, strict)

const editable = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  scheme_slug: nullable(Slug),
  levels: Type.Array(NodeId, { maxItems: 100, uniqueItems: true }),
  /** Levels markable here, at least one; null, or left out of a new group: the same as `levels`. */
  assessment_levels: Type.Optional(nullable(Type.Array(NodeId, { maxItems: 100, uniqueItems: true }))),
  /** Only the current level of each member can be marked. */
  assessment_level_limit: Type.Boolean(),
  is_slot: Type.Boolean(),
  start_at: nullable(Type.String({ maxLength: 5 })),
  duration_minutes: Type.Integer(),
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7, uniqueItems: true }),
  first_date: DateText,
  last_date: nullable(DateText),
  place: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  max_size: nullable(Type.Integer()),
  /** Whom it is for, in whole years: at least, and less than [5.8]. */
  age_from: nullable(Type.Integer()),
  age_to: nullable(Type.Integer()),
  /** Who is left out and has begun ends today. */
  coaches: Type.Array(GroupCoach, { maxItems: 20 }),
} as const

export const NewGroupBody = Type.Object(editable, strict)
export type NewGroupBody = Static<typeof NewGroupBody>
/** Only what is named changes. */
export const GroupPatch = Type.Partial(Type.Object(editable), strict)
export type GroupPatch = Static<typeof GroupPatch>

/** A group with everybody in it, as the office sees it. */
export const GroupDetail = Type.Object({
  ...editable,
  /** Null: the same as `levels`. */
  assessment_levels: nullable(Type.Array(NodeId)),
  id: Type.String(),
  /** False where a course provider says scheme and levels; where it says none, the club chooses. */
  curriculum_own: Type.Boolean(),
  ngo_id: nullable(Type.String()),
  coaches: Type.Array(
    Type.Object({
      uuid: Type.String(),
      firstname: Type.String(),
      lastname: Type.String(),
      from: Type.String(),
      to: nullable(Type.String()),
    }),
  ),
  members: Type.Array(
    Type.Object({
      uuid: Type.String(),
      firstname: Type.String(),
      lastname: Type.String(),
      age: Type.Integer(),
      from: Type.String(),
      to: nullable(Type.String()),
    }),
  ),
  /** What is different at its next sessions, soonest first. */
  exceptions: Type.Array(SessionException),
  /** Also the ETag: what a form was filled from. */
  revision: Type.String(),
})
export type GroupDetail = Static<typeof GroupDetail>

/** The group after somebody entered or left it, and the change set by which that is undone. */
export const MovedGroup = Type.Object({ ...GroupDetail.properties, undo: nullable(Type.String()) })
export type MovedGroup = Static<typeof MovedGroup>

export const EnterGroupBody = Type.Object(
  { member_uuids: Type.Array(Uuid, { minItems: 1, maxItems: 200, uniqueItems: true }) },
  strict,
)
export const EndGroupsBody = Type.Object(
  { group_ids: Type.Array(Uuid, { minItems: 1, maxItems: 200, uniqueItems: true }) },
  strict,
)
export const MoveBody = Type.Object({ group_id: Uuid }, strict)

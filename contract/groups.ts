import { Type, type Static } from 'typebox'
import { strict } from './fields.ts'
import { paging, Search } from './lists.ts'

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
export const GroupsQuery = Type.Object(
  {
    ...paging,
    sort: Type.Optional(GroupSort),
    search: Type.Optional(Search),
    /** Ended ones have their last date behind them. */
    status: Type.Optional(Type.Union([Type.Literal('current'), Type.Literal('ended')])),
  },
  strict,
)
export type GroupsQuery = Static<typeof GroupsQuery>

import { Type, type Static } from 'typebox'
import { DateText, NodeId, nullable, Slug, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'
import { ClubTerm, SessionException } from './sessions.ts'

/** A class [3.8]. Times are local to the club's zone. */
export const Group = Type.Object({
  id: Type.String(),
  club_id: Type.String(),
  name: Type.String(),
  /** The group's number at the course provider. */
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  scheme_slug: Type.Union([Type.String(), Type.Null()]),
  /** Node ids of the levels that the group teaches, in tree order. */
  levels: Type.Array(Type.String()),
  /** The levels of which the group's coaches may mark skills [R6.3]; usually the same as `levels`. */
  assessment_levels: Type.Array(Type.String()),
  /** Coaches may mark only the current level of each member. */
  assessment_level_limit: Type.Boolean(),
  /** The lesson plan that was assigned to the group last. */
  session_plan_uuid: Type.Union([Type.String(), Type.Null()]),
  /** A parent books the group for one child. */
  is_slot: Type.Boolean(),
  /** `HH:mm`, or null when the group has no time. */
  start_at: Type.Union([Type.String(), Type.Null()]),
  duration_minutes: Type.Integer(),
  /** 0 = Sunday … 6 = Saturday */
  weekdays: Type.Array(Type.Integer()),
  /** The club's time zone; dates and times of the group are local to it. */
  time_zone: Type.String(),
  first_date: Type.String(),
  last_date: Type.Union([Type.String(), Type.Null()]),
  place: Type.Union([Type.String(), Type.Null()]),
  total_members: Type.Integer(),
  /** The specification's flag that the group can be opened; this server always sends true. */
  members_loaded: Type.Boolean(),
  /** In the specification the teacher's number at the course provider; this server always sends null. */
  teacher_ngo_id: Type.Union([Type.String(), Type.Null()]),
  max_size: Type.Union([Type.Integer(), Type.Null()]),
  coaches: Type.Array(Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String() })),
  /** Another coach's group, on a device that imported all classes: it can be read, not marked. */
  imported: Type.Optional(Type.Boolean()),
  /**
   * The club's terms and holidays, as far back as the exceptions. A group that an older version has stored on a device
   * lacks them.
   */
  terms: Type.Optional(Type.Array(ClubTerm)),
  /** The exceptions of the last 60 days, on a tablet of the last 365, and of all days to come. */
  exceptions: Type.Optional(Type.Array(SessionException)),
  /** The dates that the caller covers, for another coach's group. */
  covering: Type.Optional(Type.Array(Type.String())),
})
export type Group = Static<typeof Group>

/** `a` (ascending) or `d` (descending), followed by the field. `start` is weekday, then time. */
export const GroupSort = Type.Union([
  Type.Literal('aname'),
  Type.Literal('dname'),
  Type.Literal('astart'),
  Type.Literal('dstart'),
  Type.Literal('amembers'),
  Type.Literal('dmembers'),
])
export type GroupSort = Static<typeof GroupSort>

/** The filters of the list, which has the groups of the club of the session. */
const filters = {
  sort: Type.Optional(GroupSort),
  search: Type.Optional(Search),
  /** `ended`: the last date is in the past. `current`: all others. */
  status: Type.Optional(Type.Union([Type.Literal('current'), Type.Literal('ended')])),
} as const
export const GroupsQuery = Type.Object({ ...paging, ...filters }, strict)
export type GroupsQuery = Static<typeof GroupsQuery>
/** The query of the list as a CSV file: the same filters, without paging. */
export const GroupsFileQuery = Type.Object(filters, strict)
export type GroupsFileQuery = Static<typeof GroupsFileQuery>

/** A coach of a group, from the first to the last day, both included. */
const GroupCoach = Type.Object({ uuid: Uuid, from: DateText, to: nullable(DateText) }, strict)

/** The fields of a group's form. Longer names pass the schema, and `groupProblems` refuses them with the problem. */
const editable = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  scheme_slug: nullable(Slug),
  levels: Type.Array(NodeId, { maxItems: 100, uniqueItems: true }),
  /** The levels of which its coaches may mark skills, at least one; null or left out = the same as `levels`. */
  assessment_levels: Type.Optional(nullable(Type.Array(NodeId, { maxItems: 100, uniqueItems: true }))),
  /** Coaches may mark only the current level of each member. */
  assessment_level_limit: Type.Boolean(),
  is_slot: Type.Boolean(),
  start_at: nullable(Type.String({ maxLength: 5 })),
  duration_minutes: Type.Integer(),
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7, uniqueItems: true }),
  first_date: DateText,
  last_date: nullable(DateText),
  place: nullable(Type.String({ minLength: 1, maxLength: 100 })),
  max_size: nullable(Type.Integer()),
  /** Whole years: members are at least `age_from` and younger than `age_to` [5.8]. */
  age_from: nullable(Type.Integer()),
  age_to: nullable(Type.Integer()),
  /** All coaches. A coach who is left out here leaves the group: yesterday becomes the last day. */
  coaches: Type.Array(GroupCoach, { maxItems: 20 }),
} as const

export const NewGroupBody = Type.Object(editable, strict)
export type NewGroupBody = Static<typeof NewGroupBody>

/** Changes only the given fields. */
export const GroupPatch = Type.Partial(Type.Object(editable), strict)
export type GroupPatch = Static<typeof GroupPatch>

/** A group with its members and coaches, as an administrator sees it. */
export const GroupDetail = Type.Object({
  ...editable,
  /** Null = the same as `levels`. */
  assessment_levels: nullable(Type.Array(NodeId)),
  id: Type.String(),
  /** False when the course provider sets scheme and levels; otherwise the club chooses them. */
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
  /** The exceptions of the group's next sessions, soonest first. */
  exceptions: Type.Array(SessionException),
  /** Also the ETag, which a write sends as `If-Match`. */
  revision: Type.String(),
})
export type GroupDetail = Static<typeof GroupDetail>

/** The group after somebody entered or left it. `undo` is the id of the change set with which that can be undone. */
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

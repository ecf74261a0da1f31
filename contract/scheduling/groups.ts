import { Type, type Static, type TSchema, type TUnsafe } from 'typebox'
import {
  EDITABLE_GROUP_FIELDS,
  GROUP_FIELDS,
  groupField,
  groupFieldsIn,
  ROSTER_GROUP_FIELDS,
  type GroupField,
  type GroupFieldName,
  type GroupFields,
} from '#domain/scheduling/group-fields.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { DateText, NodeId, nullable, Slug, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'
import { ClubTerm, SessionException } from './sessions.ts'

const Levels = Type.Array(NodeId, { maxItems: 100, uniqueItems: true })

/** The schema of a field's values. What passes it and is still wrong is refused by `groupProblems` with the problem. */
function schemaOf(field: GroupField): TSchema {
  switch (field.kind) {
    case 'name':
      return Type.String({ minLength: 1, maxLength: NAME_MAX * 2 })
    case 'text':
      return nullable(Type.String({ minLength: 1, maxLength: field.max * 2 }))
    case 'number':
      return field.default === undefined ? nullable(Type.Integer()) : Type.Integer()
    case 'time':
      return nullable(Type.String({ maxLength: 5 }))
    case 'date':
      return field.required === true ? DateText : nullable(DateText)
    case 'weekdays':
      return Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), { maxItems: 7, uniqueItems: true })
    case 'flag':
      return Type.Boolean()
    case 'scheme':
      return nullable(Slug)
    case 'levels':
      return Levels
    case 'other-levels':
      return nullable(Levels)
  }
}

/** The schemas of these fields. */
function schemasOf<Name extends GroupFieldName>(names: readonly Name[]) {
  // the type of each schema is that of the field's values, by `schemaOf`
  return Object.fromEntries(names.map((name) => [name, schemaOf(groupField(name))])) as {
    [N in Name]: TUnsafe<GroupFields[N]>
  }
}

/** The fields of a group that the roster of a course provider has. */
export const RosterGroupFields = Type.Object(schemasOf(ROSTER_GROUP_FIELDS))

/** A class [3.8]. Times are local to the club's zone. */
export const Group = Type.Object({
  id: Type.String(),
  club_id: Type.String(),
  ...schemasOf(groupFieldsIn('list')),
  /** The levels of which the group's coaches may mark skills [R6.3]; usually the same as `levels`. */
  assessment_levels: Type.Array(Type.String()),
  /** The lesson plan that was assigned to the group last. */
  session_plan_uuid: Type.Union([Type.String(), Type.Null()]),
  /** The club's time zone; dates and times of the group are local to it. */
  time_zone: Type.String(),
  total_members: Type.Integer(),
  /** The specification's flag that the group can be opened; this server always sends true. */
  members_loaded: Type.Boolean(),
  /** In the specification the teacher's number at the course provider; this server always sends null. */
  teacher_ngo_id: Type.Union([Type.String(), Type.Null()]),
  /** Those of today; for parents also those of later days, and with the first and the last day of each. */
  coaches: Type.Array(
    Type.Object({
      uuid: Type.String(),
      firstname: Type.String(),
      lastname: Type.String(),
      from: Type.Optional(Type.String()),
      to: Type.Optional(nullable(Type.String())),
    }),
  ),
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

/** The fields of a group in the file. */
export const GroupFileFields = Type.Object(schemasOf(groupFieldsIn('file')))

/** A coach of a group, from the first to the last day, both included. */
const GroupCoach = Type.Object({ uuid: Uuid, from: DateText, to: nullable(DateText) }, strict)

/** What the club's office writes. */
const editable = {
  ...schemasOf(EDITABLE_GROUP_FIELDS),
  /** All coaches. A coach who is left out here leaves the group: yesterday becomes the last day. */
  coaches: Type.Array(GroupCoach, { maxItems: 20 }),
} as const

const { name, weekdays, first_date, ...optionalFields } = editable
/** A new group. A field that is left out is empty. */
export const NewGroupBody = Type.Object(
  { name, weekdays, first_date, ...Type.Partial(Type.Object(optionalFields)).properties },
  strict,
)
export type NewGroupBody = Static<typeof NewGroupBody>

/** Changes only the given fields. */
export const GroupPatch = Type.Partial(Type.Object(editable), strict)
export type GroupPatch = Static<typeof GroupPatch>

/** A group with its members and coaches, as an administrator sees it. */
export const GroupDetail = Type.Object({
  ...schemasOf(GROUP_FIELDS),
  id: Type.String(),
  /** False when the course provider sets scheme and levels; otherwise the club chooses them. */
  curriculum_own: Type.Boolean(),
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

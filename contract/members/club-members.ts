import { Type, type Static, type TSchema, type TUnsafe } from 'typebox'
import { NAME_MAX } from '#domain/platform/name.ts'
import { NODE_OF_SCHEME_PATTERN } from '#domain/platform/node-id.ts'
import { TAG_LENGTH } from '#domain/identity/person.ts'
import {
  GUARDIAN_FIELDS,
  guardianField,
  type GuardianEntry,
  type GuardianField,
  type GuardianFieldName,
  MAX_GUARDIANS,
} from '#domain/members/guardian-fields.ts'
import { CATEGORIES, STATUSES } from '#domain/members/member-choices.ts'
import {
  memberField,
  MEMBER_FIELDS,
  type MemberField,
  type MemberFieldName,
  type MemberFields,
} from '#domain/members/member-fields.ts'
import { DateText, Flag, FlagNumber, NodeId, nullable, Slug, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** A schema of one of these texts. */
const oneOf = <T extends string>(texts: readonly T[]) =>
  Type.Unsafe<T>(Type.Union(texts.map((text) => Type.Literal(text))))

const MemberStatus = oneOf(STATUSES)
type MemberStatus = Static<typeof MemberStatus>

/** Level categories [3.6]. */
const Category = oneOf(CATEGORIES)

const Years = Type.String({ pattern: '^\\d{1,3}$' })

/** `a` (ascending) or `d` (descending), followed by the field. */
export const MemberSort = Type.Union([
  Type.Literal('alastname'),
  Type.Literal('dlastname'),
  Type.Literal('adob'),
  Type.Literal('ddob'),
])
export type MemberSort = Static<typeof MemberSort>

const filters = {
  search: Type.Optional(Search),
  status: Type.Optional(MemberStatus),
  /** Whole years today: at least `age_from`, and less than `age_to` [5.8]. */
  age_from: Type.Optional(Years),
  age_to: Type.Optional(Years),
  /** The id of a group, or `none` for members without a group of this club. */
  group: Type.Optional(Type.Union([Uuid, Type.Literal('none')])),
  /** Only members who have started this level and not passed it: a scheme's slug and a node id (`swim/stage-4`). */
  level: Type.Optional(Type.String({ pattern: NODE_OF_SCHEME_PATTERN, maxLength: 560 })),
  category: Type.Optional(Category),
  /** An ability group. */
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_LENGTH, pattern: '^[^\\u0000]*$' })),
  /** `0`: only members without a guardian's e-mail address. */
  guardian_email: Type.Optional(Type.Literal('0')),
  /** `1`: only members with a level that is complete and waits for its pass. */
  ready: Type.Optional(Type.Literal('1')),
} as const

/** Lists the members of the club of the session. */
export const ClubMembersQuery = Type.Object(
  {
    ...paging,
    ...filters,
    sort: Type.Optional(MemberSort),
    with_groups: Type.Optional(Flag),
    with_scores: Type.Optional(Flag),
  },
  strict,
)
export type ClubMembersQuery = Static<typeof ClubMembersQuery>

/** The query of the list as a CSV file: the same filters, without paging. */
export const ClubMembersFileQuery = Type.Object({ ...filters, sort: Type.Optional(MemberSort) }, strict)
export type ClubMembersFileQuery = Static<typeof ClubMembersFileQuery>

/** A row of the list, without medical notes and telephone numbers (security.md 44). */
export const ClubMember = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  dob: Type.String(),
  /** Whole years today, in the club's zone. */
  age: Type.Integer(),
  ngo_id: nullable(Type.String()),
  status: MemberStatus,
  member_type: nullable(Type.String()),
  category: nullable(Category),
  /** The level at which the course provider has the member. */
  current_remote_node_id: nullable(Type.String()),
  groups: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        scheme_slug: nullable(Type.String()),
        levels: Type.Array(Type.String()),
      }),
    ),
  ),
})
export type ClubMember = Static<typeof ClubMember>

/** How many members each view of the list shows. */
export const MemberCounts = Type.Object({
  active: Type.Integer(),
  inactive: Type.Integer(),
  /** Active members without a group of this club. The next two numbers are of active members, too. */
  no_group: Type.Integer(),
  no_guardian_email: Type.Integer(),
  /** Members with a level that is complete and waits for its pass. */
  ready: Type.Integer(),
  /** Ability groups in use at the club, by name. */
  tags: Type.Array(Type.String()),
})
export type MemberCounts = Static<typeof MemberCounts>

/** A name. Longer ones than are allowed pass the schema, and `memberProblems` refuses them with the problem. */
const Name = Type.String({ minLength: 1, maxLength: NAME_MAX * 2 })

/** The schema of a guardian's field. */
function guardianSchema({ kind, max }: GuardianField): TSchema {
  return kind === 'name'
    ? // empty where only the address is known
      Type.String({ maxLength: NAME_MAX * 2 })
    : nullable(Type.String({ minLength: 1, ...(max === undefined ? {} : { maxLength: max }) }))
}

/** A guardian of a member [3.7]. */
export const Guardian = Type.Object(
  // the type of each schema is that of the field's values, by `guardianSchema`
  Object.fromEntries(GUARDIAN_FIELDS.map((name) => [name, guardianSchema(guardianField(name))])) as {
    [Name in GuardianFieldName]: TUnsafe<GuardianEntry[Name]>
  },
  strict,
)
export type Guardian = Static<typeof Guardian>

/** The schema of a field's values. */
function schemaOf(field: MemberField): TSchema {
  switch (field.kind) {
    case 'name':
      return Name
    case 'birthday':
      return DateText
    case 'choice':
      return field.default === undefined ? nullable(oneOf(field.choices)) : oneOf(field.choices)
    case 'list': {
      const { most, min = 1, max, pattern } = field
      const text = Type.String({ minLength: min, maxLength: max, ...(pattern === undefined ? {} : { pattern }) })
      return Type.Array(text, { maxItems: most })
    }
    case 'text':
    case 'notes':
    case 'club-choice':
      return nullable(Type.String({ minLength: 1, maxLength: field.max }))
  }
}

const editable = {
  // the type of each schema is that of the field's values, by `schemaOf`
  ...(Object.fromEntries(MEMBER_FIELDS.map((name) => [name, schemaOf(memberField(name))])) as {
    [Name in MemberFieldName]: TUnsafe<MemberFields[Name]>
  }),
  /** The first guardian is to be called first. */
  guardians: Type.Array(Guardian, { maxItems: MAX_GUARDIANS }),
}

// a new member is active, so it is created without a status
const { firstname, lastname, dob, status: _status, ...optionalFields } = editable
export const NewClubMember = Type.Object(
  { firstname, lastname, dob, ...Type.Partial(Type.Object(optionalFields)).properties },
  strict,
)
export type NewClubMember = Static<typeof NewClubMember>

/** Changes only the given fields. */
export const ClubMemberPatch = Type.Partial(Type.Object(editable), strict)
export type ClubMemberPatch = Static<typeof ClubMemberPatch>

/** Everything that a club stores about a member [3.6], except progress, which has a request of its own. */
export const MemberDetail = Type.Object({
  ...editable,
  uuid: Type.String(),
  age: Type.Integer(),
  /** The level at which the course provider has the member. */
  current_remote_node_id: nullable(Type.String()),
  /** The name of the user who wrote the note, and when, in unix seconds; null without a note. */
  note_by: nullable(Type.String()),
  note_at: nullable(Type.Integer()),
  groups: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      weekdays: Type.Array(Type.Integer()),
      start_at: nullable(Type.String()),
      duration_minutes: Type.Integer(),
      from: Type.String(),
      scheme_slug: nullable(Type.String()),
      levels: Type.Array(Type.String()),
      coaches: Type.Array(Type.String()),
    }),
  ),
  /** Linked parents. */
  links: Type.Array(Type.Object({ uuid: Type.String(), firstname: Type.String(), lastname: Type.String() })),
  /** The clubs that have this member. */
  owners: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** Also the ETag, which a write sends as `If-Match`. */
  revision: Type.String(),
})
export type MemberDetail = Static<typeof MemberDetail>

/** The member after a change. `undo` is the id of the change set with which a new status can be undone. */
export const ChangedMember = Type.Object({ ...MemberDetail.properties, undo: nullable(Type.String()) })
export type ChangedMember = Static<typeof ChangedMember>

export const MarksQuery = Type.Object(paging, strict)

/**
 * Erases a member, which cannot be undone; so the caller must type the first and last name, two names of at most 50
 * characters with a space between them.
 */
export const EraseMember = Type.Object({ name: Type.String({ maxLength: 101 }) }, strict)

/** A member's attendance in one register of this club; lists have the newest first. */
export const AttendanceEntry = Type.Object({
  date: DateText,
  group: Type.String(),
  value: Type.Union([Type.Literal('present'), Type.Literal('absent')]),
  by: Type.String(),
})
export type AttendanceEntry = Static<typeof AttendanceEntry>

/** Who did what with a member, without the values of fields; lists have the newest first. */
export const MemberLogEntry = Type.Object({
  /** Unix seconds. */
  at: Type.Integer(),
  /** Null = the server itself. */
  by: nullable(Type.String()),
  /** The user who had logged in, when another one had taken over the tablet by PIN; else null. */
  as: nullable(Type.String()),
  action: Type.String(),
  /** The names of changed fields. */
  fields: Type.Array(Type.String()),
  /** The name of the group that the member entered or left. */
  group: nullable(Type.String()),
  /** The mark of an entry with the action `mark`. */
  mark: nullable(
    Type.Object({
      scheme_slug: Slug,
      /** The skill, or a level with `/manual` for a pass that does not follow from its skills. */
      node_id: NodeId,
      title: Type.String(),
      /** The node's present grade kind, or the one that it had when it was deleted; null for a level. */
      grade_kind: nullable(Type.Integer()),
      grade: Type.Integer(),
      pass: Type.Integer(),
      /** Performed time, unix seconds. */
      ts: Type.Integer(),
    }),
  ),
  /** What a coach entered, with the actions `attendance` (`present`, `absent`) and `badge` (whether it was handed out). */
  entered: nullable(
    Type.Object({
      value: nullable(Type.Union([Type.Literal('present'), Type.Literal('absent'), Type.Boolean()])),
      /** The name of the group; null for a badge that another club handed out. */
      group: nullable(Type.String()),
      /** The day of the register; null for a badge. */
      date: nullable(DateText),
      /** The title of the badge's level; null for a register. */
      level: nullable(Type.String()),
    }),
  ),
  /** The id of the change set that did it, as long as it can be undone. */
  undo: nullable(Type.String()),
})
export type MemberLogEntry = Static<typeof MemberLogEntry>

const memberUuids = Type.Array(Uuid, { minItems: 1, maxItems: 500, uniqueItems: true })

/** The members that a request is about: those named, or all that the filters of the list find. Exactly one is given. */
const chosen = {
  member_uuids: Type.Optional(memberUuids),
  matching: Type.Optional(Type.Object(filters, strict)),
} as const
export const ChosenMembers = Type.Object(chosen, strict)
export type ChosenMembers = Static<typeof ChosenMembers>

/** The members of a CSV file with the columns of the list's. */
export const MembersFileBody = Type.Object({ member_uuids: memberUuids }, strict)
export type MembersFileBody = Static<typeof MembersFileBody>

/** One change of many members; it is applied to all of them or to none. */
export const BulkMembersBody = Type.Union([
  Type.Object({ action: Type.Literal('status'), status: MemberStatus, ...chosen }, strict),
  Type.Object({ action: Type.Literal('enter'), group_id: Uuid, ...chosen }, strict),
  Type.Object(
    {
      action: Type.Literal('move'),
      /** The group that the members leave; null = all their groups of this club. */
      from_group_id: nullable(Uuid),
      group_id: Uuid,
      ...chosen,
    },
    strict,
  ),
  Type.Object(
    {
      action: Type.Literal('tag'),
      tag: Type.String({ minLength: 1, maxLength: TAG_LENGTH, pattern: '^[^\\u0000]*$' }),
      /** 1 adds the ability group, 0 removes it. */
      on: FlagNumber,
      ...chosen,
    },
    strict,
  ),
])

/**
 * `undo` is the id of the change set with which the change of all these members can be undone; null when nothing
 * changed.
 */
export const BulkMembersReply = Type.Object({ undo: nullable(Type.String()) })
export type BulkMembersReply = Static<typeof BulkMembersReply>
export type BulkMembersBody = Static<typeof BulkMembersBody>

/** What an invitation of many did, in numbers of guardians. */
export const BulkInviteReply = Type.Object({
  invited: Type.Integer(),
  /** Guardians whose account exists already; they see the children immediately. */
  linked: Type.Integer(),
  /** Guardians whose address belongs to an account that is no longer active. */
  refused: Type.Integer(),
})
export type BulkInviteReply = Static<typeof BulkInviteReply>

/** Why no guardian of a member gets a mail: `closed` is an account that is no longer active. */
export const NotInvited = Type.Union([
  Type.Literal('inactive'),
  Type.Literal('no_email'),
  Type.Literal('linked'),
  Type.Literal('invited'),
  Type.Literal('closed'),
])
export type NotInvited = Static<typeof NotInvited>

/** What inviting the guardians of these members would do. */
export const InvitePreview = Type.Object({
  /** How many mails go out: one for each address, whatever the number of children. */
  mails: Type.Integer(),
  /** The members for whom nobody gets a mail, by the reason, with the names of the first few. */
  left_out: Type.Array(Type.Object({ why: NotInvited, count: Type.Integer(), members: Type.Array(Type.String()) })),
})
export type InvitePreview = Static<typeof InvitePreview>

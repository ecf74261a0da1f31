import { Type, type Static } from 'typebox'
import { NAME_MAX } from '#domain/platform/name.ts'
import { NODE_OF_SCHEME_PATTERN } from '#domain/platform/node-id.ts'
import {
  EMAIL_LENGTH,
  MOST_PHONES,
  MOST_TAGS,
  NOTE_LENGTH,
  NUMBER_LENGTH,
  PHONE_LENGTH,
  TAG_LENGTH,
} from '#domain/identity/person.ts'
import { DateText, Flag, FlagNumber, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

const MemberStatus = Type.Union([Type.Literal('active'), Type.Literal('inactive')])
type MemberStatus = Static<typeof MemberStatus>

/** Level categories [3.6]. */
export const Category = Type.Union([
  Type.Literal('early-start'),
  Type.Literal('explore-the-options'),
  Type.Literal('pre-school'),
])
export type Category = Static<typeof Category>

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])
const Years = Type.String({ pattern: '^\\d{1,3}$' })

/** `a` or `d` and a field: ascending or descending. */
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
  /** Whole years today: at least, and less than [5.8]. */
  age_from: Type.Optional(Years),
  age_to: Type.Optional(Years),
  /** A group's id, or `none`: in no group of this club. */
  group: Type.Optional(Type.Union([Uuid, Type.Literal('none')])),
  /** A scheme's slug and a level's node id, `swim/stage-4`: who works at it. */
  level: Type.Optional(Type.String({ pattern: NODE_OF_SCHEME_PATTERN, maxLength: 560 })),
  category: Type.Optional(Category),
  /** An ability group. */
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: TAG_LENGTH, pattern: '^[^\\u0000]*$' })),
  /** `0`: no guardian has an e-mail address. */
  guardian_email: Type.Optional(Type.Literal('0')),
  /** A level is complete and waits for its pass. */
  ready: Type.Optional(Type.Literal('1')),
} as const

/** Members of the club that the session works in. */
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

export const ClubMembersFile = Type.Object({ ...filters, sort: Type.Optional(MemberSort) }, strict)
export type ClubMembersFile = Static<typeof ClubMembersFile>

/** A row of the list; nothing medical, no telephone number (security.md 44). */
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
  /** Active ones only, as the three below. */
  no_group: Type.Integer(),
  no_guardian_email: Type.Integer(),
  ready: Type.Integer(),
  /** Ability groups in use at the club, by name. */
  tags: Type.Array(Type.String()),
})
export type MemberCounts = Static<typeof MemberCounts>

const Name = Type.String({ minLength: 1, maxLength: NAME_MAX * 2 })

/** [3.7] */
export const Guardian = Type.Object(
  {
    guardian_firstname: Name,
    guardian_lastname: Name,
    guardian_email: nullable(Type.String({ minLength: 1, maxLength: EMAIL_LENGTH })),
  },
  strict,
)
export type Guardian = Static<typeof Guardian>

const editable = {
  firstname: Name,
  lastname: Name,
  dob: DateText,
  /** Membership number. */
  ngo_id: nullable(Type.String({ minLength: 1, maxLength: NUMBER_LENGTH })),
  member_type: nullable(Type.String({ minLength: 1, maxLength: NAME_MAX })),
  category: nullable(Category),
  status: MemberStatus,
  tags: Type.Array(Type.String({ minLength: 1, maxLength: TAG_LENGTH }), { maxItems: MOST_TAGS }),
  /** Medical notes and conditions. */
  medical: nullable(Type.String({ minLength: 1, maxLength: NOTE_LENGTH })),
  phones: Type.Array(Type.String({ minLength: 3, maxLength: PHONE_LENGTH, pattern: '^[0-9+()\\s./-]*$' }), {
    maxItems: MOST_PHONES,
  }),
  note: nullable(Type.String({ minLength: 1, maxLength: NOTE_LENGTH })),
  /** The first one is asked first. */
  guardians: Type.Array(Guardian, { maxItems: 6 }),
} as const

const { firstname, lastname, dob, status: _status, ...rest } = editable
export const NewClubMember = Type.Object(
  { firstname, lastname, dob, ...Type.Partial(Type.Object(rest)).properties },
  strict,
)
export type NewClubMember = Static<typeof NewClubMember>

/** Only what is named changes. */
export const ClubMemberPatch = Type.Partial(Type.Object(editable), strict)
export type ClubMemberPatch = Static<typeof ClubMemberPatch>

/** Everything a club holds of a member [3.6]; progress is asked for by itself. */
export const MemberDetail = Type.Object({
  ...editable,
  uuid: Type.String(),
  age: Type.Integer(),
  current_remote_node_id: nullable(Type.String()),
  note_by: nullable(Type.String()),
  /** Unix seconds. */
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
  /** Clubs that hold the record. */
  owners: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  /** Also the ETag: what a form was filled from. */
  revision: Type.String(),
})
export type MemberDetail = Static<typeof MemberDetail>

/** The member after a change, and the change set by which a new status is undone. */
export const ChangedMember = Type.Object({ ...MemberDetail.properties, undo: nullable(Type.String()) })
export type ChangedMember = Static<typeof ChangedMember>

export const MarksQuery = Type.Object(paging, strict)

/** Erasing cannot be taken back: the first and last name as they stand on the detail view, typed. */
export const EraseMember = Type.Object({ name: Type.String({ maxLength: 101 }) }, strict)

/** One register that a member of this club stood on, newest first. */
export const AttendanceEntry = Type.Object({
  date: DateText,
  group: Type.String(),
  value: Type.Union([Type.Literal('present'), Type.Literal('absent')]),
  by: Type.String(),
})
export type AttendanceEntry = Static<typeof AttendanceEntry>

/** Who did what with a member, newest first; what stood in a field is never told. */
export const MemberLogEntry = Type.Object({
  /** Unix seconds. */
  at: Type.Integer(),
  /** Null: the server itself. */
  by: nullable(Type.String()),
  /** Who had logged in, where another user was switched to. */
  as: nullable(Type.String()),
  action: Type.String(),
  /** Of a change. */
  fields: Type.Array(Type.String()),
  /** Of entering and leaving one. */
  group: nullable(Type.String()),
  /** The change set that did it, as long as it can be undone. */
  undo: nullable(Type.String()),
})
export type MemberLogEntry = Static<typeof MemberLogEntry>

const several = { member_uuids: Type.Array(Uuid, { minItems: 1, maxItems: 500, uniqueItems: true }) } as const

/** One thing with many members: with all of them, or with none. */
export const BulkMembersBody = Type.Union([
  Type.Object({ action: Type.Literal('status'), status: MemberStatus, ...several }, strict),
  Type.Object({ action: Type.Literal('enter'), group_id: Uuid, ...several }, strict),
  Type.Object(
    {
      action: Type.Literal('tag'),
      tag: Type.String({ minLength: 1, maxLength: TAG_LENGTH, pattern: '^[^\\u0000]*$' }),
      /** 0: taken away. */
      on: FlagNumber,
      ...several,
    },
    strict,
  ),
])
/** The change set by which it is undone; null where nothing changed. */
export const BulkMembersReply = Type.Object({ undo: nullable(Type.String()) })
export type BulkMembersReply = Static<typeof BulkMembersReply>
export type BulkMembersBody = Static<typeof BulkMembersBody>

/** Whose guardians: of all members that the filters leave, or of those among them who are named. */
export const BulkInviteBody = Type.Object(
  { ...filters, sort: Type.Optional(MemberSort), member_uuids: Type.Optional(several.member_uuids) },
  strict,
)
export type BulkInviteBody = Static<typeof BulkInviteBody>

/** Guardians of all members that are meant are invited; so many at once. */
export const BulkInviteReply = Type.Object({
  invited: Type.Integer(),
  /** Whose account exists: they have the child at once. */
  linked: Type.Integer(),
  /** Whose address belongs to an account that is no longer active. */
  refused: Type.Integer(),
  /** Still to be invited: ask again. */
  left: Type.Integer(),
})
export type BulkInviteReply = Static<typeof BulkInviteReply>

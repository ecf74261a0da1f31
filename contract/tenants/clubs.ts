import { Type, type Static } from 'typebox'
import { Flag, FlagNumber, ONE_LINE, strict, Uuid } from '#contract/platform/fields.ts'
import { Language } from './client.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** [3.5]; `logo` and `languages` only when asked for [7.19]. */
export const Club = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  time_zone: Type.String(),
  parent_portal: FlagNumber,
  member_types: Type.Array(Type.String()),
  logo: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  languages: Type.Optional(Type.Array(Language)),
  /** Active members, and administrators and coaches, when asked for. */
  members: Type.Optional(Type.Integer()),
  users: Type.Optional(Type.Integer()),
})
export type Club = Static<typeof Club>

export const ClubSort = Type.Union([Type.Literal('aname'), Type.Literal('dname')])
export type ClubSort = Static<typeof ClubSort>

/** All of them where no page is asked for. */
export const ClubsQuery = Type.Object(
  {
    ...paging,
    /** This one alone. */
    id: Type.Optional(Uuid),
    /** Those that nobody administers, or that have active members and no mark for four weeks. */
    only: Type.Optional(Type.Union([Type.Literal('unadministered'), Type.Literal('idle')])),
    sort: Type.Optional(ClubSort),
    search: Type.Optional(Search),
    with_logos: Type.Optional(Flag),
    with_languages: Type.Optional(Flag),
    with_counts: Type.Optional(Flag),
  },
  strict,
)
export type ClubsQuery = Static<typeof ClubsQuery>

/** A club as its own office sees and changes it [3.5]. */
export const ClubSettings = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  time_zone: Type.String(),
  parent_portal: FlagNumber,
  /** 1: its administrators may enter the portal of a client with organisations [6.19]. */
  org_portal: FlagNumber,
  member_types: Type.Array(Type.String()),
  logo_file_id: Type.Union([Type.String(), Type.Null()]),
  /** Of the client's active languages those that the club uses. */
  language_ids: Type.Array(Type.Integer()),
  /** Active members, and administrators and coaches. */
  members: Type.Integer(),
  users: Type.Integer(),
  revision: Type.String(),
})
export type ClubSettings = Static<typeof ClubSettings>

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: ONE_LINE })

const settings = {
  time_zone: Type.String({ minLength: 1, maxLength: 60 }),
  parent_portal: FlagNumber,
  member_types: Type.Array(line(50), { maxItems: 20 }),
  language_ids: Type.Array(Type.Integer({ minimum: 0, maximum: 1_000_000 }), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
  }),
}
/** What only the client says of a club; its own office does not. */
const identity = {
  name: line(100),
  ngo_id: Type.Union([line(50), Type.Null()]),
  org_portal: FlagNumber,
}

export const ClubPatch = Type.Partial(
  Type.Object({ ...settings, ...identity, logo_file_id: Type.Union([Uuid, Type.Null()]) }, strict),
  { ...strict, minProperties: 1 },
)
export type ClubPatch = Static<typeof ClubPatch>

export const NewClubBody = Type.Object({ ...settings, ...identity }, strict)
export type NewClubBody = Static<typeof NewClubBody>

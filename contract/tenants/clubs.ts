import { Type, type Static } from 'typebox'
import { Flag, FlagNumber, line, strict, Uuid } from '#contract/platform/fields.ts'
import { Language } from './client.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** A club [3.5]; `logo` and `languages` only on request [7.19]. */
export const Club = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  time_zone: Type.String(),
  parent_portal: FlagNumber,
  member_types: Type.Array(Type.String()),
  logo: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  languages: Type.Optional(Type.Array(Language)),
  /** The number of active members, and of administrators and coaches; only with `with_counts`. */
  members: Type.Optional(Type.Integer()),
  users: Type.Optional(Type.Integer()),
})
export type Club = Static<typeof Club>

export const ClubSort = Type.Union([Type.Literal('aname'), Type.Literal('dname')])
export type ClubSort = Static<typeof ClubSort>

/** Lists clubs; all of them when no page is given. */
export const ClubsQuery = Type.Object(
  {
    ...paging,
    /** Only the club with this id. */
    id: Type.Optional(Uuid),
    /** Only clubs without an administrator, or clubs with active members and without a mark for four weeks. */
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

/** A club as its administrators see and change it [3.5]. */
export const ClubSettings = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  time_zone: Type.String(),
  parent_portal: FlagNumber,
  /** 1: the club's administrators may enter the portal of a client with organisations [6.19]. */
  org_portal: FlagNumber,
  member_types: Type.Array(Type.String()),
  logo_file_id: Type.Union([Type.String(), Type.Null()]),
  /** The club's languages, among the client's active ones. */
  language_ids: Type.Array(Type.Integer()),
  /** The number of active members, and of administrators and coaches. */
  members: Type.Integer(),
  users: Type.Integer(),
  revision: Type.String(),
})
export type ClubSettings = Static<typeof ClubSettings>

/** The most characters of the name of a club, or of a client, and of a club's number. */
export const [NAME_MAX, CLUB_NUMBER_MAX] = [100, 50]

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
/** The fields of a club that only authors of the client change, not its administrators. */
const authorSettings = {
  name: line(NAME_MAX),
  ngo_id: Type.Union([line(CLUB_NUMBER_MAX), Type.Null()]),
  org_portal: FlagNumber,
}

export const ClubPatch = Type.Partial(
  Type.Object({ ...settings, ...authorSettings, logo_file_id: Type.Union([Uuid, Type.Null()]) }, strict),
  { ...strict, minProperties: 1 },
)
export type ClubPatch = Static<typeof ClubPatch>

export const NewClubBody = Type.Object({ ...settings, ...authorSettings }, strict)
export type NewClubBody = Static<typeof NewClubBody>

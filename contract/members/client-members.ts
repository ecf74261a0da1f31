import { Type, type Static } from 'typebox'
import { MemberSort } from './club-members.ts'
import { nullable, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** Lists the members of all clubs, for authors in advanced mode [6.16]. */
export const ClientMembersQuery = Type.Object(
  {
    ...paging,
    sort: Type.Optional(MemberSort),
    /** Finds the beginnings of words in names, number and guardians. */
    search: Type.Optional(Search),
    club: Type.Optional(Uuid),
    status: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('inactive')])),
  },
  strict,
)
export type ClientMembersQuery = Static<typeof ClientMembersQuery>

/** A member as authors see it, without medical notes, telephone numbers and guardians [R10.5]. */
export const ClientMember = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  dob: Type.String(),
  age: Type.Integer(),
  ngo_id: nullable(Type.String()),
  clubs: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      status: Type.Union([Type.Literal('active'), Type.Literal('inactive')]),
    }),
  ),
})
export type ClientMember = Static<typeof ClientMember>

/** A member with today's groups and with the levels that it has started. */
export const ClientMemberDetail = Type.Object({
  ...ClientMember.properties,
  groups: Type.Array(Type.Object({ name: Type.String(), club_id: Type.String(), club: Type.String() })),
  levels: Type.Array(
    Type.Object({
      scheme_uuid: Type.String(),
      scheme: Type.String(),
      node_id: Type.String(),
      title: Type.String(),
      state: Type.Union([Type.Literal('started'), Type.Literal('completed'), Type.Literal('passed')]),
      percent: Type.Integer(),
      /** Unix seconds. */
      completed_ts: nullable(Type.Integer()),
    }),
  ),
})
export type ClientMemberDetail = Static<typeof ClientMemberDetail>

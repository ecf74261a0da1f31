import { Type, type Static } from 'typebox'
import { NewClubMember } from '#contract/members/club-members.ts'
import { nullable, strict, Uuid } from '#contract/platform/fields.ts'

/** A child whom a coach entered at a session because it was on no list. */
export const Guest = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  /** Empty when the coach did not know it. */
  lastname: Type.String(),
  /** The group, with the session at which the guest was first. */
  group: Type.Object({ id: Type.String(), name: Type.String() }),
  from: Type.String(),
  /** The last day in the group; null for a trial, which goes on until the office decides. */
  to: nullable(Type.String()),
  coach: Type.String(),
  /** The number of skills that were marked. */
  marks: Type.Integer(),
})
export type Guest = Static<typeof Guest>

/** The guest becomes this member of the club; with `stays` it remains in the group. */
export const GuestMember = Type.Object({ member: NewClubMember, stays: Type.Boolean() }, strict)
export type GuestMember = Static<typeof GuestMember>

/** The guest is this member of the club, who gets its marks and attendance. */
export const GuestJoin = Type.Object({ member_uuid: Uuid }, strict)

import { Type, type Static } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

/** What tells two records apart; nothing medical (security.md 44). */
const Twin = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  dob: Type.String(),
  ngo_id: nullable(Type.String()),
  status: Type.String(),
  groups: Type.Array(Type.String()),
  guardians: Type.Array(Type.String()),
  marks: Type.Integer(),
  awards: Type.Integer(),
})
export type Twin = Static<typeof Twin>

/** Two records that may be one child: `name`: the same, with a birthday that a slip parts or one guardian; `birthday`: the same, with a name much alike. */
export const Duplicate = Type.Object({
  why: Type.Union([Type.Literal('name'), Type.Literal('birthday')]),
  members: Type.Tuple([Twin, Twin]),
})
export type Duplicate = Static<typeof Duplicate>

export const MergeBody = Type.Object({ merged_uuid: Uuid }, strict)
export type MergeBody = Static<typeof MergeBody>

export const MemberMerge = Type.Object({
  id: Type.String(),
  kept_uuid: Type.String(),
  kept: Type.String(),
  merged: Type.String(),
  by: Type.String(),
  /** Unix seconds. */
  at: Type.Integer(),
  undone: Type.Boolean(),
})
export type MemberMerge = Static<typeof MemberMerge>

import { Type, type Static } from 'typebox'
import { nullable, strict, Uuid } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'

/** One of two records that may be the same child: what tells them apart, without medical notes (security.md 44). */
const DuplicateMember = Type.Object({
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
export type DuplicateMember = Static<typeof DuplicateMember>

/**
 * Two records that may be the same child. `name`: the names are the same, and either the dates of birth differ by a
 * typing error or a guardian has the same e-mail address. `birthday`: the date of birth and one name are the same, and
 * the other names are similar.
 */
export const Duplicate = Type.Object({
  why: Type.Union([Type.Literal('name'), Type.Literal('birthday')]),
  members: Type.Tuple([DuplicateMember, DuplicateMember]),
})
export type Duplicate = Static<typeof Duplicate>

export const DuplicatesQuery = Type.Object(paging, strict)

/** Another record that looks like the same child, and is not. */
export const OtherMember = Type.Object({ other_uuid: Uuid }, strict)
export type OtherMember = Static<typeof OtherMember>

/** Two records of which `by` has said that they are two children. They are not listed as duplicates any more. */
export const SeparateMembers = Type.Object({
  members: Type.Tuple([
    Type.Object({ uuid: Type.String(), name: Type.String() }),
    Type.Object({ uuid: Type.String(), name: Type.String() }),
  ]),
  by: Type.String(),
  /** Unix seconds. */
  at: Type.Integer(),
})
export type SeparateMembers = Static<typeof SeparateMembers>

/** Merges the record `merged_uuid` into the one that is kept. */
export const MergeBody = Type.Object({ merged_uuid: Uuid }, strict)
export type MergeBody = Static<typeof MergeBody>

/** A merge of two records; `kept` and `merged` are the members' names, `by` is the name of the user who merged them. */
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

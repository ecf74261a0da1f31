import { Type, type Static } from 'typebox'
import { nullable } from '#contract/platform/fields.ts'

/** The most bytes of an archive; a larger club is taken back by the operator. */
export const ARCHIVE_BYTES = 50 * 1024 * 1024

/**
 * Why a row of an archive is not taken. `child`, `group`, `account`, `level`: there is none of that name. `children`:
 * several children have the name and birthday. `coach`: no coach has the name, so who imports stands for them. `number`:
 * somebody else has the membership number. `deleted`: a mark of a skill that no longer existed. `value`: a cell holds
 * what the field cannot. `same-child`: the club has a child of the name and birthday with other details, or rows of one
 * child contradict each other. `file`: the file is missing, damaged or of another kind than its name says.
 */
const WhyLeft = Type.Union([
  Type.Literal('child'),
  Type.Literal('children'),
  Type.Literal('group'),
  Type.Literal('account'),
  Type.Literal('coach'),
  Type.Literal('level'),
  Type.Literal('number'),
  Type.Literal('deleted'),
  Type.Literal('value'),
  Type.Literal('same-child'),
  Type.Literal('file'),
])
export type WhyLeft = Static<typeof WhyLeft>

/** What taking an archive back does, or would do. */
export const ClubReturn = Type.Object({
  /** Whether it was done; false when it was only tried. */
  done: Type.Boolean(),
  /** Of each file, the rows that bring something and those that are here already. */
  files: Type.Array(Type.Object({ file: Type.String(), taken: Type.Integer(), same: Type.Integer() })),
  /** The rows that are not taken, the first 200. */
  left: Type.Array(
    Type.Object({ file: Type.String(), line: nullable(Type.Integer()), why: WhyLeft, text: Type.String() }),
  ),
  left_count: Type.Integer(),
})
export type ClubReturn = Static<typeof ClubReturn>

import { Type, type Static } from 'typebox'
import { nullable, strict, Uuid } from '#contract/platform/fields.ts'
import { Operation } from './sync.ts'

/** Asks which authors of operations that wait on a device have a closed account. */
export const ClosedAuthorsQuery = Type.Object(
  { 'author[]': Type.Union([Uuid, Type.Array(Uuid, { minItems: 1, maxItems: 50 })]) },
  strict,
)

/** The authors who worked at the caller's club and whose account is closed. */
export const ClosedAuthors = Type.Array(Type.Object({ uuid: Type.String(), firstname: Type.String() }))
export type ClosedAuthors = Static<typeof ClosedAuthors>

/**
 * Operations of closed accounts that another coach hands over [R7.25]. Text that the device encrypted stays encrypted.
 */
export const SubmitWorkBody = Type.Object(
  { deviceId: Uuid, operations: Type.Array(Operation, { minItems: 1, maxItems: 50 }) },
  strict,
)
export type SubmitWorkBody = Static<typeof SubmitWorkBody>

/**
 * `submitted`: the operation waits for an administrator. `applied` and `superseded`: the server had it already.
 * `rejected`: it stays on the device.
 */
export const SubmitWorkReply = Type.Object({
  outcomes: Type.Array(
    Type.Object({
      opId: Type.String(),
      outcome: Type.Union([
        Type.Literal('submitted'),
        Type.Literal('applied'),
        Type.Literal('superseded'),
        Type.Literal('rejected'),
      ]),
      code: Type.Optional(Type.String()),
    }),
  ),
})
export type SubmitWorkReply = Static<typeof SubmitWorkReply>

/** A handed-over operation that waits for an administrator, with names instead of ids where they are still known. */
export const SubmittedWork = Type.Object({
  op_id: Type.String(),
  author: Type.Object({ uuid: Type.String(), name: Type.String() }),
  submitted_by: Type.String(),
  /** Unix seconds. */
  submitted_at: Type.Integer(),
  kind: Type.String(),
  /** Unix seconds of the entry on the device; null when the operation cannot be read. */
  entered_ts: nullable(Type.Integer()),
  member: nullable(Type.String()),
  group: nullable(Type.String()),
  /** The node of a mark or a badge. */
  scheme_slug: nullable(Type.String()),
  node_id: nullable(Type.String()),
  /** The title of that node, and its present grade kind or the one that it had when it was deleted. */
  node: nullable(Type.String()),
  grade_kind: nullable(Type.Integer()),
  date: nullable(Type.String()),
  /** The grade of a mark, the title of a lesson plan, or the value of a register. */
  value: Type.Unknown(),
  /** The pass grade of a mark. */
  pass: nullable(Type.Integer()),
  /** The error code of the last attempt to accept it, or null. */
  code: nullable(Type.String()),
})
export type SubmittedWork = Static<typeof SubmittedWork>

export const SubmittedWorkDecision = Type.Object(
  {
    decision: Type.Union([Type.Literal('accept'), Type.Literal('decline')]),
    ops: Type.Array(Uuid, { minItems: 1, maxItems: 500 }),
  },
  strict,
)
export type SubmittedWorkDecision = Static<typeof SubmittedWorkDecision>

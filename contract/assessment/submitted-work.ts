import { Type, type Static } from 'typebox'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { Operation } from './sync.ts'

/** Users whose changes wait on a device. */
export const ClosedAuthorsQuery = Type.Object(
  { 'author[]': Type.Union([Uuid, Type.Array(Uuid, { minItems: 1, maxItems: 50 })]) },
  strict,
)
/** Those of them who worked at the asking coach's club and whose account is closed. */
export const ClosedAuthors = Type.Array(Type.Object({ uuid: Type.String(), firstname: Type.String() }))
export type ClosedAuthors = Static<typeof ClosedAuthors>

/** Changes of closed accounts as a device holds them, brought by a colleague; what was sealed there still is. */
export const SubmitWorkBody = Type.Object(
  { deviceId: Uuid, operations: Type.Array(Operation, { minItems: 1, maxItems: 50 }) },
  strict,
)
export type SubmitWorkBody = Static<typeof SubmitWorkBody>

/** `applied` and `superseded`: the server had it already. What is rejected stays on the device. */
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

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

/** A change that waits for the club's office: what its author noted, in words where the names are still known. */
export const SubmittedWork = Type.Object({
  op_id: Type.String(),
  author: Type.Object({ uuid: Type.String(), name: Type.String() }),
  submitted_by: Type.String(),
  /** Unix seconds. */
  submitted_at: Type.Integer(),
  kind: Type.String(),
  /** Unix seconds of the entry on the device; null when nobody can read it. */
  entered_ts: nullable(Type.Integer()),
  member: nullable(Type.String()),
  group: nullable(Type.String()),
  /** Where a mark or a badge stands. */
  scheme_slug: nullable(Type.String()),
  node_id: nullable(Type.String()),
  /** Title of that node. */
  node: nullable(Type.String()),
  date: nullable(Type.String()),
  /** Grade of a mark; title of a lesson plan; else what was noted. */
  value: Type.Unknown(),
  /** Why accepting it did not work. */
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

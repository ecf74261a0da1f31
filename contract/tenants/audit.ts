import { Type, type Static } from 'typebox'
import { DateText, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

const filters = {
  /** Words of who did it, or to whom it was done: name or e-mail address. */
  search: Type.Optional(Search),
  /** What kind of thing it was done to: `user`, `member`, `group` … */
  entity: Type.Optional(Type.String({ pattern: '^[a-z_-]{1,40}$' })),
  /** The one thing it was done to. */
  entity_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*$' })),
  /** What was done: `create`, `change`, `invite` … */
  action: Type.Optional(Type.String({ pattern: '^[a-z_-]{1,40}$' })),
  /** The club in which it was done, or which it was done to. */
  club: Type.Optional(Uuid),
  /** First and last day, both within: UTC, or at the club of an administrator. */
  from: Type.Optional(DateText),
  to: Type.Optional(DateText),
} as const

export const AuditFile = Type.Object(filters, strict)
export type AuditFile = Static<typeof AuditFile>

export const AuditQuery = Type.Object(
  { ...paging, ...filters, sort: Type.Optional(Type.Union([Type.Literal('dat'), Type.Literal('aat')])) },
  strict,
)
export type AuditQuery = Static<typeof AuditQuery>

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])
const Named = Type.Object({ id: Type.String(), name: Type.String() })

/** One entry of the log. A name is empty where the account was closed. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  /** Unix seconds. */
  at: Type.Integer(),
  /** Null: the server itself, or an operator. */
  user: nullable(Named),
  /** Who had logged in, where another user was switched to. */
  acting_as: nullable(Named),
  action: Type.String(),
  entity: Type.String(),
  entity_id: Type.String(),
  /** What it is called now; null where it has no name, or is gone. */
  thing: nullable(Type.String()),
  club: nullable(Named),
})
export type AuditEntry = Static<typeof AuditEntry>

/** The same with what it was before and after, as the log has it. */
export const AuditDetail = Type.Object({ ...AuditEntry.properties, before: Type.Unknown(), after: Type.Unknown() })
export type AuditDetail = Static<typeof AuditDetail>

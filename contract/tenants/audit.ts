import { Type, type Static } from 'typebox'
import { DateText, nullable, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

const filters = {
  /** Finds the name or e-mail address of the user who acted, or of the one who was changed. */
  search: Type.Optional(Search),
  /** The type of the changed entity: `user`, `member`, `group` … */
  entity: Type.Optional(Type.String({ pattern: '^[a-z_-]{1,40}$' })),
  /** The id of the changed entity. */
  entity_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\p{Cc}]*$' })),
  /** What was done: `create`, `change`, `invite` … */
  action: Type.Optional(Type.String({ pattern: '^[a-z_-]{1,40}$' })),
  /** The club in which it was done, or which was changed. */
  club: Type.Optional(Uuid),
  /** The first and the last day, both included; in UTC, or for an administrator in the club's time zone. */
  from: Type.Optional(DateText),
  to: Type.Optional(DateText),
} as const

/** The query of the log as a CSV file: the filters of the list, without paging. */
export const AuditFileQuery = Type.Object(filters, strict)
export type AuditFileQuery = Static<typeof AuditFileQuery>

/**
 * A list has at most 10,000 entries (`domain/tenants/log-list.ts`), which is also the most in `X-Total-Count`. `dat` and
 * `aat` sort by `at`, descending and ascending.
 */
export const AuditQuery = Type.Object(
  { ...paging, ...filters, sort: Type.Optional(Type.Union([Type.Literal('dat'), Type.Literal('aat')])) },
  strict,
)
export type AuditQuery = Static<typeof AuditQuery>

const Named = Type.Object({ id: Type.String(), name: Type.String() })

/** One entry of the audit log. The name of a closed account is empty. */
export const AuditEntry = Type.Object({
  id: Type.Integer(),
  /** Unix seconds. */
  at: Type.Integer(),
  /** Null = the server itself, or an operator. */
  user: nullable(Named),
  /** The user who had logged in, when another one (`user`) had taken over the tablet by PIN; else null. */
  acting_as: nullable(Named),
  action: Type.String(),
  entity: Type.String(),
  entity_id: Type.String(),
  /** The present name of the changed entity; null when the entity has no name or was deleted. */
  thing: nullable(Type.String()),
  club: nullable(Named),
})
export type AuditEntry = Static<typeof AuditEntry>

/** An entry with the logged values before and after. */
export const AuditDetail = Type.Object({ ...AuditEntry.properties, before: Type.Unknown(), after: Type.Unknown() })
export type AuditDetail = Static<typeof AuditDetail>

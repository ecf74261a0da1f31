import { Type, type Static } from 'typebox'
import { Client } from './client.ts'
import { Problem, strict } from '#contract/platform/fields.ts'

/** The body of every reply while the portal is closed for maintenance, with status 540 [8.4]. */
export const MaintenanceProblem = Type.Object({
  ...Problem.properties,
  maintenance_mode: Type.Literal(1),
  /** `title` and `description` are in the caller's language; empty when the portal shows its built-in text. */
  description: Type.String(),
  /** The page needs it to show the tenant's theme, because no other request is answered. */
  client: Client,
})
export type MaintenanceProblem = Static<typeof MaintenanceProblem>

/** The texts of the maintenance page by locale; portals show their built-in text for those left out. */
const Texts = Type.Record(
  Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }),
  Type.Object(
    {
      title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^(?=.*\\S)[^\\p{Cc}]*$' })),
      description: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2_000,
          pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f]*\\S[^\\u0000-\\u0008\\u000b-\\u001f]*$',
        }),
      ),
    },
    strict,
  ),
  { ...strict, maxProperties: 20 },
)

export const MaintenanceBody = Type.Object({ texts: Texts }, strict)
export type MaintenanceBody = Static<typeof MaintenanceBody>

/** Whether an author of the client has closed the portals of parents, coaches and clubs. */
export const ClientMaintenance = Type.Object({
  on: Type.Boolean(),
  /** Since when the portals are closed, unix seconds; null while they are open. */
  since_ts: Type.Union([Type.Integer(), Type.Null()]),
  /** The name of the user who closed the portals. */
  by: Type.Union([Type.String(), Type.Null()]),
  texts: Texts,
})
export type ClientMaintenance = Static<typeof ClientMaintenance>

import { Type, type Static } from 'typebox'
import { Client } from './client.ts'
import { Problem, strict } from '#contract/platform/fields.ts'

/** What a closed API answers with status 540, whatever was asked [8.4]. */
export const MaintenanceProblem = Type.Object({
  ...Problem.properties,
  maintenance_mode: Type.Literal(1),
  /** In the caller's language; empty where the portal's own words must do. `title` too. */
  description: Type.String(),
  /** So that the page stands in the tenant's look although nothing else is answered. */
  client: Client,
})
export type MaintenanceProblem = Static<typeof MaintenanceProblem>

/** What the maintenance page says, by locale; what is left out is said in the portals' own words. */
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

/** Whether the portals of parents, coaches and clubs are closed from the client's own office. */
export const OfficeMaintenance = Type.Object({
  on: Type.Boolean(),
  /** Unix seconds; null while they are open. */
  since_ts: Type.Union([Type.Integer(), Type.Null()]),
  /** Who closed them. */
  by: Type.Union([Type.String(), Type.Null()]),
  texts: Texts,
})
export type OfficeMaintenance = Static<typeof OfficeMaintenance>

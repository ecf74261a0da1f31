import { Type, type Static } from 'typebox'
import { nullable, UserType } from '#contract/platform/fields.ts'
import { execute, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** The provider's lists, in the order in which they are read. */
export const ROSTER_LISTS = ['orgs', 'academicSessions', 'users', 'demographics', 'classes', 'enrollments'] as const
export type RosterList = (typeof ROSTER_LISTS)[number]

// Only active rows are staged: what is missing from the staging table has ended at the provider.

export const StagedOrg = Type.Object({ name: Type.String() })
type StagedOrg = Static<typeof StagedOrg>
/** A term (OneRoster's academic session). */
interface StagedSession {
  /** First and last day, both inclusive. */
  first: string
  last: string
}
export const StagedUser = Type.Object({
  child: Type.Boolean(),
  firstname: Type.String(),
  lastname: Type.String(),
  email: nullable(Type.String()),
  /** The kinds of user that this person may be here. */
  types: Type.Array(UserType),
  /** The centres where the person works. */
  clubs: Type.Array(Type.String()),
  /** The centres of all roles of the person. */
  orgs: Type.Array(Type.String()),
  /** Membership number. */
  number: nullable(Type.String()),
  /** The node id of a child's level, as the provider sends it. */
  node: nullable(Type.String()),
  phones: Type.Array(Type.String()),
  /** The provider's ids of those who look after a child. */
  agents: Type.Array(Type.String()),
})
export type StagedUser = Static<typeof StagedUser>
interface StagedDemographics {
  dob: string | null
}
export const StagedClass = Type.Object({
  name: Type.String(),
  number: nullable(Type.String()),
  /** The provider's id of the centre. */
  school: Type.String(),
  /** Where the class meets. */
  place: nullable(Type.String()),
  /** True for a slot, which a parent books for one child. */
  slot: Type.Boolean(),
  /** When the class meets, as the provider writes it; `slotsOf` reads it. */
  periods: Type.Array(Type.String()),
  /** The provider's ids of the terms. */
  terms: Type.Array(Type.String()),
  /** The slug of the scheme, and the node ids of the levels in it. */
  scheme: nullable(Type.String()),
  levels: Type.Array(Type.String()),
})
export type StagedClass = Static<typeof StagedClass>
interface StagedEnrollment {
  user: string
  class: string
  role: 'student' | 'teacher'
  /** The first and the last day, both inclusive; null when it is open. */
  from: string | null
  to: string | null
}

/** A row of a provider's list, mapped for the staging table. */
export interface StagedRow {
  /** The provider's id of the row (`sourcedId` in OneRoster). */
  subject: string
  /** Null when the row is not active or not used here. */
  data: StagedOrg | StagedSession | StagedUser | StagedDemographics | StagedClass | StagedEnrollment | null
}

const STAGE_ROWS = tenantStatement(
  'flows/stage-rows-of-roster',
  `INSERT INTO roster_rows (client_id, list, subject, data)
   SELECT $1, $2, subject, data FROM unnest($3::text[], $4::jsonb[]) staged (subject, data)
   ON CONFLICT (client_id, list, subject) DO UPDATE SET data = excluded.data RETURNING client_id`,
)

/** Writes the active rows of a page to the staging table. */
export async function stageRows(tx: Tx, list: RosterList, rows: readonly StagedRow[]): Promise<void> {
  const active = rows.filter(({ data }) => data !== null)
  await execute(tx, STAGE_ROWS, [
    list,
    active.map(({ subject }) => subject),
    active.map(({ data }) => JSON.stringify(data)),
  ])
}

const DELETE_STAGED = tenantStatement(
  'flows/delete-staged-rows',
  'DELETE FROM roster_rows WHERE client_id = $1 AND ($2::text IS NULL OR list = $2)',
)

/** Deletes the staged rows of one list, or of all. */
export async function deleteStaged(tx: Tx, list: RosterList | null = null): Promise<void> {
  await execute(tx, DELETE_STAGED, [list])
}

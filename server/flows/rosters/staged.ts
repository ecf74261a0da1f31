import type { Tx } from '#server/platform/tenancy.ts'

/** The provider's lists, in the order in which they are read. */
export const ROSTER_LISTS = ['orgs', 'academicSessions', 'users', 'demographics', 'classes', 'enrollments'] as const
export type RosterList = (typeof ROSTER_LISTS)[number]

// Only active rows are staged: what is missing from the staging table has ended at the provider.

interface StagedOrg {
  name: string
}
/** A term (OneRoster's academic session). */
interface StagedSession {
  /** First and last day, both inclusive. */
  first: string
  last: string
}
export interface StagedUser {
  child: boolean
  firstname: string
  lastname: string
  email: string | null
  /** The kinds of user that this person may be here. */
  types: string[]
  /** The centres where the person works. */
  clubs: string[]
  /** The centres of all roles of the person. */
  orgs: string[]
  /** Membership number. */
  number: string | null
  /** The node id of a child's level, as the provider sends it. */
  node: string | null
  phones: string[]
  /** The provider's ids of those who look after a child. */
  agents: string[]
}
interface StagedDemographics {
  dob: string | null
}
export interface StagedClass {
  name: string
  number: string | null
  /** The provider's id of the centre. */
  school: string
  /** Where the class meets. */
  place: string | null
  /** True for a slot, which a parent books for one child. */
  slot: boolean
  /** When the class meets, as the provider writes it; `slotsOf` reads it. */
  periods: string[]
  /** The provider's ids of the terms. */
  terms: string[]
  /** The slug of the scheme, and the node ids of the levels in it. */
  scheme: string | null
  levels: string[]
}
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

/** Writes the active rows of a page to the staging table. */
export async function stageRows(tx: Tx, clientId: string, list: RosterList, rows: readonly StagedRow[]): Promise<void> {
  const active = rows.filter(({ data }) => data !== null)
  await tx.query(
    `INSERT INTO roster_rows (client_id, list, subject, data) SELECT $1, $2, * FROM unnest($3::text[], $4::jsonb[])
     ON CONFLICT (client_id, list, subject) DO UPDATE SET data = excluded.data`,
    [clientId, list, active.map(({ subject }) => subject), active.map(({ data }) => JSON.stringify(data))],
  )
}

/** Deletes the staged rows of one list, or of all. */
export async function deleteStaged(tx: Tx, list: RosterList | null = null): Promise<void> {
  await tx.query('DELETE FROM roster_rows WHERE $1::text IS NULL OR list = $1', [list])
}

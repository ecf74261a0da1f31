import type { Tx } from '#server/platform/tenancy.ts'

/** The provider's lists, in the order in which they are read. */
export const LISTS = ['orgs', 'academicSessions', 'users', 'demographics', 'classes', 'enrollments'] as const
export type List = (typeof LISTS)[number]

/** Only what is live there is staged: what is not, has gone. */
interface StagedOrg {
  name: string
}
interface StagedSession {
  /** First and last day, both within. */
  first: string
  last: string
}
export interface StagedUser {
  child: boolean
  firstname: string
  lastname: string
  email: string | null
  /** Kinds of user this person may be here. */
  types: string[]
  /** Centres where they work. */
  clubs: string[]
  /** Centres of all their roles. */
  orgs: string[]
  /** Membership number. */
  number: string | null
  /** The level that a child is on, as the provider has it. */
  node: string | null
  phones: string[]
  /** Who looks after a child. */
  agents: string[]
}
interface StagedDemographics {
  dob: string | null
}
export interface StagedClass {
  name: string
  number: string | null
  school: string
  place: string | null
  /** Somebody books it for themselves. */
  slot: boolean
  periods: string[]
  terms: string[]
  scheme: string | null
  levels: string[]
}
interface StagedEnrollment {
  user: string
  class: string
  role: 'student' | 'teacher'
  from: string | null
  to: string | null
}

export interface StagedRow {
  subject: string
  /** Null when it is not live, or nothing that is kept here. */
  data: StagedOrg | StagedSession | StagedUser | StagedDemographics | StagedClass | StagedEnrollment | null
}

export async function stage(tx: Tx, clientId: string, list: List, rows: readonly StagedRow[]): Promise<void> {
  const live = rows.filter(({ data }) => data !== null)
  await tx.query(
    `INSERT INTO roster_rows (client_id, list, subject, data) SELECT $1, $2, * FROM unnest($3::text[], $4::jsonb[])
     ON CONFLICT (client_id, list, subject) DO UPDATE SET data = excluded.data`,
    [clientId, list, live.map(({ subject }) => subject), live.map(({ data }) => JSON.stringify(data))],
  )
}

/** Forgets what was read: of one list, or all. */
export async function forgetStaged(tx: Tx, list: List | null = null): Promise<void> {
  await tx.query('DELETE FROM roster_rows WHERE $1::text IS NULL OR list = $1', [list])
}

import pg from 'pg'
import type { Database } from '#server/platform/tenancy.ts'
import { fill } from '#server/testing/fill/fill.ts'

const MEMBERS = 50_000
/** Marks of each member of the large club, so that it has two million. */
const MARKS = 40
/** Ordinary clubs, which have as many members together. */
export const CLUBS = 10_000
/** Attendance is recorded in the last so many weeks. */
const REGISTER_WEEKS = 14

/**
 * Adds to the demo's first client 50,000 members with two million marks at this club, and 10,000 ordinary clubs with as
 * many members together. `ownerUrl` is a connection of the database's superuser.
 */
export async function fillLargeClub(ownerUrl: string, db: Database, clubId: string): Promise<void> {
  const swim = { clientId: 'aquila', schemeSlug: 'swim' }
  await fill(ownerUrl, db, [
    {
      ...swim,
      clubs: [MEMBERS],
      into: clubId,
      history: { weeks: MARKS, marks: MARKS, registerWeeks: REGISTER_WEEKS },
    },
    {
      ...swim,
      clubs: Array.from({ length: CLUBS }, () => MEMBERS / CLUBS),
      history: { weeks: REGISTER_WEEKS, marks: 6, registerWeeks: REGISTER_WEEKS },
    },
  ])
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  // autovacuum would do this within minutes
  await owner.query('VACUUM ANALYZE')
  await owner.end()
}

import type { UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { suspendUsers, findOrCreateUser } from '#server/identity/auth/identities.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { ISSUER, type Authority } from '#server/identity/providers/settings.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'
import type { StagedUser } from './staged.ts'
import { clientZone } from './zone.ts'

/** The kinds of user that a roster creates before their first login. Parents are created by their first login. */
const STAFF: readonly UserType[] = ['coach', 'admin']
/** People per batch. */
const BATCH_SIZE = 100

/**
 * Creates clubs for new centres and renames others. A club whose centre disappeared stays; its members and groups end.
 */
export async function importCentres(tx: Tx, clientId: string): Promise<void> {
  const { rows } = await tx.query<{ subject: string; name: string; id: string | null; before: string | null }>(
    // the centres without a club, or with a club of another name (`before`)
    `SELECT centre.subject, centre.data ->> 'name' AS name, club.id, club.name AS before FROM roster_rows centre
     LEFT JOIN clubs club ON club.client_id = centre.client_id AND club.ngo_id = centre.subject
     WHERE centre.list = 'orgs' AND club.name IS DISTINCT FROM centre.data ->> 'name' ORDER BY centre.subject`,
  )
  for (const { subject, name, id, before } of rows) {
    if (id === null) {
      // a roster has no time zones, so a new club gets that of the client's other clubs
      const club = { id: crypto.randomUUID(), name, ngoId: subject, timeZone: await clientZone(tx), memberTypes: [] }
      await createClub(tx, clientId, /* by user */ null, club)
      continue
    }
    await tx.query('UPDATE clubs SET name = $2 WHERE id = $1', [id, name])
    await audit(tx, clientId, {
      userId: null,
      action: 'follow-provider',
      entity: 'club',
      entityId: id,
      before: { name: before },
      after: { name },
    })
  }
}

interface PersonRow {
  subject: string
  /** The person as staged; null when the provider does not list the person any more. */
  staged: StagedUser | null
  /** The person's centres that have a club here, by their numbers. */
  clubs: string[]
  /** The person's accounts here, one for each type of user, with the numbers of their present clubs. */
  existing: {
    type: string
    firstname: string
    lastname: string
    email: string | null
    status: string
    clubs: string[]
  }[]
}

/**
 * Creates or updates the next people after `after` who work at the provider's centres, and suspends the accounts of
 * those whom it does not list any more. Returns the last person, null when none is left.
 */
export async function importStaff(tx: Tx, clientId: string, after: string, now: Date): Promise<string | null> {
  const { rows } = await tx.query<PersonRow>(
    // The next $2 people after $1: staged ones who work for a centre, and accounts of people who are not staged. Both
    // are sorted by collation "C", in which the column `roster_rows.subject` is.
    `WITH subjects AS (
       SELECT subject FROM roster_rows WHERE list = 'users' AND (data -> 'types') ?| $3 AND subject > $1
       UNION SELECT identity.subject COLLATE "C" FROM identities identity
         WHERE identity.provider = 'coursepro' AND identity.issuer = ${ISSUER} AND identity.type <> 'api'
           AND identity.subject COLLATE "C" > $1
           AND NOT EXISTS (SELECT FROM roster_rows person WHERE person.client_id = identity.client_id
             AND person.list = 'users' AND person.subject = identity.subject)
       ORDER BY subject LIMIT $2)
     SELECT subjects.subject, person.data AS staged,
       ARRAY(SELECT club.ngo_id FROM clubs club WHERE person.data -> 'clubs' ? club.ngo_id ORDER BY 1) AS clubs,
       -- the person's accounts here, each with its present clubs
       coalesce((SELECT json_agg(json_build_object('type', identity.type, 'firstname', account.firstname,
           'lastname', account.lastname, 'email', account.email, 'status', account.status,
           'clubs', ARRAY(SELECT club.ngo_id FROM user_clubs work
             JOIN clubs club ON club.client_id = work.client_id AND club.id = work.club_id
             WHERE work.client_id = account.client_id AND work.user_id = account.id
               AND ${includesToday('work')} ORDER BY 1)))
         FROM identities identity
         JOIN users account ON account.client_id = identity.client_id AND account.id = identity.user_id
         WHERE identity.provider = 'coursepro' AND identity.issuer = ${ISSUER}
           AND identity.subject = subjects.subject), '[]') AS existing
     FROM subjects LEFT JOIN roster_rows person ON person.list = 'users' AND person.subject = subjects.subject
     ORDER BY subjects.subject`,
    [after, BATCH_SIZE, STAFF],
  )
  const { rows: issuers } = await tx.query<{ issuer: string }>(`SELECT ${ISSUER} AS issuer`)
  const provider: Authority = { kind: 'coursepro', issuer: issuers[0]?.issuer ?? '' }
  for (const row of rows) {
    if (row.staged === null) await suspendUsers(tx, clientId, provider, row.subject, now)
    else for (const type of STAFF) await importPerson(tx, clientId, provider, type, row, row.staged)
  }
  return rows.at(-1)?.subject ?? null
}

async function importPerson(
  tx: Tx,
  clientId: string,
  provider: Authority,
  type: UserType,
  { subject, existing, clubs: localClubs }: PersonRow,
  { firstname, lastname, email, clubs, types: stagedTypes }: StagedUser,
): Promise<void> {
  const types = stagedTypes as UserType[]
  if (!types.includes(type)) return
  const account = existing.find((candidate) => candidate.type === type)
  const wanted = { type, firstname, lastname, email, status: 'current', clubs: localClubs }
  // both have their keys in the order of `importStaff`'s statement
  if (account && JSON.stringify(account) === JSON.stringify(wanted)) return
  try {
    await findOrCreateUser(tx, clientId, provider, type, { subject, firstname, lastname, email, types, clubs })
  } catch (error) {
    // refused when the person's centre has no club here or the account was closed here; the others are still processed
    if (!(error instanceof Refusal)) throw error
  }
}

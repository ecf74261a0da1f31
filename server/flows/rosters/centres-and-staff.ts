import { Type } from 'typebox'
import { nullable, type UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { suspendUsers, findOrCreateUser } from '#server/identity/auth/identities.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { ISSUER, type Authority } from '#server/identity/providers/settings.ts'
import { execute, getRow, queryRows, tenantStatement, type RowOf } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { includesToday } from '#server/tenants/clubs/today.ts'
import { StagedOrg, StagedUser } from './staged.ts'
import { clientZone } from './zone.ts'

/** The kinds of user that a roster creates before their first login. Parents are created by their first login. */
const STAFF: readonly UserType[] = ['coach', 'admin']
/** People per batch. */
const BATCH_SIZE = 100

/** The centres without a club, or with a club of another name (`before`). */
const CHANGED_CENTRES = tenantStatement(
  'flows/list-changed-centres',
  `SELECT centre.subject, centre.data AS staged, club.id, club.name AS before FROM roster_rows centre
   LEFT JOIN clubs club ON club.client_id = centre.client_id AND club.ngo_id = centre.subject
   WHERE centre.client_id = $1 AND centre.list = 'orgs' AND club.name IS DISTINCT FROM centre.data ->> 'name'
   ORDER BY centre.subject`,
  { json: { staged: StagedOrg } },
)
const RENAME_CLUB = tenantStatement('flows/rename-club', 'UPDATE clubs SET name = $3 WHERE client_id = $1 AND id = $2')

/**
 * Creates clubs for new centres and renames others. A club whose centre disappeared stays; its members and groups end.
 */
export async function importCentres(tx: Tx): Promise<void> {
  for (const { subject, staged, id, before } of await queryRows(tx, CHANGED_CENTRES)) {
    const { name } = staged
    if (id === null) {
      // a roster has no time zones, so a new club gets that of the client's other clubs
      const club = { id: crypto.randomUUID(), name, ngoId: subject, timeZone: await clientZone(tx), memberTypes: [] }
      await createClub(tx, /* by user */ null, club)
      continue
    }
    await execute(tx, RENAME_CLUB, [id, name])
    await audit(tx, {
      userId: null,
      action: 'follow-provider',
      entity: 'club',
      entityId: id,
      before: { name: before },
      after: { name },
    })
  }
}

/** A person's account here, with the numbers of its present clubs. */
const Account = Type.Object({
  type: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  email: nullable(Type.String()),
  status: Type.String(),
  clubs: Type.Array(Type.String()),
})

/**
 * The next $3 people after $2: staged ones who work for a centre, and accounts of people who are not staged, whose row
 * has null for `staged`. Both are sorted by collation "C", in which the column `roster_rows.subject` is. `clubs` are
 * the person's centres that have a club here, by their numbers; `existing` are the person's accounts here, one for each
 * type of user.
 */
const NEXT_PEOPLE = tenantStatement(
  'flows/list-next-people',
  `WITH subjects AS (
     SELECT subject FROM roster_rows
       WHERE client_id = $1 AND list = 'users' AND (data -> 'types') ?| $4 AND subject > $2
     UNION SELECT identity.subject COLLATE "C" FROM identities identity
       WHERE identity.client_id = $1 AND identity.provider = 'coursepro' AND identity.issuer = ${ISSUER}
         AND identity.type <> 'api' AND identity.subject COLLATE "C" > $2
         AND NOT EXISTS (SELECT FROM roster_rows person WHERE person.client_id = identity.client_id
           AND person.list = 'users' AND person.subject = identity.subject)
     ORDER BY subject LIMIT $3)
   SELECT subjects.subject, person.data AS staged,
     ARRAY(SELECT club.ngo_id FROM clubs club
       WHERE club.client_id = $1 AND person.data -> 'clubs' ? club.ngo_id ORDER BY 1) AS clubs,
     coalesce((SELECT json_agg(json_build_object('type', identity.type, 'firstname', account.firstname,
         'lastname', account.lastname, 'email', account.email, 'status', account.status,
         'clubs', ARRAY(SELECT club.ngo_id FROM user_clubs work
           JOIN clubs club ON club.client_id = work.client_id AND club.id = work.club_id
           WHERE work.client_id = account.client_id AND work.user_id = account.id
             AND ${includesToday('work')} ORDER BY 1)))
       FROM identities identity
       JOIN users account ON account.client_id = identity.client_id AND account.id = identity.user_id
       WHERE identity.client_id = $1 AND identity.provider = 'coursepro' AND identity.issuer = ${ISSUER}
         AND identity.subject = subjects.subject), '[]') AS existing
   FROM subjects
   LEFT JOIN roster_rows person ON person.client_id = $1 AND person.list = 'users' AND person.subject = subjects.subject
   ORDER BY subjects.subject`,
  { json: { staged: StagedUser, existing: Type.Array(Account) } },
)
type PersonRow = RowOf<typeof NEXT_PEOPLE>

const ISSUER_OF_CLIENT = tenantStatement('flows/read-issuer', `SELECT ${ISSUER} AS issuer`)

/**
 * Creates or updates the next people after `after` who work at the provider's centres, and suspends the accounts of
 * those whom it does not list any more. Returns the last person, null when none is left.
 */
export async function importStaff(tx: Tx, clientId: string, after: string, now: Date): Promise<string | null> {
  const rows = await queryRows(tx, NEXT_PEOPLE, [after, BATCH_SIZE, STAFF])
  const { issuer } = await getRow(tx, ISSUER_OF_CLIENT)
  const provider: Authority = { kind: 'coursepro', issuer: issuer ?? '' }
  for (const row of rows) {
    if (row.staged === null) await suspendUsers(tx, provider, row.subject, now)
    else for (const type of STAFF) await importPerson(tx, clientId, provider, type, row, row.staged, now.getTime())
  }
  return rows.at(-1)?.subject ?? null
}

async function importPerson(
  tx: Tx,
  clientId: string,
  provider: Authority,
  type: UserType,
  { subject, existing, clubs: localClubs }: PersonRow,
  { firstname, lastname, email, clubs, types }: StagedUser,
  nowMs: number,
): Promise<void> {
  if (!types.includes(type)) return
  const account = existing.find((candidate) => candidate.type === type)
  const wanted = { type, firstname, lastname, email, status: 'current', clubs: localClubs }
  // both have their keys in the order of `NEXT_PEOPLE`
  if (account && JSON.stringify(account) === JSON.stringify(wanted)) return
  try {
    const person = { subject, firstname, lastname, email, types, clubs }
    await findOrCreateUser(tx, clientId, provider, type, person, nowMs)
  } catch (error) {
    // refused when the person's centre has no club here or the account was closed here; the others are still processed
    if (!(error instanceof Refusal)) throw error
  }
}

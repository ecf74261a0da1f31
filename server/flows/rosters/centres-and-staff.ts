import type { UserType } from '#contract/platform/fields.ts'
import { audit } from '#server/platform/audit.ts'
import { suspendUsers, userOf } from '#server/identity/auth/identities.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { Refusal } from '#server/platform/http/errors.ts'
import { ISSUER, type Authority } from '#server/identity/providers/settings.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { StagedUser } from './staged.ts'
import { clientZone } from './zone.ts'

/** The kinds of user that a roster creates before their first login. Parents are created by their first login. */
const STAFF: readonly UserType[] = ['coach', 'admin']
/** People per batch. */
const PEOPLE = 100

/**
 * Creates clubs for new centres and renames others. A club whose centre disappeared stays; its members and groups end.
 */
export async function followCentres(tx: Tx, clientId: string): Promise<void> {
  const { rows } = await tx.query<{ subject: string; name: string; id: string | null; before: string | null }>(
    `SELECT r.subject, r.data ->> 'name' AS name, cl.id, cl.name AS before FROM roster_rows r
     LEFT JOIN clubs cl ON cl.client_id = r.client_id AND cl.ngo_id = r.subject
     WHERE r.list = 'orgs' AND cl.name IS DISTINCT FROM r.data ->> 'name' ORDER BY r.subject`,
  )
  for (const { subject, name, id, before } of rows) {
    if (id === null) {
      // a roster has no time zones, so a new club gets that of the client's other clubs
      const club = { id: crypto.randomUUID(), name, ngoId: subject, timeZone: await clientZone(tx), memberTypes: [] }
      await createClub(tx, clientId, null, club)
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
  /** Null when the provider does not list the person any more. */
  said: StagedUser | null
  /** The person's centres that have a club here, by their numbers. */
  clubs: string[]
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
 * Creates or updates the next people who work at the provider's centres, and closes the accounts of those whom it does
 * not list any more. Returns the last person, null when none is left.
 */
export async function followPeople(tx: Tx, clientId: string, after: string, at: Date): Promise<string | null> {
  const { rows } = await tx.query<PersonRow>(
    `WITH subjects AS (
       SELECT subject FROM roster_rows WHERE list = 'users' AND (data -> 'types') ?| $3 AND subject > $1
       UNION SELECT i.subject COLLATE "C" FROM identities i WHERE i.provider = 'coursepro' AND i.issuer = ${ISSUER} AND i.type <> 'api' AND i.subject COLLATE "C" > $1
         AND NOT EXISTS (SELECT FROM roster_rows r WHERE r.client_id = i.client_id AND r.list = 'users' AND r.subject = i.subject)
       ORDER BY subject LIMIT $2)
     SELECT s.subject, r.data AS said,
       ARRAY(SELECT cl.ngo_id FROM clubs cl WHERE r.data -> 'clubs' ? cl.ngo_id ORDER BY 1) AS clubs,
       coalesce((SELECT json_agg(json_build_object('type', i.type, 'firstname', u.firstname, 'lastname', u.lastname, 'email', u.email,
           'status', u.status, 'clubs', ARRAY(SELECT cl.ngo_id FROM user_clubs uc
             JOIN clubs cl ON cl.client_id = uc.client_id AND cl.id = uc.club_id
             WHERE uc.client_id = u.client_id AND uc.user_id = u.id AND uc.from_date <= current_date
               AND (uc.to_date IS NULL OR uc.to_date >= current_date) ORDER BY 1)))
         FROM identities i JOIN users u ON u.client_id = i.client_id AND u.id = i.user_id
         WHERE i.provider = 'coursepro' AND i.issuer = ${ISSUER} AND i.subject = s.subject), '[]') AS existing
     FROM subjects s LEFT JOIN roster_rows r ON r.list = 'users' AND r.subject = s.subject ORDER BY s.subject`,
    [after, PEOPLE, STAFF],
  )
  const { rows: issuers } = await tx.query<{ issuer: string }>(`SELECT ${ISSUER} AS issuer`)
  const provider: Authority = { kind: 'coursepro', issuer: issuers[0]?.issuer ?? '' }
  for (const row of rows) {
    if (row.said === null) await suspendUsers(tx, clientId, provider, row.subject, at)
    else for (const type of STAFF) await followPerson(tx, clientId, provider, type, row, row.said)
  }
  return rows.at(-1)?.subject ?? null
}

async function followPerson(
  tx: Tx,
  clientId: string,
  provider: Authority,
  type: UserType,
  { subject, existing, clubs: clubsHere }: PersonRow,
  { firstname, lastname, email, clubs, types: stagedTypes }: StagedUser,
): Promise<void> {
  const types = stagedTypes as UserType[]
  if (!types.includes(type)) return
  const account = existing.find((candidate) => candidate.type === type)
  const wanted = { type, firstname, lastname, email, status: 'current', clubs: clubsHere }
  if (account && JSON.stringify(account) === JSON.stringify(wanted)) return
  try {
    await userOf(tx, clientId, provider, type, { subject, firstname, lastname, email, types, clubs })
  } catch (error) {
    // refused when the person's centre has no club here or the account was closed here; the others are still processed
    if (!(error instanceof Refusal)) throw error
  }
}

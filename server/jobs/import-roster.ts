import type { UserType } from '#contract/fields.ts'
import { audit } from '#server/audit.ts'
import { lapse, userOf } from '#server/auth/identities.ts'
import { createClub } from '#server/clubs/commands.ts'
import { Refusal } from '#server/http/errors.ts'
import { isLive, personOf } from '#server/providers/course-provider.ts'
import type { OneRoster, RosterOrg, RosterUser } from '#server/providers/one-roster.ts'
import type { Tx } from '#server/tenancy.ts'
import type { Step } from './step.ts'
import { enqueueTask } from './tasks.ts'

/** One page of the provider's list a step: far below the lease, also when the provider is slow. */
const PAGE = 100
/** Kinds of user that a roster makes before they first log in; parents come with their children. */
const staff: readonly UserType[] = ['coach', 'admin']

interface Position {
  list: 'orgs' | 'users'
  offset: number
}

/** Asks for an import of the client's rosters. */
export async function enqueueRosterImport(tx: Tx, clientId: string, nowMs: number, by: string | null): Promise<void> {
  await enqueueTask(tx, clientId, { kind: 'import-roster', subject: clientId, dueMs: nowMs, nowMs, by })
}

/** The next page of centres, then of staff. Each page is applied whole, and again makes no difference. */
export const importRosterStep: Step = async ({ providers, now }, tx, clientId, task) => {
  const { list, offset } = (task.position as Position | null) ?? { list: 'orgs', offset: 0 }
  const roster = await providers.roster(clientId)
  const read =
    list === 'orgs'
      ? await importOrgs(tx, clientId, roster, offset)
      : await importUsers(tx, clientId, roster, offset, new Date(now()))
  task.done += read
  const more = read === PAGE
  task.position = more ? { list, offset: offset + PAGE } : { list: 'users', offset: 0 }
  return { finished: !more && list === 'users', announcement: null }
}

async function importOrgs(tx: Tx, clientId: string, roster: OneRoster, offset: number): Promise<number> {
  const orgs = await roster.orgs(offset, PAGE)
  for (const org of orgs) if (org.type === 'school' && org.status === 'active') await importCentre(tx, clientId, org)
  return orgs.length
}

async function importCentre(tx: Tx, clientId: string, { sourcedId, name }: RosterOrg): Promise<void> {
  const { rows } = await tx.query<{ id: string; name: string }>('SELECT id, name FROM clubs WHERE ngo_id = $1', [
    sourcedId,
  ])
  const [known] = rows
  if (!known) {
    // rosters name no time zone: a new centre keeps the time of the client's others
    const zones = await tx.query<{ time_zone: string }>('SELECT time_zone FROM clubs ORDER BY name LIMIT 1')
    const timeZone = zones.rows[0]?.time_zone ?? 'UTC'
    const club = { id: crypto.randomUUID(), name, ngoId: sourcedId, timeZone, memberTypes: [] }
    return createClub(tx, clientId, null, club)
  }
  if (known.name === name) return
  await tx.query('UPDATE clubs SET name = $2 WHERE id = $1', [known.id, name])
  await audit(tx, clientId, {
    userId: null,
    action: 'follow-provider',
    entity: 'club',
    entityId: known.id,
    before: { name: known.name },
    after: { name },
  })
}

async function importUsers(tx: Tx, clientId: string, roster: OneRoster, offset: number, at: Date): Promise<number> {
  const users = await roster.users(offset, PAGE)
  for (const user of users) await importUser(tx, clientId, user, at)
  return users.length
}

async function importUser(tx: Tx, clientId: string, user: RosterUser, at: Date): Promise<void> {
  const person = personOf(user)
  if (!isLive(user)) return lapse(tx, clientId, 'coursepro', person.subject, at)
  for (const type of staff) {
    if (!person.types.includes(type)) continue
    try {
      await userOf(tx, clientId, 'coursepro', type, person)
    } catch (error) {
      // of a centre that is not here, or ended here: neither keeps the others waiting
      if (!(error instanceof Refusal)) throw error
    }
  }
}

import type pg from 'pg'
import { setPin } from '#server/auth/pins.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { addHostname, createClient } from '#server/clients/commands.ts'
import { createClub, createTerm } from '#server/clubs/commands.ts'
import { createGroup } from '#server/groups/commands.ts'
import { addMemberToClub, createMembers, linkMember } from '#server/members/commands.ts'
import { createScheme } from '#server/schemes/commands.ts'
import { inTenant, type Database } from '#server/tenancy.ts'
import { addIdentity } from '#server/auth/identities.ts'
import { createUser } from '#server/users/commands.ts'
import { clientData, userId, type ClientData } from './client-data.ts'
import { DEMO_PASSWORD, demoClients } from './content/clients.ts'
import { subjectOf } from './peers/demo-peers.ts'
import { pushHistory } from './push-history.ts'
import { wordingOf } from './wording.ts'

/** Loads the demo clients into an empty database, through the commands that people use. `owner` may write host names. */
export async function loadDemo(owner: pg.Client, db: Database, now: Date, secret: Uint8Array): Promise<void> {
  // a load that was cut off left no host name: its half is removed
  await owner.query('TRUNCATE clients CASCADE')
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { id } of demoClients) {
    const data = clientData(id, now)
    await loadClient(db, data, passwordHash, secret)
    await pushHistory(db, data)
  }
  await owner.query('BEGIN')
  for (const { id } of demoClients) {
    for (const portal of ['parent', 'coach', 'club', 'scheme'] as const)
      await addHostname(owner, `${portal}.${id}.localhost`, id, portal)
  }
  await owner.query('COMMIT')
  // the planner must not take the full tables for empty ones until autovacuum comes by
  await owner.query('ANALYZE')
}

/** Everything but the marks. */
async function loadClient(db: Database, data: ClientData, passwordHash: string, secret: Uint8Array): Promise<void> {
  const { id, name, provider, login, themeName, languages, features } = data.client
  const translations = await wordingOf(data.client)
  const admin = userId(id, 'admin')
  await inTenant(db, id, 'write', async (tx) => {
    await createClient(tx, {
      id,
      name,
      authProvider: provider,
      login,
      themeName,
      features: { ...features },
      languages,
      translations,
    })
    for (const club of data.clubs) await createClub(tx, id, null, club)
    for (const user of data.users) await createUser(tx, id, null, { ...user, passwordHash })
    if (provider !== 'local') {
      for (const { key, type } of data.client.users)
        await addIdentity(tx, id, { provider, subject: subjectOf(id, key), type, userId: userId(id, key) })
    }
    for (const { key, pin } of data.client.users) if (pin !== null) await setPin(tx, id, userId(id, key), pin, secret)
    for (const term of data.terms) await createTerm(tx, id, admin, term)
    for (const scheme of data.schemes) await createScheme(tx, id, null, scheme)
    await createMembers(tx, id, admin, data.members)
    for (const guest of data.guests) await addMemberToClub(tx, id, admin, guest)
    for (const group of data.groups) await createGroup(tx, id, admin, group)
    for (const link of data.links) await linkMember(tx, id, admin, link.userId, link.memberId)
  })
}

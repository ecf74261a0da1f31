import type pg from 'pg'
import { setPin } from '#server/identity/auth/pins.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { addHostname, createClient } from '#server/tenants/clients/commands.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { writeGroups } from '#server/scheduling/groups/commands.ts'
import { createTerm } from '#server/scheduling/sessions/terms.ts'
import { addMemberToClub, writeMembers } from '#server/members/commands.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { linkExternalIds } from '#server/flows/rosters/external-ids.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import { createScheme } from '#server/curriculum/schemes/commands.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { Trees } from '#server/curriculum/schemes/trees.ts'
import { recordSchemeFiles } from '#server/curriculum/schemes/used-files.ts'
import { inTenant, type Database } from '#server/platform/tenancy.ts'
import { addIdentity } from '#server/identity/auth/identities.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { clientData, userId, type ClientData } from './client-data.ts'
import { DEMO_PASSWORD, demoClients } from './content/clients.ts'
import { loadFiles } from './load-files.ts'
import { loadLinked, publishScheme, subscribe } from './share.ts'
import { subjectOf } from './peers/subject.ts'
import { pushHistory } from './push-history.ts'
import { pushPlans } from './push-plans.ts'

/**
 * Loads the demo clients into a database without host names, with the server's own commands. `owner` is a connection of
 * the tables' owner, who alone may write host names. PINs are hashed with `pepper`.
 */
export async function loadDemo(
  owner: pg.Client,
  db: Database,
  files: FileStore,
  now: Date,
  pepper: Uint8Array,
): Promise<void> {
  // a load that was interrupted may have left rows, but no host names, because these are written last
  await owner.query('TRUNCATE clients CASCADE')
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { id } of demoClients) {
    const data = clientData(id, now)
    await loadClient(db, data, passwordHash, pepper)
    await loadSchemes(db, files, data, now)
    await loadPeople(db, data, now)
    await pushHistory(db, data)
    await pushPlans(db, data)
  }
  await owner.query('BEGIN')
  for (const { id } of demoClients) {
    for (const portal of ['parent', 'coach', 'club', 'scheme'] as const)
      await addHostname(owner, `${portal}.${id}.localhost`, id, portal)
  }
  await owner.query('COMMIT')
  // until autovacuum runs, the planner would take the full tables for empty ones
  await owner.query('ANALYZE')
}

/** Loads the client, its clubs, users and terms. */
async function loadClient(db: Database, data: ClientData, passwordHash: string, pepper: Uint8Array): Promise<void> {
  const { id, name, provider, login, themeName, languages, wording, features } = data.client
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
      wording,
      translations: {},
    })
    for (const club of data.clubs) await createClub(tx, /* by */ null, club)
    for (const user of data.users) await createUser(tx, /* by */ null, { ...user, passwordHash })
    if (provider !== 'local') {
      for (const { key, type } of data.client.users)
        await addIdentity(tx, {
          // the provider's address is set whenever the demo starts (`configureProvider`)
          provider: { kind: provider, issuer: '' },
          subject: subjectOf(id, key),
          type,
          userId: userId(id, key),
        })
    }
    for (const { key, pin } of data.client.users) if (pin !== null) await setPin(tx, userId(id, key), pin, pepper)
    for (const term of data.terms) await createTerm(tx, admin, term)
  })
}

/** The schemes to publish for subscribers, by slug, with the notes of their revision. */
const publicationNotes = new Map([['gym', 'Eight levels, from first shapes to saltos. Any 8 of 10 pass a level.']])

/** Loads subscriptions, own schemes and their files, and publishes schemes. */
async function loadSchemes(db: Database, files: FileStore, data: ClientData, now: Date): Promise<void> {
  const { id, schemes: ownSlugs, subscriptions } = data.client
  for (const { owner, slug } of subscriptions) await subscribe(db, files, id, owner, slug, now)
  // the schemes that have files
  for (const slug of ['gym', 'swim'] as const)
    if (ownSlugs.includes(slug)) await loadFiles(db, files, { clientId: id, slug }, userId(id, 'scheme'), now)
  await inTenant(db, id, 'write', async (tx) => {
    // without the subscribed schemes, which are copied already
    for (const scheme of data.schemes.filter(({ slug }) => ownSlugs.includes(slug))) {
      // the own scheme of a client that subscribes (Tideway) has nodes linked to the subscribed one
      const [source] = subscriptions
      if (source) await loadLinked(tx, data, scheme, source.slug, now.getTime())
      else await createScheme(tx, id, /* by */ null, scheme)
      await releaseScheme(tx, scheme.slug, now.getTime())
      const { tree } = await new Trees().live(tx, id, scheme.id)
      await recordSchemeFiles(tx, scheme.id, { nodes: tree.nodes.values(), videos: scheme.videos })
    }
  })
  for (const [slug, notes] of publicationNotes)
    if (ownSlugs.includes(slug)) await publishScheme(db, id, slug, notes, now)
}

/** Loads members, groups, links to parents and ids at the provider. */
async function loadPeople(db: Database, data: ClientData, now: Date): Promise<void> {
  const { id } = data.client
  const admin = userId(id, 'admin')
  await inTenant(db, id, 'write', async (tx) => {
    const writer = { clientId: id, userId: admin, nowMs: now.getTime() }
    await recordChanges(tx, await writeMembers(tx, writer, data.members))
    for (const guest of data.guests) await addMemberToClub(tx, writer, guest)
    await recordChanges(tx, await writeGroups(tx, writer, data.groups))
    for (const link of data.links) await linkMember(tx, admin, link.userId, link.memberId)
    if (data.client.provider === 'coursepro') await linkExternalIds(tx, data.externalIds)
  })
}

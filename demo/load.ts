import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Operation } from '#contract/sync.ts'
import { canonicalJson } from '#domain/canonical.ts'
import { markLane } from '#domain/mark.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { addHostname, createClient, type NewClient } from '#server/clients/commands.ts'
import { createClub } from '#server/clubs/commands.ts'
import { createGroup } from '#server/groups/commands.ts'
import { createMembers, linkMember } from '#server/members/commands.ts'
import { Curricula } from '#server/schemes/curriculum.ts'
import { createScheme } from '#server/schemes/commands.ts'
import { push, type PushParts } from '#server/sync/push.ts'
import { inTenant, type Database } from '#server/tenancy.ts'
import { createUser } from '#server/users/commands.ts'
import { planAquila, type Plan, type PlannedMark } from './aquila.ts'
import { DEMO_PASSWORD, demoClient, demoClients, type DemoClient } from './content/clients.ts'
import { idOf } from './random.ts'

function clientOf(client: DemoClient): NewClient {
  const { id, name, provider, login, themeName, languages } = client
  return {
    id,
    name,
    authProvider: provider,
    login,
    themeName,
    features: { ...client.features },
    languages,
    translations: {},
  }
}

/** Loads the demo clients into an empty database, through the commands that people use. `owner` may write host names. */
export async function loadDemo(owner: pg.Client, db: Database, now: Date): Promise<void> {
  // a load that was cut off left no host name: its half is removed
  await owner.query('TRUNCATE clients CASCADE')
  for (const client of demoClients) await inTenant(db, client.id, 'write', (tx) => createClient(tx, clientOf(client)))
  await loadAquila(db, planAquila(now))
  await owner.query('BEGIN')
  for (const { id } of demoClients) {
    for (const portal of ['parent', 'coach', 'club', 'scheme'] as const)
      await addHostname(owner, `${portal}.${id}.localhost`, id, portal)
  }
  await owner.query('COMMIT')
  // the planner must not take the full tables for empty ones until autovacuum comes by
  await owner.query('ANALYZE')
}

async function loadAquila(db: Database, plan: Plan): Promise<void> {
  const id = 'aquila'
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const admin = idOf('aquila admin')
  const aquila = demoClient(id)
  const clubOf = (key: string) => {
    const name = aquila.clubs.find((club) => club.key === key)?.name
    return plan.clubs.find((club) => club.name === name)?.id ?? ''
  }
  await inTenant(db, id, 'write', async (tx) => {
    for (const club of plan.clubs)
      await createClub(tx, id, null, {
        ...club,
        ngoId: null,
        timeZone: 'Europe/London',
        memberTypes: ['Club', 'School'],
      })
    for (const user of aquila.users) {
      const { key, type, firstname, lastname, email, username } = user
      await createUser(tx, id, null, {
        id: idOf(`aquila ${key}`),
        type,
        email,
        username,
        firstname,
        lastname,
        passwordHash,
        clubIds: user.clubKeys.map((club) => clubOf(club)),
      })
    }
    for (const scheme of plan.schemes) await createScheme(tx, id, null, scheme)
    await createMembers(tx, id, admin, plan.members)
    for (const group of plan.groups) await createGroup(tx, id, admin, group)
    for (const { parent, memberId } of plan.families)
      await linkMember(tx, id, admin, idOf(`aquila ${parent}`), memberId)
  })
  await pushHistory(db, plan)
}

/** Each coach's marks in their order, in batches as a tablet sends them, two coaches at a time. */
async function pushHistory(db: Database, plan: Plan): Promise<void> {
  const byCoach = new Map<string, PlannedMark[]>()
  for (const mark of plan.marks) byCoach.set(mark.coachId, [...(byCoach.get(mark.coachId) ?? []), mark])
  const curricula = new Curricula()
  await Promise.all(
    [...byCoach].map(async ([coach, marks]) => {
      const device = idOf(`aquila device ${coach}`)
      for (let at = 0; at < marks.length;) {
        const [first] = marks.slice(at)
        if (!first) break
        // rights reach 30 days back, so a batch spans no more; a batch is of one club
        const batch = marks
          .slice(at, at + 50)
          .filter((m) => m.ms - first.ms < 25 * 86_400_000 && m.clubId === first.clubId)
        const operations = batch.map((mark, k) => operationOf(mark, coach, device, at + k + 1))
        const ms = Math.max(...batch.map((m) => m.ms))
        const parts: PushParts = {
          db,
          curricula,
          now: () => ms + 1_000,
          announce: () => {},
          onError: (error) => {
            throw error
          },
        }
        const session = {
          clientId: 'aquila',
          portal: 'coach',
          userId: coach,
          type: 'coach',
          clubId: first.clubId,
          languageId: 1,
          language: 'en-GB',
          features: { ...demoClient('aquila').features },
        } as const
        const { outcomes } = await push(parts, session, { deviceId: device, operations })
        const refused = outcomes.find((o) => o.outcome === 'rejected' || o.outcome === 'retry')
        if (refused) throw new Error(`the demo’s own mark was refused: ${refused.code}`)
        at += batch.length
      }
    }),
  )
}

function operationOf(mark: PlannedMark, author: string, deviceId: string, seq: number): Operation {
  const payload = {
    memberUuid: mark.memberId,
    groupId: mark.groupId,
    groupNgoId: null,
    schemeSlug: mark.schemeSlug,
    schemeNodeId: mark.nodeId,
    assessmentGrade: mark.grade,
    assessmentPassGrade: mark.pass,
    assessmentDate: mark.date,
    timestamp: Math.floor(mark.ms / 1000),
  }
  return {
    opId: idOf(`aquila op ${author} ${seq}`),
    club: mark.clubId,
    authorUuid: author,
    lane: markLane(mark.memberId, mark.schemeSlug, mark.nodeId),
    kind: 'mark',
    payload,
    payloadHash: createHash('sha256').update(canonicalJson(payload)).digest('hex'),
    payloadVersion: 1,
    baseRev: null,
    stamp: { ms: mark.ms, counter: 0, deviceId, deviceSeq: seq },
  }
}

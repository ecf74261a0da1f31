import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import type { PushReply } from '#contract/assessment/sync.ts'
import { CLIENT } from '#e2e/prove/proof-club.ts'
import { openSecrets } from '#db/open-secrets.ts'
import { PROOF_SECRET, withProofSetup, type ProofSetup } from '#e2e/prove/proof-setup.ts'
import { addHostname } from '#server/tenants/clients/commands.ts'
import { Tokens } from '#server/platform/http/session.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { markOperation } from './marks.ts'
import { callJson } from './bench-server.ts'
import { median, type Row } from './table.ts'

const TENANTS = 2_000
/** The number of members in each tenant. */
const MEMBERS = 24
/** The number of visits that run at the same time. */
const AT_ONCE = 16
/** The number of visits in a round that visits only one tenant. */
const VISITS = 400
const ROUNDS = 3
/** The number of marks that a visit pushes. */
const MARKS = 10
/** The number of skills in each level. */
const SKILLS = 12
/** The number of tablets in each tenant; they take turns, and each marks one member. */
const TABLETS = 8
/** Longer than the bench runs. */
const TOKEN_SECONDS = 7_200
/** What a parent's overview asks for. */
const OVERVIEW_QUERY = 'with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1'

type VisitedPortal = 'parent' | 'coach' | 'club'

/** The id of tenant number `n`, as `copyTenant` writes it: `proof`, `proof2`, `proof3` and so on. */
const clientIdOf = (n: number) => (n === 0 ? CLIENT : `${CLIENT}${n + 1}`)

/**
 * Copies all rows of the first tenant once for each other tenant. The ids of the rows can stay, because keys begin with
 * the client's id.
 */
async function copyTenant(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; columns: string }>(
    // the tables of tenants, each with its columns besides `client_id` that are not generated
    `SELECT tenant_table.relname AS name, string_agg(quote_ident(other_column.attname), ', ') AS columns
     FROM pg_class tenant_table
     JOIN pg_attribute other_column
       ON other_column.attrelid = tenant_table.oid AND other_column.attnum > 0 AND NOT other_column.attisdropped
     WHERE tenant_table.relnamespace = 'public'::regnamespace AND tenant_table.relkind = 'r'
       AND other_column.attgenerated = '' AND other_column.attidentity = '' AND other_column.attname <> 'client_id'
       AND EXISTS (SELECT FROM pg_attribute client_column
         WHERE client_column.attrelid = tenant_table.oid AND client_column.attname = 'client_id')
     GROUP BY tenant_table.relname`,
  )
  // without foreign keys in this transaction, so that the order of the tables does not matter
  await owner.query('BEGIN; SET LOCAL session_replication_role = replica')
  for (const { name, columns } of rows) {
    // host names are unique over all tenants
    const values =
      name === 'hostnames'
        ? columns.replace('hostname', `replace(hostname, '.${CLIENT}.', '.${CLIENT}' || tenant_number || '.')`)
        : columns
    await owner.query(
      `INSERT INTO ${name} (client_id, ${columns})
       SELECT '${CLIENT}' || tenant_number, ${values} FROM ${name}, generate_series(2, ${TENANTS}) tenant_number
       WHERE client_id = '${CLIENT}'`,
    )
  }
  await owner.query('COMMIT')
  await owner.query('VACUUM ANALYZE')
}

/**
 * Adds a parent and an administrator to the first tenant. Returns a function that makes `count` visits, in turns at the
 * first `tenants` tenants, and returns the visits per second.
 */
async function createVisitors({ db, ownerUrl, server, club, owner }: ProofSetup & { owner: pg.Client }) {
  const userIds = { parent: crypto.randomUUID(), coach: club.coach, club: crypto.randomUUID() }
  await inTenant(db, CLIENT, 'write', async (tx) => {
    const user = { username: null, passwordHash: null, firstname: 'Ffion', lastname: 'Price' }
    const parent = { ...user, id: userIds.parent, type: 'parent' as const, email: 'parent@proof.example', clubIds: [] }
    const admin = {
      ...user,
      id: userIds.club,
      type: 'admin' as const,
      email: 'admin@proof.example',
      clubIds: [club.id],
    }
    await createUser(tx, /* by */ null, parent)
    await createUser(tx, /* by */ null, admin)
    for (const member of club.members.slice(0, 3)) await linkMember(tx, /* by */ null, userIds.parent, member)
  })
  await addHostname(owner, `parent.${CLIENT}.localhost`, CLIENT, 'parent')
  await addHostname(owner, `club.${CLIENT}.localhost`, CLIENT, 'club')
  const tokens = await Tokens.load(db, await openSecrets(ownerUrl, Buffer.from(PROOF_SECRET)), Date.now)
  const signedTokens = new Map<string, Promise<string>>()
  const tokenOf = (clientId: string, portal: VisitedPortal) => {
    const key = `${clientId} ${portal}`
    const subject: TokenSubject = {
      user_uuid: userIds[portal],
      club_id: portal === 'parent' ? null : club.id,
      language: { language_id: 1, language: 'en-GB' },
      features: { ENABLE_ALL_SKILL_FIELDS: true },
    }
    const token =
      signedTokens.get(key) ??
      tokens.sign({ clientId, portal }, 'access', JSON.stringify(subject), crypto.randomUUID(), TOKEN_SECONDS)
    signedTokens.set(key, token)
    return token
  }
  const devices = new Map<string, { id: string; seq: number }>()
  let visits = 0
  const visit = async (clientId: string) => {
    const visitNumber = visits++
    const callPortal = async <T>(portal: VisitedPortal, path: string, body?: unknown) =>
      callJson<T>(server.port, `${portal}.${clientId}.localhost`, path, {
        token: await tokenOf(clientId, portal),
        body,
      })
    await callPortal('parent', `/v1/users/${userIds.parent}/members?page=0&per_page=999&${OVERVIEW_QUERY}`)
    const tabletName = `${clientId} ${visitNumber % TABLETS}`
    const device = devices.get(tabletName) ?? { id: crypto.randomUUID(), seq: 0 }
    devices.set(tabletName, device)
    const memberInGroup = { member: club.members[visitNumber % TABLETS] ?? '', group: club.group, club: club.id }
    const operations = Array.from({ length: MARKS }, () =>
      markOperation(memberInGroup, club.nodes[++device.seq % SKILLS] ?? '', club.coach, device.id, device.seq),
    )
    const { outcomes } = await callPortal<PushReply>('coach', '/v1/sync/push', { deviceId: device.id, operations })
    const refused = outcomes.find(({ outcome }) => outcome === 'rejected' || outcome === 'retry')
    if (refused) throw new Error(`refused: ${refused.code}`)
    await callPortal('coach', '/v1/sync/changes?cursor=')
    await callPortal('coach', '/v1/curriculum/swim')
    await callPortal('club', '/v1/members?per_page=25&status=active&with_groups=1&with_scores=1')
  }
  return async (tenants: number, count = VISITS) => {
    let next = 0
    const began = performance.now()
    const visitor = async () => {
      while (next < count) await visit(clientIdOf(next++ % tenants))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, visitor))
    return count / ((performance.now() - began) / 1_000)
  }
}

/**
 * Measures the same mixed load on one tenant of a database of 2,000, on all of them in turns, and on a tenant that has
 * a database to itself. A visit is a parent's overview, a coach's push and pull, and an administrator's list of
 * members.
 */
export async function bench(): Promise<Row[]> {
  const size = { members: MEMBERS, levels: 10, skills: SKILLS, groups: 3 }
  const withDatabase = async <T>(work: (setup: ProofSetup & { owner: pg.Client }) => Promise<T>) =>
    withProofSetup(size, async (setup) => {
      const owner = new pg.Client({ connectionString: setup.ownerUrl })
      await owner.connect()
      try {
        return await work({ ...setup, owner })
      } finally {
        await owner.end()
      }
    })
  return withDatabase(async (alone) =>
    withDatabase(async (shared) => {
      const visitAlone = await createVisitors(alone)
      const visitShared = await createVisitors(shared)
      await copyTenant(shared.owner)
      const runs: [tenants: keyof typeof speeds, run: () => Promise<number>][] = [
        ['alone', () => visitAlone(1)],
        ['one', () => visitShared(1)],
        // one visit at each tenant
        ['all', () => visitShared(TENANTS, TENANTS)],
      ]
      const speeds: Record<'alone' | 'one' | 'all', number[]> = { alone: [], one: [], all: [] }
      for (let round = 0; round <= ROUNDS; round++)
        for (const [tenants, run] of runs) {
          const speed = await run()
          // the first round fills the caches
          if (round > 0) speeds[tenants].push(speed)
        }
      const row = (label: string, ours: number[], limit: number[]): Row => ({
        label,
        unit: 'visits/s',
        ours: median(ours),
        limit: median(limit),
        moreIsBetter: true,
      })
      return [
        row('one tenant of 2,000; limit: a tenant alone', speeds.one, speeds.alone),
        row('2,000 in turns; limit: one of them (aim ≥ × 0.77)', speeds.all, speeds.one),
      ]
    }),
  )
}

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
import { operation } from './marks.ts'
import { ask } from './bench-server.ts'
import { median, type Row } from './table.ts'

const TENANTS = 2_000
const MEMBERS = 24
const AT_ONCE = 16
const VISITS = 400
const ROUNDS = 3
const MARKS = 10
const SKILLS = 12
const TABLETS = 8
const SHOW = 'with_groups=1&with_progress=1&with_awards=1&with_links=1&with_owners=1'

type Visited = 'parent' | 'coach' | 'club'

/** Client ids; all others are copies of the first. */
const idOf = (n: number) => (n === 0 ? CLIENT : `${CLIENT}${n + 1}`)

/** Copies all rows of the first tenant 1,999 times; their ids can stay, because keys begin with the client's id. */
async function fill(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; columns: string }>(
    `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ') AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attgenerated = '' AND a.attidentity = '' AND a.attname <> 'client_id'
       AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'client_id')
     GROUP BY c.relname`,
  )
  // without foreign keys in this transaction, so that the order of the tables does not matter
  await owner.query('BEGIN; SET LOCAL session_replication_role = replica')
  const others = `generate_series(2, ${TENANTS}) n`
  for (const { name, columns } of rows) {
    // host names are unique over all tenants
    const chosen =
      name === 'hostnames'
        ? columns.replace('hostname', `replace(hostname, '.${CLIENT}.', '.${CLIENT}' || n || '.')`)
        : columns
    await owner.query(
      `INSERT INTO ${name} (client_id, ${columns}) SELECT '${CLIENT}' || n, ${chosen} FROM ${name}, ${others} WHERE client_id = '${CLIENT}'`,
    )
  }
  await owner.query('COMMIT')
  await owner.query('VACUUM ANALYZE')
}

/** Returns a function that loads the server with visits at so many tenants and returns the visits per second. */
async function visitors({ db, ownerUrl, server, club, owner }: ProofSetup & { owner: pg.Client }) {
  const users = { parent: crypto.randomUUID(), coach: club.coach, club: crypto.randomUUID() }
  await inTenant(db, CLIENT, 'write', async (tx) => {
    const user = { username: null, passwordHash: null, firstname: 'Ffion', lastname: 'Price' }
    const parent = { ...user, id: users.parent, type: 'parent' as const, email: 'parent@proof.example', clubIds: [] }
    const admin = { ...user, id: users.club, type: 'admin' as const, email: 'admin@proof.example', clubIds: [club.id] }
    await createUser(tx, CLIENT, null, parent)
    await createUser(tx, CLIENT, null, admin)
    for (const member of club.members.slice(0, 3)) await linkMember(tx, CLIENT, null, users.parent, member)
  })
  await addHostname(owner, `parent.${CLIENT}.localhost`, CLIENT, 'parent')
  await addHostname(owner, `club.${CLIENT}.localhost`, CLIENT, 'club')
  const tokens = await Tokens.load(db, await openSecrets(ownerUrl, Buffer.from(PROOF_SECRET)), Date.now)
  const made = new Map<string, Promise<string>>()
  const tokenOf = (clientId: string, portal: Visited) => {
    const key = `${clientId} ${portal}`
    const subject: TokenSubject = {
      user_uuid: users[portal],
      club_id: portal === 'parent' ? null : club.id,
      language: { language_id: 1, language: 'en-GB' },
      features: { ENABLE_ALL_SKILL_FIELDS: true },
    }
    const token =
      made.get(key) ?? tokens.sign({ clientId, portal }, 'access', JSON.stringify(subject), crypto.randomUUID(), 7_200)
    made.set(key, token)
    return token
  }
  const devices = new Map<string, { id: string; seq: number }>()
  let visits = 0
  const visit = async (clientId: string) => {
    const visitNumber = visits++
    const called = async <T>(portal: Visited, path: string, body?: unknown) =>
      ask<T>(server.port, `${portal}.${clientId}.localhost`, path, { token: await tokenOf(clientId, portal), body })
    await called('parent', `/v1/users/${users.parent}/members?page=0&per_page=999&${SHOW}`)
    const name = `${clientId} ${visitNumber % TABLETS}`
    const device = devices.get(name) ?? { id: crypto.randomUUID(), seq: 0 }
    devices.set(name, device)
    const memberInGroup = { member: club.members[visitNumber % TABLETS] ?? '', group: club.group, club: club.id }
    const operations = Array.from({ length: MARKS }, () =>
      operation(memberInGroup, club.nodes[++device.seq % SKILLS] ?? '', club.coach, device.id, device.seq),
    )
    const { outcomes } = await called<PushReply>('coach', '/v1/sync/push', { deviceId: device.id, operations })
    const refused = outcomes.find(({ outcome }) => outcome === 'rejected' || outcome === 'retry')
    if (refused) throw new Error(`refused: ${refused.code}`)
    await called('coach', '/v1/sync/changes?cursor=')
    await called('coach', '/v1/curriculum/swim')
    await called('club', '/v1/members?per_page=25&status=active&with_groups=1&with_scores=1')
  }
  return async (tenants: number, count = VISITS) => {
    let next = 0
    const began = performance.now()
    const visitor = async () => {
      while (next < count) await visit(idOf(next++ % tenants))
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
  const opened = async <T>(work: (setup: ProofSetup & { owner: pg.Client }) => Promise<T>) =>
    withProofSetup(size, async (setup) => {
      const owner = new pg.Client({ connectionString: setup.ownerUrl })
      await owner.connect()
      try {
        return await work({ ...setup, owner })
      } finally {
        await owner.end()
      }
    })
  return opened(async (lonely) =>
    opened(async (shared) => {
      const alone = await visitors(lonely)
      const among = await visitors(shared)
      await fill(shared.owner)
      const runs: [what: keyof typeof found, run: () => Promise<number>][] = [
        ['alone', () => alone(1)],
        ['one', () => among(1)],
        ['all', () => among(TENANTS, TENANTS)],
      ]
      const found: Record<'alone' | 'one' | 'all', number[]> = { alone: [], one: [], all: [] }
      for (let round = 0; round <= ROUNDS; round++)
        for (const [what, run] of runs) {
          const speed = await run()
          // the first round fills the caches
          if (round > 0) found[what].push(speed)
        }
      const row = (what: string, ours: number[], limit: number[]): Row => ({
        what,
        unit: 'visits/s',
        ours: median(ours),
        limit: median(limit),
        more: true,
      })
      return [
        row('one tenant of 2,000, and one alone', found.one, found.alone),
        row('2,000 tenants in turns, and one (aim ≥ × 0.77)', found.all, found.one),
      ]
    }),
  )
}

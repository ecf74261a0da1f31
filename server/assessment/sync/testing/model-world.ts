import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestDatabase } from '#db/testing.ts'
import { MAX_COUNTER } from '#domain/assessment/stamp.ts'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import { createApp } from '#server/app.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { Hub } from '#server/platform/events/hub.ts'
import type { NewGroup } from '#server/scheduling/groups/commands.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { Addresses } from '#server/platform/http/addresses.ts'
import { Tokens } from '#server/platform/http/session.ts'
import { addMemberToClub, lockAndListMemberKeys } from '#server/members/commands.ts'
import { eraseMember } from '#server/flows/erasure/erase.ts'
import type { App } from '#server/platform/deps.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { recordChanges } from '#server/tenants/changes/change-counters.ts'
import { inTenant, type Tx } from '#server/platform/tenancy.ts'
import { createWorld, PASSWORD, type Tenant, type World } from '#server/testing/world.ts'
import { createUser } from '#server/identity/users/commands.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

export const TIME_ZONE = 'Europe/London'

/** A coach who may be logged in on a device, at one of the coach's clubs. */
export interface Account {
  author: string
  tenant: Tenant
  club: string
  token: string
}

/** A group in which the model's coaches mark. */
export interface ModelGroup {
  id: string
  tenant: Tenant
  club: string
  coaches: readonly string[]
  members: readonly string[]
}

/** Tables that are empty before each run, children first. */
const WRITTEN = [
  'lesson_plan_edits',
  'lesson_plan_groups',
  'lesson_plan_shares',
  'lesson_plans',
  'guests',
  'register_edits',
  'registers',
  'conflicts',
  'awards',
  'progress',
  'results',
  'assessments',
  'member_schemes',
  'sync_ops',
]
/** Tables that a run changes and that are restored to their initial rows before each run. */
const RESTORED = ['changes', 'group_members', 'group_coaches']

/** Tables from which only an erasure deletes rows, parents first; after one they get the deleted rows back. */
const ERASED = ['members', 'club_members', 'guardians', 'member_links']

/** Random ids, as all other tests of this process use them. */
const { randomUUID } = crypto

let ids = { seed: '', next: 0 }

/** Makes all new ids of devices and server depend on `seed` from here on. */
export function seedIds(seed: string): void {
  ids = { seed, next: 0 }
}

/** The next id: a valid UUID of version 4, made from a hash instead of randomness. */
function seededId(): `${string}-${string}-${string}-${string}-${string}` {
  const hex = createHash('sha256')
    .update(`${ids.seed}/${ids.next++}`)
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Noon of today: the day at the clubs, with which the database compares rights, and hours away from midnight, so that a
 * course stays within one day.
 */
function noonToday(): number {
  return Date.parse(`${localDate(Date.now(), TIME_ZONE)}T12:00Z`)
}

/**
 * Two clients. In the first, Anna coaches in clubs A and B, and Ben in A; the member Beca is in both clubs. Cerys
 * coaches in the second. Each run starts from the same rows, restored by set-based SQL.
 */
export class ModelWorld {
  /** The two clients, with one database and one clock. */
  readonly base: World
  /** Where the clock stands when a run begins. */
  readonly start: number
  accounts: readonly Account[] = []
  groups: readonly ModelGroup[] = []
  /** Members that are erased in this run. */
  readonly erased = new Set<string>()
  /** The columns that can be written, of each table that is restored. */
  readonly #columns = new Map<string, string>()
  #app: App
  #tokens: Tokens
  /** Runs before the next list of changes is read. */
  #meanwhile: (() => Promise<void>) | null = null

  private constructor(base: World, tokens: Tokens) {
    this.base = base
    this.start = base.clock.now
    this.#app = base.app
    this.#tokens = tokens
    this.#watchPulls()
  }

  static async create(database: TestDatabase): Promise<ModelWorld> {
    // with the same ids in each run, a course always plays alike
    crypto.randomUUID = seededId
    seedIds('world')
    const base = await createWorld(database)
    base.clock.now = noonToday()
    const features = { ENABLE_SESSION_PLANNING: true, CAN_ADD_SESSION_PLAN_GROUP: true }
    await base.owner.query('UPDATE clients SET features = features || $1', [features])
    const world = new ModelWorld(base, await Tokens.load(base.db, base.secrets, () => base.clock.now))
    await world.#fill()
    await base.owner.query(
      `CREATE FUNCTION fail_on_mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
       CREATE TRIGGER fail_on_mark BEFORE INSERT ON assessments
         FOR EACH ROW WHEN (NEW.stamp_counter = ${MAX_COUNTER}) EXECUTE FUNCTION fail_on_mark()`,
    )
    // the model does not test durability, and waiting for the disk would take half of its time
    await base.owner.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
    )
    // a copy of each table as it is before the first run, from which `reset` restores it
    await base.owner.query('CREATE TABLE before_counters AS TABLE club_counters')
    for (const table of [...RESTORED, ...ERASED]) {
      await base.owner.query(`CREATE TABLE before_${table} AS TABLE ${table}`)
      const { rows } = await base.owner.query<{ columns: string }>(
        `SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
         WHERE table_name = $1 AND table_schema = 'public' AND is_generated = 'NEVER'`,
        [table],
      )
      world.#columns.set(table, rows[0]?.columns ?? '')
    }
    return world
  }

  get now(): number {
    return this.base.clock.now
  }

  /** Lets time pass for server and devices. */
  pass(ms: number): void {
    this.base.clock.now += ms
  }

  /** Adds club B (Quay), Ben, two members and three groups, and logs the coaches in. */
  async #fill(): Promise<void> {
    const [one, two] = this.base.tenants
    const [sian, beca] = one.members
    const [gwen, idris, clubB, ben] = [seededId(), seededId(), seededId(), seededId()]
    const modelGroup = (tenant: Tenant, club: string, coaches: string[], members: string[]): ModelGroup => ({
      id: seededId(),
      tenant,
      club,
      coaches,
      members,
    })
    const groups: ModelGroup[] = [
      { id: one.group, tenant: one, club: one.club, coaches: [one.coach], members: [sian, beca] },
      modelGroup(one, one.club, [one.coach, ben], [beca, gwen]),
      modelGroup(one, one.club, [ben], [gwen]),
      modelGroup(one, clubB, [one.coach], [beca, idris]),
      { id: two.group, tenant: two, club: two.club, coaches: [two.coach], members: two.members },
    ]
    this.groups = groups
    await inTenant(this.base.db, one.id, 'write', async (tx) => {
      await createClub(tx, null, {
        id: clubB,
        name: 'Quay',
        ngoId: null,
        timeZone: TIME_ZONE,
        memberTypes: [],
      })
      await tx.query('INSERT INTO user_clubs (client_id, user_id, club_id) VALUES ($1, $2, $3)', [
        one.id,
        one.coach,
        clubB,
      ])
      const { rows } = await tx.query<{ password_hash: string }>('SELECT password_hash FROM users WHERE id = $1', [
        one.coach,
      ])
      await createUser(tx, null, {
        id: ben,
        type: 'coach',
        email: 'ben@one.example',
        username: null,
        firstname: 'Ben',
        lastname: 'Morris',
        passwordHash: rows[0]?.password_hash ?? null,
        clubIds: [one.club],
      })
      const member = { lastname: 'Hughes', dob: '2016-02-03' }
      await enterMembers(tx, one.id, [
        { ...member, id: gwen, clubIds: [one.club], firstname: 'Gwen', ngo_id: 'AQ-3' },
        { ...member, id: idris, clubIds: [clubB], firstname: 'Idris', ngo_id: 'AQ-4' },
      ])
      await addMemberToClub(
        tx,
        { userId: null, nowMs: Date.now() },
        { memberId: beca, clubId: clubB, memberType: null },
      )
      // `createWorld` has made the first and the last group
      for (const group of groups.slice(1, 4)) await addGroup(tx, newGroup(group))
    })
    const logIn = async (tenant: Tenant, email: string) => {
      const reply = await this.request(tenant, {
        method: 'POST',
        url: '/v1/auth/login',
        payload: { client_id: tenant.id, type: 'coach', email, password: PASSWORD },
      })
      if (reply.statusCode !== 200) throw new Error(`login: ${reply.body}`)
      return reply.json<{ token: string }>().token
    }
    const anna = { author: one.coach, tenant: one, token: await logIn(one, 'coach@one.example') }
    this.accounts = [
      { ...anna, club: one.club },
      { author: ben, tenant: one, club: one.club, token: await logIn(one, 'ben@one.example') },
      { author: two.coach, tenant: two, club: two.club, token: await logIn(two, 'coach@two.example') },
      { ...anna, club: clubB },
    ]
  }

  async request(tenant: Tenant, options: InjectOptions & { token?: string }): Promise<LightMyRequestResponse> {
    const { token, ...rest } = options
    return this.#app.inject({
      ...rest,
      headers: {
        host: tenant.host('coach'),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
  }

  /** Starts a new server on the same database, without anything that the old one had in memory. */
  async restartServer(): Promise<void> {
    const oldApp = this.#app
    const { db, clock } = this.base
    this.#tokens = await Tokens.load(db, this.base.secrets, () => clock.now)
    this.#app = await createApp({
      db,
      curricula: new Curricula(),
      hub: new Hub(),
      tokens: this.#tokens,
      addresses: new Addresses(db, 'https', 443),
      announce: () => {},
      files: this.base.files,
      secrets: this.base.secrets,
      pepper: this.base.pepper,
      providers: new Providers(db, this.base.secrets, { demo: false, now: () => clock.now }),
      now: () => clock.now,
      // this process also runs the devices, so it is always busy
      maxDelayMs: 0,
    })
    await oldApp.close()
  }

  /** Restores the initial state, all in one round trip. */
  async reset(): Promise<void> {
    this.base.clock.now = this.start
    const tablesToRefill = this.erased.size > 0 ? ERASED : []
    const copyBack = (table: string) =>
      `INSERT INTO ${table} (${this.#columns.get(table)}) SELECT ${this.#columns.get(table)} FROM before_${table}`
    await this.base.owner.query(
      [
        ...tablesToRefill.map((table) => `${copyBack(table)} ON CONFLICT DO NOTHING`),
        ...[...WRITTEN, ...RESTORED].map((table) => `DELETE FROM ${table}`),
        // guests' own rows
        `DELETE FROM members WHERE NOT EXISTS (SELECT FROM before_members
           WHERE before_members.client_id = members.client_id AND before_members.id = members.id)`,
        `DELETE FROM audit_log WHERE action IN ('settle', 'guest') OR entity = 'lesson_plan'`,
        ...RESTORED.map(copyBack),
        `UPDATE club_counters SET rev = before_counters.rev
         FROM before_counters WHERE before_counters.club_id = club_counters.club_id`,
      ].join(';'),
    )
    this.erased.clear()
  }

  /**
   * Runs `work`. In its first pull, `meanwhile` commits after the coach's rights are read and before the changes are.
   */
  async duringPull(meanwhile: () => Promise<void>, work: () => Promise<void>): Promise<void> {
    this.#meanwhile = meanwhile
    await work()
    // `work` made no pull, so it runs now
    await this.#takeMeanwhile()?.()
  }

  /** Takes what waits for a pull, so that it runs only once. */
  #takeMeanwhile(): (() => Promise<void>) | null {
    const taken = this.#meanwhile
    this.#meanwhile = null
    return taken
  }

  /** Makes each connection of the pool run what waits for a pull before it sends the statement that reads changes. */
  #watchPulls(): void {
    const { pool } = this.base.db
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<pg.PoolClient>
    const watched = new WeakSet<pg.PoolClient>()
    const watch = async (...args: unknown[]) => {
      // the pool connects with a callback for single statements of its own
      if (args.length > 0) return connect(...args)
      const connection = await connect()
      if (watched.has(connection)) return connection
      watched.add(connection)
      const query = connection.query.bind(connection) as (...args: unknown[]) => unknown
      const watchedQuery = (...queryArgs: unknown[]) => {
        // the statement's text is inspected only while something waits
        if (this.#meanwhile === null || !JSON.stringify(queryArgs[0]).includes('FROM changes WHERE club_id'))
          return query(...queryArgs)
        return this.#takeMeanwhile()?.().then(() => query(...queryArgs))
      }
      return Object.assign(connection, { query: watchedQuery })
    }
    Object.assign(pool, { connect: watch })
  }

  /** Begins a member's stay in a group today, or ends it with yesterday. */
  async setTaught(group: ModelGroup, member: string, taught: boolean): Promise<void> {
    await inTenant(this.base.db, group.tenant.id, 'write', async (tx) => {
      await setSpan(tx, group, 'group_members', 'member_id', member, taught, this.now)
      await recordChanges(tx, [
        { clubId: group.club, kind: 'group_member', key: `${group.id}/${member}` },
        ...(await lockAndListMemberKeys(tx, group.club, [member])),
      ])
    })
  }

  /** Begins a coach's assignment today, or ends it so long ago that the coach's device may not hold the group any more. */
  async setCoached(group: ModelGroup, coach: string, coached: boolean): Promise<void> {
    await inTenant(this.base.db, group.tenant.id, 'write', async (tx) => {
      await setSpan(tx, group, 'group_coaches', 'user_id', coach, coached, this.now)
      await recordChanges(tx, [{ clubId: group.club, kind: 'group', key: group.id }])
    })
  }

  async erase(group: ModelGroup, member: string): Promise<void> {
    this.erased.add(member)
    await inTenant(this.base.db, group.tenant.id, 'write', async (tx) => {
      const { changed } = await eraseMember(tx, null, member)
      await recordChanges(tx, changed)
    })
  }

  /** Simulates the restore of a complete backup: a new epoch, so that every device loads everything again. */
  async newEpoch(tenant: Tenant): Promise<void> {
    await this.base.owner.query('UPDATE clients SET epoch = $2 WHERE client_id = $1', [tenant.id, seededId()])
  }

  async close(): Promise<void> {
    await this.#app.close()
    await this.base.close()
    crypto.randomUUID = randomUUID
  }
}

function newGroup(group: ModelGroup): NewGroup {
  return {
    id: group.id,
    clubId: group.club,
    name: 'Seals',
    scheme_slug: 'swim',
    levels: ['/stage-1'],
    start_at: '16:30',
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    first_date: '2020-01-01',
    max_size: 8,
    coaches: group.coaches.map((uuid) => ({ uuid })),
    memberIds: [...group.members],
  }
}

/** More days than a coach's device keeps a group after the coach has left it, which are 30. */
export const OUT_OF_SCOPE_DAYS = 40

/** The date at a time, or so many days after it. */
export function dayOf(ms: number, days = 0): string {
  return addDays(localDate(ms, TIME_ZONE), days)
}

/**
 * Begins a member's stay or a coach's assignment today when `begins` is true. Otherwise ends those that go on: stays
 * with yesterday, assignments `OUT_OF_SCOPE_DAYS` days ago.
 */
async function setSpan(
  tx: Tx,
  group: ModelGroup,
  table: 'group_members' | 'group_coaches',
  column: 'member_id' | 'user_id',
  id: string,
  begins: boolean,
  now: number,
): Promise<void> {
  const endOffset = table === 'group_coaches' ? -OUT_OF_SCOPE_DAYS : -1
  if (begins)
    await tx.query(
      `INSERT INTO ${table} (client_id, group_id, ${column}, from_date) VALUES ($1, $2, $3, $4)
       ON CONFLICT (client_id, group_id, ${column}, from_date) DO UPDATE SET to_date = NULL`,
      [group.tenant.id, group.id, id, dayOf(now)],
    )
  else
    await tx.query(
      `UPDATE ${table} SET to_date = $3 WHERE group_id = $1 AND ${column} = $2 AND (to_date IS NULL OR to_date > $3)`,
      [group.id, id, dayOf(now, endOffset)],
    )
}

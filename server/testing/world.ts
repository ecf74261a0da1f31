import pg from 'pg'
import { openSecrets } from '#db/open-secrets.ts'
import { defaultFields } from '#domain/testing/author.ts'
import { inject } from 'vitest'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Portal } from '#contract/platform/fields.ts'
import type { LoginReply } from '#contract/identity/auth.ts'
import type { Operation, PushReply } from '#contract/assessment/sync.ts'
import type { GuestPayload } from '#domain/assessment/commands/guest.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { planGroupLane, planLane, planShareLane, type PlanContent } from '#domain/assessment/lesson-plan.ts'
import { markLane } from '#domain/assessment/mark.ts'
import { commandOf, type RegisterKind, type RegisterPayloads } from '#domain/assessment/commands/commands.ts'
import { createApp, type AppOptions } from '#server/app.ts'
import type { App } from '#server/platform/deps.ts'
import { hashPassword } from '#server/identity/auth/passwords.ts'
import { addHostname, createClient } from '#server/tenants/clients/commands.ts'
import { createClub } from '#server/tenants/clubs/commands.ts'
import { Hub, type Announcement } from '#server/platform/events/hub.ts'
import { mailWriter } from '#server/flows/mail/write.ts'
import type { FileStore } from '#server/platform/files/storage.ts'
import { addGroup } from '#server/testing/add-group.ts'
import { Addresses } from '#server/platform/http/addresses.ts'
import { Tokens, typeOfPortal } from '#server/platform/http/session.ts'
import type { ReadyMail } from '#server/platform/mail/send.ts'
import { MailWorker, type MailOptions } from '#server/platform/mail/worker.ts'
import { linkMember } from '#server/identity/users/link-member.ts'
import { Providers } from '#server/identity/providers/providers.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { createScheme, type NewNode } from '#server/curriculum/schemes/commands.ts'
import { releaseScheme } from '#server/curriculum/schemes/set-state.ts'
import { newOperation } from '#server/assessment/sync/new-operation.ts'
import { readPepper } from '#server/platform/pepper.ts'
import type { SecretBox } from '#server/platform/secret-box.ts'
import { DUE_CHANNEL, inTenant, openDatabase, type Database } from '#server/platform/tenancy.ts'
import { recordOperation } from './answered.ts'
import { replyText } from './reply-text.ts'
import { temporaryFiles } from './files.ts'
import { createUser } from '#server/identity/users/commands.ts'
import type { OpenApi } from '#server/platform/docs/open-api.ts'
import { Contract } from './contract.ts'
import { enterMembers } from '#server/testing/enter-members.ts'

/** The value of the environment variable `SECRET` in tests. */
export const SECRET = new Uint8Array(32).fill(7)
export const PASSWORD = 'Right-horse-9'
/** Where the clients' clubs are. */
const TIME_ZONE = 'Europe/London'
export const SKILLS = ['float', 'glide', 'kick', 'dive'] as const

/**
 * A client with one small club: a coach with a group of two children, their parent, and a scheme whose first level has
 * four skills (grade kind 3, pass point 3). All fields but `host` are ids; `host` gives the host name of a portal.
 */
export interface Tenant {
  id: string
  club: string
  coach: string
  parent: string
  /** Administers the club. */
  admin: string
  /** Writes schemes. */
  author: string
  group: string
  members: [string, string]
  host: (portal: Portal) => string
}

export interface World {
  app: App
  contract: Contract
  db: Database
  secrets: SecretBox
  pepper: Uint8Array
  tokens: Tokens
  curricula: Curricula
  files: FileStore
  /** A connection as the owner of the database, which sees the rows of all clients. */
  owner: pg.Client
  /** What the application has told open tabs and devices. */
  announced: Announcement[]
  /** The queues whose servers were told of due work. There are none here: tests send mails by `mails` or `mailOf`, and run tasks by a worker's `runDue`. */
  woken: string[]
  /** A mail worker that sends by `send`. */
  mailOf: (send: MailOptions['send'], renewMs?: number) => MailWorker
  /** What the log says of mails that were not sent. */
  unsentMails: Parameters<MailOptions['onUnsent']>[0][]
  /** Composes the mails that were queued since the last call, returns them and drops them. */
  mails: (tenant: Tenant) => Promise<ReadyMail[]>
  /** The time of the application, in ms; tests move it on. */
  clock: { now: number }
  /** Today's date at the clients' clubs, or the one so many days later. */
  today: (daysLater?: number) => string
  tenants: [Tenant, Tenant]
  /** Creates a further client like the two. */
  add: (id: string) => Promise<Tenant>
  /**
   * Calls the application, at the coach portal of the first client when `host` is left out. Throws when the answer does
   * not conform to the contract.
   */
  request: (options: InjectOptions & { host?: string; token?: string }) => Promise<LightMyRequestResponse>
  /** Logs the portal's user of the tenant in, or another one of this e-mail address. */
  logIn: (tenant: Tenant, portal: Portal, email?: string) => Promise<LoginReply>
  close: () => Promise<void>
}

/** The hash of PASSWORD. It is computed once for all users, because hashing takes long. */
let passwordHashing: Promise<string> | undefined

/**
 * Creates the real application on a real database, called without a socket, with two identical clients, `one` and
 * `two`.
 */
export async function createWorld(
  urls: { ownerUrl: string; appUrl: string },
  overrides: Partial<AppOptions> = {},
): Promise<World> {
  const owner = new pg.Client({ connectionString: urls.ownerUrl })
  await owner.connect()
  // Connections get a long time to become free, because the machine of a test run is busy.
  const db = openDatabase(urls.appUrl, /* connections */ 8, /* waitMs */ 20_000)
  const clock = { now: Date.now() }
  const announced: Announcement[] = []
  const curricula = new Curricula()
  const woken: string[] = []
  owner.on('notification', ({ payload = '' }) => woken.push(payload))
  await owner.query(`LISTEN ${DUE_CHANNEL}`)
  const secrets = await openSecrets(urls.ownerUrl, SECRET)
  const pepper = await readPepper(db, secrets)
  const tokens = await Tokens.load(db, secrets, () => clock.now)
  const addresses = new Addresses(db, 'https', 443)
  const files = await temporaryFiles()
  const unsentMails: World['unsentMails'] = []
  const mailOf = (send: MailOptions['send'], renewMs?: number) =>
    new MailWorker({
      db,
      write: mailWriter({ tokens, addresses, files, from: null, now: () => clock.now }),
      now: () => clock.now,
      send,
      ...(renewMs === undefined ? {} : { renewMs }),
      onUnsent: (facts) => unsentMails.push(facts),
      // An unhandled rejection makes the test run fail.
      onError: (error) => void Promise.reject(error),
    })
  const app = await createApp({
    db,
    curricula,
    hub: new Hub(),
    tokens,
    addresses,
    announce: (announcement) => announced.push(announcement),
    secrets,
    pepper,
    files,
    providers: new Providers(db, secrets, { demo: true, now: () => clock.now }),
    now: () => clock.now,
    // Tests run on busy machines, so no call is refused because of a delay of the event loop.
    maxDelayMs: 0,
    ...overrides,
  })
  const tenants: [Tenant, Tenant] = [await createTenant(db, owner, 'one'), await createTenant(db, owner, 'two')]
  const contract = new Contract(app.swagger() as unknown as OpenApi)
  for (const { method, path } of contract.operations)
    recordOperation(inject('answers'), 'existing', `${method} ${path}`)
  const request: World['request'] = async ({ host, token, headers, ...options }) => {
    const reply = await app.inject({
      ...options,
      headers: {
        host: host ?? tenants[0].host('coach'),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
    })
    const method = options.method ?? 'GET'
    const url = typeof options.url === 'string' ? options.url : ''
    const operation = contract.operation(method, url)
    if (operation && reply.statusCode < 400)
      recordOperation(inject('answers'), 'answered', `${method} ${operation.path}`)
    const { statusCode, headers: replyHeaders } = reply
    const faults = operation
      ? contract.faults(operation, { statusCode, headers: replyHeaders, body: replyText(reply) })
      : []
    if (faults.length > 0)
      throw new Error(`outside the contract: ${method} ${url} ${reply.statusCode}: ${faults.join('; ')}`)
    return reply
  }
  return {
    app,
    contract,
    db,
    secrets,
    pepper,
    tokens,
    curricula,
    files,
    owner,
    announced,
    woken,
    mailOf,
    unsentMails,
    async mails(tenant) {
      // A worker that keeps mails composes and stores them instead of sending them.
      await mailOf('keep').sendDue(tenant.id)
      const { rows } = await owner.query<{ written: ReadyMail }>(
        `UPDATE mails SET state = 'dropped' WHERE client_id = $1 AND state = 'kept' RETURNING written`,
        [tenant.id],
      )
      return rows.map((row) => row.written)
    },
    clock,
    today: (daysLater = 0) => addDays(localDate(clock.now, TIME_ZONE), daysLater),
    tenants,
    add: (id) => createTenant(db, owner, id),
    request,
    async logIn(tenant, portal, email = `${typeOfPortal[portal]}@${tenant.id}.example`) {
      const type = typeOfPortal[portal]
      const reply = await request({
        method: 'POST',
        url: '/v1/auth/login',
        host: tenant.host(portal),
        payload: { client_id: tenant.id, type, email, password: PASSWORD },
      })
      if (reply.statusCode !== 200) throw new Error(`login: ${reply.body}`)
      return reply.json<LoginReply>()
    },
    async close() {
      await app.close()
      await db.pool.end()
      await owner.end()
      await files.remove()
    },
  }
}

/** A node of the scheme. Its kind `t` is `l` (level), `sg` (skill group) or `s` (skill). */
function node(id: string, t: NewNode['t'], parentId: string | null, fields: Partial<NewNode> = {}): NewNode {
  const title = { en: id.split('/').at(-1) ?? id, cy: `cy-${id.split('/').at(-1)}` }
  return {
    ...defaultFields,
    id,
    parentId,
    t,
    title,
    grade: t === 's' ? 3 : null,
    ...fields,
  }
}

async function createTenant(db: Database, owner: pg.Client, id: string): Promise<Tenant> {
  passwordHashing ??= hashPassword(PASSWORD)
  const passwordHash = await passwordHashing
  const uuid = () => crypto.randomUUID()
  const tenant: Tenant = {
    id,
    club: uuid(),
    coach: uuid(),
    parent: uuid(),
    admin: uuid(),
    author: uuid(),
    group: uuid(),
    members: [uuid(), uuid()],
    host: (portal) => `${portal}.${id}.test`,
  }
  for (const portal of ['parent', 'coach', 'club', 'scheme'] as const)
    await addHostname(owner, tenant.host(portal), id, portal)
  await inTenant(db, id, 'write', async (tx) => {
    await createClient(tx, {
      id,
      name: `Client ${id}`,
      authProvider: 'local',
      login: 'email',
      themeName: 'aquila',
      features: {
        ADD_SCHEME: true,
        ENABLE_ALL_SKILL_FIELDS: true,
        ENABLE_ADDITIONAL_ASSESSMENTS: true,
        CAN_ASSESS_IN_THE_PAST: true,
        MAX_PAST_DAYS_ATTENDANCE: 7,
      },
      languages: [
        { languageId: 1, language: 'en-GB', active: true },
        { languageId: 2, language: 'cy-GB', active: true },
      ],
      translations: { 'en-GB': { shell: { hello: `Hello from ${id}` } } },
    })
    await createClub(tx, null, {
      id: tenant.club,
      name: 'Harbour',
      ngoId: null,
      timeZone: TIME_ZONE,
      memberTypes: [],
    })
    const user = { username: null, passwordHash }
    await createUser(tx, null, {
      ...user,
      id: tenant.coach,
      type: 'coach',
      email: `coach@${id}.example`,
      firstname: 'Anna',
      lastname: 'Pritchard',
      clubIds: [tenant.club],
    })
    await createUser(tx, null, {
      ...user,
      id: tenant.parent,
      type: 'parent',
      email: `parent@${id}.example`,
      firstname: 'Ffion',
      lastname: "O'Connor",
      clubIds: [],
    })
    await createUser(tx, null, {
      ...user,
      id: tenant.admin,
      type: 'admin',
      email: `admin@${id}.example`,
      firstname: 'Owain',
      lastname: 'Price',
      clubIds: [tenant.club],
    })
    await createUser(tx, null, {
      ...user,
      id: tenant.author,
      type: 'ngo',
      email: `ngo@${id}.example`,
      firstname: 'Greta',
      lastname: 'Lind',
      clubIds: [],
    })
    await createScheme(tx, id, null, {
      id: uuid(),
      slug: 'swim',
      name: { en: 'Swim', cy: 'Nofio' },
      languages: ['en-GB', 'cy-GB'],
      grades: [{ grade: 3, pass: 3 }],
      sections: [],
      videos: [],
      nodes: [
        node('/stage-1', 'l', /* parent */ null),
        ...SKILLS.map((skill) => node(`/stage-1/${skill}`, 's', '/stage-1')),
        node('/stage-2', 'l', /* parent */ null, { completionType: 'manual' }),
        node('/stage-2/turn', 's', '/stage-2'),
      ],
    })
    await releaseScheme(tx, 'swim')
    const member = { clubIds: [tenant.club], lastname: "O'Connor", dob: '2017-05-06' }
    await enterMembers(tx, id, [
      { ...member, id: tenant.members[0], firstname: 'Siân', ngo_id: 'AQ-1', medical: 'Asthma' },
      { ...member, id: tenant.members[1], firstname: 'Beca', ngo_id: 'AQ-2' },
    ])
    await addGroup(tx, {
      id: tenant.group,
      clubId: tenant.club,
      name: 'Dolphins',
      scheme_slug: 'swim',
      levels: ['/stage-1'],
      start_at: '16:30',
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      first_date: '2020-01-01',
      max_size: 8,
      coaches: [{ uuid: tenant.coach }],
      memberIds: tenant.members,
    })
    for (const member of tenant.members) await linkMember(tx, null, tenant.parent, member)
  })
  return tenant
}

type PlanInput = { planUuid: string } & (
  | { kind: 'plan'; chain: string; base: number; content: PlanContent | null }
  | { kind: 'plan_share'; userUuid: string; value: boolean }
  | { kind: 'plan_group'; groupId: string; value: boolean }
)

function laneOfPlan(input: PlanInput): string {
  if (input.kind === 'plan') return planLane(input.planUuid)
  if (input.kind === 'plan_share') return planShareLane(input.planUuid, input.userUuid)
  return planGroupLane(input.groupId, input.planUuid)
}

/** What a register entry is about; without a group it is of the tenant's group. */
export type RegisterTarget = {
  [K in RegisterKind]: { kind: K; groupId?: string } & Omit<RegisterPayloads[K], 'groupId' | 'value' | 'timestamp'>
}[RegisterKind]

let devicesMade = 0

/** An id greater than those of the devices made before: of marks in one millisecond, the newest device's wins in every run. */
function newDeviceId(): string {
  return (++devicesMade).toString(16).padStart(8, '0') + crypto.randomUUID().slice(8)
}

/** A coach's device, which makes valid sync operations and pushes them. */
export class Device {
  readonly id = newDeviceId()
  /** The number of operations that the device has made. */
  seq = 0
  readonly #world: World
  readonly #tenant: Tenant
  #token: string
  readonly #author: string

  constructor(world: World, tenant: Tenant, token: string, author = tenant.coach) {
    this.#author = author
    this.#world = world
    this.#tenant = tenant
    this.#token = token
  }

  /** An operation that marks a skill, by default in the tenant's group and now. */
  mark(
    memberUuid: string,
    nodeId: string,
    grade: number,
    more: { payload?: Partial<MarkPayload>; ms?: number } = {},
  ): Operation {
    const ms = more.ms ?? this.#world.clock.now
    const payload: MarkPayload = {
      memberUuid,
      groupId: this.#tenant.group,
      groupNgoId: null,
      schemeSlug: 'swim',
      schemeNodeId: nodeId,
      assessmentGrade: grade,
      assessmentPassGrade: nodeId.endsWith('/manual') ? 1 : 3,
      assessmentDate: localDate(ms, TIME_ZONE),
      timestamp: Math.floor(ms / 1000),
      ...more.payload,
    }
    return this.#operation('mark', markLane(payload.memberUuid, payload.schemeSlug, payload.schemeNodeId), payload, ms)
  }

  /** A register entry (attendance, badge, move, note or word to the family), by default in the tenant's group and now. */
  registerEntry(target: RegisterTarget, value: unknown, more: { ms?: number; groupId?: string } = {}): Operation {
    const ms = more.ms ?? this.#world.clock.now
    const { kind, ...ids } = target
    const payload = { groupId: more.groupId ?? this.#tenant.group, ...ids, value, timestamp: Math.floor(ms / 1000) }
    return this.#operation(kind, commandOf(kind).lane(payload, this.#tenant.club), payload, ms)
  }

  /** An operation that enters a child who is on no list at a session, by default of the tenant's group and now. */
  guest(
    memberUuid: string,
    names: { firstname: string; lastname?: string },
    more: Partial<GuestPayload> = {},
  ): Operation {
    const ms = this.#world.clock.now
    const payload: GuestPayload = {
      memberUuid,
      groupId: this.#tenant.group,
      date: localDate(ms, TIME_ZONE),
      lastname: '',
      value: 'today',
      timestamp: Math.floor(ms / 1000),
      ...names,
      ...more,
    }
    return this.#operation('guest', `guest/${memberUuid}`, payload, ms)
  }

  /** An operation on a lesson plan, its sharing or its groups. */
  plan(input: PlanInput, ms = this.#world.clock.now): Operation {
    const { kind, ...fields } = input
    return this.#operation(kind, laneOfPlan(input), { ...fields, timestamp: Math.floor(ms / 1000) }, ms)
  }

  /** An operation with the next number of this device. */
  #operation(kind: string, lane: string, payload: unknown, ms: number): Operation {
    const origin = { club: this.#tenant.club, author: this.#author, deviceId: this.id, seq: ++this.seq, ms }
    return newOperation(origin, { kind, lane, payload })
  }

  /** The same device after its coach has logged in again. */
  withToken(token: string): this {
    this.#token = token
    return this
  }

  async push(...operations: Operation[]): Promise<PushReply> {
    const reply = await this.#world.request({
      method: 'POST',
      url: '/v1/sync/push',
      host: this.#tenant.host('coach'),
      token: this.#token,
      payload: { deviceId: this.id, operations },
    })
    if (reply.statusCode !== 200) throw new Error(`push: ${reply.statusCode} ${reply.body}`)
    return reply.json<PushReply>()
  }
}

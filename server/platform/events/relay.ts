import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ENDED_CHANNEL } from '#server/platform/http/end-sessions.ts'
import type { Unready } from '#server/platform/http/health.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import { compareMigrations, numberOf } from '#server/platform/migration-names.ts'
import { queryRows, queryRowsWithoutTenant, statement } from '#server/platform/sql/statement.ts'
import { DUE_CHANNEL, transactionOn, type Database } from '#server/platform/tenancy.ts'
import type { Queue } from '#server/platform/jobs/due-work.ts'
import type { Announcement, Hub } from './hub.ts'

/** The channel of a client's announcements; a client's id is short enough for a name of the database. */
const channelOf = (clientId: string) => `rungs_changes_${clientId}`
const ANNOUNCE = statement('platform/announce-changes', 'SELECT pg_notify($1, $2)')
/** PostgreSQL refuses notifications of 8,000 bytes or more. */
const MAX_BYTES = 7_500
const RECONNECT_MS = 1_000
const LIST_MIGRATIONS = statement('platform/list-migrations', 'SELECT name FROM schema_migrations')
/**
 * What a server calls itself at the database, before the number of the newest migration that it knows. It does so on the
 * connection that listens, which every server has, and which no pooler shares.
 */
export const SERVER_NAME = 'rungs server '
/** A database that does not answer within this time counts as lost. */
const TRY_MS = 1_000
/** After so many tries without an answer the connection is replaced. */
const TRIES_LATE = 3
const CONNECT_MS = 10_000

/**
 * Carries announcements, ended sessions and due work between the server's processes by LISTEN/NOTIFY. Announcements are
 * sent after commit and outside any transaction: within one, NOTIFY would take a database-wide lock at commit. A process
 * hears those of the clients for which it has event streams.
 */
export class Relay {
  readonly #db: Database
  readonly #url: string
  readonly #hub: Hub
  readonly #tokens: Tokens
  readonly #migrations: readonly string[]
  readonly #onDue: (queue: Queue | 'all') => void
  readonly #processId = crypto.randomUUID()
  #client: pg.Client | null = null
  #listens = false
  /** The names of the database's migrations that are being read, for all who ask at the moment. */
  #reading: Promise<Set<string>> | null = null
  /** So many tries in a row got no answer. */
  #triesLate = 0
  #reconnectTimer: NodeJS.Timeout | null = null
  #closed = false

  /** `migrations` are the names of those that this version knows; `onDue` is called when work of a queue is due. */
  constructor(
    db: Database,
    url: string,
    hub: Hub,
    tokens: Tokens,
    migrations: readonly string[] = [],
    onDue: (queue: Queue | 'all') => void = () => {},
  ) {
    this.#db = db
    this.#url = url
    this.#hub = hub
    this.#tokens = tokens
    this.#migrations = migrations
    this.#onDue = onDue
    hub.followClients((clientId, follow) => this.#follow(clientId, follow))
  }

  async open(): Promise<void> {
    const newest = Math.max(0, ...this.#migrations.map(numberOf))
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: SERVER_NAME + newest,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
    })
    const onLost = () => {
      // a connection that was given up ends later than the next one begins
      if (this.#client === client) this.#reconnectSoon()
    }
    client.on('error', onLost)
    client.on('end', onLost)
    client.on('notification', ({ channel, payload }) => {
      if (!payload) return
      if (channel === DUE_CHANNEL) return this.#onDue(payload as Queue)
      if (channel === ENDED_CHANNEL) return this.#tokens.forget(JSON.parse(payload) as string[])
      // this process has passed on its own announcements already
      const { from: sender, ...announcement } = JSON.parse(payload) as Announcement & { from: string }
      if (sender !== this.#processId) this.#hub.announce(announcement)
    })
    this.#client = client
    await client.connect()
    const channels = [ENDED_CHANNEL, DUE_CHANNEL, ...this.#hub.clientIds.map(channelOf)]
    await client.query(channels.map((channel) => `LISTEN ${pg.escapeIdentifier(channel)}`).join(';'))
    this.#listens = true
    // Sessions may have ended, and work have become due, while this process was not listening.
    this.#tokens.forget('all')
    this.#onDue('all')
  }

  /** Begins or ends to hear a client's announcements. Without a connection, the next one begins with what is followed then. */
  async #follow(clientId: string, follow: boolean): Promise<void> {
    const channel = pg.escapeIdentifier(channelOf(clientId))
    await this.#client?.query(`${follow ? 'LISTEN' : 'UNLISTEN'} ${channel}`).catch(() => {})
  }

  /** Passes an announcement to the streams of this process at once, and to the other processes through the database. */
  announce(announcement: Announcement): void {
    this.#hub.announce(announcement)
    for (const part of notificationsOf(announcement)) {
      // A lost notification delays a listener at most until its next poll, so errors are ignored.
      const message = JSON.stringify({ from: this.#processId, ...part })
      queryRowsWithoutTenant(this.#db, ANNOUNCE, [channelOf(part.clientId), message]).catch(() => {})
    }
  }

  /**
   * Why the server is not ready: the database does not answer, which includes a lost connection for announcements, or it
   * lacks migrations, or has one that this version cannot work with. It is asked on the connection that listens, so a
   * busy pool changes nothing.
   */
  async findFault(): Promise<Unready | null> {
    const client = this.#client
    if (client === null || !this.#listens) return 'database'
    const reading = (this.#reading ??= readMigrations(client).finally(() => {
      if (this.#reading === reading) this.#reading = null
    }))
    const late = pause(TRY_MS, null, { ref: false })
    const applied = await Promise.race([reading, late]).catch(() => null)
    this.#triesLate = applied === null ? this.#triesLate + 1 : 0
    if (applied === null) {
      // it may hang for hours while others work, as behind a firewall that has forgotten it
      if (this.#triesLate >= TRIES_LATE && this.#client === client) this.#reconnectSoon()
      return 'database'
    }
    const { missing, tooNew } = compareMigrations(this.#migrations, applied)
    return missing.length + tooNew.length === 0 ? null : 'migrations'
  }

  #reconnectSoon(): void {
    this.#listens = false
    if (this.#closed || this.#reconnectTimer) return
    this.#client?.end().catch(() => {})
    this.#client = null
    this.#reading = null
    this.#triesLate = 0
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnectTimer = null
      this.open().catch(() => this.#reconnectSoon())
    }, RECONNECT_MS)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer)
    await this.#client?.end()
  }
}

async function readMigrations(client: pg.Client): Promise<Set<string>> {
  const rows = await queryRows(transactionOn(client, /* no client */ ''), LIST_MIGRATIONS)
  return new Set(rows.map(({ name }) => name))
}

const LISTS = ['clubs', 'parents', 'schemes', 'present', 'workingCopies'] as const

/** Halves the longest list of an announcement until each part fits into a notification. One of each list always does. */
function notificationsOf(announcement: Announcement): Announcement[] {
  if (Buffer.byteLength(JSON.stringify(announcement)) < MAX_BYTES) return [announcement]
  const lengthOf = (list: (typeof LISTS)[number]) => announcement[list]?.length ?? 0
  const longest = LISTS.reduce((most, list) => (lengthOf(list) > lengthOf(most) ? list : most))
  const items = announcement[longest] ?? []
  if (items.length < 2) return [announcement]
  const half = Math.ceil(items.length / 2)
  const { clientId } = announcement
  return [
    ...notificationsOf({ clientId, clubs: [], parents: [], [longest]: items.slice(0, half) }),
    ...notificationsOf({ ...announcement, [longest]: items.slice(half) }),
  ]
}

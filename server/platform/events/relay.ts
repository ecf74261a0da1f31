import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ENDED_CHANNEL } from '#server/platform/http/end-sessions.ts'
import type { Unready } from '#server/platform/http/health.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import { queryRows, queryRowsWithoutTenant, statement } from '#server/platform/sql/statement.ts'
import { transactionOn, type Database } from '#server/platform/tenancy.ts'
import type { Announcement, Hub } from './hub.ts'

const CHANNEL = 'rungs_changes'
const ANNOUNCE = statement('platform/announce-changes', `SELECT pg_notify('${CHANNEL}', $1)`)
/** PostgreSQL refuses notifications of 8,000 bytes or more. */
const MAX_BYTES = 7_500
const RECONNECT_MS = 1_000
const LIST_MIGRATIONS = statement('platform/list-migrations', 'SELECT name FROM schema_migrations')
/** A database that does not answer within this time counts as lost. */
const TRY_MS = 1_000

/**
 * Carries announcements and ended sessions between the server's processes by LISTEN/NOTIFY. Announcements are sent
 * after commit and outside any transaction: within one, NOTIFY would take a database-wide lock at commit.
 */
export class Relay {
  readonly #db: Database
  readonly #url: string
  readonly #hub: Hub
  readonly #tokens: Tokens
  readonly #processId = crypto.randomUUID()
  #client: pg.Client | null = null
  #listens = false
  /** The names of the database's migrations that are being read, for all who ask at the moment. */
  #reading: Promise<Set<string>> | null = null
  #reconnectTimer: NodeJS.Timeout | null = null
  #closed = false

  constructor(db: Database, url: string, hub: Hub, tokens: Tokens) {
    this.#db = db
    this.#url = url
    this.#hub = hub
    this.#tokens = tokens
  }

  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url })
    client.on('error', () => this.#reconnectSoon())
    client.on('end', () => this.#reconnectSoon())
    client.on('notification', ({ channel, payload }) => {
      if (!payload) return
      if (channel === ENDED_CHANNEL) return this.#tokens.forget(JSON.parse(payload) as string[])
      // this process has passed on its own announcements already
      const { from: sender, ...announcement } = JSON.parse(payload) as Announcement & { from: string }
      if (sender !== this.#processId) this.#hub.announce(announcement)
    })
    this.#client = client
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}; LISTEN ${ENDED_CHANNEL}`)
    this.#listens = true
    // Sessions may have ended while this process was not listening.
    this.#tokens.forget('all')
  }

  /** Passes an announcement to the streams of this process at once, and to the other processes through the database. */
  announce(announcement: Announcement): void {
    this.#hub.announce(announcement)
    for (const part of notificationsOf(announcement)) {
      // A lost notification delays a listener at most until its next poll, so errors are ignored.
      const message = JSON.stringify({ from: this.#processId, ...part })
      queryRowsWithoutTenant(this.#db, ANNOUNCE, [message]).catch(() => {})
    }
  }

  /**
   * Why the server is not ready: the database does not answer, which includes a lost connection for announcements, or it
   * lacks some of these migrations. It is asked on the connection that listens, so a busy pool changes nothing.
   */
  async findFault(migrations: readonly string[]): Promise<Unready | null> {
    const client = this.#client
    if (client === null || !this.#listens) return 'database'
    this.#reading ??= readMigrations(client).finally(() => (this.#reading = null))
    const late = pause(TRY_MS, null, { ref: false })
    const applied = await Promise.race([this.#reading, late]).catch(() => null)
    if (applied === null) return 'database'
    return migrations.every((name) => applied.has(name)) ? null : 'migrations'
  }

  #reconnectSoon(): void {
    this.#listens = false
    if (this.#closed || this.#reconnectTimer) return
    this.#client = null
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

/** Halves an announcement until each part fits into a notification. The few schemes go into one of the parts. */
function notificationsOf(announcement: Announcement): Announcement[] {
  if (JSON.stringify(announcement).length < MAX_BYTES) return [announcement]
  const { clientId, clubs, parents, schemes } = announcement
  const halfOfClubs = Math.ceil(clubs.length / 2)
  const halfOfParents = Math.ceil(parents.length / 2)
  return [
    ...notificationsOf({ clientId, clubs: clubs.slice(0, halfOfClubs), parents: parents.slice(0, halfOfParents) }),
    ...notificationsOf({
      clientId,
      clubs: clubs.slice(halfOfClubs),
      parents: parents.slice(halfOfParents),
      ...(schemes ? { schemes } : {}),
    }),
  ]
}

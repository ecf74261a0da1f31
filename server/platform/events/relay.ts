import pg from 'pg'
import { ENDED_CHANNEL } from '#server/platform/http/end-sessions.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import { queryRowsWithoutTenant, statement } from '#server/platform/sql/statement.ts'
import type { Database } from '#server/platform/tenancy.ts'
import type { Announcement, Hub } from './hub.ts'

const CHANNEL = 'rungs_changes'
const ANNOUNCE = statement('platform/announce-changes', `SELECT pg_notify('${CHANNEL}', $1)`)
/** PostgreSQL refuses notifications of 8,000 bytes or more. */
const MAX_BYTES = 7_500
const RECONNECT_MS = 1_000

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

  #reconnectSoon(): void {
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

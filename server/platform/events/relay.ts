import pg from 'pg'
import { ENDED_CHANNEL } from '#server/platform/http/end-sessions.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import type { Database } from '#server/platform/tenancy.ts'
import type { Announcement, Hub } from './hub.ts'

const CHANNEL = 'rungs_changes'
/** PostgreSQL refuses notifications of 8,000 bytes. */
const MOST = 7_500
const AGAIN_MS = 1_000

/**
 * Carries announcements, and the ends of sessions, between processes by LISTEN/NOTIFY. Notifies after commit and outside any transaction:
 * inside one it would take a database-wide lock at commit.
 */
export class Relay {
  readonly #db: Database
  readonly #url: string
  readonly #hub: Hub
  readonly #tokens: Tokens
  readonly #self = crypto.randomUUID()
  #client: pg.Client | null = null
  #again: NodeJS.Timeout | null = null
  #closed = false

  constructor(db: Database, url: string, hub: Hub, tokens: Tokens) {
    this.#db = db
    this.#url = url
    this.#hub = hub
    this.#tokens = tokens
  }

  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url })
    client.on('error', () => this.#lost())
    client.on('end', () => this.#lost())
    client.on('notification', ({ channel, payload }) => {
      if (!payload) return
      if (channel === ENDED_CHANNEL) return this.#tokens.forget(JSON.parse(payload) as string[])
      const { from, ...announcement } = JSON.parse(payload) as Announcement & { from: string }
      if (from !== this.#self) this.#hub.announce(announcement)
    })
    this.#client = client
    await client.connect()
    await client.query(`LISTEN ${CHANNEL}; LISTEN ${ENDED_CHANNEL}`)
    // what ended while nobody listened
    this.#tokens.forget('all')
  }

  /** Tells this process's streams at once and the other processes as soon as the database passes it on. */
  announce(announcement: Announcement): void {
    this.#hub.announce(announcement)
    for (const part of parts(announcement)) {
      // a lost notification costs a listener at most the time to its next poll
      this.#db.pool
        .query('SELECT pg_notify($1, $2)', [CHANNEL, JSON.stringify({ from: this.#self, ...part })])
        .catch(() => {})
    }
  }

  #lost(): void {
    if (this.#closed || this.#again) return
    this.#client = null
    this.#again = setTimeout(() => {
      this.#again = null
      this.open().catch(() => this.#lost())
    }, AGAIN_MS)
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#again) clearTimeout(this.#again)
    await this.#client?.end()
  }
}

/** Halves an announcement until each piece fits a notification. */
function parts(announcement: Announcement): Announcement[] {
  if (JSON.stringify(announcement).length < MOST) return [announcement]
  const { clientId, clubs, parents, schemes } = announcement
  const [c, p] = [Math.ceil(clubs.length / 2), Math.ceil(parents.length / 2)]
  return [
    ...parts({ clientId, clubs: clubs.slice(0, c), parents: parents.slice(0, p) }),
    ...parts({ clientId, clubs: clubs.slice(c), parents: parents.slice(p), ...(schemes ? { schemes } : {}) }),
  ]
}

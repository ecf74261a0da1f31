import type { StreamEvent } from '#contract/platform/events.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** What a committed change touched: clubs with their new change counters, and linked parents with the member concerned. */
export interface Announcement {
  clientId: string
  clubs: [clubId: string, rev: number][]
  parents: [userId: string, memberId: string][]
  /** Saved schemes with their new revisions; authors' pages follow them. */
  schemes?: [slug: string, revision: number][]
}

/** One open event stream. */
interface Listener {
  clientId: string
  userId: string
  /** The token family of the session; the stream ends with the session. */
  family: string | null
  /** The club whose changes the stream reports; null for parents, who follow their children, and for authors. */
  clubId: string | null
  /** True for an author, who follows the client's schemes. */
  author: boolean
  send: (event: StreamEvent) => void
  /** Ends the stream; its reader may open a new one. */
  end: () => void
}

/** Most open streams of one user. A browser needs one for all its tabs. A further stream ends the oldest one. */
const MAX_PER_USER = 20
/** Most open streams of one process; further ones are refused with 503. */
const MAX_STREAMS = 5_000
/** `Retry-After` of a refused stream, in seconds. */
const RETRY_AFTER_S = 30
/** Announcements are collected for this long, so that a batch of pushes makes one event per stream. */
const COLLECT_MS = 25

/** Passes announcements to the open event streams of this process. */
export class Hub {
  #listeners = new Set<Listener>()
  #waiting: Announcement[] = []
  #timer: NodeJS.Timeout | null = null
  readonly #most: number

  constructor(most = MAX_STREAMS) {
    this.#most = most
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Adds a stream; returns the function that removes it. */
  add(listener: Listener): () => void {
    const { clientId, userId } = listener
    const own = [...this.#listeners].filter((other) => other.userId === userId && other.clientId === clientId)
    if (own.length >= MAX_PER_USER) this.#end(own.slice(0, 1))
    else if (this.size >= this.#most) throw new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_S })
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the streams of these sessions. */
  end(families: readonly string[] | 'all'): void {
    const ended = [...this.#listeners].filter(
      ({ family }) => families === 'all' || (family !== null && families.includes(family)),
    )
    this.#end(ended)
  }

  #end(listeners: readonly Listener[]): void {
    for (const listener of listeners) {
      this.#listeners.delete(listener)
      listener.end()
    }
  }

  announce(announcement: Announcement): void {
    this.#waiting.push(announcement)
    this.#timer ??= setTimeout(() => this.#flush(), COLLECT_MS)
  }

  #flush(): void {
    this.#timer = null
    const waiting = this.#waiting
    this.#waiting = []
    for (const listener of this.#listeners) {
      const mine = waiting.filter((a) => a.clientId === listener.clientId)
      if (listener.author) {
        const saved = new Map(mine.flatMap((a) => a.schemes ?? []))
        for (const [slug, revision] of saved) listener.send({ type: 'scheme-changed', slug, revision })
        continue
      }
      if (listener.clubId === null) {
        const members = new Set(
          mine.flatMap((a) => a.parents.filter(([user]) => user === listener.userId).map(([, member]) => member)),
        )
        if (members.size > 0) listener.send({ type: 'member-changed', memberUuids: [...members] })
      } else {
        const revs = mine.flatMap((a) => a.clubs.filter(([club]) => club === listener.clubId).map(([, rev]) => rev))
        if (revs.length > 0) listener.send({ type: 'club-changed', clubId: listener.clubId, rev: Math.max(...revs) })
      }
    }
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#listeners.clear()
  }
}

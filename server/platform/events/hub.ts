import type { StreamEvent } from '#contract/platform/events.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** What one committed change touched: clubs with their new counters, and linked parents with the member concerned. */
export interface Announcement {
  clientId: string
  clubs: [clubId: string, rev: number][]
  parents: [userId: string, memberId: string][]
  /** Schemes that were saved, with their new revisions: for their authors' pages. */
  schemes?: [slug: string, revision: number][]
}

interface Listener {
  clientId: string
  userId: string
  /** Of the session; the stream ends with it. */
  family: string | null
  /** Club whose changes are wanted; null for parents, who follow their children. */
  clubId: string | null
  /** Authors follow the client's schemes. */
  author: boolean
  send: (event: StreamEvent) => void
  /** Ends the stream; its reader may come back. */
  end: () => void
}

/** Streams of one user at once; a browser needs one for all its tabs. One more ends the oldest. */
const MOST_OF_USER = 20
/** Streams of one process; more are refused with 503. */
const MOST = 5_000
/** Seconds after which a refused stream is worth another try. */
const AGAIN_S = 30

/** Hands announcements to the open streams of this process, coalesced: a batch of pushes makes one event a listener. */
export class Hub {
  #listeners = new Set<Listener>()
  #waiting: Announcement[] = []
  #timer: NodeJS.Timeout | null = null
  readonly #most: number

  constructor(most = MOST) {
    this.#most = most
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Answers how to leave. */
  add(listener: Listener): () => void {
    const { clientId, userId } = listener
    const own = [...this.#listeners].filter((other) => other.userId === userId && other.clientId === clientId)
    if (own.length >= MOST_OF_USER) this.#end(own.slice(0, 1))
    else if (this.size >= this.#most) throw new Refusal('OVERLOADED', { retryAfter: AGAIN_S })
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends the streams of these sessions. */
  end(families: readonly string[] | 'all'): void {
    const over = [...this.#listeners].filter(
      ({ family }) => families === 'all' || (family !== null && families.includes(family)),
    )
    this.#end(over)
  }

  #end(listeners: readonly Listener[]): void {
    for (const listener of listeners) {
      this.#listeners.delete(listener)
      listener.end()
    }
  }

  announce(announcement: Announcement): void {
    this.#waiting.push(announcement)
    this.#timer ??= setTimeout(() => this.#flush(), 25)
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

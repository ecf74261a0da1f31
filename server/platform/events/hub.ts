import type { Presence, StreamEvent } from '#contract/platform/events.ts'
import { overloaded } from '#server/platform/http/errors.ts'

/**
 * What a committed change touched: clubs with their new change counters, and linked parents with the member concerned.
 */
export interface Announcement {
  clientId: string
  clubs: [clubId: string, rev: number][]
  parents: [userId: string, memberId: string][]
  /** Saved schemes with their new revisions; authors' pages follow them. */
  schemes?: [slug: string, revision: number][]
  /** Where authors are; the client's other authors hear of it. */
  present?: Presence[]
  /** Schemes, by their slugs, whose working copy was changed, released or dropped. */
  workingCopies?: string[]
}

/** One open event stream. */
interface Listener {
  clientId: string
  userId: string
  /** The session's id (its family of refresh tokens), with which the stream ends; null for an API token's session. */
  family: string | null
  /** The club whose changes the stream reports; null for parents, who follow their children, and for authors. */
  clubId: string | null
  /** True for an author, who follows the client's schemes. */
  author: boolean
  send: (event: StreamEvent) => void
  /** Ends the stream; its reader may open a new one, after `reconnectMs` where that is said. */
  end: (reconnectMs?: number) => void
}

/** Most open streams of one user. A browser needs one for all its tabs. A further stream ends the oldest one. */
const MAX_PER_USER = 20
/** Most open streams of one process; further ones are refused with 503. */
const MAX_STREAMS = 5_000
/** `Retry-After` of a refused stream, in seconds. */
const RETRY_AFTER_S = 30
/** When a server stops, the readers of its streams come back to the others spread over this time, in ms. */
const RECONNECT_MS = { least: 1_000, most: 5_000 }
/** Announcements are collected for this long, so that a batch of pushes makes one event per stream. */
const COLLECT_MS = 25

/** Called with true when a client's first stream of this process opens, and with false when its last one ends. */
type Follow = (clientId: string, follow: boolean) => Promise<void>

/** Passes announcements to the open event streams of this process. */
export class Hub {
  /** The streams of each client that has any. */
  readonly #listeners = new Map<string, Set<Listener>>()
  /** Resolved when the announcements of the client are heard from then on. */
  readonly #heard = new Map<string, Promise<void>>()
  #follow: Follow = async () => {}
  #pending: Announcement[] = []
  #timer: NodeJS.Timeout | null = null
  #closed = false
  readonly #maxStreams: number

  constructor(maxStreams = MAX_STREAMS) {
    this.#maxStreams = maxStreams
  }

  /** How many streams are open. */
  get size(): number {
    return this.#listeners.values().reduce((sum, { size }) => sum + size, 0)
  }

  /** The clients that have streams. */
  get clientIds(): string[] {
    return [...this.#listeners.keys()]
  }

  /** `follow` is told whose announcements are wanted from other processes. */
  followClients(follow: Follow): void {
    this.#follow = follow
  }

  /** Adds a stream; returns the function that removes it. */
  add(listener: Listener): () => void {
    // The process stops, and another one takes the stream.
    if (this.#closed) throw overloaded('the process stops', RECONNECT_MS.most / 1_000)
    const { clientId, userId } = listener
    const ofClient = this.#listeners.get(clientId) ?? new Set()
    const streamsOfUser = [...ofClient].filter((other) => other.userId === userId)
    if (streamsOfUser.length >= MAX_PER_USER) this.#end(streamsOfUser.slice(0, 1))
    else if (this.size >= this.#maxStreams) throw overloaded(`there are ${this.size} streams`, RETRY_AFTER_S)
    if (!this.#listeners.has(clientId)) this.#heard.set(clientId, this.#follow(clientId, true))
    this.#listeners.set(clientId, ofClient.add(listener))
    return () => this.#remove(listener)
  }

  /** Resolves when no announcement to a stream that was added is missed any more. */
  async heard(clientId: string): Promise<void> {
    await this.#heard.get(clientId)
  }

  #remove(listener: Listener): void {
    const { clientId } = listener
    const ofClient = this.#listeners.get(clientId)
    if (!ofClient?.delete(listener) || ofClient.size > 0) return
    this.#listeners.delete(clientId)
    this.#heard.delete(clientId)
    void this.#follow(clientId, false)
  }

  /** Ends the streams of these sessions, named by their families of refresh tokens. */
  end(families: readonly string[] | 'all'): void {
    const ended = this.#all().filter(
      ({ family }) => families === 'all' || (family !== null && families.includes(family)),
    )
    this.#end(ended)
  }

  #all(): Listener[] {
    return [...this.#listeners.values()].flatMap((ofClient) => [...ofClient])
  }

  #end(listeners: readonly Listener[], reconnectMs?: () => number): void {
    for (const listener of listeners) {
      this.#remove(listener)
      listener.end(reconnectMs?.())
    }
  }

  /** Sends an announcement to the streams that it concerns, after a moment and together with others. */
  announce(announcement: Announcement): void {
    this.#pending.push(announcement)
    this.#timer ??= setTimeout(() => this.#flush(), COLLECT_MS)
  }

  #flush(): void {
    this.#timer = null
    const announcements = this.#pending
    this.#pending = []
    for (const [clientId, announced] of Map.groupBy(announcements, (each) => each.clientId))
      for (const listener of this.#listeners.get(clientId) ?? [])
        for (const event of eventsFor(listener, announced)) listener.send(event)
  }

  /** Ends all streams, telling each reader when to come back, and takes no more. */
  close(): void {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    const { least, most } = RECONNECT_MS
    this.#end(this.#all(), () => Math.round(least + Math.random() * (most - least)))
  }
}

/** The events to send to one stream: what its reader follows. All announcements must be of the reader's client. */
function eventsFor({ author, clubId, userId }: Listener, announcements: readonly Announcement[]): StreamEvent[] {
  if (author) {
    const revisions = new Map(announcements.flatMap(({ schemes }) => schemes ?? []))
    const copies = new Set(announcements.flatMap(({ workingCopies }) => workingCopies ?? []))
    const others = announcements.flatMap(({ present }) => present ?? []).filter(({ user }) => user !== userId)
    return [
      ...[...revisions].map(([slug, revision]) => ({ type: 'scheme-changed' as const, slug, revision })),
      ...[...copies].map((slug) => ({ type: 'working-copy-changed' as const, slug })),
      ...others.map((presence) => ({ type: 'scheme-presence' as const, ...presence })),
    ]
  }
  if (clubId === null) {
    const followed = announcements.flatMap(({ parents }) => parents).filter(([parentId]) => parentId === userId)
    const members = new Set(followed.map(([, memberId]) => memberId))
    return members.size === 0 ? [] : [{ type: 'member-changed', memberUuids: [...members] }]
  }
  const followed = announcements.flatMap(({ clubs }) => clubs).filter(([changedClubId]) => changedClubId === clubId)
  const revs = followed.map(([, rev]) => rev)
  return revs.length === 0 ? [] : [{ type: 'club-changed', clubId, rev: Math.max(...revs) }]
}

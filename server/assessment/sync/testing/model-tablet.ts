import 'fake-indexeddb/auto'
import { expect } from 'vitest'
import type { ChangesReply, PushBody, PushReply } from '#contract/assessment/sync.ts'
import type { Payloads } from '#domain/assessment/commands/commands.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import type { CoachSnapshot, PlanInput } from '#web/offline/coach-store.ts'
import { CoachDatabase, type QueuedOperation } from '#web/offline/database.ts'
import { openView, readView, type DeviceView } from '#web/offline/device-view.ts'
import { newEdit, planEditOf } from '#web/offline/edits.ts'
import { keepEqual } from '#web/offline/keep-equal.ts'
import { enqueue, enqueueMark } from '#web/offline/outbox.ts'
import { syncOnce, type SyncApi } from '#web/offline/sync-loop.ts'
import type { Tenant } from '#server/testing/world.ts'
import type { Fault, PullFault } from './model-steps.ts'
import { TIME_ZONE, type Account, type ModelWorld } from './model-world.ts'

/** What the API client throws when a call gets no reply or an error. */
class Failure extends Error {
  readonly status: number

  constructor(message: string, status = 0) {
    super(message)
    this.status = status
  }
}

/** Simulates the death of the tab: nothing after this point runs. */
class Crash extends Error {}

/** The largest batch that a server takes with the fault `narrow`. */
const MAX_NARROW_BATCH = 2

/**
 * The HTTP calls of one tab. They fail as `pushFault` and `pullFault` say, and the reply of one call may be held back.
 */
class Network implements SyncApi {
  pushFault: Fault = 'none'
  pullFault: PullFault = 'none'
  readonly #calls = { push: 0, changes: 0 }
  /** The call whose next reply is held back until `release`. */
  callToHold: 'push' | 'changes' | null = null
  /** Called when a reply is held back. */
  onHeld: () => void = () => {}
  /** Lets the reply that is held back arrive. */
  release: () => void = () => {}
  readonly #world: ModelWorld
  readonly #account: Account

  constructor(world: ModelWorld, account: Account) {
    this.#world = world
    this.#account = account
  }

  async #call<T>(fault: Fault, call: 'push' | 'changes', url: string, payload?: object): Promise<T> {
    const isFirst = this.#calls[call]++ === 0
    if (fault === 'before' || (fault === 'later' && !isFirst)) throw new Failure('cut before')
    const { tenant, token } = this.#account
    const reply = await this.#world.request(tenant, {
      method: payload ? 'POST' : 'GET',
      url,
      token,
      ...(payload ? { payload } : {}),
    })
    if (fault === 'after') throw new Failure('cut after')
    if (this.callToHold === call) {
      this.callToHold = null
      await new Promise<void>((done) => {
        this.release = done
        this.onHeld()
      })
    }
    if (reply.statusCode !== 200) throw new Failure(reply.body, reply.statusCode)
    return reply.json<T>()
  }

  async push(body: PushBody): Promise<PushReply> {
    if (this.pushFault === 'narrow' && body.operations.length > MAX_NARROW_BATCH) throw new Failure('too large', 413)
    // the server processes half of the batch; operations that its reply does not name stay queued
    const operations =
      this.pushFault === 'half' ? body.operations.filter((_, index) => index % 2 === 0) : body.operations
    return this.#call(this.pushFault, 'push', '/v1/sync/push', { ...body, operations })
  }

  async changes({ cursor, club_id }: { cursor: string; club_id: string }): Promise<ChangesReply> {
    return this.#call(this.pullFault, 'changes', `/v1/sync/changes?club_id=${club_id}&cursor=${cursor}`)
  }
}

export type SyncEnd = 'done' | 'failed' | 'crashed'

/** One device's storage at one client's portal, and the tabs over it. */
export class Tablet {
  readonly tenant: Tenant
  readonly #world: ModelWorld
  readonly #name: string
  readonly #now: () => number
  db: CoachDatabase
  /** Operations that were reported as saved, by id. */
  readonly saved = new Map<string, QueuedOperation>()
  /** How many writes to the disk remain until the tab dies. */
  #writesToCrash = Number.POSITIVE_INFINITY
  /** The second tab, while its reply is held back. */
  #held: { release: () => void; ended: Promise<unknown>; db: CoachDatabase; pages: ChangesReply[] } | null = null
  /** What the first tab keeps in memory and has shown last, by account. */
  readonly #views = new Map<Account, { kept: DeviceView; shown: CoachSnapshot }>()

  constructor(world: ModelWorld, tenant: Tenant, name: string, now: () => number) {
    this.#world = world
    this.tenant = tenant
    this.#name = name
    this.#now = now
    this.db = this.#open()
  }

  #open(): CoachDatabase {
    const db = new CoachDatabase(this.#name)
    // a middleware of Dexie that counts the writes and makes one of them fail
    db.use({
      stack: 'dbcore',
      name: 'crash',
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name)
          return {
            ...table,
            mutate: (request) => {
              // a second tab does not die with the first
              if (db === this.db && --this.#writesToCrash <= 0) return Promise.reject(new Crash('the tab died'))
              return table.mutate(request)
            },
          }
        },
      }),
    })
    return db
  }

  /** Runs `work` in a tab that dies at its nth write from now; returns whether it died. */
  async runUntilCrash(write: number, work: () => Promise<unknown>): Promise<boolean> {
    this.#writesToCrash = write
    try {
      await work()
    } catch (error) {
      // Dexie wraps the crash of a bulk write in an error of its own, so the counter tells whether the tab died
      if (this.#writesToCrash > 0) throw error
    }
    const crashed = this.#writesToCrash <= 0
    this.#writesToCrash = Number.POSITIVE_INFINITY
    this.restart()
    return crashed
  }

  async mark(account: Account, payload: MarkPayload): Promise<QueuedOperation> {
    const author = { userUuid: account.author, club: account.club }
    const op = await enqueueMark(this.db, author, payload, this.#now())
    this.saved.set(op.opId, op)
    return op
  }

  async plan(account: Account, input: PlanInput): Promise<void> {
    const author = { userUuid: account.author, club: account.club }
    // only an edit of a plan's text has a chain and a base
    const unused = { chain: '', base: 0 }
    const edit = planEditOf(
      input,
      input.kind === 'plan' ? (input.buildsOn ?? unused) : unused,
      account.club,
      Math.floor(this.#now() / 1000),
    )
    for (const op of await enqueue(this.db, author, [edit], this.#now())) this.saved.set(op.opId, op)
  }

  /** Enters a guest or a word to a family. */
  async enter<K extends 'guest' | 'family_word'>(
    account: Account,
    kind: K,
    entry: Omit<Payloads[K], 'timestamp'>,
  ): Promise<void> {
    const author = { userUuid: account.author, club: account.club }
    const payload = { ...entry, timestamp: Math.floor(this.#now() / 1000) }
    // the payload is of this kind, which the compiler cannot see
    const edit = newEdit(kind, payload as unknown as Payloads[K], account.club)
    for (const op of await enqueue(this.db, author, [edit], this.#now())) this.saved.set(op.opId, op)
  }

  async sync(account: Account, push: Fault = 'none', pull: PullFault = 'none'): Promise<SyncEnd> {
    const network = new Network(this.#world, account)
    network.pushFault = push
    network.pullFault = pull
    return this.#sync(this.db, network, account, (page) => this.#pageStored(page))
  }

  async #sync(
    db: CoachDatabase,
    network: Network,
    account: Account,
    onPage: (page: ChangesReply) => void,
  ): Promise<SyncEnd> {
    try {
      await syncOnce(db, network, { user: account.author, club: account.club }, this.#now, { onPage })
      return 'done'
    } catch (error) {
      // status 0 is a call without a reply; any other error below 500 is a fault of the product
      if (error instanceof Failure && (error.status === 0 || error.status >= 500)) return 'failed'
      throw error
    }
  }

  /** A second tab syncs until the reply of `call` is held back, or to its end when it does not make that call. */
  async hold(account: Account, call: 'push' | 'changes', pull: PullFault): Promise<void> {
    if (this.#held) return
    const db = this.#open()
    const network = new Network(this.#world, account)
    network.callToHold = call
    network.pullFault = pull
    const held = new Promise<void>((done) => (network.onHeld = done))
    const pages: ChangesReply[] = []
    const ended = this.#sync(db, network, account, (page) => pages.push(page))
    this.#held = { release: () => network.release(), ended, db, pages }
    await Promise.race([held, ended])
  }

  /** The reply that was held back arrives; the second tab finishes and is closed. False when there is none. */
  async release(): Promise<boolean> {
    const held = this.#held
    if (!held) return false
    this.#held = null
    held.release()
    await held.ended
    // the messages of one tab to the other may arrive late
    for (const page of held.pages) this.#pageStored(page)
    held.db.close()
    return true
  }

  /** Closes the tab and opens a new one over the same storage. */
  restart(): void {
    this.#views.clear()
    this.db.close()
    this.db = this.#open()
  }

  #pageStored(page: ChangesReply): void {
    for (const { kept } of this.#views.values()) kept.pageStored(page)
  }

  /** What the open tab shows, which must be what the device holds. */
  async view(account: Account): Promise<CoachSnapshot> {
    const owner = { user: account.author, club: account.club, timeZone: TIME_ZONE }
    const stored = await readView(this.db, owner)
    const before = this.#views.get(account)
    const kept = before?.kept ?? openView(this.db, owner)
    const read = await kept.read()
    const shown = before ? keepEqual(before.shown, read) : read
    this.#views.set(account, { kept, shown })
    expect(shown, 'I4: what a tab shows is what the device holds').toEqual(stored)
    return shown
  }

  /** The stamp of the result that the device holds of a lane. */
  async cachedStamp({ memberUuid, schemeNodeId }: MarkPayload) {
    const row = await this.db.results.filter((r) => r.memberUuid === memberUuid && r.nodeId === schemeNodeId).first()
    return row?.stamp
  }

  /** Queues each dead letter of the author again, as the coach's "Try again" does. */
  async tryAgain(author: string): Promise<void> {
    await this.db.syncs
      .where('state')
      .equals('dead')
      .filter((op) => op.authorUuid === author)
      .modify({ state: 'pending', code: null, tries: 0, settledAt: null })
  }

  async queue(): Promise<QueuedOperation[]> {
    return this.db.syncs.orderBy('seq').toArray()
  }

  async delete(): Promise<void> {
    await this.release()
    await this.db.delete()
  }
}

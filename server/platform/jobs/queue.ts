import { lastRound } from '#server/platform/metrics/metrics.ts'
import { inTenant, type Database, type Tx } from '#server/platform/tenancy.ts'
import {
  endTurn,
  LEASE_MS,
  LOOK_MS,
  nextTurnMs,
  renewTurn,
  takeTurn,
  tellOfWork,
  type Queue,
  type Turn,
} from './due-work.ts'

interface QueueOptions {
  db: Database
  now: () => number
  onError: (error: unknown) => void
  queue: Queue
  /** The turns that this process takes at the same time. */
  slots: number
  /** Does some of the client's due work, so that the next client's turn comes soon. */
  run: (clientId: string) => Promise<void>
  /** When the client's next work in this queue is due, in ms; null when there is none. */
  nextDue: (tx: Tx) => Promise<number | null>
}

/** A third of a lease, so that one renewal may fail. */
const RENEW_MS = LEASE_MS / 3

/**
 * Takes the clients' turns in one queue: when the process is woken, when the next turn is due, and every `LOOK_MS`. Any
 * number of processes may do so.
 */
export class QueueRunner {
  readonly #options: QueueOptions
  readonly #turns = new Set<Promise<void>>()
  #looking: Promise<void> | null = null
  #lookAgain = false
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Looks for due turns now. */
  wake(): void {
    this.#lookAgain = true
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        this.#options.onError(error)
        return LOOK_MS
      })
      .then((pauseMs) => {
        this.#looking = null
        if (this.#closed) return
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.wake(), pauseMs).unref()
        // it was woken just now
        if (this.#lookAgain && this.#turns.size < this.#options.slots) this.wake()
      })
  }

  /** Takes no more turns, and waits for those that are taken. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#looking
    await Promise.all(this.#turns)
  }

  /** Takes due turns until there is none, or no free slot; returns after how many ms to look again. */
  async #look(): Promise<number> {
    const { db, now, queue, slots } = this.#options
    while (!this.#closed && this.#turns.size < slots) {
      this.#lookAgain = false
      const nowMs = now()
      const turn = await takeTurn(db, queue, nowMs)
      lastRound.set({ work: queue }, nowMs / 1_000)
      if (!turn) return Math.min(LOOK_MS, (await nextTurnMs(db, queue, nowMs)) - nowMs)
      const running = this.#run(turn)
        .catch((error: unknown) => this.#options.onError(error))
        .finally(() => {
          this.#turns.delete(running)
          if (!this.#closed) this.wake()
        })
      this.#turns.add(running)
    }
    return LOOK_MS
  }

  async #run(turn: Turn): Promise<void> {
    const { db, now, onError, queue, run, nextDue } = this.#options
    const inTurn = (work: (tx: Tx) => Promise<void>) => inTenant(db, turn.clientId, 'write', work)
    const renewal = setInterval(() => {
      inTurn((tx) => renewTurn(tx, turn, now())).catch(onError)
    }, RENEW_MS)
    try {
      await run(turn.clientId)
    } finally {
      clearInterval(renewal)
    }
    await inTenant(db, turn.clientId, 'write', async (tx, sendWithCommit) => {
      const nextMs = await nextDue(tx)
      // this process takes it again, unless it stops
      if (this.#closed && nextMs !== null) tellOfWork(tx, queue, nextMs, now())
      await sendWithCommit(() => endTurn(tx, turn, nextMs, now()))
    })
  }
}

import { backOff } from '#web/offline/sync-loop.ts'
import type { ProofClub } from './proof-club.ts'
import { between, pick, seeded, type Random } from './random.ts'
import type { Tablet } from './tablet.ts'

/** The back-off of a tablet is divided by this, so that proofs take less time. */
const BACK_OFF_DIVISOR = 50
const SYNC_TIMEOUT_MS = 15 * 60_000
/** The most marks that a tablet makes before it syncs. */
const MAX_MARKS_AT_ONCE = 50
/** A random grade from -1, which takes a mark back, to 3, which is a pass. */
const [MIN_GRADE, MAX_GRADE] = [-1, 3]

/**
 * Several tablets that mark and sync independently until each has made its marks and the server has answered all of
 * them.
 */
export class Crew {
  readonly tablets: readonly Tablet[]
  readonly #club: ProofClub
  /** The number of tablets that still have marks to make or to send. */
  #workingTablets = 0
  #stopped = false

  constructor(club: ProofClub, tablets: readonly Tablet[]) {
    this.#club = club
    this.tablets = tablets
  }

  sum(numberOf: (tablet: Tablet) => number): number {
    return this.tablets.reduce((sum, tablet) => sum + numberOf(tablet), 0)
  }

  /** The number of operations that the server has answered finally. */
  get answered(): number {
    return this.sum((tablet) => tablet.answered)
  }

  /** The number of operations that are on their way to the server. */
  get inFlight(): number {
    return this.sum((tablet) => tablet.inFlight)
  }

  get isWorking(): boolean {
    return this.#workingTablets > 0
  }

  /** Lets each tablet give up at its next try that does not send everything: after a fault the server may be gone. */
  stop(): void {
    this.#stopped = true
  }

  /**
   * Lets each tablet make marks until it has made `marksEach`, and resolves when all are sent. Throws with the waiting
   * operations when that takes too long.
   */
  async work(marksEach: number, seed: number): Promise<void> {
    this.#workingTablets = this.tablets.length
    // a large step between the seeds of the tablets, because a proof may call this again with the next seed
    const allWork = this.tablets.map((tablet, index) =>
      this.#markAndSync(tablet, marksEach, seeded(seed + index * 7_919)).finally(() => this.#workingTablets--),
    )
    await Promise.all(allWork).catch((error: unknown) => {
      this.stop()
      throw error
    })
    // one more sync each, so that all have loaded what the last one sent
    for (const tablet of this.tablets) await this.#syncUntilSent(tablet, seeded(seed))
  }

  async #markAndSync(tablet: Tablet, marks: number, random: Random): Promise<void> {
    while (tablet.made.length < marks) {
      const count = Math.min(between(random, 1, MAX_MARKS_AT_ONCE), marks - tablet.made.length)
      for (let k = 0; k < count; k++)
        await tablet.mark(
          pick(random, this.#club.members),
          pick(random, this.#club.nodes),
          between(random, MIN_GRADE, MAX_GRADE),
        )
      await this.#syncUntilSent(tablet, random)
    }
  }

  /** Syncs until no operation waits, with the back-off of a tablet. */
  async #syncUntilSent(tablet: Tablet, random: Random): Promise<void> {
    const deadline = Date.now() + SYNC_TIMEOUT_MS
    for (let tries = 0; ; tries++) {
      const succeeded = await tablet.sync()
      const waiting = await tablet.inState('pending')
      if (succeeded && waiting.length === 0) return
      if (this.#stopped || Date.now() > deadline) {
        const firstIds = waiting.slice(0, 5).map((op) => op.opId)
        throw new Error(`${waiting.length} operations still wait after ${tries} tries: ${firstIds.join(', ')}`)
      }
      await new Promise((done) => setTimeout(done, backOff(tries, random()) / BACK_OFF_DIVISOR))
    }
  }
}

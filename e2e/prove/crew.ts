import { backOff } from '#web/offline/sync-loop.ts'
import type { ProofClub } from './proof-club.ts'
import { between, pick, seeded, type Random } from './random.ts'
import type { Tablet } from './tablet.ts'

/** The back-off of a tablet is divided by this, so that proofs take less time. */
const BACK_OFF_DIVISOR = 50
const SYNC_TIMEOUT_MS = 15 * 60_000
const MAX_MARKS_AT_ONCE = 50

/**
 * Several tablets that mark and sync independently until each has made its marks and the server has answered all of
 * them.
 */
export class Crew {
  readonly tablets: readonly Tablet[]
  readonly #club: ProofClub
  #working = 0
  #stopped = false

  constructor(club: ProofClub, tablets: readonly Tablet[]) {
    this.#club = club
    this.tablets = tablets
  }

  sum(numberOf: (tablet: Tablet) => number): number {
    return this.tablets.reduce((sum, tablet) => sum + numberOf(tablet), 0)
  }

  get answered(): number {
    return this.sum((tablet) => tablet.answered)
  }

  get inFlight(): number {
    return this.sum((tablet) => tablet.inFlight)
  }

  get isWorking(): boolean {
    return this.#working > 0
  }

  /** Ends all work at the next try, so that after a failed proof no tablet keeps calling the server. */
  stop(): void {
    this.#stopped = true
  }

  /** Resolves when all marks are sent. When that takes too long, it throws with the waiting operations. */
  async work(marksEach: number, seed: number): Promise<void> {
    this.#working = this.tablets.length
    // a large step between the seeds, because the next turn of a proof uses the next seed
    const each = this.tablets.map((tablet, k) =>
      this.#markAndSync(tablet, marksEach, seeded(seed + k * 7_919)).finally(() => this.#working--),
    )
    await Promise.all(each).catch((error: unknown) => {
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
        await tablet.mark(pick(random, this.#club.members), pick(random, this.#club.nodes), between(random, -1, 3))
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

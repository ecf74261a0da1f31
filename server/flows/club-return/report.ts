import type { ClubReturn, WhyLeft } from '#contract/flows/club-return.ts'

/** So many rows that were left out are named one by one. */
const MOST_NAMED = 200

/** The ids of what an archive has brought to a club, for its undo. */
export interface Brought {
  /** Imports of members, marks and levels. */
  imports: string[]
  groups: string[]
  terms: string[]
  guests: string[]
  plans: string[]
}

/** Counts what is taken back of each file, and notes what is not. */
export class ReturnReport {
  readonly #files = new Map<string, ClubReturn['files'][number]>()
  readonly #left: ClubReturn['left'] = []
  #leftCount = 0
  /** The change set by which it can be undone. */
  readonly changeSetId = crypto.randomUUID()
  readonly brought: Brought = { imports: [], groups: [], terms: [], guests: [], plans: [] }

  /** `taken` rows have brought something; `same` rows nothing, because it is here already. */
  count(file: string, { taken = 0, same = 0 }: { taken?: number; same?: number }): void {
    if (taken + same === 0) return
    const counts = this.#files.get(file) ?? { file, taken: 0, same: 0 }
    this.#files.set(file, { file, taken: counts.taken + taken, same: counts.same + same })
  }

  /** A row or text that is not taken, and why. */
  leave(file: string, line: number | null, why: WhyLeft, text = ''): void {
    this.#leftCount++
    if (this.#left.length < MOST_NAMED) this.#left.push({ file, line, why, text })
  }

  /** Whether anything was brought. */
  get hasTaken(): boolean {
    return [...this.#files.values()].some(({ taken }) => taken > 0)
  }

  get result(): Pick<ClubReturn, 'files' | 'left' | 'left_count'> {
    return { files: [...this.#files.values()], left: this.#left, left_count: this.#leftCount }
  }
}

import { Type, type Static } from 'typebox'
import type { ClubReturn, WhyLeft } from '#contract/flows/club-return.ts'
import type { GroupFields } from '#domain/scheduling/group-fields.ts'

/** So many rows that were left out are named one by one. */
const MOST_NAMED = 200

/** A row of a table as it was written; it has the id of its group. */
export const WrittenRow = Type.Unsafe<{ group_id: string } & Readonly<Record<string, unknown>>>(
  Type.Object({ group_id: Type.String() }),
)
const Fields = Type.Unsafe<GroupFields>(Type.Object({}))

/** What an archive has brought to groups that the club had, as the change set notes it. */
export const BroughtToGroups = Type.Object({
  /** Rows of `group_coaches`, `session_exceptions` and `session_covers`. */
  coaches: Type.Array(WrittenRow),
  sessions: Type.Array(WrittenRow),
  covers: Type.Array(WrittenRow),
  /** Groups that had no weekday, with their fields before and after. */
  filled: Type.Array(Type.Object({ id: Type.String(), before: Fields, after: Fields })),
})
export type BroughtToGroups = Static<typeof BroughtToGroups>

/** The readers and groups that an archive has given to lesson plans which the client had. */
export const BroughtLinks = Type.Object({
  shares: Type.Array(Type.Object({ plan: Type.String(), reader: Type.String() })),
  groups: Type.Array(Type.Object({ plan: Type.String(), group: Type.String() })),
})
export type BroughtLinks = Static<typeof BroughtLinks>

/** The ids of what an archive has brought to a club, for its undo. */
export interface Brought {
  /** Imports of members, marks and levels. */
  imports: string[]
  groups: string[]
  terms: string[]
  guests: string[]
  plans: string[]
  links: BroughtLinks
  /** About groups that the club had. */
  there: BroughtToGroups
}

/** Counts what is taken back of each file, and notes what is not. */
export class ReturnReport {
  readonly #files = new Map<string, ClubReturn['files'][number]>()
  readonly #left: ClubReturn['left'] = []
  #leftCount = 0
  /** The change set by which it can be undone. */
  readonly changeSetId = crypto.randomUUID()
  readonly brought: Brought = {
    imports: [],
    groups: [],
    terms: [],
    guests: [],
    plans: [],
    links: { shares: [], groups: [] },
    there: { coaches: [], sessions: [], covers: [], filled: [] },
  }

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

import type { MarkElsewhere, PassedLevel } from '#domain/assessment/brought.ts'
import type { RowGroup } from '#domain/members/import-values.ts'
import type { MemberEntry } from '#domain/members/member-entry.ts'
import type { RowProblem } from '#domain/members/row-problems.ts'

/** A row of the file and the result of its check. */
export interface CheckedRow {
  /** The row's number in the file. */
  row: number
  member: MemberEntry
  /** The levels and skills that the child has passed elsewhere, and marks from there. */
  levels: (PassedLevel | MarkElsewhere)[]
  /** The groups that the child enters. */
  groups: RowGroup[]
  /** The member of the club that the row is about, when the row only brings levels. */
  existing: string | null
  /** The number of the earlier row that enters the child, when this row only brings levels. */
  sameAs: number | null
  /** What somebody said of a row that looks like another: `same` or `other`. */
  decision: string | null
  /** `bad` has problems; `same` means that the club has this member with the same data already. */
  state: 'ready' | 'levels' | 'bad' | 'same'
  problems: RowProblem[]
}

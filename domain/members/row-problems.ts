// What can be wrong with a row of a file of members.

export interface RowProblem {
  /** A field of the import; null = the row as a whole. */
  field: string | null
  /** The code of the problem, such as `required` or `unknown-choice`. */
  problem: string
  /** The number of the other row, when two rows of the file contradict each other. */
  row?: number
  /** The fields in which the row differs from the other row, or from the club's member, who has the same name. */
  differs?: FieldDifference[]
}

export interface FieldDifference {
  field: string
  here: string
  /** Null for what is not shown here. */
  there: string | null
}

/** The problem of a date that means two days, because nothing says whether its day or its month stands first. */
export const UNCLEAR_DATE = 'unclear-date'

/** Is no problem, but says that the row goes on with the child of an earlier one, unless somebody says otherwise. */
export const SAME_CHILD = 'same-child'

/** How a list is sorted by a column. */
export interface ColumnSort {
  /** The field by which the column sorts: `lastname` for the orders `alastname` and `dlastname`. */
  sort: string
  /** Whether what the column shows falls where the field rises, as ages do with dates of birth. */
  isReversed?: boolean
}

interface ColumnOrder {
  /** The order of what the column shows; undefined where the list is sorted by another column. */
  shown: 'ascending' | 'descending' | undefined
  /** The order of the list, such as `alastname`, to which a press of the header leads. */
  next: string
}

/** The order of a column in a list that is sorted by `listSort`. */
export function columnOrder({ sort, isReversed = false }: ColumnSort, listSort: string): ColumnOrder {
  const [ascending, descending] = isReversed ? [`d${sort}`, `a${sort}`] : [`a${sort}`, `d${sort}`]
  const shown = listSort === ascending ? 'ascending' : listSort === descending ? 'descending' : undefined
  return { shown, next: shown === 'ascending' ? descending : ascending }
}

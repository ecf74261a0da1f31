import { useState } from 'react'

/** The selected rows of a list. They stay selected when another page is shown. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Whether every row of the list is selected, on all its pages; then `ids` is empty. */
  isAll: boolean
  isEmpty: boolean
  has: (id: string) => boolean
  /** Selects rows, or deselects them. */
  tick: (ids: readonly string[], isSelected: boolean) => void
  selectAll: () => void
  /** Deselects all rows, unless others were selected since: a slow answer about these must not deselect them. */
  clear: () => void
}

interface Selected {
  filters: string
  ids: ReadonlySet<string>
  isAll: boolean
}

/** The selection of a list. It is cleared when `filters`, which describes the rows in the list, changes. */
export function useSelection(filters: string): Selection {
  const nothing: Selected = { filters, ids: new Set(), isAll: false }
  const [selected, setSelected] = useState(nothing)
  const { ids, isAll } = selected.filters === filters ? selected : nothing
  return {
    ids,
    isAll,
    isEmpty: !isAll && ids.size === 0,
    has: (id) => isAll || ids.has(id),
    tick: (changedIds, isSelected) => {
      const others = [...ids].filter((id) => !changedIds.includes(id))
      setSelected({ filters, ids: new Set(isSelected ? [...others, ...changedIds] : others), isAll: false })
    },
    selectAll: () => setSelected({ filters, ids: new Set(), isAll: true }),
    clear: () => setSelected((now) => (now === selected ? nothing : now)),
  }
}

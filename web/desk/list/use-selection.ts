import { useState } from 'react'

/** The selected rows of a list. They stay selected when another page is shown. */
export interface Selection {
  ids: ReadonlySet<string>
  /** Selects rows, or deselects them. */
  tick: (ids: readonly string[], isSelected: boolean) => void
  clear: () => void
}

/** The selection of a list. It is cleared when `filters`, which describes the rows in the list, changes. */
export function useSelection(filters: string): Selection {
  const [selection, setSelection] = useState<{ filters: string; ids: ReadonlySet<string> }>({ filters, ids: new Set() })
  const ids = selection.filters === filters ? selection.ids : new Set<string>()
  return {
    ids,
    tick: (changedIds, isSelected) => {
      const others = [...ids].filter((id) => !changedIds.includes(id))
      setSelection({ filters, ids: new Set(isSelected ? [...others, ...changedIds] : others) })
    },
    clear: () => setSelection({ filters, ids: new Set() }),
  }
}

import { useState } from 'react'

/** The selected rows of a list. They stay selected when another page is shown. */
export interface Selection {
  ids: ReadonlySet<string>
  tick: (ids: readonly string[], on: boolean) => void
  clear: () => void
}

/** The selection of a list. It is cleared when `filters`, which describes the rows in the list, changes. */
export function useSelection(filters: string): Selection {
  const [ticked, setTicked] = useState<{ filters: string; ids: ReadonlySet<string> }>({ filters, ids: new Set() })
  const ids = ticked.filters === filters ? ticked.ids : new Set<string>()
  return {
    ids,
    tick: (changed, on) => {
      const others = [...ids].filter((id) => !changed.includes(id))
      setTicked({ filters, ids: new Set(on ? [...others, ...changed] : others) })
    },
    clear: () => setTicked({ filters, ids: new Set() }),
  }
}

import { useState } from 'react'

/** Rows of a list that are ticked; they stay ticked on its other pages. */
export interface Selection {
  ids: ReadonlySet<string>
  tick: (ids: readonly string[], on: boolean) => void
  clear: () => void
}

/** `of` says what the list shows: another choice begins anew. */
export function useSelection(of: string): Selection {
  const [ticked, setTicked] = useState<{ of: string; ids: ReadonlySet<string> }>({ of, ids: new Set() })
  const ids = ticked.of === of ? ticked.ids : new Set<string>()
  return {
    ids,
    tick: (some, on) =>
      setTicked({ of, ids: new Set([...[...ids].filter((id) => !some.includes(id)), ...(on ? some : [])]) }),
    clear: () => setTicked({ of, ids: new Set() }),
  }
}

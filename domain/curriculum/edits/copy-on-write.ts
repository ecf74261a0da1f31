/** Returns a copy of a map of a tree that may be written to; for such a copy it returns the copy itself. */
export type CopyOnce = <K, V>(map: ReadonlyMap<K, V>) => Map<K, V>

/** Copies each map of a tree once for a whole batch, because an imported file makes thousands of edits. */
export function copyOnWrite(): CopyOnce {
  const copies = new WeakMap<object, unknown>()
  return <K, V>(map: ReadonlyMap<K, V>) => {
    const known = copies.get(map) as Map<K, V> | undefined
    if (known) return known
    const copy = new Map(map)
    copies.set(copy, copy)
    return copy
  }
}

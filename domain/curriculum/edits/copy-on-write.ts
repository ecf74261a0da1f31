/** A copy of a map of a tree that a batch may write to. */
export type CopyOnce = <K, V>(map: ReadonlyMap<K, V>) => Map<K, V>

/** Copies each map of a tree once for all edits of a batch: a file that is brought in has thousands. */
export function copyOnWrite(): CopyOnce {
  const made = new WeakMap<object, unknown>()
  return <K, V>(map: ReadonlyMap<K, V>) => {
    const known = made.get(map) as Map<K, V> | undefined
    if (known) return known
    const copy = new Map(map)
    made.set(copy, copy)
    return copy
  }
}

/** Returns a copy of a tree's map, which may be written to. Given such a copy, it returns the copy itself. */
export type CopyOnce = <K, V>(map: ReadonlyMap<K, V>) => Map<K, V>

/** For one batch of edits: copies each map of a tree only once, because an imported file makes thousands of edits. */
export function copyOnWrite(): CopyOnce {
  const copies = new WeakMap<object, unknown>()
  return <K, V>(map: ReadonlyMap<K, V>) => {
    const existing = copies.get(map) as Map<K, V> | undefined
    if (existing) return existing
    const copy = new Map(map)
    copies.set(copy, copy)
    return copy
  }
}

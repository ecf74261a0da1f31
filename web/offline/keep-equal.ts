/**
 * `after`, in which everything that equals its counterpart in `before` is the object of `before`: the fields themselves,
 * the entries of their maps and the items of their lists. Components that got such an object before need not render.
 */
export function keepEqual<T extends object>(before: T, after: T): T {
  const fields = Object.entries(after).map(([name, value]) => [name, kept(before[name as keyof T], value)] as const)
  return fields.every(([name, value]) => value === before[name as keyof T]) ? before : (Object.fromEntries(fields) as T)
}

function kept(before: unknown, after: unknown): unknown {
  if (isEqual(before, after)) return before
  if (before instanceof Map && after instanceof Map)
    return new Map([...after].map(([key, value]) => [key, isEqual(before.get(key), value) ? before.get(key) : value]))
  if (Array.isArray(before) && Array.isArray(after))
    return after.map((item: unknown, index) => (isEqual(before[index], item) ? before[index] : item))
  return after
}

/** Whether two values of a snapshot, or two stored rows, are equal: maps with the same entries in the same order, sets, and plain JSON. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Map) return b instanceof Map && isEqualMap(a, b)
  if (a instanceof Set) return b instanceof Set && a.size === b.size && [...a].every((item) => b.has(item))
  if (Array.isArray(a)) return Array.isArray(b) && isEqualList(a, b)
  const keys = Object.keys(a) as (keyof typeof a)[]
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isEqual(a[key], b[key]))
}

function isEqualList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => isEqual(item, b[index]))
}

function isEqualMap(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  if (a.size !== b.size) return false
  const keys = b.keys()
  for (const [key, value] of a) if (keys.next().value !== key || !isEqual(value, b.get(key))) return false
  return true
}

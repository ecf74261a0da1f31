function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The fields of `entry` whose values differ from those of `before`. */
export function differences<Entry extends object>(entry: Entry, before: Entry): Partial<Entry> {
  const earlier = new Map(Object.entries(before))
  const differing = Object.entries(entry).filter(([field, value]) => !isEqual(value, earlier.get(field)))
  return Object.fromEntries(differing) as Partial<Entry>
}

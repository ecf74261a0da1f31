function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The fields of an entry that differ from what it was. */
export function differences<Entry extends object>(entry: Entry, before: Entry): Partial<Entry> {
  const was = new Map(Object.entries(before))
  const differing = Object.entries(entry).filter(([field, value]) => !same(value, was.get(field)))
  return Object.fromEntries(differing) as Partial<Entry>
}

interface Words {
  /** The word for a field, by its name in the log. */
  field: (name: string) => string
  yes: string
  no: string
  nothing: string
}

/** What the log has stored of a change, as names and texts that people read. */
export function loggedFacts(logged: unknown, words: Words): [name: string, text: string][] {
  const isRecord = typeof logged === 'object' && logged !== null && !Array.isArray(logged)
  if (!isRecord) return [['', inWords(logged, words)]]
  return Object.entries(logged).map(([name, value]) => [words.field(name), inWords(value, words)])
}

function inWords(value: unknown, words: Words): string {
  if (value === null || value === undefined || value === '') return words.nothing
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) {
    const isList = value.every((item) => typeof item !== 'object')
    return value.length === 0 ? words.nothing : value.map((item) => inWords(item, words)).join(isList ? ', ' : '; ')
  }
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${words.field(name)}: ${inWords(part, words)}`)
      .join(', ')
  return String(value as string | number)
}

/** The name of a field without a text of its own: `live_revision` and `liveRevision` are "Live revision". */
export function fieldWords(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** A name in double braces, and how it is written where that is said: `{{day}}`, `{{day, within}}`, `{{count, number}}`. */
const PLACE = /\{\{\s*(\w+)\s*(?:,\s*(?:number|within)\s*)?\}\}/g

/** Names in double braces, which are filled in when words are shown: `child` of `{{child}} passed`. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name]) => name ?? '')
}

/** The first thing in braces that nothing would fill: a name not among `known`, or braces that do not close. */
export function wrongPlaceholder(text: string, known: readonly string[]): string | null {
  const unknown = placeholdersOf(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return `{{${unknown}}}`
  return /(\{\{|\}\}|\$t\()/.exec(text.replaceAll(PLACE, ''))?.[0] ?? null
}

/** The words as somebody reads them, with an example in each place. */
export function filled(text: string, examples: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (whole, name: string) => examples[name] ?? whole)
}

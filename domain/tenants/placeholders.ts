/**
 * A placeholder: a name in double braces, with an optional format, such as `{{day}}`, `{{day, within}}`, `{{count,
 * number}}`.
 */
const PLACE = /\{\{\s*(\w+)\s*(?:,\s*(?:number|within)\s*)?\}\}/g

/** The names of a text's placeholders: `child` for `{{child}} passed`. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACE)].map(([, name]) => name ?? '')
}

/** The first wrong placeholder of a text: a name that is not among `known`, or braces that do not close; else null. */
export function wrongPlaceholder(text: string, known: readonly string[]): string | null {
  const unknown = placeholdersOf(text).find((name) => !known.includes(name))
  if (unknown !== undefined) return `{{${unknown}}}`
  return /(\{\{|\}\}|\$t\()/.exec(text.replaceAll(PLACE, ''))?.[0] ?? null
}

/** A text with an example in the place of each placeholder. */
export function fillPlaceholders(text: string, examples: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACE, (whole, name: string) => examples[name] ?? whole)
}

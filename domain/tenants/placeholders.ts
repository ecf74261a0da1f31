/**
 * A placeholder: a name in double braces with an optional format, such as `{{day}}` or `{{count, number}}`. The format
 * `within` writes a day as it stands in the middle of a sentence.
 */
const PLACEHOLDER = /\{\{\s*(\w+)\s*(?:,\s*(?:number|within)\s*)?\}\}/g

/** The names of a text's placeholders: `child` for `{{child}} passed`. */
export function placeholdersOf(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')
}

/**
 * The first wrong placeholder of a text, or null: one whose name is not among `allowedNames`, or else double braces
 * that are no placeholder, or `$t(`, with which i18next would insert another text.
 */
export function wrongPlaceholder(text: string, allowedNames: readonly string[]): string | null {
  const unknown = placeholdersOf(text).find((name) => !allowedNames.includes(name))
  if (unknown !== undefined) return `{{${unknown}}}`
  return /(\{\{|\}\}|\$t\()/.exec(text.replaceAll(PLACEHOLDER, ''))?.[0] ?? null
}

/** The text with an example in the place of each placeholder that has one. */
export function fillPlaceholders(text: string, examples: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => examples[name] ?? placeholder)
}

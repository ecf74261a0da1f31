import { Problem } from '#contract/platform/fields.ts'

/** Answers that every route may give besides its own; `app.ts` adds the one of a closed API. */
export const problems = { '4xx': Problem, '5xx': Problem } as const

/** OpenAPI: this route wants `Authorization: Bearer`. */
export const secured = [{ bearer: [] }]

/** Two-letter key under which translated words are stored, of a locale such as cy-GB. */
export function wordsOf(locale: string): string {
  return locale.split('-')[0] ?? 'en'
}

/** For answers whose JSON is built already, by the database or once a revision: the schema documents them and does not write them again. */
export const asBuilt = () => (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data))

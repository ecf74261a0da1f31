import { Type } from 'typebox'
import { Problem } from '#contract/platform/fields.ts'

/** Response schemas that every route shares. `app.ts` adds the answer 540 of the maintenance mode. */
export const problems = { '4xx': Problem, '5xx': Problem } as const

/** The bytes of a file. */
export const Bytes = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

/** Marks a route that requires `Authorization: Bearer`, for OpenAPI and for the check in `app.ts`. */
export const secured = [{ bearer: [] }]

/** The language of a locale such as cy-GB; translated words are stored under it. */
export function languageOf(locale: string): string {
  return locale.split('-')[0] ?? 'en'
}

/**
 * Serializer for answers that are JSON text already, from the database or from a cache. Their schema is documentation
 * only.
 */
export const alreadySerialized = () => (data: unknown) => (typeof data === 'string' ? data : JSON.stringify(data))

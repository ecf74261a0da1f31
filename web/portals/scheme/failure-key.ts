import type { ApiError } from '#web/api/api-error.ts'

/** The translation key for a failed request. `refusedKey` is the key for one that the server refused (4xx). */
export function failureKey<Key extends string>({ status }: ApiError, refusedKey: Key) {
  // 0: no answer came
  if (status === 0) return 'author.schemes.offline'
  return status >= 500 ? 'author.schemes.fault' : refusedKey
}

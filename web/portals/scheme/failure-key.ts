import type { ApiError } from '#web/api/api-error.ts'

/** The translation key for a failed request: no network, a server error, or a refusal, for which `refused` is the key. */
export function failureKey<Refused extends string>({ status }: ApiError, refused: Refused) {
  if (status === 0) return 'author.schemes.offline'
  return status >= 500 ? 'author.schemes.fault' : refused
}

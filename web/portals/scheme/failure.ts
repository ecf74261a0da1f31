import type { ApiError } from '#web/api/api-error.ts'

/** The key of the words for a write that was not done: nobody answered, the server failed, or it said no, for which `refused` has the words. */
export function failure<Refused extends string>({ status }: ApiError, refused: Refused) {
  if (status === 0) return 'author.schemes.offline'
  return status >= 500 ? 'author.schemes.fault' : refused
}

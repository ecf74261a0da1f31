import { Refusal } from '#server/platform/http/errors.ts'

/** `Retry-After` of a refused call, in seconds. */
const RETRY_AFTER_S = 5

/** Limits how many functions run at the same time to `atOnce`, in the order in which they came. One that has waited for `waitMs` is refused with 503. */
export function limitConcurrency(atOnce: number, waitMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue = new Set<() => void>()

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(begin)
        reject(new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_S }))
      }, waitMs)
      queue.add(begin)
    })
  }

  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      const [next] = queue
      if (next === undefined) running--
      // The slot is passed directly to the next in the queue, so that a newcomer cannot take it first.
      else {
        queue.delete(next)
        next()
      }
    }
  }
}

import { overloaded } from '#server/platform/http/errors.ts'

/** `Retry-After` of a refused call, in seconds. */
const RETRY_AFTER_S = 5

/**
 * Returns a function that runs `work`, at most `maxRunning` at the same time, in the order of the calls. Work that has
 * waited for `waitMs` is refused with 503.
 */
export function limitConcurrency(maxRunning: number, waitMs: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue = new Set<() => void>()

  async function waitForTurn(): Promise<void> {
    if (running < maxRunning) {
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
        reject(overloaded(`no turn within ${waitMs} ms`, RETRY_AFTER_S))
      }, waitMs)
      queue.add(begin)
    })
  }

  return async (work) => {
    await waitForTurn()
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

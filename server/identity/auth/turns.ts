import { Refusal } from '#server/platform/http/errors.ts'

/** Seconds after which a refused call is worth another try. */
const AGAIN_S = 5

/** Lets `atOnce` pieces of work run at the same moment, in the order they came; one that waited `waitMs` is refused with 503. */
export function takeTurns(atOnce: number, waitMs: number): <T>(work: () => Promise<T>) => Promise<T> {
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
        reject(new Refusal('OVERLOADED', { retryAfter: AGAIN_S }))
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
      // the place is handed on, so that nobody who comes now takes it first
      else {
        queue.delete(next)
        next()
      }
    }
  }
}

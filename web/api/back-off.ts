/**
 * The pause in ms after failed attempt number `attempt`, counted from 0: 1.5 s, doubled with each attempt, plus a
 * random part of a second [9.7]. `random` is in [0, 1).
 */
export function backOffMs(attempt: number, random: number): number {
  return 1_000 * random + 1_500 * 2 ** attempt
}

/** Resolves after `ms`, or rejects with an AbortError when `signal` aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(new DOMException('aborted', 'AbortError'))
    }
    if (signal?.aborted === true) {
      reject(new DOMException('aborted', 'AbortError'))
      return
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Delay before try `attempt` + 1, in ms: about a second at random plus 1.5 s doubled each time [9.7]. `random` is in [0, 1). */
export function backOffMs(attempt: number, random: number): number {
  return 1_000 * random + 1_500 * 2 ** attempt
}

/** Resolves after `ms`, or rejects at once when `signal` ends it. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(new DOMException('aborted', 'AbortError'))
    }
    if (signal?.aborted === true) {
      reject(new DOMException('aborted', 'AbortError'))
      return
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}

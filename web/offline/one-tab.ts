const LOCK = 'rungs-sync'

/** A batch takes seconds, so a tab that holds the lock longer is frozen, or its network hangs. */
const LOCK_WAIT_MS = 15_000

type Locks = Pick<LockManager, 'request'>

/**
 * Runs `work` while no other tab runs it. After `waitMs` the lock is taken from the tab that holds it, because that tab
 * may be frozen. The lock only saves work: the server ignores operations that it already has, so running twice is safe.
 */
export async function inOneTab(
  work: () => Promise<void>,
  locks: Locks | undefined = globalThis.navigator.locks,
  waitMs = LOCK_WAIT_MS,
): Promise<void> {
  if (!locks) return work()
  let started: Promise<void> | null = null
  const start = () => (started = work())
  /** The request for the lock rejects when another tab steals it; the work that has begun still decides the outcome. */
  const outcomeOf = (request: Promise<void>) =>
    request.catch((error: unknown) => {
      if (started) return started
      throw error
    })
  const timeout = AbortSignal.timeout(waitMs)
  try {
    await outcomeOf(locks.request(LOCK, { signal: timeout }, start))
  } catch (error) {
    if (started || !timeout.aborted) throw error
    await outcomeOf(locks.request(LOCK, { steal: true }, start))
  }
}

const LOCK = 'rungs-sync'

/** A batch takes seconds: whoever holds the lock longer sleeps, or has a network that hangs. */
const PATIENCE_MS = 15_000

type Locks = Pick<LockManager, 'request'>

/**
 * Runs `work` while no other tab does the same. A tab that is frozen with the lock in its hand is not waited for: the
 * lock saves work, and it is the server that makes doing things twice harmless.
 */
export async function inOneTab(
  work: () => Promise<void>,
  locks: Locks | undefined = globalThis.navigator.locks,
  patience = PATIENCE_MS,
): Promise<void> {
  if (!locks) return work()
  let mine: Promise<void> | null = null
  const start = () => (mine = work())
  /** When another tab takes the lock away, what this one has begun still counts. */
  const held = (asked: Promise<void>) =>
    asked.catch((error: unknown) => {
      if (mine) return mine
      throw error
    })
  const waited = AbortSignal.timeout(patience)
  try {
    await held(locks.request(LOCK, { signal: waited }, start))
  } catch (error) {
    if (mine || !waited.aborted) throw error
    await held(locks.request(LOCK, { steal: true }, start))
  }
}

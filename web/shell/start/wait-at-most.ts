/**
 * How long logout, a reload and a change of club wait until unsent changes are sent. The changes are safe on the
 * device, and a network may hang.
 */
export const LONGEST_SEND_MS = 10_000

/** Resolves when `work` is done, has failed, or has taken `ms` milliseconds. */
export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, ms))
  await Promise.race([work?.catch(() => undefined), limit])
}

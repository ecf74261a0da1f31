/** What waits is safe on the device; a network that hangs must not hold up who wants to leave or to refresh. */
export const LONGEST_SEND_MS = 10_000

/** Resolves when `work` is done, has failed, or takes too long. */
export async function atMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const limit = new Promise<void>((done) => setTimeout(done, ms))
  await Promise.race([work?.catch(() => undefined), limit])
}

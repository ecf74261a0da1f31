/** Polls until the condition holds; throws with its description (`what`) when that takes too long. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  options: { within?: number; every?: number } = {},
): Promise<void> {
  const deadline = Date.now() + (options.within ?? 60_000)
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`waited too long until ${what}`)
    await new Promise((done) => setTimeout(done, options.every ?? 5))
  }
}

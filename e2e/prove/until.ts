/** Looks again and again until `what` is so; throws when that takes too long, so that nothing here runs for ever. */
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

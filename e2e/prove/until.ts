/** Polls until the condition holds; throws with its description (`what`) when that takes too long. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + (options.withinMs ?? 60_000)
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited too long until ${what}`)
    await new Promise((done) => setTimeout(done, options.everyMs ?? 5))
  }
}

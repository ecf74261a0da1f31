/** Polls until the condition holds; throws with the description of the condition when that takes too long. */
export async function until(
  description: string,
  condition: () => boolean | Promise<boolean>,
  options: { withinMs?: number; everyMs?: number } = {},
): Promise<void> {
  const deadline = Date.now() + (options.withinMs ?? 120_000)
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited too long until ${description}`)
    await new Promise((done) => setTimeout(done, options.everyMs ?? 5))
  }
}

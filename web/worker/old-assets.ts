/** How long files that a newer build replaced stay for pages that are still open. */
export const KEEP_MS = 14 * 24 * 60 * 60 * 1000

/** When each file that is still kept was replaced, unix ms. */
export type Replaced = Readonly<Record<string, number>>

/** Which of the files on hand a new build drops, and since when the others are replaced. */
export function sortOldAssets(
  onHand: readonly string[],
  current: ReadonlySet<string>,
  before: Replaced,
  now: number,
): { drop: string[]; replaced: Replaced } {
  const old = onHand.filter((name) => !current.has(name)).map((name) => [name, before[name] ?? now] as const)
  return {
    drop: old.filter(([, since]) => now - since > KEEP_MS).map(([name]) => name),
    replaced: Object.fromEntries(old.filter(([, since]) => now - since <= KEEP_MS)),
  }
}

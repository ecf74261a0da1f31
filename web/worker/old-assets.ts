/** How long replaced files are kept, because a page that is still open may ask for them. */
export const KEEP_MS = 14 * 24 * 60 * 60 * 1000

/** When each replaced file that is still kept was replaced, unix ms. */
export type Replaced = Readonly<Record<string, number>>

/** Decides which of the cached files can be dropped, and since when the kept old ones are replaced. */
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

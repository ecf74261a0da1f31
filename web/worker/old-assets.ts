/** How long replaced files are kept, because a page that is still open may ask for them. */
export const KEEP_MS = 14 * 24 * 60 * 60 * 1000

/** When each replaced file that is still kept was replaced, unix ms. */
export type ReplacedTimes = Readonly<Record<string, number>>

/**
 * Splits the cached files that are not of the current build into those that can be deleted and those that are kept,
 * with the time when each was replaced. `replacedBefore` is `replaced` of the last call.
 */
export function splitOldAssets(
  cachedPaths: readonly string[],
  current: ReadonlySet<string>,
  replacedBefore: ReplacedTimes,
  now: number,
): { drop: string[]; replaced: ReplacedTimes } {
  const isExpired = (since: number) => now - since > KEEP_MS
  const old = cachedPaths
    .filter((path) => !current.has(path))
    .map((path) => [path, replacedBefore[path] ?? now] as const)
  return {
    drop: old.filter(([, since]) => isExpired(since)).map(([path]) => path),
    replaced: Object.fromEntries(old.filter(([, since]) => !isExpired(since))),
  }
}

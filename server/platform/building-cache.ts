import { LRUCache } from 'lru-cache'

/** Builds an entry that the cache lacks. Later requests for the same entry wait for the first request's build. */
export type BuildEntry<T> = () => Promise<T>

/** A cache of `maxSize` that builds missing entries; `size` measures an entry. */
export function buildingCache<T extends object>(
  maxSize: number,
  size: (entry: T) => number,
): (key: string, build: BuildEntry<T>) => Promise<T> {
  const cache = new LRUCache<string, T, BuildEntry<T>>({
    maxSize,
    sizeCalculation: (entry) => Math.max(1, size(entry)),
    fetchMethod: (_key, _old, { context }) => context(),
    // waiting requests get the entry even when it is too large to be kept
    ignoreFetchAbort: true,
  })
  return async (key, build) => {
    let builtHere = false
    // the library passes `context` to `fetchMethod`
    const context = () => {
      builtHere = true
      return build()
    }
    return cache.forceFetch(key, { context }).catch((failed: unknown) => {
      // another request's build may have failed for a reason of that request, such as its transaction: try again here
      if (builtHere) throw failed
      return build()
    })
  }
}

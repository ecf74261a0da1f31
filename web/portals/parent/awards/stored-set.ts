/** A set of short keys in this browser, such as dismissed banners [9.25]. */
function storedSet(name: string) {
  function read(): Set<string> {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
      return new Set(Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [])
    } catch {
      return new Set()
    }
  }
  return {
    read,
    add(keys: readonly string[]): void {
      try {
        localStorage.setItem(name, JSON.stringify([...read().union(new Set(keys))]))
      } catch {
        // then it is news once more at the next visit
      }
    },
  }
}

export const dismissedAwards = storedSet('rungs.dismissed-awards')
/** Awards whose burst has played: it plays once. */
export const celebratedAwards = storedSet('rungs.celebrated-awards')

/** A set of keys in the browser's storage [9.25]. */
function storedSet(name: string) {
  function read(): Set<string> {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
      return new Set(Array.isArray(value) ? value.filter((key): key is string => typeof key === 'string') : [])
    } catch {
      // the browser allows no storage, or the value is no JSON
      return new Set()
    }
  }
  return {
    read,
    add(keys: readonly string[]): void {
      try {
        localStorage.setItem(name, JSON.stringify([...read().union(new Set(keys))]))
      } catch {
        // without storage the award is shown as new again at the next visit
      }
    },
  }
}

/** Awards whose banner was dismissed. */
export const dismissedAwards = storedSet('rungs.dismissed-awards')
/** Awards whose animation has played. */
export const celebratedAwards = storedSet('rungs.celebrated-awards')
/** The ids of the users who want no mails about awards. */
export const declinedAwardMail = storedSet('rungs.declined-award-mail')

/** Returns the next number in [0, 1). */
export type Random = () => number

/** A random generator whose numbers are the same for the same seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of the items at random. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const picked = items[Math.floor(random() * items.length)]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

/** A whole number from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

interface DatedAward {
  title: string
  /** Unix seconds. */
  ts: number
}

const numeric = new Intl.Collator('en', { numeric: true })

/**
 * Returns a comparison of awards, the newest day first, and on one day the higher level first: a club often enters
 * several levels at once, and their times then say nothing of their order. `dateOf` gives the date (YYYY-MM-DD) that is
 * shown for a moment (unix ms), so that the order agrees with the dates that are read beside it.
 */
export function compareAwards(dateOf: (ms: number) => string): (a: DatedAward, b: DatedAward) => number {
  const day = (award: DatedAward) => Date.parse(dateOf(award.ts * 1000))
  return (a, b) => day(b) - day(a) || numeric.compare(b.title, a.title)
}

interface DatedAward {
  title: string
  /** Unix seconds. */
  ts: number
}

const DAY_SECONDS = 24 * 60 * 60
const numeric = new Intl.Collator('en', { numeric: true })

/**
 * Compares awards, the newest day first, and on one day the higher level first: a club often enters several levels at
 * once, and their times then say nothing of their order.
 */
export function compareAwards(a: DatedAward, b: DatedAward): number {
  const day = (award: DatedAward) => Math.floor(award.ts / DAY_SECONDS)
  return day(b) - day(a) || numeric.compare(b.title, a.title)
}

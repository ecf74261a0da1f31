/** One figure of a bench, with the limit to which it is compared. */
export interface Row {
  label: string
  unit: string
  /** The figure of the product. */
  ours: number
  /** In the same unit: measured in the same run, or a fixed number. Null when there is none. */
  limit: number | null
  /** Whether a larger figure is better, as with replies per second, or a smaller one, as with milliseconds. */
  moreIsBetter: boolean
}

/** The middle value; of an even number of values the upper of the two in the middle. */
export function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The nearest-rank percentile of the list; `share` is 0.95 for the 95th, which of 40 values is the 38th. */
export function percentile(list: readonly number[], share: number): number {
  return list.toSorted((a, b) => a - b)[Math.ceil(list.length * share) - 1] ?? Number.NaN
}

/** How good ours is in relation to the limit: 1 = equal, below 1 = worse. Null without a limit. */
export function ratio(row: Row): number | null {
  if (row.limit === null) return null
  return row.moreIsBetter ? row.ours / row.limit : row.limit / row.ours
}

export function print(name: string, rows: readonly Row[]): void {
  const format = (value: number | null) => {
    if (value === null) return '–'
    return value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3)
  }
  console.log(`\n${name}`)
  for (const row of rows) {
    const rowRatio = ratio(row)
    const columns = [
      row.label.padEnd(48),
      format(row.ours).padStart(12),
      format(row.limit).padStart(12),
      row.unit.padEnd(16),
      rowRatio === null ? '' : `× ${rowRatio.toFixed(2)}`,
    ]
    console.log(`  ${columns.join(' ')}`)
  }
}

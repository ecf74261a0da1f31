/** One figure of a bench, and its limit in the same unit: measured in the same run, or fixed; null without a limit. */
export interface Row {
  label: string
  unit: string
  ours: number
  limit: number | null
  /** True when more is better. */
  moreIsBetter: boolean
}

export function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The percentile of a list; `part` is 0.95 for the 95th. */
export function percentile(list: readonly number[], part: number): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** How good ours is in relation to the limit: 1 = equal, below 1 = worse. Null without a limit. */
export function ratio(row: Row): number | null {
  if (row.limit === null) return null
  return row.moreIsBetter ? row.ours / row.limit : row.limit / row.ours
}

export function print(name: string, rows: readonly Row[]): void {
  const figure = (value: number | null) => {
    if (value === null) return '–'
    return value >= 100 ? Math.round(value).toLocaleString('en-GB') : value.toPrecision(3)
  }
  console.log(`\n${name}`)
  for (const row of rows) {
    const part = ratio(row)
    const columns = [
      row.label.padEnd(48),
      figure(row.ours).padStart(12),
      figure(row.limit).padStart(12),
      row.unit.padEnd(16),
      part === null ? '' : `× ${part.toFixed(2)}`,
    ]
    console.log(`  ${columns.join(' ')}`)
  }
}

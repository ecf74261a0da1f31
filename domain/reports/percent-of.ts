export interface Share {
  part: number
  whole: number
}

/** A share in whole percent; null when the whole is 0. */
export function percentOf({ part, whole }: Share): number | null {
  return whole === 0 ? null : Math.round((100 * part) / whole)
}

/** A share in whole percent, as a text; 0% when the whole is 0. */
export function percentText(share: Share): string {
  return `${percentOf(share) ?? 0}%`
}

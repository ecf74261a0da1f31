/** Kinds of grade scales [9.19]. */
export const KINDS = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** How many labels a kind has: grade 0 and one a grade; kinds 5 to 8 have six [4.22]. */
export function labelsOfKind(kind: number): number {
  return Math.min(kind, 5) + 1
}

/** The pass value that a kind has unless a scheme says otherwise [R7.1]. */
export function usualPass(kind: number): number {
  return kind < 5 ? kind : 3
}

interface Scale {
  pass: number
  labels: readonly string[]
}

/** The scale by which a mark made at `ts` (seconds) reads: one that was replaced since keeps its words for it. */
export function scaleAt<T extends Scale>(
  scale: T & { versions: readonly (Scale & { until: number })[] },
  ts: number,
): Scale {
  return scale.versions.find((version) => ts < version.until) ?? scale
}

/** Kinds of grade scales [9.19]. */
export const SCALE_KINDS = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** The number of labels of a kind: one for grade 0 and one for each grade above. Kinds 5 to 8 have six [4.22]. */
export function labelsOfKind(kind: number): number {
  return Math.min(kind, 5) + 1
}

/** The pass value of a new scale of a kind [R7.1]. */
export function defaultPassValue(kind: number): number {
  return kind < 5 ? kind : 3
}

/** A version of a scale: its pass value, and the labels of the grades from 0 on. */
interface Scale {
  pass: number
  labels: readonly string[]
}

/**
 * The version of a scale that was valid at `ts`, unix seconds. A mark is shown with the labels of its time. `versions`
 * are the former versions, oldest first; each was valid before its `until`, unix seconds.
 */
export function scaleAt<T extends Scale>(
  scale: T & { versions: readonly (Scale & { until: number })[] },
  ts: number,
): Scale {
  return scale.versions.find((version) => ts < version.until) ?? scale
}

/** A grade with the pass value of the scale by which it was given, and the time, unix seconds. */
interface GivenGrade {
  grade: number
  pass: number
  ts: number
}
type KindScale = Scale & { grade: number; versions: readonly (Scale & { until: number })[] }

/** Whether a grade was given by this scale, in one of its versions. */
const isGivenBy = ({ pass, versions }: KindScale, given: { pass: number }) =>
  [pass, ...versions.map((version) => version.pass)].includes(given.pass)

/**
 * The scale by which a skill of this kind was marked: of its kind if that ever had the mark's pass value. A skill that
 * has another kind since was marked by another scale of the scheme, rather by one that its `nodes` have; null if several
 * may be it and call the grade differently. Without a kind, because the skill is gone, it is one of all of them.
 */
export function scaleOfMark(
  { grades, nodes }: { grades: readonly KindScale[]; nodes: Iterable<{ grade?: number | null | undefined }> },
  kind: number | undefined,
  given: GivenGrade,
): Scale | null {
  const own = grades.find((scale) => scale.grade === kind)
  if (own && isGivenBy(own, given)) return scaleAt(own, given.ts)
  const used = new Set([...nodes].map(({ grade }) => grade))
  const possible = grades.flatMap((scale) => {
    const version = scaleAt(scale, given.ts)
    const label = version.labels[given.grade]
    const isPossible = version.pass === given.pass && label !== undefined
    return isPossible ? [{ version, label, isUsed: used.has(scale.grade) }] : []
  })
  const likely = possible.some(({ isUsed }) => isUsed) ? possible.filter(({ isUsed }) => isUsed) : possible
  return new Set(likely.map(({ label }) => label)).size === 1 ? (likely[0]?.version ?? null) : null
}

/** Whether a grade of a skill was given by another scale than that of its present kind. */
export function isOfFormerKind(
  scales: readonly KindScale[],
  kind: number | undefined,
  given: { pass: number },
): boolean {
  const own = scales.find((scale) => scale.grade === kind)
  return own !== undefined && !isGivenBy(own, given)
}

/** The kind of a skill for which nothing else is said: N/A, fair, good, pass. */
export const DEFAULT_SCALE_KIND = 3

/** The kind that most skills have. */
export function usualScale(kinds: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? DEFAULT_SCALE_KIND
}

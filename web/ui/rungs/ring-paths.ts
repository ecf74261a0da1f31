import { sortedMarks, type SkillMark } from './mark.ts'

interface RingPath {
  className: string
  d: string
}

/** The inner and outer radius of the ring, and the gap between two rungs, all in units of the box. */
const INNER = 35
const OUTER = 48
const GAP = 4.2
/** How far a begun rung is filled, from the inner edge (0) to the outer (1). */
const BEGUN_FILL = 0.56

/** The SVG coordinates of the point at this distance and angle from the middle of the box. */
function point(radius: number, angle: number): string {
  return `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`
}

/** The SVG path of a piece of a ring between two radii and two angles. */
function sector(inner: number, outer: number, from: number, to: number): string {
  const largeArc = to - from > Math.PI ? 1 : 0
  const outerArc = `M${point(outer, from)}A${outer} ${outer} 0 ${largeArc} 1 ${point(outer, to)}`
  const innerArc = `L${point(inner, to)}A${inner} ${inner} 0 ${largeArc} 0 ${point(inner, from)}Z`
  return outerArc + innerArc
}

/**
 * The SVG paths of a ring of rungs, one for each skill, in a box of 100 × 100, clockwise from the top. A `need` below
 * the number of marks adds a flag at the pass line.
 */
export function ringPaths(marks: readonly SkillMark[], need?: number): RingPath[] {
  const list = sortedMarks(marks)
  const sectorAngle = (2 * Math.PI) / list.length
  // half of the gap between two rungs, as an angle at the middle radius (INNER + OUTER) / 2
  const halfGap = GAP / (INNER + OUTER)
  const top = -Math.PI / 2
  const paths = list.flatMap((mark, index): RingPath[] => {
    const from = top + index * sectorAngle + halfGap
    const to = top + (index + 1) * sectorAngle - halfGap
    const whole = sector(INNER, OUTER, from, to)
    if (mark !== 'begun') return [{ className: mark, d: whole }]
    return [
      { className: 'begun-outline', d: whole },
      { className: 'begun', d: sector(INNER, INNER + (OUTER - INNER) * BEGUN_FILL, from, to) },
    ]
  })
  if (need !== undefined && need > 0 && need < list.length) {
    // a narrow wedge that stands out on both sides of the ring
    const angle = top + need * sectorAngle
    paths.push({
      className: 'need',
      d: `M${point(INNER - 6, angle - 0.03)}L${point(OUTER + 7, angle - 0.022)}L${point(OUTER + 7, angle + 0.022)}L${point(INNER - 6, angle + 0.03)}Z`,
    })
  }
  return paths
}

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
/** How far outside of the ring the line around the needed rungs is. */
const NEED_DISTANCE = 4

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
 * the number of marks adds a line around the rungs that are enough. It stays outside of the ring: a line across the ring
 * looks like the hand of a clock.
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
    const [from, to] = [top + halfGap, top + need * sectorAngle - halfGap]
    const radius = OUTER + NEED_DISTANCE
    const largeArc = to - from > Math.PI ? 1 : 0
    const ends = [point(OUTER + 1, from), point(OUTER + 1, to)]
    paths.push({
      className: 'need',
      d: `M${ends[0]}L${point(radius, from)}A${radius} ${radius} 0 ${largeArc} 1 ${point(radius, to)}L${ends[1]}`,
    })
  }
  return paths
}

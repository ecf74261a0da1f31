import { sortedMarks, type SkillMark } from './mark.ts'

interface RingPath {
  className: string
  d: string
}

const INNER = 35
const OUTER = 48
const GAP = 4.2
/** How far a begun rung is filled, from the inner edge (0) to the outer (1). */
const HALF = 0.56

function point(radius: number, angle: number): string {
  return `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`
}

function sector(r0: number, r1: number, a0: number, a1: number): string {
  const large = a1 - a0 > Math.PI ? 1 : 0
  return `M${point(r1, a0)}A${r1} ${r1} 0 ${large} 1 ${point(r1, a1)}L${point(r0, a1)}A${r0} ${r0} 0 ${large} 0 ${point(r0, a0)}Z`
}

/**
 * The SVG paths of a ring of rungs, one for each skill, in a box of 100 × 100, clockwise from the top. A `need` below the
 * number of marks adds a flag at the pass line.
 */
export function ringPaths(marks: readonly SkillMark[], need?: number): RingPath[] {
  const list = sortedMarks(marks)
  const step = (2 * Math.PI) / list.length
  const gap = GAP / (INNER + OUTER)
  const top = -Math.PI / 2
  const paths = list.flatMap((mark, k): RingPath[] => {
    const from = top + k * step + gap
    const to = top + (k + 1) * step - gap
    const whole = sector(INNER, OUTER, from, to)
    if (mark !== 'h') return [{ className: mark, d: whole }]
    return [
      { className: 'hl', d: whole },
      { className: 'h', d: sector(INNER, INNER + (OUTER - INNER) * HALF, from, to) },
    ]
  })
  if (need !== undefined && need > 0 && need < list.length) {
    const at = top + need * step
    paths.push({
      className: 'need',
      d: `M${point(INNER - 6, at - 0.03)}L${point(OUTER + 7, at - 0.022)}L${point(OUTER + 7, at + 0.022)}L${point(INNER - 6, at + 0.03)}Z`,
    })
  }
  return paths
}

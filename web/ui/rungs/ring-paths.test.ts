import { expect, test } from 'vitest'
import { ringPaths } from './ring-paths.ts'

const marks = ['done', 'done', 'begun', 'open'] as const
/** The distance of each point of a path from the middle of the ring, without the radii of its arcs. */
const distances = (path: string) =>
  [...path.replaceAll(/A\S+ \S+ 0 [01] [01] /g, 'L').matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) =>
    Math.hypot(Number(x) - 50, Number(y) - 50),
  )

test('the line around the needed rungs stays outside of the ring, and does not cross it like the hand of a clock', () => {
  const paths = ringPaths(marks, 3)
  const need = distances(paths.find(({ className }) => className === 'need')?.d ?? '')
  expect(need).toHaveLength(4)
  const rungs = paths.filter(({ className }) => className !== 'need').flatMap(({ d }) => distances(d))
  expect(Math.min(...need)).toBeGreaterThan(Math.max(...rungs))
})

test('there is no line where all rungs are needed, or none', () => {
  for (const need of [undefined, 0, 4, 5])
    expect(ringPaths(marks, need).some(({ className }) => className === 'need')).toBe(false)
})

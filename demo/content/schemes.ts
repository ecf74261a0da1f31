import { gym } from './gym.ts'
import { leisure } from './leisure.ts'
import { library } from './library.ts'
import { preSchool } from './pre-school.ts'
import type { DemoScheme } from './scheme.ts'
import { swim } from './swim.ts'
import { waterSafety } from './water-safety.ts'

/** All curricula of the demo. */
export const demoSchemes: readonly DemoScheme[] = [swim, waterSafety, library, gym, preSchool, leisure]

/** A curriculum of the demo by its slug. */
export function demoScheme(slug: string): DemoScheme {
  const scheme = demoSchemes.find((candidate) => candidate.slug === slug)
  if (!scheme) throw new Error(`no scheme ${slug}`)
  return scheme
}

import type { SkillScale } from '#domain/members/import-values.ts'
import { manualPassOf } from '#domain/curriculum/scheme.ts'
import { readLevels } from '#server/curriculum/schemes/levels.ts'
import { readSkills } from '#server/curriculum/schemes/skills.ts'
import type { Tx } from '#server/platform/tenancy.ts'

/** Where a mark of a level or skill is written. */
interface MarkTarget {
  schemeId: string
  /** The id of the skill, or of the manual pass of the level. */
  nodeId: string
  /** The grade from which marks pass. */
  pass: number
  /** How a skill is graded; null for a level. */
  scale: SkillScale | null
}

/**
 * Where marks of levels and skills are written, by key. An author can undo that something is skipped, and its marks count
 * again then: so a history has a place there, too.
 */
export async function readMarkPlaces(tx: Tx): Promise<Map<string, MarkTarget>> {
  const [levels, skills] = await Promise.all([
    readLevels(tx, { withUnused: true }),
    readSkills(tx, { withUnused: true }),
  ])
  const places = new Map<string, MarkTarget>()
  for (const { key, schemeId, nodeId } of levels)
    places.set(key, { schemeId, nodeId: manualPassOf(nodeId), pass: 1, scale: null })
  for (const { key, schemeId, nodeId, ...scale } of skills)
    places.set(key, { schemeId, nodeId, pass: scale.pass, scale })
  return places
}

/** How the skills among these places are graded. */
export const scalesOf = (places: ReadonlyMap<string, MarkTarget>): Map<string, SkillScale> =>
  new Map([...places].flatMap(([key, { scale }]) => (scale === null ? [] : [[key, scale] as const])))

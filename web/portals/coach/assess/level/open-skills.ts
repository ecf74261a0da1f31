import type { Results } from '#domain/assessment/engine.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import { skillsOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

interface OpenSkill {
  id: string
  /** The pass point of the current scheme. */
  pass: number
}

/** Whether a skill's mark passes it. */
export function isSkillPassed(results: Results, skillId: string): boolean {
  const result = results.get(skillId)
  return result !== undefined && result.pass > 0 && result.grade >= result.pass
}

/** The skills that "pass all" passes: those of a level that can be marked and whose mark does not pass them. */
export function openSkills(compiled: CompiledCurriculum, results: Results, levelId: string): OpenSkill[] {
  return skillsOf(compiled, levelId).flatMap(({ id }) =>
    isSkillPassed(results, id) ? [] : [{ id, pass: passPointOfNode(compiled.scheme, id) }],
  )
}

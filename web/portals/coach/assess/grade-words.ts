import type { TFunction } from 'i18next'
import { scaleAt } from '#domain/curriculum/grade-scale.ts'
import { isManualPass } from '#domain/assessment/mark.ts'
import { markOf, type SkillMark } from '#web/ui/rungs/mark.ts'
import { nodeOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

const scaleOf = (compiled: CompiledCurriculum | undefined, nodeId: string) => {
  const node = compiled && nodeOf(compiled, nodeId)
  return compiled?.curriculum.grades.find((scale) => scale.grade === node?.grade)
}

/** The label that the pass point had when a mark was made; null if the pass point has not changed since. */
export function formerPassLabelOf(
  compiled: CompiledCurriculum | undefined,
  nodeId: string,
  { pass, ts }: { pass: number; ts: number },
): string | null {
  const scale = scaleOf(compiled, nodeId)
  if (!scale || scale.pass === pass) return null
  return scaleAt(scale, ts).labels[pass] ?? null
}

/**
 * A grade in words, by the scale at the time of the mark, such as `Good`; for a manual pass, such as `Level passed by
 * the coach`. A negative grade takes a skill's mark back, or revokes a level's pass.
 */
export function gradeWords(
  t: TFunction,
  compiled: CompiledCurriculum | undefined,
  nodeId: string,
  { grade, pass, ts }: { grade: number; pass: number; ts: number },
): { value: string; mark: SkillMark } {
  if (isManualPass(nodeId)) {
    if (grade > 0) return { value: t('coach.offline.level.passed'), mark: 'done' }
    return { value: t(grade < 0 ? 'coach.offline.level.revoked' : 'coach.offline.level.cleared'), mark: 'open' }
  }
  const scale = scaleOf(compiled, nodeId)
  const labels = scale && scaleAt(scale, ts).labels
  const value = grade < 0 ? t('coach.offline.taken') : (labels?.[grade] ?? t('coach.offline.grade', { grade }))
  return { value, mark: markOf(grade, pass) }
}

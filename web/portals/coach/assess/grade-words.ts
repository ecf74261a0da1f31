import type { TFunction } from 'i18next'
import { isOfFormerKind, scaleOfMark } from '#domain/curriculum/grade-scale.ts'
import { isManualPass } from '#domain/assessment/mark.ts'
import { markOf, type SkillMark } from '#web/ui/rungs/mark.ts'
import { nodeOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

/** A grade with its pass point and time, and the kind that its skill had when it was deleted. */
interface Given {
  grade: number
  pass: number
  ts: number
  goneKind?: number | null
}

/** The kind of a skill, or the one that it had when it was deleted. */
const kindOf = (compiled: CompiledCurriculum | undefined, nodeId: string, goneKind?: number | null) =>
  (compiled && nodeOf(compiled, nodeId)?.grade) ?? goneKind ?? undefined

/** The labels of the scale by which a mark was made; none when that is not known any more. */
const labelsOf = (compiled: CompiledCurriculum | undefined, nodeId: string, { goneKind, ...given }: Given) =>
  (compiled &&
    scaleOfMark(
      { grades: compiled.curriculum.grades, nodes: compiled.scheme.nodes },
      kindOf(compiled, nodeId, goneKind),
      given,
    )?.labels) ??
  []

/** The label that the pass point had when a mark was made; null if the pass point has not changed since. */
export function formerPassLabelOf(
  compiled: CompiledCurriculum | undefined,
  nodeId: string,
  { pass, ts }: { pass: number; ts: number },
): string | null {
  const kind = kindOf(compiled, nodeId)
  const scale = compiled?.curriculum.grades.find((candidate) => candidate.grade === kind)
  if (!scale || scale.pass === pass) return null
  return labelsOf(compiled, nodeId, { grade: pass, pass, ts })[pass] ?? null
}

/** Whether a result was given by another scale than its skill has now: then none of the skill's present grades. */
export function isOfFormerScale(compiled: CompiledCurriculum, nodeId: string, result: Given | undefined): boolean {
  if (!result || result.grade < 0) return false
  return isOfFormerKind(compiled.curriculum.grades, kindOf(compiled, nodeId), result)
}

/** The grade of a result on the skill's present scale; null for none. */
export function presentGrade(compiled: CompiledCurriculum, nodeId: string, result: Given | undefined): number | null {
  return result === undefined || isOfFormerScale(compiled, nodeId, result) ? null : result.grade
}

/**
 * A grade in words, by the scale with which the mark was made, such as `Good`; for a manual pass, such as `Level passed by
 * the coach`. A negative grade takes a skill's mark back, or revokes a level's pass.
 */
export function gradeWords(
  t: TFunction,
  compiled: CompiledCurriculum | undefined,
  nodeId: string,
  given: Given,
): { value: string; mark: SkillMark } {
  const { grade, pass } = given
  if (isManualPass(nodeId)) {
    if (grade > 0) return { value: t('coach.offline.level.passed'), mark: 'done' }
    return { value: t(grade < 0 ? 'coach.offline.level.revoked' : 'coach.offline.level.cleared'), mark: 'open' }
  }
  const label = labelsOf(compiled, nodeId, given)[grade]
  const value = grade < 0 ? t('coach.offline.taken') : (label ?? t('coach.offline.grade', { grade }))
  return { value, mark: markOf(grade, pass) }
}

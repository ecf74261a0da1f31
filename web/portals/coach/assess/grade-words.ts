import type { TFunction } from 'i18next'
import { scaleAt } from '#domain/curriculum/grade-scale.ts'
import { markOf, type SkillMark } from '#web/ui/rungs/mark.ts'
import { nodeOf, type Course } from '#web/portals/coach/groups/group-data.ts'

const MANUAL = /\/manual$/

const scaleOf = (course: Course | undefined, nodeId: string) => {
  const node = course && nodeOf(course, nodeId)
  return course?.curriculum.grades.find((scale) => scale.grade === node?.grade)
}

/** The label of the pass point when a mark was made; null if the pass point has not changed since. */
export function formerPassLabelOf(
  course: Course | undefined,
  nodeId: string,
  { pass, ts }: { pass: number; ts: number },
): string | null {
  const scale = scaleOf(course, nodeId)
  if (!scale || scale.pass === pass) return null
  return scaleAt(scale, ts).labels[pass] ?? null
}

/** A grade in words, by the scale at the time of the mark, such as `Good`; for a manual pass, such as `Level passed by the coach`. */
export function gradeWords(
  t: TFunction,
  course: Course | undefined,
  nodeId: string,
  { grade, pass, ts }: { grade: number; pass: number; ts: number },
): { what: string; mark: SkillMark } {
  if (MANUAL.test(nodeId)) {
    const what = grade > 0 ? 'passed' : grade < 0 ? 'revoked' : 'cleared'
    return { what: t(`coach.offline.level.${what}`), mark: grade > 0 ? 'd' : 'o' }
  }
  const scale = scaleOf(course, nodeId)
  const labels = scale && scaleAt(scale, ts).labels
  const what = grade < 0 ? t('coach.offline.taken') : (labels?.[grade] ?? t('coach.offline.grade', { grade }))
  return { what, mark: markOf(grade, pass) }
}

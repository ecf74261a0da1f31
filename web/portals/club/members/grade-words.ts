import type { TFunction } from 'i18next'
import { scaleAt } from '#domain/curriculum/grade-scale.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'

/**
 * The text of a mark: the label that the skill's scale had at the time of the mark, or that the mark was removed (-1).
 * For a manual pass it says that the level is passed (1), that it is not, which reads "taken back" (-1), or that the
 * skills decide again (0).
 */
export function gradeWords(
  t: TFunction,
  scheme: ReadyScheme | undefined,
  nodeId: string,
  { grade, ts }: { grade: number; ts: number },
): string {
  if (nodeId.endsWith('/manual'))
    return t(grade > 0 ? 'club.sheet.passed' : grade < 0 ? 'club.sheet.revoked' : 'club.sheet.cleared')
  if (grade < 0) return t('club.sheet.unmarked')
  const kind = scheme?.nodes.get(nodeId)?.grade
  const scale = scheme?.curriculum.grades.find((candidate) => candidate.grade === kind)
  return (scale && scaleAt(scale, ts).labels[grade]) ?? String(grade)
}

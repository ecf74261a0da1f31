import type { TFunction } from 'i18next'
import { scaleOfMark } from '#domain/curriculum/grade-scale.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'

/**
 * The text of a mark: the label that the grade had on the scale with which the mark was made, or that the mark was
 * removed (-1). `grade_kind` is that of the skill, which may be deleted.
 * For a manual pass it says that the level is passed (1), that it is not, which reads "taken back" (-1), or that the
 * skills decide again (0).
 */
export function gradeWords(
  t: TFunction,
  scheme: ReadyScheme | undefined,
  nodeId: string,
  { grade_kind: kind, ...given }: { grade: number; pass: number; ts: number; grade_kind: number | null },
): string {
  const { grade } = given
  if (nodeId.endsWith('/manual'))
    return t(grade > 0 ? 'club.sheet.passed' : grade < 0 ? 'club.sheet.revoked' : 'club.sheet.cleared')
  if (grade < 0) return t('club.sheet.unmarked')
  const scale =
    scheme && scaleOfMark({ grades: scheme.curriculum.grades, nodes: scheme.nodes.values() }, kind ?? undefined, given)
  return scale?.labels[grade] ?? String(grade)
}

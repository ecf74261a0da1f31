import type { TFunction } from 'i18next'
import { scaleAt } from '#domain/curriculum/grade-scale.ts'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'

/** What a mark is called: by the scale of the skill's kind as it was at its time; a level is passed or taken back. */
export function gradeWords(
  t: TFunction,
  scheme: ReadyScheme | undefined,
  nodeId: string,
  { grade, ts }: { grade: number; ts: number },
): string {
  if (nodeId.endsWith('/manual'))
    return t(grade > 0 ? 'club.sheet.passed' : grade < 0 ? 'club.sheet.revoked' : 'club.sheet.cleared')
  const kind = scheme?.nodes.get(nodeId)?.grade
  const scale = scheme?.curriculum.grades.find((of) => of.grade === kind)
  return (scale && scaleAt(scale, ts).labels[Math.max(grade, 0)]) ?? String(grade)
}

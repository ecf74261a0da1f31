import type { GradesBody } from '#contract/curriculum/scheme-settings.ts'
import { labelsOfKind } from '#domain/curriculum/grade-scale.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** Refuses scales whose pass or labels do not fit their kind. */
export function checkGrades({ grades }: GradesBody): void {
  for (const [at, { grade, pass, labels }] of grades.entries()) {
    const field = `grades/${at}`
    if (grades.findIndex((one) => one.grade === grade) !== at)
      throw new Refusal('INVALID_REQUEST', { field: `${field}/grade`, detail: 'named twice' })
    const most = labelsOfKind(grade)
    if (pass >= most || (grade === 1 && pass !== 1))
      throw new Refusal('INVALID_REQUEST', { field: `${field}/pass`, detail: `at most ${most - 1}` })
    if (Object.values(labels ?? {}).some((words) => words.length !== most))
      throw new Refusal('INVALID_REQUEST', { field: `${field}/labels`, detail: `${most} labels` })
  }
}

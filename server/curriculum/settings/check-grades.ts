import type { GradesBody } from '#contract/curriculum/scheme-settings.ts'
import { labelsOfKind } from '#domain/curriculum/grade-scale.ts'
import { Refusal } from '#server/platform/http/errors.ts'

/** Refuses scales whose pass or labels do not fit their kind. */
export function checkGrades({ grades }: GradesBody): void {
  for (const [index, { grade, pass, labels }] of grades.entries()) {
    const field = `grades/${index}`
    if (grades.findIndex((scale) => scale.grade === grade) !== index)
      throw new Refusal('INVALID_REQUEST', { field: `${field}/grade`, detail: 'named twice' })
    // a scale with this number of labels has the grades from 0 to one less; kind 1 is a tick, which passes at 1
    const count = labelsOfKind(grade)
    if (pass >= count || (grade === 1 && pass !== 1))
      throw new Refusal('INVALID_REQUEST', { field: `${field}/pass`, detail: `at most ${count - 1}` })
    if (Object.values(labels ?? {}).some((words) => words.length !== count))
      throw new Refusal('INVALID_REQUEST', { field: `${field}/labels`, detail: `${count} labels` })
  }
}

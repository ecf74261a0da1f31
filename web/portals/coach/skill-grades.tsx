import { memo } from 'react'
import type { SchemeNode } from '#contract/schemes.ts'
import type { Result } from '#domain/engine.ts'
import { passPoint } from '#domain/scheme.ts'
import { Grades } from '#web/ui/grades.tsx'
import type { Course } from './group-data.ts'

interface SkillGradesProps {
  course: Course
  skill: SchemeNode
  result: Result | undefined
  label: string
  onGrade: (grade: number, pass: number) => void
}

/** The grade buttons of one skill of one child. Pressing the chosen grade again changes nothing. */
export const SkillGrades = memo(
  function SkillGrades({ course, skill, result, label, onGrade }: SkillGradesProps) {
    const pass = passPoint(course.scheme, skill.id)
    const labels = course.curriculum.grades.find((g) => g.grade === skill.grade)?.labels ?? []
    const value = result ? result.grade : null
    return (
      <Grades
        labels={labels}
        value={value}
        pass={pass}
        label={label}
        onChange={(grade) => (grade === value ? undefined : onGrade(grade, pass))}
      />
    )
  },
  // the handlers only carry ids that the other props already name
  (a, b) => a.course === b.course && a.skill === b.skill && a.result === b.result && a.label === b.label,
)

import { memo } from 'react'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { markLane } from '#domain/assessment/mark.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import { Grades } from '#web/ui/form/grades.tsx'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { RefusalLink } from './saving/refusal-link.tsx'
import type { MarkSkill } from './use-marking.ts'

interface SkillGradesProps {
  compiled: CompiledCurriculum
  skill: SchemeNode
  memberUuid: string
  /** The grade given so far; null = none. */
  value: number | null
  /** Accessible name of the group of buttons: the skill on a child's page, the child on a skill's page. */
  label: string
  mark: MarkSkill
  disabled?: boolean
}

/** The grade buttons of one skill of one child. Pressing the chosen grade again changes nothing. */
export const SkillGrades = memo(function SkillGrades({
  compiled,
  skill,
  memberUuid,
  value,
  label,
  mark,
  disabled = false,
}: SkillGradesProps) {
  const pass = passPointOfNode(compiled.scheme, skill.id)
  const labels = compiled.curriculum.grades.find((g) => g.grade === skill.grade)?.labels ?? []
  const { slug } = compiled.curriculum
  return (
    <>
      <Grades
        labels={labels}
        value={value}
        pass={pass}
        label={label}
        disabled={disabled}
        onChange={(grade) => (grade === value ? undefined : mark(memberUuid, slug, skill.id, grade, pass))}
      />
      <RefusalLink lane={markLane(memberUuid, slug, skill.id)} />
    </>
  )
})

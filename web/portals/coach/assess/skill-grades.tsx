import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { Result } from '#domain/assessment/engine.ts'
import { markLane } from '#domain/assessment/mark.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import { Grades } from '#web/ui/form/grades.tsx'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { gradeWords, isOfFormerScale, presentGrade } from './grade-words.ts'
import { RefusalLink } from './saving/refusal-link.tsx'
import type { MarkSkill } from './use-marking.ts'

interface SkillGradesProps {
  compiled: CompiledCurriculum
  skill: SchemeNode
  memberUuid: string
  /** The result so far, which may be of another scale than the skill has now. */
  result: Result | undefined
  /** Accessible name of the group of buttons: the skill on a child's page, the child on a skill's page. */
  label: string
  mark: MarkSkill
  disabled?: boolean
}

/** The grade buttons of one skill of one child. Pressing the chosen grade again changes nothing. */
export function SkillGrades({ compiled, skill, memberUuid, result, label, mark, disabled = false }: SkillGradesProps) {
  const { t } = useTranslation()
  const pass = passPointOfNode(compiled.scheme, skill.id)
  const labels = compiled.curriculum.grades.find((g) => g.grade === skill.grade)?.labels ?? []
  const { slug } = compiled.curriculum
  const value = presentGrade(compiled, skill.id, result)
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
      {result && isOfFormerScale(compiled, skill.id, result) ? (
        <p className="small dim">
          {t('coach.formerScale', { label: gradeWords(t, compiled, skill.id, result).value })}
        </p>
      ) : null}
      <RefusalLink lane={markLane(memberUuid, slug, skill.id)} />
    </>
  )
}

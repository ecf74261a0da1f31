import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { Result } from '#domain/assessment/engine.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { fullName } from '#web/portals/coach/full-name.ts'
import { SkillGrades } from '#web/portals/coach/assess/skill-grades.tsx'
import { AbsentChip } from '#web/portals/coach/assess/person/absent-chip.tsx'
import type { MarkSkill } from '#web/portals/coach/assess/use-marking.ts'

interface GridCellGradesProps {
  compiled: CompiledCurriculum
  member: CoachMember
  skill: SchemeNode
  result: Result | undefined
  /** The title of the member's current level, if it is another one and only that one may be marked. */
  otherLevel: string | null
  /** The member is registered as absent. */
  absent: boolean
  mark: MarkSkill
}

/** The grade buttons of the chosen cell, for use by touch. */
export function GridCellGrades({ compiled, member, skill, result, otherLevel, absent, mark }: GridCellGradesProps) {
  const { t } = useTranslation()
  const label = t('coach.grid.cell', { name: fullName(member), skill: skill.title })
  return (
    <div className="cell-grades">
      <b>
        {label} <AbsentChip absent={absent} />
      </b>
      {otherLevel === null ? null : <span className="small dim">{t('coach.elsewhere', { title: otherLevel })}</span>}
      <SkillGrades
        compiled={compiled}
        skill={skill}
        memberUuid={member.uuid}
        result={result}
        label={label}
        mark={mark}
        disabled={otherLevel !== null}
      />
    </div>
  )
}

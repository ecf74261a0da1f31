import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { Conflict } from '#contract/assessment/sync.ts'
import type { Results } from '#domain/assessment/engine.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import { ConflictLink } from '#web/portals/coach/device/conflict-link.tsx'
import type { Course } from '#web/portals/coach/groups/group-data.ts'
import { SkillInfoButton } from './skill-info-button.tsx'
import { SkillGrades } from './skill-grades.tsx'
import type { MarkSkill } from './use-marking.ts'

interface SkillListProps {
  course: Course
  skills: readonly SchemeNode[]
  memberUuid: string
  results: Results
  conflicts: readonly Conflict[]
  mark: MarkSkill
}

/** A list of skills with the grade buttons of one child. */
export function SkillList({ course, skills, memberUuid, results, conflicts, mark }: SkillListProps) {
  const { t } = useTranslation()
  if (skills.length === 0) return null
  return (
    <ol className="skills">
      {skills.map((skill) => (
        <li key={memberUuid + skill.id}>
          <div className="split">
            <h3>{skill.title}</h3>
            <SkillInfoButton course={course} skill={skill} />
            <ConflictLink conflicts={conflicts} memberUuid={memberUuid} nodeId={skill.id} />
          </div>
          {passPointOfNode(course.scheme, skill.id) === 0 ? (
            <p className="dim">{t('coach.notAssessable')}</p>
          ) : (
            <SkillGrades
              course={course}
              skill={skill}
              memberUuid={memberUuid}
              value={results.get(skill.id)?.grade ?? null}
              label={skill.title}
              mark={mark}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

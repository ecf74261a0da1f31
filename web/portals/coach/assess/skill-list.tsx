import { ChevronDown, CircleCheck } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { Conflict } from '#contract/assessment/sync.ts'
import type { Result, Results } from '#domain/assessment/engine.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import { Icon } from '#web/ui/icon.tsx'
import { SkillRow } from '#web/features/marking/skill-row.tsx'
import { ConflictLink } from '#web/portals/coach/device/conflict-link.tsx'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { isSkillPassed } from './level/open-skills.ts'
import { SkillInfoButton } from './skill-info-button.tsx'
import { SkillGrades } from './skill-grades.tsx'
import type { MarkSkill } from './use-marking.ts'

interface SkillListProps {
  compiled: CompiledCurriculum
  skills: readonly SchemeNode[]
  memberUuid: string
  results: Results
  conflicts: readonly Conflict[]
  mark: MarkSkill
}

/**
 * A list of skills with the grade buttons of one child: open skills first, passed ones folded behind one line. A skill
 * stays where it was when the list was opened, so that no button moves while the coach marks. The list's key must be the
 * member and the level.
 */
export function SkillList({ skills, ...rest }: SkillListProps) {
  const { t } = useTranslation()
  const [passedAtOpening] = useState(
    () => new Set(skills.filter(({ id }) => isSkillPassed(rest.results, id)).map(({ id }) => id)),
  )
  const open = skills.filter(({ id }) => !passedAtOpening.has(id))
  const passed = skills.filter(({ id }) => passedAtOpening.has(id))
  return (
    <>
      <Skills skills={open} {...rest} />
      {passed.length === 0 ? null : (
        <details className="passed">
          <summary>
            <Icon icon={CircleCheck} />
            {t('coach.skills.passed', { count: passed.length })}
            <Icon icon={ChevronDown} />
          </summary>
          <Skills skills={passed} {...rest} />
        </details>
      )}
    </>
  )
}

function Skills({ skills, results, ...rest }: SkillListProps) {
  if (skills.length === 0) return null
  return (
    <ol className="skills">
      {skills.map((skill) => (
        <SkillOfMember key={rest.memberUuid + skill.id} skill={skill} result={results.get(skill.id)} {...rest} />
      ))}
    </ol>
  )
}

interface SkillOfMemberProps extends Omit<SkillListProps, 'skills' | 'results'> {
  skill: SchemeNode
  result: Result | undefined
}

/** One skill of the child. A tap on a grade renders only the skill that it marks. */
const SkillOfMember = memo(function SkillOfMember({
  compiled,
  skill,
  memberUuid,
  result,
  conflicts,
  mark,
}: SkillOfMemberProps) {
  const { t } = useTranslation()
  return (
    <SkillRow
      title={skill.title}
      beside={
        <>
          <SkillInfoButton compiled={compiled} skill={skill} />
          <ConflictLink
            conflicts={conflicts}
            memberUuid={memberUuid}
            schemeSlug={compiled.curriculum.slug}
            nodeId={skill.id}
          />
        </>
      }
      grades={
        passPointOfNode(compiled.scheme, skill.id) === 0 ? (
          <p className="dim">{t('coach.notAssessable')}</p>
        ) : (
          <SkillGrades
            compiled={compiled}
            skill={skill}
            memberUuid={memberUuid}
            result={result}
            label={skill.title}
            mark={mark}
          />
        )
      }
    />
  )
})

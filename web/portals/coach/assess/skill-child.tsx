import { memo } from 'react'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember, Conflict } from '#contract/assessment/sync.ts'
import type { Results } from '#domain/assessment/engine.ts'
import { useTranslation } from 'react-i18next'
import { ChildRow, LevelPips } from '#web/features/marking/child-row.tsx'
import { ConflictLink } from '#web/portals/coach/device/conflict-link.tsx'
import { evaluationOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { fullName } from '#web/portals/coach/full-name.ts'
import { LevelAchievement } from './level/level-achievement.tsx'
import { levelView } from './level/level-view.ts'
import { useLevelWords } from './level/use-level-words.ts'
import { AbsentChip } from './person/absent-chip.tsx'
import { Legend } from './person/legend.tsx'
import { MedicalNote } from './person/person.tsx'
import { SkillGrades } from './skill-grades.tsx'
import type { MarkSkill } from './use-marking.ts'
import './assess.css'

interface SkillChildProps {
  member: CoachMember
  results: Results
  compiled: CompiledCurriculum
  level: SchemeNode
  skill: SchemeNode
  /** The title of the child's current level. */
  currentTitle: string | undefined
  today: string
  /** The child is registered as absent. */
  absent: boolean
  /** The title of the child's current level, if it is another one and only that one may be marked. */
  otherLevel: string | null
  conflicts: readonly Conflict[]
  mark: MarkSkill
}

/**
 * One child's row on the page of a skill. Marking does not change its height, so that the rows below stay where the
 * coach taps next.
 */
export const SkillChild = memo(function SkillChild({
  member,
  results,
  compiled,
  level,
  skill,
  currentTitle,
  today,
  absent,
  otherLevel,
  conflicts,
  mark,
}: SkillChildProps) {
  const { t } = useTranslation()
  const levelWords = useLevelWords()
  const progress = levelView(compiled, evaluationOf(compiled, results), results, level.id)
  if (!progress) return null
  return (
    <ChildRow
      firstname={member.firstname}
      lastname={member.lastname}
      name={fullName(member)}
      about={
        <>
          <Legend member={member} level={currentTitle} today={today} /> <AbsentChip absent={absent} />
        </>
      }
      level={
        <LevelAchievement
          key={level.id}
          brief
          level={progress}
          title={level.title}
          name={member.firstname}
          disabled={otherLevel !== null}
          onPass={(grade) =>
            mark(member.uuid, compiled.curriculum.slug, `${level.id}/manual`, grade, /* pass point */ 1)
          }
          fallback={
            <LevelPips
              marks={progress.marks}
              {...(progress.need === undefined ? {} : { need: progress.need })}
              words={otherLevel === null ? levelWords(progress) : t('coach.elsewhere', { title: otherLevel })}
            />
          }
        />
      }
      notes={
        <>
          <MedicalNote member={member} />
          <ConflictLink
            conflicts={conflicts}
            memberUuid={member.uuid}
            schemeSlug={compiled.curriculum.slug}
            nodeId={skill.id}
          />
        </>
      }
      grades={
        <SkillGrades
          compiled={compiled}
          skill={skill}
          memberUuid={member.uuid}
          result={results.get(skill.id)}
          label={fullName(member)}
          mark={mark}
          disabled={otherLevel !== null}
        />
      }
    />
  )
})

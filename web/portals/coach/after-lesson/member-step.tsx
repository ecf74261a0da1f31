import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { FamilyWord } from '#web/portals/coach/assess/level/family-word.tsx'
import { LevelAchievement } from '#web/portals/coach/assess/level/level-achievement.tsx'
import { levelView } from '#web/portals/coach/assess/level/level-view.ts'
import { openSkills } from '#web/portals/coach/assess/level/open-skills.ts'
import { PassAllButton } from '#web/portals/coach/assess/pass-all-button.tsx'
import { MedicalNote } from '#web/portals/coach/assess/person/person.tsx'
import { MarkDock } from '#web/portals/coach/assess/saving/mark-dock.tsx'
import { undoneWords } from '#web/portals/coach/assess/saving/undone-words.ts'
import { SkillList } from '#web/portals/coach/assess/skill-list.tsx'
import { useMarking } from '#web/portals/coach/assess/use-marking.ts'
import { fullName } from '#web/portals/coach/full-name.ts'
import {
  currentLevelId,
  evaluationOf,
  nodeOf,
  resultsOf,
  skillsOf,
  type CompiledCurriculum,
} from '#web/portals/coach/groups/group-data.ts'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { OtherDayBanner } from '#web/portals/coach/sessions/other-day-banner.tsx'
import type { StepProps } from './step-props.ts'
import '../assess/assess.css'
import './after-lesson.css'

interface MemberStepProps extends StepProps {
  /** The members of the group who are marked. */
  members: readonly CoachMember[]
  memberUuid: string
}

/** The step of the run in which the open skills of one member's current level are marked. */
export function MemberStep(props: MemberStepProps) {
  const { compiled } = useGroup(props.group.id, props.day.date)
  const member = props.members.find(({ uuid }) => uuid === props.memberUuid)
  // the curriculum is still being loaded
  if (!compiled || !member) return <MissingGroup ready={false} />
  return <OpenSkills {...props} member={member} compiled={compiled} />
}

function OpenSkills({
  group,
  day,
  place,
  next,
  members,
  member,
  compiled,
}: MemberStepProps & { member: CoachMember; compiled: CompiledCurriculum }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { snapshot } = useGroup(group.id, day.date)
  const results = resultsOf(snapshot, compiled, member.uuid)
  const evaluation = evaluationOf(compiled, results)
  // as they were when the step was opened, so that no button moves while the coach marks
  const [{ levelId, shown }] = useState(() => {
    const id = currentLevelId(compiled, evaluation, group, member)
    return {
      levelId: id,
      shown: new Set(id === null ? [] : openSkills(compiled, results, id).map((skill) => skill.id)),
    }
  })
  const marking = useMarking(group, day.date, (undone) => {
    // marks of this member are seen changing on the page; only others need an alert
    if (undone.some(({ memberUuid }) => memberUuid !== member.uuid))
      alerts.show(undoneWords(t, compiled, members, undone))
  })
  const { slug } = compiled.curriculum
  const level = levelId === null ? null : levelView(compiled, evaluation, results, levelId)
  const title = levelId === null ? undefined : nodeOf(compiled, levelId)?.title
  const skills = levelId === null ? [] : skillsOf(compiled, levelId).filter(({ id }) => shown.has(id))
  const skillsToPass = levelId === null ? [] : openSkills(compiled, results, levelId)
  const at = members.indexOf(member) + 1
  return (
    <Page title={fullName(member)} className="assess step">
      <PageTitle
        title={group.name}
        sub={[t('coach.after.title'), place].join(' · ')}
        back={{ to: `/after-lesson${day.query}`, title: t('coach.after.title') }}
      />
      <div className="sheet-top">
        <OtherDayBanner day={day} isMarkingPage />
        <div>
          <h2>{fullName(member)}</h2>
          <p className="small dim">
            {[t('coach.placeOf', { at, of: members.length }), title].filter(Boolean).join(' · ')}
          </p>
        </div>
        <MedicalNote member={member} />
        <div className="sheet-acts">
          <PassAllButton
            label={t('coach.passAll.skills', { count: skillsToPass.length })}
            marks={skillsToPass.map(({ id, pass }) => ({
              memberUuid: member.uuid,
              schemeSlug: slug,
              nodeId: id,
              grade: pass,
              pass,
            }))}
            onPass={marking.markAll}
          />
        </div>
      </div>
      <div className="sections">
        {skills.length === 0 ? <p className="in">{t('coach.after.nothingOpen', { name: member.firstname })}</p> : null}
        <SkillList
          compiled={compiled}
          skills={skills}
          memberUuid={member.uuid}
          results={results}
          conflicts={snapshot.conflicts}
          mark={marking.mark}
        />
      </div>
      <MarkDock
        marking={marking}
        leading={
          level && levelId !== null ? (
            <LevelAchievement
              level={level}
              title={title ?? ''}
              name={member.firstname}
              // a manual grade has pass point 1
              onPass={(grade) => marking.mark(member.uuid, slug, `${levelId}/manual`, grade, 1)}
              afterPass={
                <FamilyWord groupId={group.id} member={member} level={{ slug, id: levelId, title: title ?? '' }} />
              }
            />
          ) : null
        }
        trailing={
          <Link className="btn main" to={next.to}>
            {next.label}
            <Icon icon={ArrowRight} />
          </Link>
        }
      />
    </Page>
  )
}

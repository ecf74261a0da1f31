import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { AdditionalDialog } from './level/additional-dialog.tsx'
import { OtherDayBanner } from '#web/portals/coach/sessions/other-day-banner.tsx'
import {
  levelAbove,
  levelsOf,
  resultsOf,
  skillsOf,
  type CompiledCurriculum,
} from '#web/portals/coach/groups/group-data.ts'
import { isSkillPassed } from './level/open-skills.ts'
import { MarkDock } from './saving/mark-dock.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { PassAllButton } from './pass-all-button.tsx'
import { SkillChild } from './skill-child.tsx'
import { SkillChooser, type OpenCount, type SkillOfLevel } from './skill-chooser.tsx'
import { SkillInfoButton } from './skill-info-button.tsx'
import type { Direction } from './direction.ts'
import { undoneWords } from './saving/undone-words.ts'
import { useAdditional, type AdditionalSkills } from './level/use-additional.ts'
import { useGroup, type GroupView } from '#web/portals/coach/groups/use-group.ts'
import { useCurrentLevels, type CurrentLevels } from './use-current-levels.ts'
import { useMarking } from './use-marking.ts'
import { useMarkDay, type SessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { usePreviousNext } from './use-previous-next.ts'
import { PagerBar } from './pager-bar.tsx'
import { NothingToAssess } from '#web/portals/coach/groups/nothing-to-show.tsx'
import './assess.css'
import '../groups/members.css'

/** Marks all children of a group in one skill. */
export function AssessSkillPage() {
  const { groupId, '*': path } = useParams()
  const day = useMarkDay()
  const view = useGroup(groupId, day.date)
  const { group, compiled, snapshot } = view
  if (!group) return <MissingGroup ready={snapshot.ready} />
  // the group's page says that it has no members, or that it is another coach's
  if (view.members.length === 0 || group.imported === true)
    return <Navigate replace to={`/member-groups/${group.id}${day.query}`} />
  if (group.scheme_slug === null) return <NoSkills group={group} query={day.query} />
  // the curriculum is still being loaded
  if (!compiled) return <MissingGroup ready={false} />
  return <SkillOfAddress view={view} group={group} compiled={compiled} skillId={`/${path}`} day={day} />
}

/**
 * Finds the skill of the address among those that may be marked here; an unknown one leads to the first that is open for
 * a child.
 */
function SkillOfAddress({
  view,
  group,
  compiled,
  skillId,
  day,
}: Pick<MarkingViewProps, 'view' | 'group' | 'compiled' | 'day'> & { skillId: string }) {
  const additional = useAdditional(compiled, group)
  const currentLevels = useCurrentLevels(view, group, compiled)
  const groupSkills = levelsOf(compiled, group).flatMap((level) =>
    skillsOf(compiled, level.id).map((skill) => ({ level, skill })),
  )
  const additionalWithLevels = (additional?.skills ?? []).flatMap((skill) => {
    const level = levelAbove(compiled, skill)
    return level ? [{ level, skill }] : []
  })
  const allSkills = [...groupSkills, ...additionalWithLevels]
  /** The children who can be marked in a level now; absent ones cannot. */
  const markable = (level: SchemeNode) =>
    view.members.filter(
      (member) => !view.absent.has(member.uuid) && currentLevels.otherLevel(member, level.id) === null,
    )
  const openMembers = ({ level, skill }: SkillOfLevel) =>
    markable(level).filter(({ uuid }) => !isSkillPassed(resultsOf(view.snapshot, compiled, uuid), skill.id))
  const index = allSkills.findIndex(({ skill }) => skill.id === skillId)
  const start = index < 0 ? (allSkills.find((choice) => openMembers(choice).length > 0) ?? allSkills[0]) : undefined
  if (start) return <Navigate replace to={`/member-groups/${group.id}/skill${start.skill.id}${day.query}`} />
  const current = allSkills[index]
  if (!current) return <NoSkills group={group} query={day.query} />
  return (
    <MarkingView
      view={view}
      group={group}
      compiled={compiled}
      allSkills={allSkills}
      index={index}
      current={current}
      day={day}
      additional={additional}
      currentLevels={currentLevels}
      openMembers={openMembers}
      countOf={(choice) => ({ open: openMembers(choice).length, of: markable(choice.level).length })}
    />
  )
}

function NoSkills({ group, query }: { group: Group; query: string }) {
  const { t } = useTranslation()
  return <NothingToAssess group={group} sub={t('coach.group.bySkill')} query={query} />
}

interface MarkingViewProps {
  view: GroupView
  group: Group
  compiled: CompiledCurriculum
  /** The skills that may be marked here, and the index of the one that the page shows. */
  allSkills: SkillOfLevel[]
  index: number
  current: SkillOfLevel
  day: SessionDay
  additional: AdditionalSkills | null
  currentLevels: CurrentLevels
  /** The children who can be marked in a skill and have not passed it. */
  openMembers: (choice: SkillOfLevel) => CoachMember[]
  countOf: (choice: SkillOfLevel) => OpenCount
}

function MarkingView({ current, ...props }: MarkingViewProps) {
  const { view, group, compiled, allSkills, index, day, additional, currentLevels, openMembers, countOf } = props
  const { level, skill } = current
  const { t } = useTranslation()
  const { alerts } = useShell()
  const navigate = useNavigate()
  const { snapshot, members, absent, today } = view
  const marking = useMarking(group, day.date, (undone) => {
    // marks of this skill and passes of its level are seen changing on the page; only others need an alert
    if (undone.some(({ nodeId }) => nodeId !== skill.id && nodeId !== `${level.id}/manual`))
      alerts.show(undoneWords(t, compiled, members, undone))
  })
  const linkTo = ({ id }: SchemeNode) => `/member-groups/${group.id}/skill${id}${day.query}`
  const openNeighbour = (direction: Direction) => {
    // after the last skill comes the first one
    const neighbour = allSkills[(index + direction + allSkills.length) % allSkills.length]
    if (neighbour && neighbour.skill !== skill) void navigate(linkTo(neighbour.skill), { replace: true })
  }
  usePreviousNext(openNeighbour)
  const levelSkills = skillsOf(compiled, level.id)
  const skillNumber = levelSkills.indexOf(skill) + 1
  const passPoint = passPointOfNode(compiled.scheme, skill.id)
  const membersToPass = openMembers(current)
  const slug = compiled.curriculum.slug
  return (
    <Page title={skill.title} className="assess by-skill">
      <PageTitle
        title={group.name}
        sub={t('coach.group.bySkill')}
        back={{ to: `/member-groups/${group.id}${day.query}`, title: group.name }}
      />
      <div className="sheet-top">
        <OtherDayBanner day={day} isMarkingPage />
        <PagerBar
          previous={t('coach.previousSkill')}
          next={t('coach.nextSkill')}
          onStep={openNeighbour}
          alone={allSkills.length < 2}
        >
          <h2>
            <SkillChooser skills={allSkills} current={skill} countOf={countOf} linkTo={linkTo} />
          </h2>
          <div className="place">
            <p className="small dim">
              {t('coach.skillPlace', { level: level.title, at: skillNumber, of: levelSkills.length })}
            </p>
            <SkillInfoButton compiled={compiled} skill={skill} />
          </div>
        </PagerBar>
        <div className="sheet-acts">
          <PassAllButton
            label={t(absent.size > 0 ? 'coach.passAll.present' : 'coach.passAll.members', {
              count: membersToPass.length,
            })}
            marks={membersToPass.map(({ uuid }) => ({
              memberUuid: uuid,
              schemeSlug: slug,
              nodeId: skill.id,
              grade: passPoint,
              pass: passPoint,
            }))}
            onPass={marking.markAll}
          />
          {additional ? <AdditionalDialog compiled={compiled} additional={additional} /> : null}
        </div>
      </div>
      <ul className="children">
        {members.map((member) => (
          <SkillChild
            key={member.uuid}
            member={member}
            results={resultsOf(snapshot, compiled, member.uuid)}
            compiled={compiled}
            level={level}
            skill={skill}
            currentTitle={currentLevels.titleOf(member)}
            today={today}
            absent={absent.has(member.uuid)}
            otherLevel={currentLevels.otherLevel(member, level.id)}
            conflicts={snapshot.conflicts}
            mark={marking.mark}
          />
        ))}
      </ul>
      <MarkDock marking={marking} />
    </Page>
  )
}

import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { CoachMember, Conflict } from '#contract/assessment/sync.ts'
import type { Results } from '#domain/assessment/engine.ts'
import { passPointOfNode } from '#domain/curriculum/scheme.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Pips } from '#web/ui/rungs/pips.tsx'
import { AdditionalDialog } from './level/additional-dialog.tsx'
import { OtherDayBanner } from '#web/portals/coach/sessions/other-day-banner.tsx'
import { ConflictLink } from '#web/portals/coach/device/conflict-link.tsx'
import {
  levelAbove,
  currentLevelId,
  levelsOf,
  nodeOf,
  otherLevelTitle,
  resultsOf,
  skillsOf,
  evaluationOf,
  type CompiledCurriculum,
} from '#web/portals/coach/groups/group-data.ts'
import { Legend } from './person/legend.tsx'
import { LevelAchievement } from './level/level-achievement.tsx'
import { levelView } from './level/level-view.ts'
import { MarkDock } from './saving/mark-dock.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { PassAllButton } from './pass-all-button.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { MedicalNote } from './person/person.tsx'
import { attendanceOf } from '#web/portals/coach/register/register-data.ts'
import { SkillInfoButton } from './skill-info-button.tsx'
import { SkillGrades } from './skill-grades.tsx'
import type { Direction } from './direction.ts'
import { undoneWords } from './saving/undone-words.ts'
import { useAdditional, type AdditionalSkills } from './level/use-additional.ts'
import { useGroup, type GroupView } from '#web/portals/coach/groups/use-group.ts'
import { useMarking, type MarkSkill } from './use-marking.ts'
import { useMarkDay, type SessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { usePreviousNext } from './use-previous-next.ts'
import { PagerBar } from './pager-bar.tsx'
import { NoMembers } from '#web/portals/coach/groups/no-members.tsx'
import './assess.css'
import '../groups/members.css'

interface SkillOfLevel {
  level: SchemeNode
  skill: SchemeNode
}

/** Marks all children of a group in one skill. */
export function AssessSkillPage() {
  const { groupId, '*': path } = useParams()
  const day = useMarkDay()
  const view = useGroup(groupId, day.date)
  const { group, compiled, snapshot } = view
  if (!group) return <MissingGroup ready={snapshot.ready} />
  if (group.imported === true) return <Navigate replace to={`/member-groups/${group.id}${day.query}`} />
  // a group that has no curriculum is shown as missing; otherwise the curriculum is still being loaded
  if (!compiled) return <MissingGroup ready={group.scheme_slug === null} />
  return <SkillOfAddress view={view} group={group} compiled={compiled} skillId={`/${path}`} day={day} />
}

/** Finds the skill of the address among those that may be marked here; an unknown one leads to the first. */
function SkillOfAddress({
  view,
  group,
  compiled,
  skillId,
  day,
}: Pick<MarkingViewProps, 'view' | 'group' | 'compiled' | 'day'> & { skillId: string }) {
  const additional = useAdditional(compiled, group)
  const groupSkills = levelsOf(compiled, group).flatMap((level) =>
    skillsOf(compiled, level.id).map((skill) => ({ level, skill })),
  )
  const additionalWithLevels = (additional?.skills ?? []).flatMap((skill) => {
    const level = levelAbove(compiled, skill)
    return level ? [{ level, skill }] : []
  })
  const allSkills = [...groupSkills, ...additionalWithLevels]
  const [firstSkill] = allSkills
  const index = allSkills.findIndex(({ skill }) => skill.id === skillId)
  if (index < 0 && firstSkill)
    return <Navigate replace to={`/member-groups/${group.id}/skill${firstSkill.skill.id}${day.query}`} />
  const current = allSkills[index]
  if (!current) return <NoSkills group={group} />
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
    />
  )
}

function NoSkills({ group }: { group: Group }) {
  const { t } = useTranslation()
  return (
    <Page title={group.name}>
      <PageTitle
        title={group.name}
        sub={t('coach.group.bySkill')}
        back={{ to: `/member-groups/${group.id}`, title: group.name }}
      />
      <p>{t('coach.noLevels')}</p>
    </Page>
  )
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
}

function MarkingView({ current: { level, skill }, ...props }: MarkingViewProps) {
  const { view, group, compiled, allSkills, index, day, additional } = props
  const { t } = useTranslation()
  const { alerts } = useShell()
  const navigate = useNavigate()
  const { snapshot, members, today } = view
  const currentOf = (member: CoachMember): string | null =>
    currentLevelId(compiled, evaluationOf(compiled, resultsOf(snapshot, compiled, member.uuid)), group, member)
  // the current levels when the page was opened: passing a level must not lock the child's row at once [4.25]
  const [currentAtOpening] = useState(() => new Map(members.map((member) => [member.uuid, currentOf(member)])))
  const marking = useMarking(group, day.date, (undone) => {
    // marks of this skill and passes of its level are seen changing on the page; only others need an alert
    if (undone.some(({ nodeId }) => nodeId !== skill.id && nodeId !== `${level.id}/manual`))
      alerts.show(undoneWords(t, compiled, members, undone))
  })
  const openNeighbour = (direction: Direction) => {
    // after the last skill comes the first one
    const neighbour = allSkills[(index + direction + allSkills.length) % allSkills.length]
    if (neighbour && neighbour.skill !== skill)
      void navigate(`/member-groups/${group.id}/skill${neighbour.skill.id}${day.query}`, { replace: true })
  }
  usePreviousNext(openNeighbour)
  const levelSkills = skillsOf(compiled, level.id)
  const skillNumber = levelSkills.indexOf(skill) + 1
  const otherLevel = (member: CoachMember): string | null => {
    // undefined: the child came into the group since; null: the child had no current level
    const atOpening = currentAtOpening.get(member.uuid)
    return otherLevelTitle(compiled, group, atOpening === undefined ? currentOf(member) : atOpening, level.id)
  }
  const passPoint = passPointOfNode(compiled.scheme, skill.id)
  const uuids = members.map(({ uuid }) => uuid)
  const attendance = attendanceOf(snapshot.registers, group.id, day.date, uuids)
  // "pass all" leaves out children who were absent
  const openMembers = members.filter((member) => {
    const result = resultsOf(snapshot, compiled, member.uuid).get(skill.id)
    const passed = result !== undefined && result.pass > 0 && result.grade >= result.pass
    return !passed && otherLevel(member) === null && attendance.get(member.uuid) !== 'absent'
  })
  const slug = compiled.curriculum.slug
  return (
    <Page title={skill.title} className="assess by-skill">
      <PageTitle
        title={group.name}
        sub={`${t('coach.group.bySkill')} · ${skill.title}`}
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
          <h2>{skill.title}</h2>
          <div className="place">
            <p className="small dim">
              {t('coach.skillPlace', { level: level.title, at: skillNumber, of: levelSkills.length })}
            </p>
            <SkillInfoButton compiled={compiled} skill={skill} />
          </div>
        </PagerBar>
        <div className="sheet-acts">
          <PassAllButton
            label={t('coach.passAll.members', { count: openMembers.length })}
            marks={openMembers.map(({ uuid }) => ({
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
      {members.length === 0 ? <NoMembers /> : null}
      <ul className="children">
        {members.map((member) => (
          <Child
            key={member.uuid}
            member={member}
            results={resultsOf(snapshot, compiled, member.uuid)}
            compiled={compiled}
            level={level}
            skill={skill}
            currentTitle={nodeOf(compiled, currentAtOpening.get(member.uuid) ?? currentOf(member) ?? '')?.title}
            today={today}
            otherLevel={otherLevel(member)}
            conflicts={snapshot.conflicts}
            mark={marking.mark}
          />
        ))}
      </ul>
      <MarkDock marking={marking} />
    </Page>
  )
}

interface ChildProps {
  member: CoachMember
  results: Results
  compiled: CompiledCurriculum
  level: SchemeNode
  skill: SchemeNode
  /** The title of the child's current level. */
  currentTitle: string | undefined
  today: string
  /** The title of the child's current level, if it is another one and only that one may be marked. */
  otherLevel: string | null
  conflicts: readonly Conflict[]
  mark: MarkSkill
}

/** One child's row. Marking does not change its height, so that the rows below stay where the coach taps next. */
const Child = memo(function Child({
  member,
  results,
  compiled,
  level,
  skill,
  currentTitle,
  today,
  otherLevel,
  conflicts,
  mark,
}: ChildProps) {
  const { t } = useTranslation()
  const progress = levelView(compiled, evaluationOf(compiled, results), results, level.id)
  if (!progress) return null
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span className="who-is">
        <span className="name">{fullName(member)}</span>
        <span className="small dim">
          <Legend member={member} level={currentTitle} today={today} />
        </span>
        <MedicalNote member={member} />
        <ConflictLink
          conflicts={conflicts}
          memberUuid={member.uuid}
          schemeSlug={compiled.curriculum.slug}
          nodeId={skill.id}
        />
        <span className="slot">
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
              <span className="progress">
                <Pips
                  marks={progress.marks}
                  size="tiny"
                  {...(progress.need === undefined ? {} : { need: progress.need })}
                />
                <span className="small dim">
                  {otherLevel === null
                    ? t(`coach.toGo.${progress.state}`, { count: progress.toGo })
                    : t('coach.elsewhere', { title: otherLevel })}
                </span>
              </span>
            }
          />
        </span>
      </span>
      <SkillGrades
        compiled={compiled}
        skill={skill}
        memberUuid={member.uuid}
        value={results.get(skill.id)?.grade ?? null}
        label={fullName(member)}
        mark={mark}
        disabled={otherLevel !== null}
      />
    </li>
  )
})

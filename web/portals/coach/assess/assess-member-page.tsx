import { History } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { familyWordLane } from '#domain/assessment/commands/family-word.ts'
import { markLane } from '#domain/assessment/mark.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { AdditionalDialog } from './level/additional-dialog.tsx'
import { OtherDayBanner } from '#web/portals/coach/sessions/other-day-banner.tsx'
import {
  currentLevelId,
  levelsOf,
  nodeOf,
  resultsOf,
  sectionsOf,
  evaluationOf,
  type CompiledCurriculum,
} from '#web/portals/coach/groups/group-data.ts'
import { AbsentChip } from './person/absent-chip.tsx'
import { Legend } from './person/legend.tsx'
import { FamilyWord } from './level/family-word.tsx'
import { LevelBar } from './level/level-bar.tsx'
import { LevelAchievement } from './level/level-achievement.tsx'
import { LevelSwitch } from './level/level-switch.tsx'
import { levelView } from './level/level-view.ts'
import { MemberNote } from './person/member-note.tsx'
import { MarkDock } from './saving/mark-dock.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { MissingMember, NothingToAssess } from '#web/portals/coach/groups/nothing-to-show.tsx'
import { openSkills } from './level/open-skills.ts'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { PassAllButton } from './pass-all-button.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { MedicalNote } from './person/person.tsx'
import { RefusalLink } from './saving/refusal-link.tsx'
import { SkillList } from './skill-list.tsx'
import { undoneWords } from './saving/undone-words.ts'
import { useAdditional } from './level/use-additional.ts'
import { useGroup, type GroupView } from '#web/portals/coach/groups/use-group.ts'
import { useMarking } from './use-marking.ts'
import { useMarkDay, type SessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import { usePreviousNext } from './use-previous-next.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import { PagerBar } from './pager-bar.tsx'
import { missingForPass } from './level/missing-for-pass.ts'
import type { Direction } from './direction.ts'
import './assess.css'

/** Marks one child in the skills of one level. */
export function AssessMemberPage() {
  const { t } = useTranslation()
  const { groupId, memberUuid } = useParams()
  const day = useMarkDay()
  const view = useGroup(groupId, day.date)
  const { group, members, compiled, snapshot } = view
  if (!group) return <MissingGroup ready={snapshot.ready} />
  const [firstMember] = members
  // the group's page says that it has no members, or that it is another coach's
  if (!firstMember || group.imported === true) return <Navigate replace to={`/member-groups/${group.id}${day.query}`} />
  if (memberUuid === undefined)
    return <Navigate replace to={`/member-groups/${group.id}/member/${firstMember.uuid}${day.query}`} />
  if (group.scheme_slug === null)
    return <NothingToAssess group={group} sub={t('coach.group.byMember')} query={day.query} />
  // the curriculum is still being loaded
  if (!compiled) return <MissingGroup ready={false} />
  if (!members.some((m) => m.uuid === memberUuid))
    return <MissingMember group={group} sub={t('coach.group.byMember')} query={day.query} />
  // the key makes the page of each group its own: a child of two groups may be at another level in each
  return <MarkingView key={group.id} view={view} group={group} compiled={compiled} memberUuid={memberUuid} day={day} />
}

interface MarkingViewProps {
  view: GroupView
  group: Group
  compiled: CompiledCurriculum
  memberUuid: string
  day: SessionDay
}

function MarkingView({ view, group, compiled, memberUuid, day }: MarkingViewProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const navigate = useNavigate()
  const { club } = useCoach()
  const { snapshot, members, absent, today } = view
  const index = members.findIndex((m) => m.uuid === memberUuid)
  const member = members[index]
  const results = resultsOf(snapshot, compiled, memberUuid)
  const evaluation = evaluationOf(compiled, results)
  const [{ levelId, currentId, hadNote }, setLevelId] = useOpening(memberUuid, () => ({
    currentId: member ? currentLevelId(compiled, evaluation, group, member) : null,
    hadNote: Boolean(member?.note),
  }))
  const additional = useAdditional(compiled, group)
  const marking = useMarking(group, day.date, (undone) => {
    // marks of this child are seen changing on the page; only others need an alert
    if (undone.some((mark) => mark.memberUuid !== memberUuid)) alerts.show(undoneWords(t, compiled, members, undone))
  })
  // after the last child comes the first one
  const neighbourOf = (direction: Direction) => members[(index + direction + members.length) % members.length]
  const openNeighbour = (direction: Direction) => {
    const neighbour = neighbourOf(direction)
    if (neighbour && neighbour !== member)
      void navigate(`/member-groups/${group.id}/member/${neighbour.uuid}${day.query}`, { replace: true })
  }
  usePreviousNext(openNeighbour)
  // the page has checked that the child is in the group
  if (!member) return null
  const groupLevels = levelsOf(compiled, group)
  // some groups mark each child in its current level only [4.25]
  const levels = group.assessment_level_limit ? groupLevels.filter((l) => l.id === currentId) : groupLevels
  const level = levelId === null ? null : levelView(compiled, evaluation, results, levelId)
  const title = groupLevels.find((l) => l.id === levelId)?.title ?? ''
  const slug = compiled.curriculum.slug
  /** Returns a function that writes the manual grade of a level or skill group; such a grade has pass point 1. */
  const manualGradeWriter = (id: string) => (grade: number) =>
    marking.mark(memberUuid, slug, `${id}/manual`, grade, /* pass point */ 1)
  const manualLane = (id: string) => markLane(memberUuid, slug, `${id}/manual`)
  const levelProps = { title, name: member.firstname, onPass: manualGradeWriter(levelId ?? '') }
  const isAbsent = absent.has(memberUuid)
  // "pass all" leaves out children who were absent
  const skillsToPass = levelId === null || isAbsent ? [] : openSkills(compiled, results, levelId)
  const note = <MemberNote key={member.uuid} group={group} member={member} />
  const skillList = (skills: readonly SchemeNode[]) => (
    <SkillList
      key={`${memberUuid}${levelId}`}
      compiled={compiled}
      skills={skills}
      memberUuid={memberUuid}
      results={results}
      conflicts={snapshot.conflicts}
      mark={marking.mark}
    />
  )
  return (
    <Page title={fullName(member)} className="assess">
      <PageTitle
        title={group.name}
        sub={t('coach.group.byMember')}
        back={{ to: `/member-groups/${group.id}${day.query}`, title: group.name }}
      />
      <div className="sheet-top">
        <OtherDayBanner day={day} isMarkingPage />
        <PagerBar
          previous={t('coach.previousName', { name: neighbourOf(-1)?.firstname })}
          next={t('coach.nextName', { name: neighbourOf(1)?.firstname })}
          onStep={openNeighbour}
          alone={members.length < 2}
        >
          <h2>{fullName(member)}</h2>
          <p className="small dim">
            {t('coach.placeOf', { at: index + 1, of: members.length })} ·{' '}
            <Legend
              member={member}
              level={currentId === null ? undefined : nodeOf(compiled, currentId)?.title}
              today={today}
            />{' '}
            <AbsentChip absent={isAbsent} />
          </p>
        </PagerBar>
        <MedicalNote member={member} />
        {hadNote ? note : null}
        {level && levelId !== null ? (
          <LevelBar
            key={memberUuid + levelId}
            level={level}
            {...levelProps}
            heading={
              levels.length > 1 ? <LevelSwitch levels={levels} levelId={levelId} onChange={setLevelId} /> : undefined
            }
            lane={manualLane(levelId)}
            missing={missingForPass(compiled, evaluation, levelId)}
          />
        ) : null}
        {levelId === null ? null : (
          <RefusalLink lane={familyWordLane({ memberUuid, schemeSlug: slug, schemeNodeId: levelId }, club.id)} />
        )}
      </div>
      <div className="sections">
        {levelId === null ? <p className="in">{t('coach.noLevels')}</p> : null}
        {(levelId === null ? [] : sectionsOf(compiled, levelId)).map((section, sectionIndex) => {
          const id = section.group?.id
          const skillGroupView = id === undefined ? null : levelView(compiled, evaluation, results, id)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- the sections of a level keep their order
            <section key={sectionIndex}>
              {section.group && skillGroupView ? (
                <LevelBar
                  key={memberUuid + section.group.id}
                  isSkillGroup
                  level={skillGroupView}
                  title={section.group.title}
                  name={member.firstname}
                  onPass={manualGradeWriter(section.group.id)}
                  lane={manualLane(section.group.id)}
                  missing={missingForPass(compiled, evaluation, section.group.id)}
                />
              ) : null}
              {skillList(section.skills)}
            </section>
          )
        })}
        {additional ? (
          <section className="extra">
            <div className="split">
              <h3>{t('coach.additional.title')}</h3>
              <AdditionalDialog compiled={compiled} additional={additional} />
            </div>
            {skillList(additional.skills)}
          </section>
        ) : null}
        <div className="sheet-acts">
          <PassAllButton
            label={t('coach.passAll.skills', { count: skillsToPass.length })}
            marks={skillsToPass.map(({ id, pass: grade }) => ({
              memberUuid,
              schemeSlug: slug,
              nodeId: id,
              grade,
              pass: grade,
            }))}
            onPass={marking.markAll}
          />
          {isAbsent ? <p className="small dim">{t('coach.passAll.absentMember', { name: member.firstname })}</p> : null}
          {hadNote ? null : note}
          <Link className="btn small" to={`/member-groups/${group.id}/member/${memberUuid}/history${day.query}`}>
            <Icon icon={History} />
            {t('coach.history.short')}
          </Link>
        </div>
      </div>
      <MarkDock
        marking={marking}
        leading={
          level && levelId !== null ? (
            <LevelAchievement
              key={memberUuid + levelId}
              level={level}
              {...levelProps}
              afterPass={<FamilyWord groupId={group.id} member={member} level={{ slug, id: levelId, title }} />}
            />
          ) : null
        }
      />
    </Page>
  )
}

/** What is kept of a child as it was when the page of the child was opened. */
interface Opening {
  currentId: string | null
  hadNote: boolean
}

/**
 * The level that the page shows, with the child's current level and whether there was a note, both as they were when the
 * child was opened: passing a level or adding a note must not move the page while the coach still marks.
 */
function useOpening(memberUuid: string, findOpening: () => Opening) {
  const [stored, setStored] = useState(() => openAt(memberUuid, findOpening()))
  // another child starts at its own current level; set while rendering, so that the former child's level is never drawn
  const state = stored.memberUuid === memberUuid ? stored : openAt(memberUuid, findOpening())
  if (state !== stored) setStored(state)
  const setLevelId = (levelId: string) => setStored({ ...state, levelId })
  return [state, setLevelId] as const
}

/** The state when a child is opened: the page shows its current level. */
const openAt = (memberUuid: string, opening: Opening) => ({ memberUuid, ...opening, levelId: opening.currentId })

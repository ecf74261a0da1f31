import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { OtherDayBanner } from '#web/portals/coach/sessions/other-day-banner.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { usePrinting } from '#web/ui/use-printing.ts'
import { GridCellGrades } from './grid-cell-grades.tsx'
import { chooseCell, placeOf } from './grid-keys.ts'
import { GridPaper } from './grid-paper.tsx'
import { gradeLabels } from './grid-row.tsx'
import { GridTable } from './grid-table.tsx'
import { levelsOf, resultsOf, skillsOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { LevelSwitch } from '#web/portals/coach/assess/level/level-switch.tsx'
import { MarkDock } from '#web/portals/coach/assess/saving/mark-dock.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { NothingToAssess } from '#web/portals/coach/groups/nothing-to-show.tsx'
import { ModeSwitch } from '#web/portals/coach/assess/mode-switch.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { undoneWords } from '#web/portals/coach/assess/saving/undone-words.ts'
import { useAdditional } from '#web/portals/coach/assess/level/use-additional.ts'
import { useGroup, type GroupView } from '#web/portals/coach/groups/use-group.ts'
import { useCurrentLevels } from '#web/portals/coach/assess/use-current-levels.ts'
import { useMarking } from '#web/portals/coach/assess/use-marking.ts'
import { useMarkDay, type SessionDay } from '#web/portals/coach/sessions/use-session-day.ts'
import './grid.css'
import '../assess/assess.css'

/** Marks a group in a grid of members by skills: with arrow keys and digits, or by tapping a cell and a grade below. */
export function GridPage() {
  const { t } = useTranslation()
  const { groupId } = useParams()
  const day = useMarkDay()
  const view = useGroup(groupId, day.date)
  const { group, compiled, members, snapshot } = view
  if (!group) return <MissingGroup ready={snapshot.ready} />
  if (group.imported === true || members.length === 0)
    return <Navigate replace to={`/member-groups/${group.id}${day.query}`} />
  const nothing = <NothingToAssess group={group} sub={t('coach.grid.short')} query={day.query} />
  if (group.scheme_slug === null) return nothing
  // the curriculum is still being loaded
  if (!compiled) return <MissingGroup ready={false} />
  const [firstLevel] = levelsOf(compiled, group)
  if (!firstLevel) return nothing
  // the key makes the grid of each group its own, with its own level and chosen cell
  return (
    <MarkingView key={group.id} view={view} group={group} compiled={compiled} firstLevelId={firstLevel.id} day={day} />
  )
}

interface MarkingViewProps {
  view: GroupView
  group: Group
  compiled: CompiledCurriculum
  firstLevelId: string
  day: SessionDay
}

function MarkingView({ view, group, compiled, firstLevelId, day }: MarkingViewProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { snapshot, members, absent } = view
  const printing = usePrinting()
  const currentLevels = useCurrentLevels(view, group, compiled)
  const [levelId, setLevelId] = useState(firstLevelId)
  const [chosen, setChosen] = useState(() => chooseCell({ row: 0, column: 0 }, members, []))
  const additional = useAdditional(compiled, group)
  const marking = useMarking(group, day.date, (undone) => alerts.show(undoneWords(t, compiled, members, undone)))
  const levels = levelsOf(compiled, group)
  // the chosen level may be removed while the page is open
  const level = levels.find(({ id }) => id === levelId) ?? levels[0]
  if (!level) return null
  const skills = [...skillsOf(compiled, level.id), ...(additional?.skills ?? [])]
  const otherLevel = (member: CoachMember) => currentLevels.otherLevel(member, level.id)
  const highestGrade = Math.max(0, ...skills.map((shown) => gradeLabels(compiled, shown).length - 1))
  const active = placeOf(chosen, members, skills)
  const member = members[active.row]
  const skill = skills[active.column]
  return (
    <Page title={t('coach.grid.title', { group: group.name, level: level.title })} className="assess grid-page">
      <PageTitle
        title={group.name}
        sub={[t('coach.grid.short'), level.title].join(' · ')}
        back={{ to: `/member-groups/${group.id}${day.query}`, title: group.name }}
      />
      <div className="sheet-top">
        <OtherDayBanner day={day} isMarkingPage />
        <div className="grid-tools">
          <ModeSwitch groupId={group.id} query={day.query} />
          <LevelSwitch levels={levels} levelId={level.id} onChange={setLevelId} />
          <Button kind="bare" icon aria-label={t('coach.grid.print')} onClick={() => window.print()}>
            <Icon icon={Printer} />
          </Button>
          <p className="keys" id="grid-keys">
            <span className="sr">{t('coach.grid.keys')}</span>
            <span aria-hidden="true">
              <kbd>↑ ↓ ← →</kbd> {t('coach.grid.move')} <kbd>{`0–${highestGrade}`}</kbd> {t('coach.grid.grade')}{' '}
              <kbd>Enter</kbd> {t('coach.grid.next')} <kbd>Ctrl Z</kbd> {t('coach.grid.undoKey')}
            </span>
          </p>
        </div>
      </div>
      {printing ? (
        <GridPaper
          snapshot={snapshot}
          compiled={compiled}
          group={group}
          level={level}
          date={day.date}
          members={members}
          skills={skills}
        />
      ) : null}
      <GridTable
        key={level.id}
        snapshot={snapshot}
        compiled={compiled}
        level={level}
        members={members}
        absent={absent}
        skills={skills}
        active={active}
        onActive={setChosen}
        otherLevel={otherLevel}
        marking={marking}
      />
      <MarkDock
        marking={marking}
        leading={
          member && skill ? (
            <GridCellGrades
              compiled={compiled}
              member={member}
              skill={skill}
              result={resultsOf(snapshot, compiled, member.uuid).get(skill.id)}
              otherLevel={otherLevel(member)}
              absent={absent.has(member.uuid)}
              mark={marking.mark}
            />
          ) : null
        }
      />
    </Page>
  )
}

import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { Group } from '#contract/groups.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { Page } from '#web/shell/page.tsx'
import { levelOf, levelsOf, resultsOf, skillsOf, standingOf, type Course } from './group-data.ts'
import { LevelBar } from './level-bar.tsx'
import { LevelNews } from './level-news.tsx'
import { LevelSwitch } from './level-switch.tsx'
import { levelView } from './level-view.ts'
import { MemberNote } from './member-note.tsx'
import { MarkDock } from './mark-dock.tsx'
import { MissingGroup } from './missing-group.tsx'
import { PageTitle } from './page-title.tsx'
import { fullName, Medical } from './person.tsx'
import { SkillAbout } from './skill-about.tsx'
import { SkillGrades } from './skill-grades.tsx'
import { undoneWords } from './undone-words.ts'
import { useGroup, type GroupView } from './use-group.ts'
import { useMarking } from './use-marking.ts'
import { useSteps } from './use-steps.ts'
import { WhoBar } from './who-bar.tsx'
import type { Step } from './step.ts'

/** One child, the skills of one level, grade buttons as large as fingers. */
export function AssessMemberPage() {
  const { groupId, memberUuid } = useParams()
  const view = useGroup(groupId)
  const { group, members, course, snapshot } = view
  if (!group) return <MissingGroup ready={snapshot.ready} />
  const [first] = members
  // a group without members says so on its own page
  if (!first) return <Navigate replace to={`/member-groups/${group.id}`} />
  if (memberUuid === undefined) return <Navigate replace to={`/member-groups/${group.id}/member/${first.uuid}`} />
  if (!course) return <MissingGroup ready={group.scheme_slug === null} />
  if (!members.some((m) => m.uuid === memberUuid)) return <MissingGroup ready />
  return <Sheet view={view} group={group} course={course} memberUuid={memberUuid} />
}

interface SheetProps {
  view: GroupView
  group: Group
  course: Course
  memberUuid: string
}

function Sheet({ view, group, course, memberUuid }: SheetProps) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const navigate = useNavigate()
  const { snapshot, members, today } = view
  const at = members.findIndex((m) => m.uuid === memberUuid)
  const member = members[at]
  const results = resultsOf(snapshot, course, memberUuid)
  const standing = standingOf(course, results)
  const [levelId, currentId, setLevelId] = useOpenLevel(memberUuid, () =>
    member ? levelOf(course, standing, group, member) : null,
  )
  const marking = useMarking(group, today, (undone) => {
    // what is on the page is seen going back
    if (undone.memberUuid !== memberUuid) alerts.show(undoneWords(t, course, members, undone))
  })
  const other = (by: Step) => members[(at + by + members.length) % members.length]
  const go = (by: Step) => {
    const to = other(by)
    if (to && to !== member) void navigate(`/member-groups/${group.id}/member/${to.uuid}`, { replace: true })
  }
  useSteps(go)
  useTopAtNew(memberUuid)
  if (!member) return null
  const offered = levelsOf(course, group)
  // [4.25]
  const levels = group.assessment_level_limit ? offered.filter((l) => l.id === currentId) : offered
  const level = levelId === null ? null : levelView(course, standing, results, levelId)
  const title = offered.find((l) => l.id === levelId)?.title ?? ''
  const pass = (grade: number) => marking.mark(memberUuid, course.curriculum.slug, `${levelId}/manual`, grade, 1)
  const shown = { title, name: member.firstname, onPass: pass }
  return (
    <Page title={fullName(member)} className="assess">
      <PageTitle
        title={group.name}
        sub={`${t('coach.group.byMember')} · ${fullName(member)}`}
        back={{ to: `/member-groups/${group.id}`, title: group.name }}
      />
      <div className="sheet-top">
        <WhoBar
          previous={t('coach.previousName', { name: other(-1)?.firstname })}
          next={t('coach.nextName', { name: other(1)?.firstname })}
          onStep={go}
          alone={members.length < 2}
        >
          <h2>{fullName(member)}</h2>
          <p className="small dim">{t('coach.placeOf', { at: at + 1, of: members.length })}</p>
        </WhoBar>
        <Medical member={member} />
        <MemberNote key={member.uuid} group={group} member={member} />
        {levelId === null ? null : <LevelSwitch levels={levels} levelId={levelId} onChange={setLevelId} />}
        {level ? <LevelBar key={memberUuid + levelId} level={level} {...shown} /> : null}
      </div>
      {levelId === null ? (
        <p className="in">{t('coach.noLevels')}</p>
      ) : (
        <ol className="skills">
          {skillsOf(course, levelId).map((skill) => (
            <li key={memberUuid + skill.id}>
              <div className="split">
                <h3>{skill.title}</h3>
                <SkillAbout course={course} skill={skill} />
              </div>
              <SkillGrades
                course={course}
                skill={skill}
                memberUuid={memberUuid}
                value={results.get(skill.id)?.grade ?? null}
                label={skill.title}
                mark={marking.mark}
              />
            </li>
          ))}
        </ol>
      )}
      <MarkDock
        marking={marking}
        news={level ? <LevelNews key={memberUuid + levelId} level={level} {...shown} /> : null}
      />
    </Page>
  )
}

/** The level on the page and the child's own one, both as they were when the child was opened: passing a level must not take the page away from under the coach's thumb. */
function useOpenLevel(memberUuid: string, current: () => string | null) {
  const [open, setOpen] = useState(() => openAt(memberUuid, current()))
  // a new child starts at their own current level
  const now = open.memberUuid === memberUuid ? open : openAt(memberUuid, current())
  if (now !== open) setOpen(now)
  const setLevelId = (levelId: string) => setOpen({ ...now, levelId })
  return [now.levelId, now.currentId, setLevelId] as const
}

const openAt = (memberUuid: string, currentId: string | null) => ({ memberUuid, currentId, levelId: currentId })

/** A new child is read from the top: name and medical words first. */
function useTopAtNew(memberUuid: string): void {
  const last = useRef(memberUuid)
  useEffect(() => {
    if (last.current !== memberUuid) window.scrollTo(0, 0)
    last.current = memberUuid
  }, [memberUuid])
}

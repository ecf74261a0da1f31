import { ChevronLeft, ChevronRight, HeartPulse } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { LevelBar } from './level-bar.tsx'
import { levelOf, levelsOf, levelView, resultsOf, skillsOf, standingOf } from './group-data.ts'
import { MarkDock } from './mark-dock.tsx'
import { MissingGroup } from './missing-group.tsx'
import { PageTitle } from './page-title.tsx'
import { SkillGrades } from './skill-grades.tsx'
import { useGroup, type GroupView } from './use-group.ts'
import { useMarking } from './use-marking.ts'

/** One child, the skills of one level, grade buttons as large as fingers. */
export function AssessMemberPage() {
  const { groupId, memberUuid } = useParams()
  const view = useGroup(groupId)
  const { group, members, course, snapshot } = view
  if (!group) return <MissingGroup ready={snapshot.ready} />
  const [first] = members
  if (memberUuid === undefined && first)
    return <Navigate replace to={`/member-groups/${group.id}/member/${first.uuid}`} />
  if (!course || memberUuid === undefined || !members.some((m) => m.uuid === memberUuid))
    return <MissingGroup ready={course !== undefined} />
  // a new child starts at their own current level
  return <Sheet key={memberUuid} view={view} memberUuid={memberUuid} />
}

function Sheet({ view, memberUuid }: { view: GroupView; memberUuid: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { group, course, snapshot, members, today } = view
  const marking = useMarking(group, today)
  const at = members.findIndex((m) => m.uuid === memberUuid)
  const member = members[at]
  const standing = course && standingOf(snapshot, course, memberUuid)
  // kept while the child is open: passing a level must not take the page away from under the coach's thumb
  const [levelId, setLevelId] = useState(() =>
    course && standing && group && member ? levelOf(standing, group, member) : null,
  )
  if (!group || !course || !member || !standing) return null
  const levels = levelsOf(course, group)
  const results = resultsOf(snapshot, course, memberUuid)
  const level = levelId === null ? null : levelView(course, standing, results, levelId)
  const other = (by: number) => members[(at + by + members.length) % members.length] ?? member
  const go = (by: number) => void navigate(`/member-groups/${group.id}/member/${other(by).uuid}`, { replace: true })
  const slug = course.curriculum.slug
  return (
    <Page title={`${member.firstname} ${member.lastname}`} className="assess">
      <PageTitle title={group.name} sub={t('coach.group.byMember')} />
      <div className="sheet-top">
        <div className="who">
          <Button icon aria-label={t('coach.previousName', { name: other(-1).firstname })} onClick={() => go(-1)}>
            <Icon of={ChevronLeft} />
          </Button>
          <div>
            <h2>
              {member.firstname} {member.lastname}
            </h2>
            <p className="small dim">{t('coach.placeOf', { at: at + 1, of: members.length })}</p>
          </div>
          <Button icon aria-label={t('coach.nextName', { name: other(1).firstname })} onClick={() => go(1)}>
            <Icon of={ChevronRight} />
          </Button>
        </div>
        {member.medical === null ? null : (
          <p className="med">
            <Icon of={HeartPulse} />
            {member.medical}
          </p>
        )}
        {levels.length > 1 ? (
          <Segments
            label={t('coach.level')}
            value={levelId ?? ''}
            options={levels.map((l) => ({ value: l.id, label: l.title }))}
            onChange={setLevelId}
          />
        ) : null}
        {level && levelId !== null ? (
          <LevelBar
            level={level}
            title={levels.find((l) => l.id === levelId)?.title ?? ''}
            name={member.firstname}
            onPass={(grade) => marking.mark(member.uuid, slug, `${levelId}/manual`, grade, 1)}
          />
        ) : null}
      </div>
      {levelId === null ? (
        <p className="in">{t('coach.noLevels')}</p>
      ) : (
        <ol className="skills">
          {skillsOf(course, levelId).map((skill) => (
            <li key={skill.id}>
              <h3>{skill.title}</h3>
              <SkillGrades
                course={course}
                skill={skill}
                result={results.get(skill.id)}
                label={skill.title}
                onGrade={(grade, pass) => marking.mark(member.uuid, slug, skill.id, grade, pass)}
              />
            </li>
          ))}
        </ol>
      )}
      <MarkDock marking={marking} />
    </Page>
  )
}

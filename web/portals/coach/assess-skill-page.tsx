import { ChevronLeft, ChevronRight, HeartPulse } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { SchemeNode } from '#contract/schemes.ts'
import { Page } from '#web/shell/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pips } from '#web/ui/pips.tsx'
import { Seal } from '#web/ui/seal.tsx'
import { levelsOf, levelView, resultsOf, skillsOf, standingOf, type Course } from './group-data.ts'
import { sealText } from './level-bar.tsx'
import { MarkDock } from './mark-dock.tsx'
import { MissingGroup } from './missing-group.tsx'
import { PageTitle } from './page-title.tsx'
import { SkillGrades } from './skill-grades.tsx'
import { useGroup, type GroupView } from './use-group.ts'
import { useMarking, type Marking } from './use-marking.ts'

/** One skill, all children, the same buttons. */
export function AssessSkillPage() {
  const { groupId, '*': path } = useParams()
  const view = useGroup(groupId)
  const { group, course, snapshot } = view
  if (!group) return <MissingGroup ready={snapshot.ready} />
  if (!course) return <MissingGroup ready={false} />
  const all = levelsOf(course, group).flatMap((level) => skillsOf(course, level.id).map((skill) => ({ level, skill })))
  const [first] = all
  const at = all.findIndex(({ skill }) => skill.id === `/${path}`)
  if (at < 0 && first) return <Navigate replace to={`/member-groups/${group.id}/skill${first.skill.id}`} />
  const shown = all[at]
  if (!shown) return <MissingGroup ready />
  return <Sheet view={view} course={course} all={all} at={at} shown={shown} />
}

interface Place {
  level: SchemeNode
  skill: SchemeNode
}

function Sheet({
  view,
  course,
  all,
  at,
  shown: { level, skill },
}: {
  view: GroupView
  course: Course
  all: Place[]
  at: number
  shown: Place
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { group, members, today } = view
  const marking = useMarking(group, today)
  if (!group) return null
  const go = (by: number) => {
    const to = all[(at + by + all.length) % all.length]
    if (to) void navigate(`/member-groups/${group.id}/skill${to.skill.id}`, { replace: true })
  }
  const ofLevel = skillsOf(course, level.id)
  return (
    <Page title={skill.title} className="assess by-skill">
      <PageTitle title={group.name} sub={t('coach.group.bySkill')} />
      <div className="sheet-top">
        <div className="who">
          <Button icon aria-label={t('coach.previousSkill')} onClick={() => go(-1)}>
            <Icon of={ChevronLeft} />
          </Button>
          <div>
            <h2>{skill.title}</h2>
            <p className="small dim">
              {t('coach.skillPlace', { level: level.title, at: ofLevel.indexOf(skill) + 1, of: ofLevel.length })}
            </p>
          </div>
          <Button icon aria-label={t('coach.nextSkill')} onClick={() => go(1)}>
            <Icon of={ChevronRight} />
          </Button>
        </div>
      </div>
      <ul className="children">
        {members.map((member) => (
          <Child
            key={member.uuid}
            view={view}
            course={course}
            level={level}
            skill={skill}
            memberUuid={member.uuid}
            marking={marking}
          />
        ))}
      </ul>
      <MarkDock marking={marking} />
    </Page>
  )
}

interface ChildProps {
  view: GroupView
  course: Course
  level: SchemeNode
  skill: SchemeNode
  memberUuid: string
  marking: Marking
}

function Child({ view: { snapshot, members }, course, level, skill, memberUuid, marking }: ChildProps) {
  const { t } = useTranslation()
  const member = members.find((m) => m.uuid === memberUuid)
  const results = resultsOf(snapshot, course, memberUuid)
  const shown = levelView(course, standingOf(snapshot, course, memberUuid), results, level.id)
  if (!member || !shown) return null
  const name = `${member.firstname} ${member.lastname}`
  const slug = course.curriculum.slug
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span className="who-is">
        <span className="name">{name}</span>
        {member.medical === null ? null : (
          <span className="med">
            <Icon of={HeartPulse} />
            {member.medical}
          </span>
        )}
        <span className="progress">
          <Pips marks={shown.marks} size="tiny" {...(shown.need === undefined ? {} : { need: shown.need })} />
          <span className="small dim nowrap">{t(`coach.toGo.${shown.state}`, { count: shown.toGo })}</span>
        </span>
      </span>
      <SkillGrades
        course={course}
        skill={skill}
        result={results.get(skill.id)}
        label={name}
        onGrade={(grade, pass) => marking.mark(memberUuid, slug, skill.id, grade, pass)}
      />
      {shown.state === 'completed' ? (
        <div className="pass">
          <Seal size="3rem">{sealText(level.title)}</Seal>
          <span className="mid">{t('coach.pass.complete', { name: member.firstname })}</span>
          <Button
            kind="go"
            onClick={() => marking.mark(memberUuid, slug, `${level.id}/manual`, shown.manual ? 1 : 0, 1)}
          >
            {t('coach.pass.do', { title: level.title })}
          </Button>
        </div>
      ) : null}
      {shown.state === 'passed' ? (
        <output className="pass">
          <Seal size="2.5rem">{sealText(level.title)}</Seal>
          <span className="mid">{t('coach.pass.passed', { name: member.firstname, title: level.title })}</span>
        </output>
      ) : null}
    </li>
  )
}

import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Group } from '#contract/groups.ts'
import type { CoachMember } from '#contract/sync.ts'
import type { Results } from '#domain/engine.ts'
import { Page } from '#web/shell/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pips } from '#web/ui/pips.tsx'
import { yearsAndMonths } from './birthday.ts'
import { GroupActions } from './group-actions.tsx'
import { levelOf, nodeOf, resultsOf, standingOf, type Course } from './group-data.ts'
import { GroupHeads } from './group-heads.tsx'
import { levelNames } from './level-names.ts'
import { levelView } from './level-view.ts'
import { MissingGroup } from './missing-group.tsx'
import { PageTitle } from './page-title.tsx'
import { fullName, Medical } from './person.tsx'
import { useGroup } from './use-group.ts'

const NONE: Results = new Map()

/** The group's menu and its members. */
export function GroupPage() {
  const { t } = useTranslation()
  const { groupId } = useParams()
  const { group, members, course, snapshot, today } = useGroup(groupId)
  if (!group) return <MissingGroup ready={snapshot.ready} />
  return (
    <Page title={group.name} className="group">
      <PageTitle
        title={group.name}
        sub={[levelNames(course, group.levels), group.place].filter(Boolean).join(' · ')}
        back={{ to: '/member-groups', title: t('coach.groups.title') }}
      />
      {members.length > 0 ? (
        <Card className="now lone">
          <GroupActions groupId={group.id} />
          <GroupHeads group={group} />
        </Card>
      ) : null}
      <Card>
        <h2 className="in h3">{t('coach.members', { count: members.length })}</h2>
        {members.length === 0 ? <p className="in dim">{t('coach.group.noMembers')}</p> : null}
        <ul className="rows members">
          {members.map((member) => (
            <MemberRow
              key={member.uuid}
              member={member}
              group={group}
              course={course}
              results={course ? resultsOf(snapshot, course, member.uuid) : NONE}
              today={today}
            />
          ))}
        </ul>
      </Card>
    </Page>
  )
}

interface MemberRowProps {
  member: CoachMember
  group: Group
  course: Course | undefined
  results: Results
  today: string
}

const MemberRow = memo(function MemberRow({ member, group, course, results, today }: MemberRowProps) {
  const { t } = useTranslation()
  const { years, months } = yearsAndMonths(member.dob, today)
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span>
        <Link className="whole name" to={`/member-groups/${group.id}/member/${member.uuid}`}>
          {fullName(member)}
        </Link>
        <span className="small dim">
          {t('coach.years', { count: years })} {t('coach.months', { count: months })}
        </span>
        <Medical member={member} />
        {course ? <Standing member={member} group={group} course={course} results={results} /> : null}
      </span>
      <Icon of={ChevronRight} />
    </li>
  )
})

/** The level a child is at, and how far. */
function Standing({ member, group, course, results }: Omit<MemberRowProps, 'today' | 'course'> & { course: Course }) {
  const { t } = useTranslation()
  const standing = standingOf(course, results)
  const levelId = levelOf(course, standing, group, member)
  const level = levelId === null ? null : levelView(course, standing, results, levelId)
  if (levelId === null || !level) return null
  return (
    <span className="progress">
      <Pips marks={level.marks} size="tiny" {...(level.need === undefined ? {} : { need: level.need })} />
      <span className="small dim">
        {nodeOf(course, levelId)?.title}: {t(`coach.toGo.${level.state}`, { count: level.toGo })}
      </span>
    </span>
  )
}

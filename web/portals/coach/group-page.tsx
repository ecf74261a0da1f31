import { ChevronRight, HeartPulse, SquareCheckBig, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { age, daysBetween } from '#domain/club-time.ts'
import { Page } from '#web/shell/page.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pips } from '#web/ui/pips.tsx'
import { GroupHeads } from './group-heads.tsx'
import { levelOf, levelView, nodeOf, resultsOf, standingOf } from './group-data.ts'
import { levelNames } from './level-names.ts'
import { MissingGroup } from './missing-group.tsx'
import { PageTitle } from './page-title.tsx'
import { useGroup, type GroupView } from './use-group.ts'

/** Years and whole months of age [4.23]. */
function yearsAndMonths(dob: string, today: string): { years: number; months: number } {
  const years = age(dob, today)
  const birthday = `${Number(dob.slice(0, 4)) + years}${dob.slice(4)}`
  return { years, months: Math.min(11, Math.floor(daysBetween(birthday, today) / 30.44)) }
}

/** The group's menu and its members. */
export function GroupPage() {
  const { t } = useTranslation()
  const { groupId } = useParams()
  const view = useGroup(groupId)
  const { group, members, course } = view
  if (!group) return <MissingGroup ready={view.snapshot.ready} />
  return (
    <Page title={group.name} className="group">
      <PageTitle title={group.name} sub={[levelNames(course, group.levels), group.place].filter(Boolean).join(' · ')} />
      <Card className="now">
        <div className="acts lone">
          <Link className="btn main" to={`/member-groups/${group.id}/member`}>
            <Icon of={User} />
            {t('coach.group.byMember')}
          </Link>
          <Link className="btn" to={`/member-groups/${group.id}/skill`}>
            <Icon of={SquareCheckBig} />
            {t('coach.group.bySkill')}
          </Link>
        </div>
        <GroupHeads group={group} />
      </Card>
      <Card>
        <h2 className="in h3">{t('coach.members', { count: members.length })}</h2>
        <ul className="rows members">
          {members.map((member) => (
            <MemberRow key={member.uuid} view={view} memberUuid={member.uuid} />
          ))}
        </ul>
      </Card>
    </Page>
  )
}

function MemberRow({
  view: { snapshot, group, course, today, members },
  memberUuid,
}: {
  view: GroupView
  memberUuid: string
}) {
  const { t } = useTranslation()
  const member = members.find((m) => m.uuid === memberUuid)
  if (!group || !member) return null
  const standing = course && standingOf(snapshot, course, member.uuid)
  const levelId = course && standing ? levelOf(standing, group, member) : null
  const level =
    course && standing && levelId
      ? levelView(course, standing, resultsOf(snapshot, course, member.uuid), levelId)
      : null
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span>
        <Link className="whole name" to={`/member-groups/${group.id}/member/${member.uuid}`}>
          {member.firstname} {member.lastname}
        </Link>
        <span className="small dim">{t('coach.age', yearsAndMonths(member.dob, today))}</span>
        {member.medical === null ? null : (
          <span className="med">
            <Icon of={HeartPulse} />
            {member.medical}
          </span>
        )}
        {level && course && levelId ? (
          <span className="progress">
            <Pips marks={level.marks} size="tiny" {...(level.need === undefined ? {} : { need: level.need })} />
            <span className="small dim nowrap">
              {nodeOf(course, levelId)?.title}: {t(`coach.toGo.${level.state}`, { count: level.toGo })}
            </span>
          </span>
        ) : null}
      </span>
      <Icon of={ChevronRight} />
    </li>
  )
}

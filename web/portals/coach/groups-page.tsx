import { SquareCheckBig, User } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { localMinutes } from '#domain/club-time.ts'
import { Page } from '#web/shell/page.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { GroupHeads } from './group-heads.tsx'
import { GroupTable } from './group-table.tsx'
import { levelNames } from './level-names.ts'
import { PageTitle } from './page-title.tsx'
import { nowAndNext, sessionsOn, timeOf, type TodaySession } from './today.ts'
import { useCoach, useSnapshot } from './use-coach.ts'
import { useCourse, useToday } from './use-group.ts'

/** The minute of the club's day, moving on by itself. */
function useMinute(timeZone: string): number {
  const [minute, setMinute] = useState(() => localMinutes(Date.now(), timeZone))
  useEffect(() => {
    const timer = setInterval(() => setMinute(localMinutes(Date.now(), timeZone)), 15_000)
    return () => clearInterval(timer)
  }, [timeZone])
  return minute
}

/** Today's groups: what is on now, what is next, then all of them. */
export function GroupsPage() {
  const { t } = useTranslation()
  const { club } = useCoach()
  const { groups, ready } = useSnapshot()
  const today = useToday()
  const minute = useMinute(club.time_zone)
  const sessions = useMemo(() => sessionsOn(groups, today), [groups, today])
  const { now, next } = nowAndNext(sessions, minute)
  return (
    <Page title={t('coach.groups.title')} className="today">
      <PageTitle title={t('coach.groups.title')} sub={club.name} />
      {now.map((session) => (
        <NowCard key={session.group.id} session={session} />
      ))}
      {next ? <NextCard session={next} minute={minute} /> : null}
      {ready && sessions.length === 0 ? (
        <Card className="empty">
          <h2>{t('coach.groups.none')}</h2>
          <p className="dim">{t('coach.groups.noneHow')}</p>
        </Card>
      ) : (
        <GroupTable sessions={sessions} minute={minute} />
      )}
    </Page>
  )
}

function NowCard({ session: { group, from, to } }: { session: TodaySession }) {
  const { t } = useTranslation()
  const course = useCourse(group.scheme_slug)
  const facts = [levelNames(course, group.levels), t('coach.members', { count: group.total_members }), group.place]
  return (
    <Card className="now" aria-label={t('coach.groups.nowGroup', { name: group.name })}>
      <header>
        <div className="time">
          <small>{t('coach.groups.now')}</small>
          <b>{timeOf(from ?? 0)}</b>
          <small>{t('coach.groups.to', { time: timeOf(to ?? 0) })}</small>
        </div>
        <div>
          <h2>
            <Link to={`/member-groups/${group.id}`}>{group.name}</Link>
          </h2>
          <p className="dim">{facts.filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <GroupHeads group={group} />
      <div className="acts">
        <Link className="btn main" to={`/member-groups/${group.id}/member`}>
          <Icon of={User} />
          {t('coach.group.byMember')}
        </Link>
        <Link className="btn" to={`/member-groups/${group.id}/skill`}>
          <Icon of={SquareCheckBig} />
          {t('coach.group.bySkill')}
        </Link>
      </div>
    </Card>
  )
}

function NextCard({ session: { group, from, to }, minute }: { session: TodaySession; minute: number }) {
  const { t } = useTranslation()
  const course = useCourse(group.scheme_slug)
  const wait = (from ?? 0) - minute
  return (
    <Card className="now" aria-label={t('coach.groups.nextGroup', { name: group.name })}>
      <header>
        <div className="time next">
          <small>{t('coach.groups.next')}</small>
          <b>{timeOf(from ?? 0)}</b>
          <small>
            {wait > 90 ? t('coach.groups.to', { time: timeOf(to ?? 0) }) : t('coach.groups.in', { count: wait })}
          </small>
        </div>
        <div>
          <h2>
            <Link to={`/member-groups/${group.id}`}>{group.name}</Link>
          </h2>
          <p className="dim">
            {[levelNames(course, group.levels), t('coach.members', { count: group.total_members })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
      </header>
    </Card>
  )
}

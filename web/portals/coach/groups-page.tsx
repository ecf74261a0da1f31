import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localMinutes } from '#domain/club-time.ts'
import { Page } from '#web/shell/page.tsx'
import { useConnection, useMe } from '#web/shell/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { GroupTable } from './group-table.tsx'
import { PageTitle } from './page-title.tsx'
import { fullName } from './person.tsx'
import { SessionCard } from './session-card.tsx'
import { nowAndNext, sessionsOn } from './today.ts'
import { useCoach, useSnapshot } from './use-coach.ts'
import { useToday } from './use-group.ts'

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
  const me = useMe()
  const { club } = useCoach()
  const { ready } = useSnapshot()
  return (
    <Page title={t('coach.groups.title')} className="today">
      <PageTitle title={t('coach.groups.title')} sub={[club.name, me && fullName(me)].filter(Boolean).join(' · ')} />
      {ready ? <Today timeZone={club.time_zone} /> : <FirstLoad />}
    </Page>
  )
}

function Today({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation()
  const { groups } = useSnapshot()
  const today = useToday()
  const minute = useMinute(timeZone)
  const sessions = useMemo(() => sessionsOn(groups, today), [groups, today])
  const { now, next } = nowAndNext(sessions, minute)
  if (sessions.length === 0) {
    return (
      <Card className="empty">
        <h2>{t('coach.groups.none')}</h2>
        <p className="dim">{t('coach.groups.noneHow')}</p>
      </Card>
    )
  }
  return (
    <>
      {now.map((session) => (
        <SessionCard key={session.group.id} session={session} minute={minute} />
      ))}
      {next ? <SessionCard session={next} minute={minute} /> : null}
      <GroupTable sessions={sessions} minute={minute} />
    </>
  )
}

/** Nothing is on this device yet. */
function FirstLoad() {
  const { t } = useTranslation()
  const { online } = useConnection()
  if (!online) {
    return (
      <Alert kind="begun">
        <p>{t('coach.firstLoad')}</p>
      </Alert>
    )
  }
  return (
    <>
      <output className="sr">{t('coach.loading')}</output>
      <Skeleton height="14rem" />
      <Skeleton height="6rem" />
      <Skeleton height="20rem" />
    </>
  )
}

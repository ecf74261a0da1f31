import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection, useMe } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { UpcomingCovers } from '../sessions/upcoming-covers.tsx'
import { GroupsSkeleton } from './groups-skeleton.tsx'
import { GroupTable } from './group-table.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { SessionCard } from '../sessions/session-card.tsx'
import { isCoveredByOther, nowAndNext, sessionsOn } from '../sessions/day-sessions.ts'
import { useMinute } from '../sessions/use-club-time.ts'
import { useCoach, useSnapshot, useStatus } from '#web/portals/coach/use-coach.ts'
import { useSessionDay } from '../sessions/use-session-day.ts'

const ComingDays = lazyWithRetry(() => import('../sessions/coming-days.tsx').then((module) => module.ComingDays))
const ClosureChip = lazyWithRetry(() =>
  import('#web/portals/coach/sessions/closure-chip.tsx').then((module) => module.ClosureChip),
)
const OtherDayBanner = lazyWithRetry(() =>
  import('../sessions/other-day-banner.tsx').then((module) => module.OtherDayBanner),
)

/** The portal's home: the sessions that run now, the next one, and all groups of the day. */
export function GroupsPage() {
  const { t } = useTranslation()
  const me = useMe()
  const { club } = useCoach()
  const { ready } = useSnapshot()
  return (
    <Page title={t('coach.groups.title')} className="today">
      <PageTitle title={t('coach.groups.title')} sub={[club.name, me && fullName(me)].filter(Boolean).join(' · ')} />
      {ready ? <GroupsOfDay /> : <FirstLoad />}
    </Page>
  )
}

/** The groups of today, or of another day that the coach has chosen. */
function GroupsOfDay() {
  const { t } = useTranslation()
  const { groups } = useSnapshot()
  const uuid = useMe()?.uuid
  const day = useSessionDay()
  const minute = useMinute()
  const sessions = useMemo(() => sessionsOn(groups, day.date), [groups, day.date])
  const isToday = day.date === day.today
  // sessions that another coach takes are in the table only
  const ownSessions = sessions.filter((session) => session.group.imported !== true && !isCoveredByOther(session, uuid))
  const { now, next } = isToday ? nowAndNext(ownSessions, minute) : { now: [], next: null }
  return (
    <>
      {isToday ? null : <OtherDayBanner day={day} />}
      <div className="columns">
        <div>
          {now.map((session) => (
            <SessionCard key={session.group.id} session={session} minute={minute} />
          ))}
          {next ? <SessionCard session={next} minute={minute} /> : null}
          {isToday ? <UpcomingCovers groups={groups} today={day.today} /> : null}
          {sessions.length === 0 && isToday ? (
            <Card className="empty">
              <h2>{t('coach.groups.none')}</h2>
              <ClosureChip groups={groups} date={day.date} />
              <p className="dim">{t('coach.groups.noneHow')}</p>
            </Card>
          ) : null}
        </div>
        <GroupTable sessions={sessions} minute={isToday ? minute : null} day={day} />
      </div>
      <ComingDays groups={groups} day={day} />
    </>
  )
}

/** Shown until the device holds its first complete load. */
function FirstLoad() {
  const { t } = useTranslation()
  const { online } = useConnection()
  const { state, full } = useStatus()
  // the notice above says so
  if (full) return null
  // a server that only answers errors is as good as no network
  if (!online || state === 'offline') {
    return (
      <Alert kind="begun">
        <p>{t('coach.firstLoad')}</p>
      </Alert>
    )
  }
  return (
    <>
      <output className="sr">{t('coach.loading')}</output>
      <GroupsSkeleton />
    </>
  )
}

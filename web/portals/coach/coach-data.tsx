import { startTransition, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { openCoachStore } from '#web/offline/open-coach-store.ts'
import { isSpaceLow, megabytes, readStorageSpace } from '#web/offline/storage-space.ts'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useIdle } from '#web/shell/frame/use-idle.ts'
import { useStreamEvents } from '#web/shell/session/use-stream-events.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { withAllClasses } from './groups/all-classes.ts'
import { asAuthor } from './assess/as-author.ts'
import { currentStore } from './device/current-store.ts'
import { GroupsSkeleton } from './groups/groups-skeleton.tsx'
import { CoachContext, useSnapshot, type Coach } from './use-coach.ts'
import { schemesOf, useCourses } from './assess/use-course.ts'

const IdlePrefetch = lazyWithRetry(() => import('./device/idle-prefetch.tsx').then((module) => module.IdlePrefetch))

/** Longer than this, opening does not take by itself. */
const LATE_MS = 4_000

/** Opens the device's data for the pages below, once it is known who is at the tablet and at which club. */
export function CoachData() {
  const { api, session } = useShell()
  const me = useMe()
  const { online } = useConnection()
  const [coach, setCoach] = useState<Coach | null>(null)
  const [failed, setFailed] = useState(false)
  const [held, setHeld] = useState(false)
  const [over, setOver] = useState(false)
  const uuid = me?.uuid
  const firstname = me?.firstname
  const club = me?.club
  const clubId = club?.id
  useEffect(() => {
    if (uuid === undefined || firstname === undefined || !club) return undefined
    let left = false
    let opened: Coach | null = null
    const hold = () => {
      if (!left) setHeld(true)
    }
    // a frozen tab may hold the data without the browser saying so
    const late = setTimeout(hold, LATE_MS)
    const onSuperseded = () => {
      if (!left) setOver(true)
    }
    openCoachStore({
      api: asAuthor(withAllClasses(api, uuid), () => session.subject()?.user_uuid, uuid),
      user: { uuid, firstname },
      club,
      onBlocked: hold,
      onSuperseded,
    }).then(
      (store) => {
        clearTimeout(late)
        setHeld(false)
        opened = { store, club }
        if (left) return store.close()
        currentStore.set(store)
        return startTransition(() => setCoach(opened))
      },
      () => {
        clearTimeout(late)
        if (!left) setFailed(true)
      },
    )
    return () => {
      left = true
      clearTimeout(late)
      currentStore.set(null)
      opened?.store.close()
      setCoach(null)
      setFailed(false)
      setHeld(false)
    }
    // the club's other fields do not change what is opened
    // oxlint-disable-next-line react/exhaustive-deps
  }, [api, session, uuid, clubId])
  if (over) return <Superseded />
  if (failed) return <Stopped words="coach.cannotOpen" />
  if (me && !club) return <Stopped words="coach.noClub" />
  if (!me && !online) return <Stopped words="coach.firstLoad" />
  if (!coach) return held ? <Stopped words="coach.held" /> : <Waiting />
  return (
    <CoachContext value={coach}>
      <Live coach={coach}>
        <Outlet />
      </Live>
    </CoachContext>
  )
}

/** Syncs when the server says that the club's data moved on, and when a call has reached it again: browsers notice late. */
function Live({ coach, children }: { coach: Coach; children: ReactNode }) {
  const idle = useIdle()
  const { connection } = useShell()
  useEffect(() => connection.onReturn(() => void coach.store.syncNow()), [connection, coach])
  useStreamEvents((event) => {
    if (event.type === 'club-changed' && event.clubId === coach.club.id) void coach.store.syncNow()
  })
  return (
    <>
      <PrefetchCurricula />
      {idle ? <IdlePrefetch /> : null}
      <LowSpaceWarning />
      {children}
    </>
  )
}

/** Asks for the curriculum of every group and plan, so that each is on the device before it is needed there. */
function PrefetchCurricula() {
  const { groups, plans } = useSnapshot()
  useCourses(useMemo(() => schemesOf(groups, plans), [groups, plans]))
  return null
}

/** Another tab runs a newer version on the same data. What was saved here is in it. */
function Superseded() {
  const { t } = useTranslation()
  return (
    <main className="page today" id="main">
      <Alert kind="begun" end={<Button onClick={() => location.reload()}>{t('coach.loadAgain')}</Button>}>
        <p>{t('coach.superseded')}</p>
      </Alert>
    </main>
  )
}

/** Once a visit, while there is still room for marks [8.19]. */
function LowSpaceWarning() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  useEffect(() => {
    void readStorageSpace().then((space) => {
      if (space && isSpaceLow(space))
        alerts.show(t('coach.offline.roomShort', { left: megabytes(space.quota - space.used) }), 'begun', 15_000)
    })
  }, [alerts, t])
  return null
}

/** Nothing can be marked here, and why. */
function Stopped({ words }: { words: 'coach.cannotOpen' | 'coach.noClub' | 'coach.held' | 'coach.firstLoad' }) {
  const { t } = useTranslation()
  return (
    <main className="page today" id="main">
      <Alert kind="bad">
        <p>{t(words)}</p>
      </Alert>
    </main>
  )
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <main className="page today" id="main" aria-busy="true">
      <p className="sr">{t('coach.loading')}</p>
      <GroupsSkeleton />
    </main>
  )
}

import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { openCoachStore } from '#web/offline/open-coach-store.ts'
import { isSpaceLow, megabytes, readStorageSpace } from '#web/offline/storage-space.ts'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { useIsBrowserIdle } from '#web/shell/frame/use-browser-idle.ts'
import { useReloadOnEvents } from '#web/shell/session/use-stream-events.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { withAllGroups } from './groups/all-groups.ts'
import { limitToAuthor } from './assess/limit-to-author.ts'
import { TextDialogs } from './assess/person/text-dialogs.tsx'
import { nodeStateOf } from './groups/group-data.ts'
import { currentStore } from './device/current-store.ts'
import { lazyPart } from './lazy-part.ts'
import { GroupsSkeleton } from './groups/groups-skeleton.tsx'
import { CoachContext, useSnapshot, type Coach } from './use-coach.ts'
import { compiledOnDevice, schemesOf, useCompiledCurricula } from './assess/use-curriculum.ts'

const IdlePrefetch = lazyPart(() => import('./device/idle-prefetch.tsx').then((module) => module.IdlePrefetch))

/** If opening takes longer than this, another tab blocks it. */
const BLOCKED_AFTER_MS = 4_000

/** Opens the device's data for the routes below, once the user and the club are known. */
export function CoachData() {
  const shell = useShell()
  const { api, session } = shell
  // the language of the curricula may change while the store is open
  const latestShell = useRef(shell)
  useLayoutEffect(() => {
    latestShell.current = shell
  })
  const me = useMe()
  const { online } = useConnection()
  const [coach, setCoach] = useState<Coach | null>(null)
  const [failed, setFailed] = useState(false)
  const [blocked, setBlocked] = useState(false)
  const [superseded, setSuperseded] = useState(false)
  const uuid = me?.uuid
  const firstname = me?.firstname
  const club = me?.club
  const clubId = club?.id
  useEffect(() => {
    if (uuid === undefined || firstname === undefined || !club) return undefined
    let unmounted = false
    let opened: Coach | null = null
    const onBlocked = () => {
      if (!unmounted) setBlocked(true)
    }
    // the browser does not always report that a frozen tab blocks the database
    const timer = setTimeout(onBlocked, BLOCKED_AFTER_MS)
    const onSuperseded = () => {
      if (!unmounted) setSuperseded(true)
    }
    // also pulls the club's other groups if the coach wants them; calls fail once another coach has the tablet
    const storeApi = limitToAuthor(withAllGroups(api, uuid), () => session.subject()?.user_uuid, uuid)
    openCoachStore({
      api: storeApi,
      user: { uuid, firstname },
      club,
      knowledge: {
        features: () => session.subject()?.features ?? {},
        node: (slug, nodeId) => {
          const compiled = compiledOnDevice(latestShell.current, slug)
          return compiled && nodeStateOf(compiled, nodeId)
        },
      },
      onBlocked,
      onSuperseded,
    }).then(
      (store) => {
        clearTimeout(timer)
        setBlocked(false)
        opened = { store, club }
        if (unmounted) return store.close()
        currentStore.set(store)
        return startTransition(() => setCoach(opened))
      },
      () => {
        clearTimeout(timer)
        if (!unmounted) setFailed(true)
      },
    )
    return () => {
      unmounted = true
      clearTimeout(timer)
      currentStore.set(null)
      opened?.store.close()
      setCoach(null)
      setFailed(false)
      setBlocked(false)
    }
    // only the club's id decides what is opened; its other fields may change
    // oxlint-disable-next-line react/exhaustive-deps
  }, [api, session, uuid, clubId])
  if (superseded) return <ReloadRequired />
  if (failed) return <Unavailable messageKey="coach.cannotOpen" />
  if (me && !club) return <Unavailable messageKey="coach.noClub" />
  if (!me && !online) return <Unavailable messageKey="coach.firstLoad" />
  if (!coach) return blocked ? <Unavailable messageKey="coach.held" /> : <Loading />
  return (
    <CoachContext value={coach}>
      <LiveSync coach={coach}>
        <Outlet />
      </LiveSync>
    </CoachContext>
  )
}

/**
 * Syncs when the event stream says that the club's data changed, and when a call reaches the server again. The
 * browser's own `online` event often comes late.
 */
function LiveSync({ coach, children }: { coach: Coach; children: ReactNode }) {
  const idle = useIsBrowserIdle()
  const { connection } = useShell()
  useEffect(() => connection.onReturn(() => void coach.store.syncNow()), [connection, coach])
  useReloadOnEvents(
    (event) => event.type === 'club-changed' && event.clubId === coach.club.id,
    () => void coach.store.syncNow(),
  )
  return (
    <>
      <PrefetchCurricula />
      {idle ? <IdlePrefetch /> : null}
      <LowSpaceWarning />
      <TextDialogs>{children}</TextDialogs>
    </>
  )
}

/** Fetches the curriculum of every group and plan, so that it is on the device before the network is lost. */
function PrefetchCurricula() {
  const { groups, plans } = useSnapshot()
  useCompiledCurricula(useMemo(() => schemesOf(groups, plans), [groups, plans]))
  return null
}

/** Shown when another tab has upgraded the database: this page must be loaded again. Nothing that was saved is lost. */
function ReloadRequired() {
  const { t } = useTranslation()
  return (
    <main className="page today" id="main">
      <Alert kind="begun" end={<Button onClick={() => location.reload()}>{t('coach.loadAgain')}</Button>}>
        <p>{t('coach.superseded')}</p>
      </Alert>
    </main>
  )
}

/** Warns once a visit when storage runs low, while marks can still be saved [8.19]. */
function LowSpaceWarning() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  useEffect(() => {
    void readStorageSpace().then((space) => {
      if (space && isSpaceLow(space))
        alerts.show(
          t('coach.offline.roomShort', { left: megabytes(space.quota - space.used) }),
          'begun',
          /* ms */ 15_000,
        )
    })
  }, [alerts, t])
  return null
}

/** Shown instead of the pages when the data cannot be opened, with the reason. */
function Unavailable({
  messageKey,
}: {
  messageKey: 'coach.cannotOpen' | 'coach.noClub' | 'coach.held' | 'coach.firstLoad'
}) {
  const { t } = useTranslation()
  return (
    <main className="page today" id="main">
      <Alert kind="bad">
        <p>{t(messageKey)}</p>
      </Alert>
    </main>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <main className="page today" id="main" aria-busy="true">
      <p className="sr">{t('coach.loading')}</p>
      <GroupsSkeleton />
    </main>
  )
}

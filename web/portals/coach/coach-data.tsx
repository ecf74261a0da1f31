import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { openCoachStore } from '#web/offline/open.ts'
import { useMe, useShell } from '#web/shell/shell-context.ts'
import { useStreamEvents } from '#web/shell/use-stream-events.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { currentStore } from './current-store.ts'
import { CoachContext, useSnapshot, type Coach } from './use-coach.ts'
import { schemesOf, useCourses } from './use-course.ts'

/** Opens the device's data for the pages below, once it is known who is at the tablet and at which club. */
export function CoachData() {
  const { api } = useShell()
  const me = useMe()
  const [coach, setCoach] = useState<Coach | null>(null)
  const [failed, setFailed] = useState(false)
  const uuid = me?.uuid
  const club = me?.club
  const clubId = club?.id
  useEffect(() => {
    if (uuid === undefined || !club) return undefined
    let left = false
    let opened: Coach | null = null
    openCoachStore({ api, user: { uuid }, club }).then(
      (store) => {
        opened = { store, club }
        if (left) return store.close()
        currentStore.set(store)
        return setCoach(opened)
      },
      () => {
        if (!left) setFailed(true)
      },
    )
    return () => {
      left = true
      currentStore.set(null)
      opened?.store.close()
      setCoach(null)
      setFailed(false)
    }
    // the club's other fields do not change what is opened
    // oxlint-disable-next-line react/exhaustive-deps
  }, [api, uuid, clubId])
  if (failed) return <Stopped words="coach.cannotOpen" />
  if (me && !club) return <Stopped words="coach.noClub" />
  if (!coach) return <Waiting />
  return (
    <CoachContext value={coach}>
      <Live coach={coach}>
        <Outlet />
      </Live>
    </CoachContext>
  )
}

/** Pulls when the server says that the club's data moved on. */
function Live({ coach, children }: { coach: Coach; children: ReactNode }) {
  useStreamEvents((event) => {
    if (event.type === 'club-changed' && event.clubId === coach.club.id) void coach.store.syncNow()
  })
  return (
    <>
      <KeptCurricula />
      {children}
    </>
  )
}

/** Asks for the curriculum of every group, so that each is on the device before it is needed there. */
function KeptCurricula() {
  const { groups } = useSnapshot()
  useCourses(useMemo(() => schemesOf(groups), [groups]))
  return null
}

/** Nothing can be marked here, and why. */
function Stopped({ words }: { words: 'coach.cannotOpen' | 'coach.noClub' }) {
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
      <Skeleton height="14rem" />
      <Skeleton height="6rem" />
      <Skeleton height="20rem" />
    </main>
  )
}

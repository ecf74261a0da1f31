import { useTranslation } from 'react-i18next'
import type { OtherCoachQueue } from '#web/offline/offline-queue.ts'
import { useMe } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useSyncStatus } from './coach-status.tsx'
import { DataLossAlert } from './data-loss-alert.tsx'
import { useOfflineQueue } from './use-offline-queue.ts'

/** Warnings about the tablet: a wrong clock on every page, because it dates marks; the others on the home page. */
export function TabletWarnings({ isHome }: { isHome: boolean }) {
  return (
    <>
      <ClockWarning />
      {isHome ? <HomePageWarnings /> : null}
    </>
  )
}

function HomePageWarnings() {
  const { view } = useOfflineQueue(useMe()?.uuid)
  return (
    <>
      <FullWarning />
      <LossAndWorkWarnings others={view?.others ?? []} />
    </>
  )
}

/** Says that the disk is full, so that nobody looks for a network instead. */
function FullWarning() {
  const { t } = useTranslation()
  const { full } = useSyncStatus()
  if (!full) return null
  return (
    <Alert kind="bad">
      <p>{t('coach.noRoom')}</p>
    </Alert>
  )
}

/** Says what data this tablet lost, and whose changes wait on it. */
export function LossAndWorkWarnings({ others }: { others: readonly OtherCoachQueue[] }) {
  return (
    <>
      <DataLossAlert />
      <OtherCoachesWorkAlert others={others} />
    </>
  )
}

/** How many changes each other coach left on this tablet. */
function OtherCoachesWorkAlert({ others }: { others: readonly OtherCoachQueue[] }) {
  const { t } = useTranslation()
  if (others.length === 0) return null
  return (
    <Alert kind="begun">
      {others.map(({ userUuid, firstname, count }) => (
        <p key={userUuid}>
          {firstname === null
            ? t('coach.offline.othersUnknown', { count })
            : t('coach.offline.others', { count, name: firstname })}
        </p>
      ))}
    </Alert>
  )
}

function ClockWarning() {
  const { t } = useTranslation()
  const { clock } = useSyncStatus()
  if (clock === null) return null
  return (
    <Alert kind={clock === 'off' ? 'begun' : 'bad'}>
      <p>{t(`coach.clock.${clock}`)}</p>
    </Alert>
  )
}

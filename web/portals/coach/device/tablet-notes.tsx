import { useTranslation } from 'react-i18next'
import type { OthersQueue } from '#web/offline/offline-queue.ts'
import { useMe } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useSyncStatus } from './coach-status.tsx'
import { LossNote } from './loss-note.tsx'
import { useOfflineQueue } from './use-offline-queue.ts'

/** Warnings about the tablet: a wrong clock on every page, because it dates marks; the others on the home page. */
export function TabletNotes({ home }: { home: boolean }) {
  return (
    <>
      <ClockNote />
      {home ? <OwnNotes /> : null}
    </>
  )
}

function OwnNotes() {
  const { view } = useOfflineQueue(useMe()?.uuid)
  return <LeftNotes others={view?.others ?? []} />
}

/** Says what data this tablet lost, and whose changes wait on it. */
export function LeftNotes({ others }: { others: readonly OthersQueue[] }) {
  return (
    <>
      <LossNote />
      <OthersNote others={others} />
    </>
  )
}

/** How many changes each other coach left on this tablet. */
function OthersNote({ others }: { others: readonly OthersQueue[] }) {
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

function ClockNote() {
  const { t } = useTranslation()
  const { clock } = useSyncStatus()
  if (clock === null) return null
  return (
    <Alert kind={clock === 'off' ? 'begun' : 'bad'}>
      <p>{t(`coach.clock.${clock}`)}</p>
    </Alert>
  )
}

import { useTranslation } from 'react-i18next'
import type { OthersQueue } from '#web/offline/offline-queue.ts'
import { useMe } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useSyncStatus } from './coach-status.tsx'
import { LossNote } from './loss-note.tsx'
import { useOfflineQueue } from './use-offline-queue.ts'

/** What a tablet says of itself: of its clock on every page, because marks are dated by it, the rest on the first. */
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

/** What this tablet lost, and what was left on it to be sent. */
export function LeftNotes({ others }: { others: readonly OthersQueue[] }) {
  return (
    <>
      <LossNote />
      <OthersNote others={others} />
    </>
  )
}

/** How much each of them left on this tablet, never what. */
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
